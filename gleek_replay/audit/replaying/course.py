"""The course of a hand: which stage each action belongs to, and where a stage or a trick ends."""

from __future__ import annotations

from typing import NamedTuple

from gleek_replay.engine import Hand, Result, Stage, Verb, layout_of
from gleek_replay.engine.exchange import draws_first


class Turn(NamedTuple):
    """The place of an action among the tricks: the number of the trick from 1, whether a card leads to it,
    and who wins it if the card is its last.
    """

    trick: int | None = None
    leads: bool = False
    winner: int | None = None


class Course:
    """The course of one hand, as far as its record goes.

    ``followed`` is how many actions were followed, ``told`` how many there are to tell: that at which the
    replay had to stop is one more. ``draws_at`` is the action with which the buyer takes up the stock.
    """

    def __init__(self, hand: Hand, result: Result) -> None:
        self._stages = result.stages
        stopped = result.stopped_at
        self.followed = len(hand.actions) if stopped is None else stopped
        self.told = len(hand.actions) if stopped is None else stopped + 1
        self.draws_at = self._draw(hand)
        self.turns = self._turns(hand, result)

    def stage_of(self, action: int) -> Stage:
        """The stage in which an action was done; what comes after the last card belongs to the tricks."""
        reached = [stage for stage, begin in self._stages.items() if begin <= action]
        return Stage.TRICKS if reached[-1] is Stage.OVER else reached[-1]

    def ends(self, stage: Stage, action: int) -> bool:
        """Whether a stage ends with an action that was followed; not the declarations, which the first card
        ends, nor the tricks.
        """
        following = list(Stage)[list(Stage).index(stage) + 1]
        return self._stages.get(following) == action + 1

    def _draw(self, hand: Hand) -> int | None:
        begin = self._stages.get(Stage.EXCHANGE)
        if begin is None:
            return None
        if draws_first(hand.rules, layout_of(hand.rules, hand.players)):
            return begin - 1
        return begin if begin < self.followed else None

    def _turns(self, hand: Hand, result: Result) -> list[Turn]:
        winners = dict(result.tricks)
        turns: list[Turn] = []
        trick, down = 0, 0
        for index in range(self.told):
            if hand.actions[index][1] is Verb.PLAY and self.stage_of(index) is Stage.TRICKS:
                down = down % hand.players + 1
                trick += down == 1
                turns.append(Turn(trick, down == 1, winners.get(index)))
            else:
                turns.append(Turn(trick or None))
        return turns
