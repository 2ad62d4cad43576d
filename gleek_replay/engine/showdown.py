"""The end of the vying: who wins the ruff, what is shown, and what is paid."""

from __future__ import annotations

from gleek_replay.engine.cards import RANK_CARDS, SUIT_CARDS, highest
from gleek_replay.engine.hand import Hand
from gleek_replay.engine.holdings import Holdings
from gleek_replay.engine.ledger import Ledger, Reason
from gleek_replay.engine.options import RuffCount, Unvied
from gleek_replay.engine.ruff import COUNTS, RuffOutcome, Vying, best_ruff


def unit_of(hand: Hand) -> int:
    """The unit of the vying in counters: the ruff stake times the multiplier carried in."""
    return hand.rules.ruff_stake * hand.carried.ruff_multiplier


def pay_antes(hand: Hand, action: int, ledger: Ledger) -> None:
    """With ``carry_pot``, everyone's ante goes into the ruff pot before the vying."""
    if hand.rules.unvied is Unvied.CARRY_POT:
        for seat in ledger.seats:
            ledger.pay(seat, ledger.ruff_pot, unit_of(hand), Reason.RUFF, action, "unvied")


def end_of_vying(
    hand: Hand, hand_size: int, vying: Vying, holdings: Holdings, action: int, ledger: Ledger
) -> tuple[RuffOutcome, bool]:
    """Settle the ruff. Returns the outcome, and whether a hand in a showdown is not fully known."""
    outcome = RuffOutcome(reached=True, vied_by=vying.vied_by)
    if vying.vied_by is None:
        return outcome, False
    seats = vying.seats_in()
    doubtful = False
    if len(seats) == 1:
        outcome.winner = seats[0]
    else:
        count = hand.rules.ruff_count
        by_age = sorted(seats, key=lambda seat: (seat - hand.eldest) % hand.players)
        known = [seat for seat in by_age if holdings.is_known(seat)]
        outcome.shown = {seat: best_ruff(holdings.known[seat], count) for seat in known}
        doubtful = len(known) < len(seats)
        if doubtful:
            outcome.winner = _certain_winner(by_age, holdings, hand_size, count)
        else:
            outcome.winner = max(known, key=lambda seat: outcome.shown[seat].strength)
    if outcome.winner is not None:
        _pay(hand, vying, outcome, action, ledger)
    return outcome, doubtful


def _pay(hand: Hand, vying: Vying, outcome: RuffOutcome, action: int, ledger: Ledger) -> None:
    winner, unit = outcome.winner, unit_of(hand)
    assert winner is not None, "only a ruff that somebody won is paid"
    from_pot = hand.rules.unvied is Unvied.CARRY_POT
    for seat, put in enumerate(vying.put):
        if seat != winner:
            outcome.pays[seat] = put * unit
            due = (put - from_pot) * unit
            ledger.pay(seat, winner, due, Reason.RUFF, action, "vying")
    if from_pot:
        pot = hand.carried.ruff_pot + hand.players * unit
        ledger.pay(ledger.ruff_pot, winner, pot, Reason.RUFF, action, "unvied")


def _certain_winner(by_age: list[int], holdings: Holdings, hand_size: int, count: RuffCount) -> int | None:
    """Who wins the showdown whatever the unknown cards are, if that is certain; elder first."""
    least = {seat: best_ruff(holdings.known[seat], count).strength for seat in by_age}
    most = {seat: _most(holdings, seat, hand_size, count) for seat in by_age}
    for place, seat in enumerate(by_age):
        elder, younger = by_age[:place], by_age[place + 1 :]
        if all(least[seat] > most[other] for other in elder) and all(
            least[seat] >= most[other] for other in younger
        ):
            return seat
    return None


def _most(holdings: Holdings, seat: int, hand_size: int, count: RuffCount) -> tuple[bool, int]:
    """The best ruff that a hand may turn out to hold."""
    known, maybe = holdings.known[seat], holdings.maybe[seat]
    room = hand_size - known.bit_count()
    aces = RANK_CARDS["A"]
    missing = aces & ~known
    four_aces = missing & maybe == missing and missing.bit_count() <= room
    values = []
    for suit in SUIT_CARDS.values():
        best, spare, free = known & suit, maybe & suit, room
        while spare and free:
            card = highest(spare)
            best, spare, free = best | card, spare ^ card, free - 1
        values.append(COUNTS[count](best))
    return (four_aces, max(values))
