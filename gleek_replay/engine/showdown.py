"""The end of the vying: who wins the ruff, what is shown, and what is paid."""

from __future__ import annotations

from gleek_replay.engine.hand import ORDERS, Hand
from gleek_replay.engine.hidden_showdown import certain_winner
from gleek_replay.engine.holdings import Holdings
from gleek_replay.engine.ledger import Ledger, Reason
from gleek_replay.engine.options import Unvied
from gleek_replay.engine.ruff import Ruff, RuffOutcome, Vying, best_ruff

_CARRY_POT, _RUFF = Unvied.CARRY_POT, Reason.RUFF


def unit_of(hand: Hand) -> int:
    """The unit of the vying in counters: the ruff stake times the multiplier carried in."""
    return hand.rules.ruff_stake * hand.carried.ruff_multiplier


def pay_antes(hand: Hand, action: int, ledger: Ledger) -> None:
    """With ``carry_pot``, everyone's ante goes into the ruff pot before the vying."""
    if hand.rules.unvied is _CARRY_POT:
        for seat in ledger.seats:
            ledger.pay(seat, ledger.ruff_pot, unit_of(hand), _RUFF, action, "unvied")


def end_of_vying(
    hand: Hand, hand_size: int, vying: Vying, holdings: Holdings, action: int, ledger: Ledger
) -> tuple[RuffOutcome, bool]:
    """Settle the ruff. Returns the outcome, and whether a hand in a showdown is not fully known."""
    if vying.vied_by is None:
        return RuffOutcome(True), False
    by_age = [seat for seat in ORDERS[hand.players][hand.eldest] if vying.standing >> seat & 1]
    count = hand.rules.ruff_count
    shown: dict[int, Ruff] = {}
    winner: int | None = by_age[0]
    doubtful = False
    if len(by_age) > 1:
        shown = {seat: best_ruff(holdings.known[seat], count) for seat in by_age if not holdings.maybe[seat]}
        doubtful = len(shown) < len(by_age)
        if doubtful:
            winner = certain_winner(by_age, holdings, hand_size, count)
        else:
            winner = max(shown, key=lambda seat: shown[seat].strength)
    pays = {} if winner is None else _pay(hand, vying, winner, action, ledger)
    return RuffOutcome(True, vying.vied_by, winner, shown, pays), doubtful


def _pay(hand: Hand, vying: Vying, winner: int, action: int, ledger: Ledger) -> dict[int, int]:
    """Enter what the winner gets; returns what each loser lost in all."""
    unit, from_pot = unit_of(hand), hand.rules.unvied is _CARRY_POT
    pays = {seat: put * unit for seat, put in enumerate(vying.put) if seat != winner}
    for seat, amount in pays.items():
        ledger.pay(seat, winner, amount - unit if from_pot else amount, _RUFF, action, "vying")
    if from_pot:
        pot = hand.carried.ruff_pot + hand.players * unit
        ledger.pay(ledger.ruff_pot, winner, pot, _RUFF, action, "unvied")
    return pays
