"""What is done in a hand, step by step, in a sentence or two of the game's own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from gleek_replay.audit.account.before_play import deal_words, ruff_outcome, sale_words
from gleek_replay.audit.account.telling import Telling
from gleek_replay.audit.account.words import call_words, counted, deed_words
from gleek_replay.audit.audit import Audit
from gleek_replay.audit.messages import card_words, declared_words, listed
from gleek_replay.audit.replaying.course import Course
from gleek_replay.engine import Action, Stage, Unseen, Verb, card_name, layout_of
from gleek_replay.engine.cards import SUIT_NAMES

_CALLS: Final = frozenset({Verb.PASS, Verb.VIE, Verb.SEE, Verb.REVIE, Verb.STAND})


def said(action: Action) -> str | None:
    """What a player says by an action; nothing where he moves cards.

    >>> said((0, Verb.BID, 12)), said((0, Verb.GLEEK, "A")), said((0, Verb.PLAY, 1))
    ('12', 'Gleek of Aces', None)
    """
    _, verb, argument = action
    if verb is Verb.PLAY or verb is Verb.DISCARD:
        return None
    if verb is Verb.BID:
        return f"{argument:,}"
    if verb is Verb.GLEEK or verb is Verb.MOURNIVAL:
        return declared_words(f"{verb} {argument}").removeprefix("a ").replace(verb, verb.title(), 1)
    return "I challenge" if verb is Verb.CHALLENGE else verb.value.title()


class StepWords:
    """The sentences of one hand, told from an audit in which is nothing that the reader may not see."""

    def __init__(self, seen: Audit, course: Course, named: Mapping[int, str]) -> None:
        self._telling = Telling(seen)
        self._hand, self._result = seen.record.hand, seen.result
        self._course, self._names, self._named = course, self._telling.names, named

    def deal(self) -> str:
        """What happens before the first action."""
        turned = self._card(self._hand.turn_up).removeprefix("the ")
        trumps = SUIT_NAMES[card_name(self._hand.turn_up)[1]]
        return f"{deal_words(self._names, self._hand)} The {turned} is turned up; {trumps} are trumps."

    def action(self, index: int) -> str:
        """What an action does, and what ends with it."""
        return " ".join([f"{self.deed(index)}.", *self._endings(index)])

    def deed(self, index: int) -> str:
        """What an action is, be it followed or not."""
        seat, verb, argument = action = self._hand.actions[index]
        if verb in _CALLS:
            deed = call_words(verb)
        elif verb is Verb.BID:
            deed = f"bids {argument:,}"
        elif verb is Verb.DISCARD:
            number = argument.count if isinstance(argument, Unseen) else argument.bit_count()
            deed = f"throws out {counted(number, 'card')}"
        elif verb is Verb.PLAY:
            leads = index < self._course.told and self._course.turns[index].leads
            deed = f"{'leads' if leads else 'plays'} {self._card(argument)}"
        else:
            deed = deed_words(self._names, action)
        return f"{self._names[seat]} {deed}"

    def score(self) -> str:
        """How the hand ended."""
        even = layout_of(self._hand.rules, self._hand.players).break_even
        points = [f"{self._names[seat]} {score.total}" for seat, score in enumerate(self._result.score or ())]
        return f"The score: {listed(points, 'and')}; the break-even point is {even}."

    def _endings(self, index: int) -> Iterator[str]:
        """What follows from an action: that the stock is sold or taken up, the ruff or a trick won."""
        course, sale = self._course, self._result.sale
        if sale and course.ends(Stage.AUCTION, index):
            yield sale_words(self._names, sale)
        if sale and course.draws_at == index:
            yield f"{self._names[sale.buyer]} takes up the stock."
        if course.ends(Stage.VYING, index):
            yield from ruff_outcome(self._telling)
        winner = course.turns[index].winner
        if winner is not None:
            yield f"{self._names[winner]} wins trick {course.turns[index].trick}."

    def _card(self, card: int) -> str:
        words = card_words(card_name(card))
        return f"{words} ({self._named[card]})" if card in self._named else words
