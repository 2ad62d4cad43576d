"""The deal: who should have dealt, and what the card turned up is worth to the dealer."""

from __future__ import annotations

from gleek_replay.engine.cards import RANKS, rank_of
from gleek_replay.engine.hand import Hand
from gleek_replay.engine.ledger import Ledger, Reason
from gleek_replay.engine.small_trumps import SmallTrump, SmallTrumps
from gleek_replay.engine.violations import Code, Violation


def lifted_dealer(lift: tuple[dict[int, int], ...]) -> int | None:
    """Who deals by the last round of lifting: the lowest card, the Ace being high; ``None`` if tied."""
    if not lift[-1]:
        return None
    ranks = {seat: RANKS.index(rank_of(card)) for seat, card in lift[-1].items()}
    low = min(ranks.values())
    lowest = [seat for seat, rank in ranks.items() if rank == low]
    return lowest[0] if len(lowest) == 1 else None


def judge_dealer(hand: Hand) -> Violation | None:
    """A violation if the lift says that another player deals."""
    dealer = lifted_dealer(hand.lift) if hand.lift else None
    if dealer is None or dealer == hand.dealer:
        return None
    return Violation(
        code=Code.WRONG_DEALER, action=None, seat=hand.dealer, expected=(dealer,), found=hand.dealer,
        rule="lift",
    )  # fmt: skip


def pay_turn_up(hand: Hand, trumps: SmallTrumps, ledger: Ledger) -> None:
    """Enter what the dealer gets for turning up Tiddy, Towser or Tumbler."""
    if hand.turn_up & trumps.paid_aside:
        amount, rule = _turned_up(hand, trumps.by_card[hand.turn_up])
        ledger.collect(hand.dealer, amount, Reason.TURN_UP, None, rule)


def _turned_up(hand: Hand, trump: SmallTrump) -> tuple[int, str]:
    if trump.rule == "tiddy":
        return hand.rules.tiddy_turned_up, "tiddy_turned_up"
    return trump.worth, trump.rule
