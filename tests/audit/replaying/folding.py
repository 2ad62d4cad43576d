"""A reader of replay documents that knows nothing but how they are meant to be read, and where the cards of a
hand lie that is told whole: oracles that share nothing with what they judge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]
POTS = {"pot": "pot", "ruff_pot": "ruff_pot"}
TWO_DISCARDS = {(4, 48), (5, 52)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The table as it stands after a step: of each place the cards face up and how many are face down, and
    the balance of each account.
    """

    face_up: dict[str, set[str]]
    face_down: dict[str, int]
    balances: dict[str, int]

    def size(self, place: str) -> int:
        """How many cards lie there."""
        return len(self.face_up[place]) + self.face_down[place]

    @property
    def sizes(self) -> dict[str, int]:
        """How many cards lie in each place."""
        return {place: self.size(place) for place in self.face_up}


def folded(document: Document) -> Iterator[Shown]:
    """The table after each step. Fails if a step does what cannot be done."""
    face_up = {place: set(told["cards"]) for place, told in document["places"].items()}
    face_down = {place: told["hidden"] for place, told in document["places"].items()}
    balances = Counter({player["id"]: 0 for player in document["players"]})
    balances.update({pot: document["carried"][pot] for pot in POTS})
    for step in document["steps"]:
        for move in step["moves"]:
            source, target = move["from"], move["to"]
            turned = set(move["cards"]) - face_up[source]
            face_up[source] -= set(move["cards"])
            face_down[source] -= len(turned) + move["hidden"]
            assert face_down[source] >= 0, (step["number"], move)
            assert not face_up[target] & set(move["cards"])
            face_up[target] |= set(move["cards"])
            face_down[target] += move["hidden"]
        for shown in step["shown"]:
            place, cards = shown["place"], set(shown["cards"])
            assert cards
            assert not cards & face_up[place]
            face_down[place] -= len(cards)
            assert face_down[place] >= 0, (step["number"], shown)
            face_up[place] |= cards
        for payment in step["payments"]:
            balances[payment["from"]] -= payment["amount"]
            balances[payment["to"]] += payment["amount"]
        yield Shown(
            face_up={place: set(cards) for place, cards in face_up.items()},
            face_down=dict(face_down),
            balances=dict(balances),
        )


def where_they_lie(record: Document, document: Document) -> Iterator[dict[str, set[str]]]:
    """The cards in each place after each step, told from the record of a hand of which every card is known
    and no more of the document than its tricks and which actions were followed.
    """
    seats = [player["id"] for player in record["players"]]
    places = {f"hand:{seat}": _cards(record["deal"]["hands"][player]) for seat, player in enumerate(seats)}
    places |= {"stock": _cards(record["deal"]["stock"]), "turn_up": {record["deal"]["turn_up"]}}
    places |= {"discards": set()}
    places |= {f"{kind}:{seat}": set() for kind in ("trick", "won") for seat in range(len(seats))}
    yield _copy(places)
    last = max((step["number"] for step in document["steps"] if step["action"] is not None), default=0)
    stops = any(violation["code"] in STOPPING for violation in document["steps"][last]["violations"])
    winner = None
    for step in document["steps"][1:]:
        if winner is not None:
            for seat in range(len(seats)):
                places[f"won:{winner}"] |= places[f"trick:{seat}"]
                places[f"trick:{seat}"].clear()
        winner = step["winner"]
        if step["action"] is not None and not (stops and step["number"] == last):
            player, verb, *rest = record["actions"][step["action"]]
            hand = places[f"hand:{seats.index(player)}"]
            if verb == "play":
                hand.remove(rest[0])
                places[f"trick:{seats.index(player)}"].add(rest[0])
            elif verb == "discard":
                thrown = _cards(rest[0])
                assert thrown <= hand
                hand -= thrown
                places["discards"] |= thrown
            takes_up = verb == "discard" or _sold_to_be_drawn_first(document, step)
            if takes_up and places["stock"]:
                buyer = player if verb == "discard" else _buyer(document, step["number"])
                places[f"hand:{seats.index(buyer)}"] |= places["stock"]
                places["stock"] = set()
        yield _copy(places)


STOPPING = {
    "must_open", "bid_too_low", "not_the_buyer", "wrong_discard_count", "card_not_held", "nothing_to_see",
    "already_vied", "not_in_ruff", "cannot_stand", "played_twice", "wrong_stage",
}  # fmt: skip


def _sold_to_be_drawn_first(document: Document, step: Document) -> bool:
    options = document["rules"]["options"]
    sold = step["stage"] == "auction" and any(paid["for"] == "stock" for paid in step["payments"])
    two = (len(document["players"]), options["deck"]) in TWO_DISCARDS
    return sold and options["exchange"] == "draw_then_discard" and not two


def _buyer(document: Document, number: int) -> str:
    payers = {paid["from"] for paid in document["steps"][number]["payments"] if paid["for"] == "stock"}
    (buyer,) = payers
    return str(buyer)


def _cards(text: str) -> set[str]:
    return set(text.split(" "))


def _copy(places: Mapping[str, set[str]]) -> dict[str, set[str]]:
    return {place: set(cards) for place, cards in places.items()}
