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
def honour_points(rules: RuleSet, layout: Layout, trumps: int) -> tuple[tuple[int, int], ...]:
    """The cards that count in the score, with their points, given the trump suit's cards."""
    points = dict(layout.honours)
    if rules.towser_tumbler is TowserTumbler.SCORED:
        points |= {"5": 5, "6": 6}
    return tuple((RANK_CARDS[rank] & trumps, worth) for rank, worth in points.items())


class Scoring:
    """The score of a finished hand: ``scores`` by seat, and for each the rule that it rests on."""

    __slots__ = ("_layout", "_rules", "rests_on", "scores")

    def __init__(
        self, hand: Hand, layout: Layout, hands: list[int], taken: list[int], won: list[int]
    ) -> None:
        self._rules = hand.rules
        self._layout = layout
        points = honour_points(hand.rules, layout, SUIT_OF[hand.turn_up])
        turned_up = sum(worth for card, worth in points if card == hand.turn_up)
        by_holder = _honours(points, hands)
        by_winner = by_holder if hands == taken else _honours(points, taken)
        counted = by_holder if hand.rules.honours_to is HonoursTo.HOLDER else by_winner
        thrown_out = sum(counted) + turned_up < sum(worth for _, worth in points)
        self.scores: list[Score] = []
        self.rests_on: list[str] = []
        for seat, tricks in enumerate(won):
            honours = counted[seat] + (turned_up if seat == hand.dealer else 0)
            cards = tricks * hand.players
            self.scores.append(Score(tricks, cards, honours, cards + honours))
            differs = by_holder[seat] != by_winner[seat]
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


def _honours(points: tuple[tuple[int, int], ...], holdings: list[int]) -> list[int]:
    return [sum(worth for card, worth in points if card & cards) for cards in holdings]
