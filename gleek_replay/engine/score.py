"""The score: cards and honours against the break-even point, and its settlement."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from gleek_replay.engine.cards import RANK_CARDS
from gleek_replay.engine.hand import Hand
from gleek_replay.engine.layouts import Layout
from gleek_replay.engine.ledger import Ledger, Reason
from gleek_replay.engine.options import HonoursTo, Settlement, TowserTumbler
from gleek_replay.engine.rules import RuleSet

_new = tuple.__new__
_HOLDER, _EACH_OPPONENT, _SCORE = HonoursTo.HOLDER, Settlement.EACH_OPPONENT, Reason.SCORE


class Score(NamedTuple):
    """A player's score in points: tricks won, a point for each card in them, and honours."""

    tricks: int
    cards: int
    honours: int
    total: int


class Honours(NamedTuple):
    """The cards that count in the score: the ``points`` of every set of them, and all as one set."""

    points: dict[int, int]
    cards: int


@lru_cache(maxsize=4096)
def honour_points(rules: RuleSet, layout: Layout, trumps: int) -> Honours:
    """What counts in the score beside the tricks, given the trump suit's cards."""
    by_rank = dict(layout.honours)
    if rules.towser_tumbler is TowserTumbler.SCORED:
        by_rank |= {"5": 5, "6": 6}
    worth = {RANK_CARDS[rank] & trumps: points for rank, points in by_rank.items()}
    sets = [cards for number in range(len(worth) + 1) for cards in combinations(worth, number)]
    return Honours({sum(cards): sum(worth[card] for card in cards) for cards in sets}, sum(worth))


def score_hand(
    hand: Hand, honours: Honours, hands: list[int], taken: list[int], won: list[int]
) -> tuple[Score, ...]:
    """The score of each seat.

    ``taken`` are the honours in the tricks that each player won, ``won`` the number of these tricks.
    """
    points, every = honours
    counting = hands if hand.rules.honours_to is _HOLDER else taken
    players, dealer = hand.players, hand.dealer
    scores = []
    for seat, tricks in enumerate(won):
        worth, cards = points[counting[seat] & every], tricks * players
        if seat == dealer:
            worth += points[hand.turn_up & every]
        scores.append(_new(Score, (tricks, cards, worth, cards + worth)))
    return tuple(scores)


def settle(rules: RuleSet, layout: Layout, scores: tuple[Score, ...], action: int, ledger: Ledger) -> None:
    """Enter what each player's distance from the break-even point costs or earns him: into or out of the
    pot, or to or from each opponent.
    """
    break_even, each_opponent = layout.break_even, rules.settlement is _EACH_OPPONENT
    for seat, (_, _, _, total) in enumerate(scores):
        over = total - break_even
        if over > 0:
            if each_opponent:
                ledger.collect(seat, over, _SCORE, action, "settlement")
            else:
                ledger.pay(ledger.pot, seat, over, _SCORE, action, "settlement")
        elif over:
            if each_opponent:
                ledger.give_back(seat, -over, _SCORE, action, "settlement")
            else:
                ledger.pay(seat, ledger.pot, -over, _SCORE, action, "settlement")
