"""What two records of a hand disagree on, put into words: what it is, and what each says of it.

Facts, places and what is told are those of :func:`gleek_replay.audit.comparison_document`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gleek_replay.audit.account.topics import RULE_WORDS
from gleek_replay.audit.account.words import REASON_WORDS, call_words, counted, name_mark, signed
from gleek_replay.audit.comparing import Fact
from gleek_replay.audit.messages import declared_words, listed
from gleek_replay.engine import Reason, Verb

NOTHING: Final = "nothing"
"""What is said of a record that leaves out an action or a payment."""
_POTS: Final = {"pot": "the pot", "ruff_pot": "the ruff pot"}
_DEALT: Final = {"/deal/stock": "the stock", "/deal/turn_up": "the turn-up"}
_TOPICS: Final = {
    Fact.HAND_ID: "The hand's id",
    Fact.SESSION: "The session",
    Fact.STAKE: "The stake",
    Fact.PLAYERS: "The players, clockwise",
    Fact.DEALER: "Who dealt",
    Fact.LIFT: "The lift",
    Fact.PAYMENTS: "A payment",
    Fact.CARDS: "A card in two places",
}
_CARRIED: Final = {
    "pot": "Carried in the pot",
    "ruff_pot": "Carried in the ruff pot",
    "ruff_multiplier": "Carried in: the ruff, times its stake",
}


class Disagreements:
    """Puts disagreements into words, with the players called by their ``names``, by id."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = {**_POTS, **names}

    def topic(self, fact: str, place: str) -> str:
        """What it is that is told differently, at a place in a record: ``"Ann's cards"``."""
        step = _last(place)
        match Fact(fact):
            case Fact.RULES:
                words = RULE_WORDS[step]
                return f"{words[0].upper()}{words[1:]}"
            case Fact.CARRIED:
                return _CARRIED[step]
            case Fact.RESULT:
                return f"What {self._names[step]} won or lost"
            case Fact.DEAL if place in _DEALT:
                return _DEALT[place].capitalize()
            case Fact.DEAL:
                return f"Cards dealt to {self._names[step]}"
            case Fact.ACTIONS:
                return f"Action {int(step) + 1}"
            case known:
                return _TOPICS[known]

    def told(self, fact: str, place: str | None, told: Any) -> str:
        """What a record tells there: ``"Ann bids 14"``."""
        if place is None:
            return NOTHING
        match Fact(fact):
            case Fact.ACTIONS:
                return self._action(told)
            case Fact.PAYMENTS:
                payer, payee = self._names[told["from"]], self._names[told["to"]]
                return f"{payer} pays {payee} {told['amount']:,} for {REASON_WORDS[Reason(told['for'])]}"
            case Fact.DEAL:
                return _cards(told)
            case Fact.CARDS if isinstance(told, list):
                return self._action(told)
            case Fact.CARDS:
                return f"{name_mark(told)} {self._lies(place)}"
            case Fact.RESULT:
                return signed(told)
            case Fact.LIFT:
                return "; ".join(self._lifted(row) for row in told)
            case Fact.PLAYERS:
                return ", ".join(self._names.get(player, player) for player in told)
            case Fact.DEALER:
                return self._names[told]
            case Fact.SESSION:
                return f"hand {told['hand']} of {told['id']}"
            case _:
                return _choice(told)

    def _lies(self, place: str) -> str:
        return f"in {_DEALT[place]}" if place in _DEALT else f"dealt to {self._names[_last(place)]}"

    def _lifted(self, row: Mapping[str, str]) -> str:
        return ", ".join(f"{self._names[player]} {name_mark(card)}" for player, card in row.items())

    def _action(self, told: Sequence[Any]) -> str:
        player, verb, *what = told
        return f"{self._names[player]} {self._deed(Verb(verb), what)}"

    def _deed(self, verb: Verb, what: Sequence[Any]) -> str:
        match verb:
            case Verb.BID:
                return f"bids {what[0]:,}"
            case Verb.DISCARD if isinstance(what[0], int):
                return f"throws out {counted(what[0], 'card')}"
            case Verb.DISCARD:
                return f"throws out {_cards(what[0])}"
            case Verb.PLAY:
                return f"plays {name_mark(what[0])}"
            case Verb.GLEEK | Verb.MOURNIVAL:
                return f"declares {declared_words(f'{verb} {what[0]}')}"
            case Verb.CHALLENGE:
                target, kind, rank = what
                declared = declared_words(f"{kind} {rank}").removeprefix("a ")
                return f"challenges {self._names[target]}'s {declared}"
            case Verb.TIDDY | Verb.TOWSER | Verb.TUMBLER:
                return f"claims {verb.value.title()}"
            case _:
                return call_words(verb)


def _last(place: str) -> str:
    return place.rpartition("/")[2]


def _cards(told: str) -> str:
    """Cards as a hand history writes them, in short."""
    return listed([name_mark(name) for name in told.split()], "and") if told else NOTHING


def _choice(told: Any) -> str:
    if isinstance(told, bool):
        return "yes" if told else "no"
    return str(told).replace("_", " ")
