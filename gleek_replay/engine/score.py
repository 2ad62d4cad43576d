"""The score: cards and honours against the break-even point, and its settlement."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gleek_replay.engine.cards import RANK_CARDS, SUIT_OF
from gleek_replay.engine.hand import Hand
from gleek_replay.engine.layouts import Layout
from gleek_replay.engine.ledger import Ledger, Reason
from gleek_replay.engine.options import HonoursTo, Settlement, TowserTumbler
from gleek_replay.engine.rules import RuleSet


class Score(NamedTuple):
    """A player's score in points: tricks won, a point for each card in them, and honours."""

    tricks: int
    cards: int
    honours: int
    total: int


@lru_cache(maxsize=4096)
def honour_points(rules: RuleSet, layout: Layout, trumps: int) -> tuple[dict[int, int], int, int]:
    """The points of each card that counts in the score, given the trump suit's cards; those cards as one
    set; and the points of all of them.
    """
    by_rank = dict(layout.honours)
    if rules.towser_tumbler is TowserTumbler.SCORED:
        by_rank |= {"5": 5, "6": 6}
    points = {RANK_CARDS[rank] & trumps: worth for rank, worth in by_rank.items()}
    return points, sum(points), sum(points.values())


class Scoring:
    """The score of a finished hand: ``scores`` by seat, and for each the rule that it rests on."""

    __slots__ = ("_layout", "_rules", "rests_on", "scores")

    def __init__(
        self, hand: Hand, layout: Layout, hands: list[int], taken: list[int], won: list[int]
    ) -> None:
        self._rules = hand.rules
        self._layout = layout
        points, every, in_all = honour_points(hand.rules, layout, SUIT_OF[hand.turn_up])
        turned_up = points.get(hand.turn_up, 0)
        to_holder = hand.rules.honours_to is HonoursTo.HOLDER
        counting, otherwise = (hands, taken) if to_holder else (taken, hands)
        counted = [_points(points, cards & every) for cards in counting]
        thrown_out = sum(counted) + turned_up < in_all
        self.scores: list[Score] = []
        self.rests_on: list[str] = []
        for seat, tricks in enumerate(won):
            honours = counted[seat] + (turned_up if seat == hand.dealer else 0)
            cards = tricks * hand.players
            self.scores.append(Score(tricks, cards, honours, cards + honours))
            other = otherwise[seat] & every
            differs = other != counting[seat] & every and _points(points, other) != counted[seat]
            self.rests_on.append(
                "honours_to" if differs else "discarded_honour" if thrown_out else "settlement"
            )

    def settle(self, action: int, ledger: Ledger) -> None:
        """Enter what each player's distance from the break-even point costs or earns him."""
        each_opponent = self._rules.settlement is Settlement.EACH_OPPONENT
        for seat, score in enumerate(self.scores):
            over = score.total - self._layout.break_even
            rule = self.rests_on[seat]
            if not over:
                continue
            if each_opponent and over > 0:
                ledger.collect(seat, over, Reason.SCORE, action, rule)
            elif each_opponent:
                ledger.give_back(seat, -over, Reason.SCORE, action, rule)
            elif over > 0:
                ledger.pay(ledger.pot, seat, over, Reason.SCORE, action, rule)
            else:
                ledger.pay(seat, ledger.pot, -over, Reason.SCORE, action, rule)


def _points(points: dict[int, int], honours: int) -> int:
    return sum([worth for card, worth in points.items() if card & honours]) if honours else 0
