"""Violations in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gleek_replay.engine import Code, Violation
from gleek_replay.engine.cards import CARD_BY_NAME, RANK_NAMES, SUIT_NAMES
from gleek_replay.records import HandRecord

_PLURALS: Final = {"A": "Aces", "K": "Kings", "Q": "Queens", "J": "Knaves"}


def card_words(name: str) -> str:
    """A card in words: ``"the Five of Clubs"`` for ``5C``."""
    return f"the {RANK_NAMES[name[0]]} of {SUIT_NAMES[name[1]]}"


def not_shown(number: int) -> str:
    """What stands in the place of so many cards that a reader may not see.

    >>> not_shown(1), not_shown(7)
    ('1 card not shown', '7 cards not shown')
    """
    return f"{number} {'card' if number == 1 else 'cards'} not shown"


def listed(words: list[str], joint: str = "or") -> str:
    """Words as a list: ``"a, b or c"``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


def declared_words(what: str) -> str:
    """A declaration in words: ``"a gleek of Aces"`` for ``gleek A``."""
    kind, rank = what.split(" ")
    return f"a {kind} of {_PLURALS[rank]}"


def violation_message(record: HandRecord, violation: Violation) -> str:
    """One sentence that says who did what, and what should have been done."""
    return SENTENCES[violation.code](Told(record, violation))


class Told:
    """A violation with its names and cards put into words, from which a sentence is made."""

    def __init__(self, record: HandRecord, violation: Violation) -> None:
        self._record = record
        self._violation = violation

    def name(self, seat: int) -> str:
        """What to call a player."""
        return self._record.name_of(seat)

    def card(self, code: str) -> str:
        """A card in words."""
        return card_words(code)

    @property
    def who(self) -> str:
        """Who broke the rule."""
        return self.name(self._violation.seat)

    def _text(self, value: str | int) -> str:
        return self.name(value) if isinstance(value, int) else value

    @property
    def found(self) -> str:
        """What was found, in the words of the record."""
        return self._text(self._violation.found)

    @property
    def expected(self) -> list[str]:
        """What would have been right, in the same words."""
        return [self._text(value) for value in self._violation.expected]

    @property
    def right(self) -> str:
        """The first thing that would have been right."""
        return self.expected[0]

    @property
    def named(self) -> bool:
        """Whether any card that would have been legal may be named, and not only counted."""
        return self.right in CARD_BY_NAME

    @property
    def cards(self) -> str:
        """The cards found, in words."""
        names = self.found.split(" ")
        return listed([self.card(name) for name in names], "and") if names[0] in CARD_BY_NAME else self.found

    @property
    def them(self) -> str:
        """The cards found, for short."""
        return "it" if self.found in CARD_BY_NAME or self.found.endswith(" card not shown") else "them"

    @property
    def legal_cards(self) -> str:
        """The cards that would have been legal, in words."""
        return listed(
            [self.card(name) if name in CARD_BY_NAME else name for name in self.expected],
            "and" if self._violation.code is Code.REVOKE and not self._violation.one_of else "or",
        )

    @property
    def led(self) -> str:
        """The suit that should have been followed."""
        return SUIT_NAMES[self.right[1]].lower().removesuffix("s")

    @property
    def deed(self) -> str:
        """What was done out of turn or at the wrong time, as a verb in the past."""
        word = self.found
        if word in CARD_BY_NAME:
            return f"played {self.card(word)}"
        if word.startswith("bid "):
            return word
        return _DEEDS.get(word, f"did “{word}”")

    @property
    def did(self) -> str:
        """What may be done instead."""
        return listed(self.expected) if self.expected else "nothing"


_DEEDS: Final = {
    "bid": "bid", "pass": "passed", "discard": "discarded", "vie": "vied", "see": "saw", "revie": "revied",
    "stand": "stood", "gleek": "declared a gleek", "mournival": "declared a mournival",
    "tiddy": "claimed Tiddy", "towser": "claimed Towser", "tumbler": "claimed Tumbler",
    "challenge": "challenged", "play": "played a card",
}  # fmt: skip


def _declared_twice(told: Told) -> str:
    what = declared_words(told.found)
    return f"{told.who} declared {what} after declaring that rank before; it is not paid again."


def _false_declaration(told: Told) -> str:
    return f"{told.who} declared {declared_words(told.found)} without holding it."


def _out_of_turn(told: Told) -> str:
    return f"{told.who} {told.deed} when it was {told.right}'s turn."


def _challenge(told: Told) -> str:
    return f"{declared_words(told.found.removeprefix('challenge '))}"


def _wrong_stage(told: Told) -> str:
    if not told.expected:
        return f"{told.who} {told.deed} when the hand was over."
    return f"{told.who} {told.deed}, which has no place here; what is open is {told.did}."


def _revoke(told: Told) -> str:
    if not told.named:
        return f"{told.who} threw {told.cards} while able to follow the suit led."
    return f"{told.who} threw {told.cards} on a {told.led} lead while holding {told.legal_cards}."


def _not_highest(told: Told) -> str:
    due = f"the highest of the suit, {told.legal_cards}," if told.named else "a higher card of the suit"
    return f"{told.who} played {told.cards}; {due} was due."


def _not_high_enough(told: Told) -> str:
    due = told.legal_cards if told.named else "a higher card"
    return f"{told.who} played {told.cards} second to the trick; {due} was due."


SENTENCES: Final[dict[Code, Callable[[Told], str]]] = {
    Code.WRONG_DEALER: lambda t: f"{t.who} dealt, but by the lift the deal is {t.right}'s.",
    Code.OUT_OF_TURN: _out_of_turn,
    Code.OPENING_BID: lambda t: f"{t.who} opened the bidding at {t.found}; it opens at {t.right}.",
    Code.RAISE_NOT_BY_ONE: lambda t: f"{t.who} bid {t.found}; a raise is by one, to {t.right}.",
    Code.RETURNED_AFTER_PASSING: lambda t: f"{t.who} {t.deed} after passing, and a pass is final.",
    Code.FALSE_DECLARATION: _false_declaration,
    Code.DECLARED_TWICE: _declared_twice,
    Code.CHALLENGE_NOT_IN_RULES: lambda t: (
        f"{t.who} challenged {_challenge(t)}; these rules know no challenge."
    ),
    Code.NOTHING_TO_CHALLENGE: lambda t: (
        f"{t.who} challenged {_challenge(t)}, which no other player declared or which was challenged before."
    ),
    Code.CLAIM_NOT_IN_RULES: lambda t: f"{t.who} claimed {t.found.title()}; these rules pay nothing for it.",
    Code.FALSE_CLAIM: lambda t: f"{t.who} claimed {t.found.title()} without having it.",
    Code.CLAIM_OUT_OF_TIME: lambda t: (
        f"{t.who} claimed {t.found.title()} at a time when it cannot be claimed."
    ),
    Code.CLAIMED_TWICE: lambda t: f"{t.who} claimed {t.found.title()} a second time; it is paid once.",
    Code.REVOKE: _revoke,
    Code.NOT_HIGHEST: _not_highest,
    Code.NOT_HIGH_ENOUGH: _not_high_enough,
    Code.MUST_OPEN: lambda t: f"{t.who} passed, but eldest must open: {t.right}.",
    Code.BID_TOO_LOW: lambda t: f"{t.who} bid {t.found}; the next bid has to be {t.right}.",
    Code.NOT_THE_BUYER: lambda t: f"{t.who} discarded, but {t.right} bought the stock.",
    Code.WRONG_DISCARD_COUNT: lambda t: f"{t.who} discarded {t.found} cards; {t.right} go out.",
    Code.CARD_NOT_HELD: lambda t: f"{t.who} used {t.cards} without holding {t.them}.",
    Code.NOTHING_TO_SEE: lambda t: f"{t.who} {t.deed}; what is open is to {t.did}.",
    Code.ALREADY_VIED: lambda t: f"{t.who} vied a ruff that was vied already; what is open is to {t.did}.",
    Code.NOT_IN_RUFF: lambda t: f"{t.who} {t.deed} after passing for good.",
    Code.CANNOT_STAND: lambda t: f"{t.who} stood where that is not open; what is open is to {t.did}.",
    Code.PLAYED_TWICE: lambda t: f"{t.who} played {t.cards}, a second card to one trick.",
    Code.WRONG_STAGE: _wrong_stage,
}
"""The sentence for each kind of violation."""
