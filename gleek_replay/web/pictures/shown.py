"""What a shared picture of a hand shows, told from the hand's replay and audit as its reader may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gleek_replay.services.hands import HandSummary
from gleek_replay.web.pictures.cards import RANKS, SUITS

_BEFORE_PLAY: Final = frozenset({"deal", "auction", "exchange"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player: the cards that he held when the exchange was over, as far as the reader may know them in the
    end, and how many more he held. ``tricks`` are ``None`` where none was over, ``points`` for a hand that
    did not end. ``price`` is what he gave for the stock; ``named`` what those of his trumps are called that
    have names.
    """

    name: str
    position: str
    cards: tuple[str, ...]
    hidden: int
    tricks: int | None
    points: int | None
    net: int
    price: int | None
    won_ruff: bool
    named: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A hand, seats clockwise. ``dispute`` is ``"void"`` if it was ruled so, and ``"disputed"`` if somebody
    has said otherwise and nobody has ruled yet. ``played_by`` is the preset that it says of itself, where
    ``rules`` is another by which it is read; ``eyes`` is the name of the player as who saw it.
    """

    hand_id: str
    rules: str
    played_by: str | None
    eyes: str | None
    verdict: str
    dispute: str | None
    complete: bool
    trumps: str
    turn_up: str
    turn_up_named: str | None
    seats: tuple[Seat, ...]


def dispute_about(hand: HandSummary) -> str | None:
    """What a picture has to say of a dispute about a stored hand."""
    if hand.ruling is not None and hand.ruling.value == "void":
        return "void"
    return "disputed" if hand.disputed else None


def what_is_shown(replay: Mapping[str, Any], audit: Mapping[str, Any], dispute: str | None = None) -> Shown:
    """The hand of a replay's document; ``audit`` is the document of the audit that it was made from."""
    players, named = replay["players"], replay["named"]
    names = {player["id"]: player["name"] for player in players}
    reading = replay["reading"]
    return Shown(
        hand_id=replay["hand_id"],
        rules=replay["rules"]["preset"],
        played_by=reading and reading["of"]["preset"],
        eyes=names.get(replay["eyes"]),
        verdict=replay["verdict"],
        dispute=dispute,
        complete=replay["complete"],
        trumps=replay["trumps"],
        turn_up=replay["turn_up"],
        turn_up_named=named.get(replay["turn_up"]),
        seats=tuple(_seats(replay, audit)),
    )


def _seats(replay: Mapping[str, Any], audit: Mapping[str, Any]) -> list[Seat]:
    held, hidden = _held(replay)
    tricks = Counter(step["winner"] for step in replay["steps"] if step["winner"] is not None)
    stock, winner = audit["stock"], (audit["ruff"] or {}).get("winner")
    seats = []
    for number, player in enumerate(replay["players"]):
        name, score = player["id"], replay["score"]
        cards = sorted(held[number], key=lambda card: _order(card, replay["trumps"]))
        seats.append(
            Seat(
                name=player["name"],
                position=player["position"],
                cards=tuple(cards),
                hidden=hidden[number],
                tricks=tricks[number] if tricks else None,
                points=score and score[name]["total"],
                net=replay["net"][name],
                price=stock["price"] if stock and stock["buyer"] == name else None,
                won_ruff=winner == name,
                named={card: replay["named"][card] for card in cards if card in replay["named"]},
            )
        )
    return seats


def _held(replay: Mapping[str, Any]) -> tuple[list[set[str]], list[int]]:
    """The cards of each seat when the exchange was over, or as far as the hand came, and how many of his are
    never seen. A card that is played or shown later was his before.
    """
    places = {place: (set(held["cards"]), held["hidden"]) for place, held in replay["places"].items()}
    for step in replay["steps"]:
        if step["stage"] in _BEFORE_PLAY:
            for move in step["moves"]:
                _move(places, move)
        else:
            for move in step["moves"]:
                if move["from"].startswith("hand:"):
                    _reveal(places, move["from"], move["cards"])
        for shown in step["shown"]:
            _reveal(places, shown["place"], shown["cards"])
    hands = [places[f"hand:{seat}"] for seat in range(len(replay["players"]))]
    return [cards for cards, _ in hands], [hidden for _, hidden in hands]


def _move(places: dict[str, tuple[set[str], int]], move: Mapping[str, Any]) -> None:
    """Move cards as a step says: those not face up in their place turn over a hidden one."""
    _reveal(places, move["from"], move["cards"])
    cards, hidden = places[move["from"]]
    places[move["from"]] = cards - set(move["cards"]), hidden - move["hidden"]
    cards, hidden = places[move["to"]]
    places[move["to"]] = cards | set(move["cards"]), hidden + move["hidden"]


def _reveal(places: dict[str, tuple[set[str], int]], place: str, seen: list[str]) -> None:
    cards, hidden = places[place]
    turned = set(seen) - cards
    places[place] = cards | turned, hidden - len(turned)


def _order(card: str, trumps: str) -> tuple[bool, int, int]:
    """Trumps first, then suit by suit, each from the Ace down."""
    return card[1] != trumps, SUITS.index(card[1]), RANKS.index(card[0])
