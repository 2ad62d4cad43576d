"""Scripts: hands told move by move in words of no format, for a client to play and to write down.

A script names seats by number, clockwise from 1, and cards in words, so that a client has to put both into
the format by itself. What falls due it leaves to the client.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from gleek_replay.conformance.breaches import BREACHES, RULES
from gleek_replay.conformance.hands import (
    Document,
    case,
    hand_of,
    played,
    played_out,
    players_of,
    seen_by,
    told,
    unsettled,
)
from gleek_replay.engine import (
    LAYOUTS,
    PRESETS,
    Action,
    Code,
    Hand,
    Replay,
    Stage,
    Verb,
    card_name,
    each_card,
    replay,
)
from gleek_replay.engine.cards import RANK_NAMES, SUIT_NAMES
from gleek_replay.records import HandRecord, read_record
from gleek_replay.simulation import simulate
from gleek_replay.simulation.chance import seeded

_DONE: Final = {
    Verb.BID: "bids", Verb.PASS: "passes", Verb.DISCARD: "throws out", Verb.VIE: "vies", Verb.SEE: "sees",
    Verb.REVIE: "revies", Verb.STAND: "stands", Verb.GLEEK: "declares", Verb.MOURNIVAL: "declares",
    Verb.TIDDY: "claims", Verb.TOWSER: "claims", Verb.TUMBLER: "claims", Verb.CHALLENGE: "challenges",
    Verb.PLAY: "plays",
}  # fmt: skip
_BROKEN_RULES: Final = (Code.REVOKE, Code.OUT_OF_TURN, Code.FALSE_DECLARATION, Code.OPENING_BID)
_TOUCHED: Final = (
    Verb.MOURNIVAL,
    Verb.CHALLENGE,
    Verb.TOWSER,
    Verb.TUMBLER,
    Verb.STAND,
    Verb.REVIE,
    Verb.TIDDY,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What was done at a table, and what the record of it has to tell.

    ``seen_by`` is the seat, from 1, whose own client writes the record; ``None`` for one that sees all.
    """

    name: str
    shows: str
    seen_by: int | None
    whole: Document
    record: HandRecord

    @property
    def document(self) -> Document:
        """The script as a client reads it."""
        hand, ids = hand_of(self.whole), players_of(self.whole)
        written: Document = {
            "case": self.name,
            "shows": self.shows,
            "written_by": "a client that sees every card"
            if self.seen_by is None
            else f"the client of seat {self.seen_by}, which sees no more than its player",
            "hand_id": self.name,
        }
        if "session" in self.whole:
            written["session"] = self.whole["session"]
        return written | {
            "played_at": self.whole["played_at"],
            "coin": self.whole["stake"],
            "preset": self.record.preset,
            "options": dict(self.record.options),
            "seats": [
                {"seat": seat, "id": player, "name": named.get("name")}
                for seat, (player, named) in enumerate(zip(ids, self.whole["players"], strict=True), 1)
            ],
            "dealer": hand.dealer + 1,
            "lifted": [{str(seat + 1): _card(card) for seat, card in each.items()} for each in hand.lift],
            "ruff_multiplier_from_last_hand": hand.carried.ruff_multiplier,
            "ruff_pot_from_last_hand": hand.carried.ruff_pot,
            "pot_from_last_hand": hand.carried.pot,
            "dealt": {str(seat + 1): _cards(cards or 0) for seat, cards in enumerate(hand.hands)},
            "stock": _cards(hand.stock or 0),
            "turned_up": _card(hand.turn_up),
            "moves": [_move(action) for action in hand.actions],
        }


def scripts() -> Iterator[Script]:
    """All of them."""
    for preset in PRESETS:
        yield _script(f"write-{preset}", f"a hand by the rules of {preset}", next(played(preset)))
    (many,) = (name for name, rules in PRESETS.items() if len(rules.players) > 1)
    for players, deck in LAYOUTS:
        document = next(played(many, players=players, options={"deck": deck}))
        yield _script(f"write-{players}-players-{deck}", f"{players} players, {deck} cards", document)
    for verb in _TOUCHED:
        yield _script(f"write-{verb}", f"a hand with: {verb}", _first_with(verb))
    yield from _evening()
    yield from _with_breaches()
    yield from _seen_by_one()
    yield _cut_off()


def _script(name: str, shows: str, document: Document, seat: int | None = None) -> Script:
    raw = case(name, shows, document).raw
    seen = document if seat is None else seen_by(document, players_of(document)[seat - 1])
    told_of = read_record(case(name, shows, seen).raw)
    whole = read_record(raw)
    assert whole.hand_id == told_of.hand_id == name, "a record has the name of its script"
    return Script(name=name, shows=shows, seen_by=seat, whole={**document, "hand_id": name}, record=told_of)


def _first_with(verb: Verb) -> Document:
    """A hand in which this is done."""
    for preset in ("willughby-1665", "cotton-1674"):
        for document in played(preset):
            if any(action[1] == verb for action in document["actions"]):
                return document
    raise AssertionError(f"no hand has {verb}")


def _evening() -> Iterator[Script]:
    """The first hands of one session, each with what the last one left."""
    for document in islice(simulate("du-coeur-letter", hands=3, seed=5, rare=True), 3):
        number = document["session"]["hand"]
        yield _script(f"write-evening-{number}", f"hand {number} of a session", document)


def _with_breaches() -> Iterator[Script]:
    """A client writes down what was done, also what should not have been."""
    for code in _BROKEN_RULES:
        document, hand = _breached(code, f"write {code}")
        shows = f"a rule is broken ({code}), and the hand goes on as it was played"
        yield _script(f"write-{code}", shows, told(document, hand, settled=True))


def _breached(code: Code, origin: str) -> tuple[Document, Hand]:
    chance = seeded(origin)
    for document in played("parlett", options=RULES.get(code)):
        whole = hand_of(document)
        for length in range(len(whole.actions)):
            begun = replace(whole, actions=whole.actions[:length])
            action: Action | None = BREACHES[code](Replay(begun), chance)
            if action is not None:
                return document, played_out(replace(begun, actions=(*begun.actions, action)), chance)
    raise AssertionError(f"no hand has a place for {code}")


def _seen_by_one() -> Iterator[Script]:
    document = next(islice(played("cotton-1674"), 1, None))
    for seat in range(1, len(document["players"]) + 1):
        yield _script(f"write-seen-by-{seat}", f"the record of seat {seat} alone", document, seat)


def _cut_off() -> Script:
    document = unsettled(next(islice(played("knauer-2008"), 2, None)))
    hand = hand_of(document)
    cut = replace(hand, actions=hand.actions[: replay(hand).stages[Stage.TRICKS] + 7])
    return _script("write-broken-off", "the players leave in the middle", told(document, cut))


def _move(action: Action) -> Document:
    seat, verb, argument = action
    move: Document = {"seat": seat + 1, "does": _DONE[verb]}
    return move | _DETAILS.get(verb, lambda _: {})(argument)


def _card(card: int) -> str:
    """A card in words: ``"Ten of Hearts"``."""
    name = card_name(card)
    return f"{RANK_NAMES[name[0]]} of {SUIT_NAMES[name[1]]}"


def _cards(cards: int) -> list[str]:
    return [_card(card) for card in each_card(cards)]


_DETAILS: Final[dict[Verb, Callable[[Any], Document]]] = {
    Verb.BID: lambda amount: {"amount": amount},
    Verb.DISCARD: lambda cards: {"cards": _cards(cards)},
    Verb.GLEEK: lambda rank: {"what": "a gleek", "of": RANK_NAMES[rank]},
    Verb.MOURNIVAL: lambda rank: {"what": "a mournival", "of": RANK_NAMES[rank]},
    Verb.TIDDY: lambda _: {"what": "Tiddy"},
    Verb.TOWSER: lambda _: {"what": "Towser"},
    Verb.TUMBLER: lambda _: {"what": "Tumbler"},
    Verb.CHALLENGE: lambda made: {
        "whose": made[0] + 1, "what": f"a {made[1]}", "of": RANK_NAMES[made[2]],
    },
    Verb.PLAY: lambda card: {"card": _card(card)},
}  # fmt: skip
