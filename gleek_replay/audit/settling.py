"""What should be paid now: from what was recorded to what is due, and at the end of an evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from gleek_replay.audit.audit import Audit, open_reasons
from gleek_replay.audit.nets import Nets, nets_by_reason
from gleek_replay.audit.session import SessionAudit
from gleek_replay.audit.transfers import Transfer, fewest_transfers
from gleek_replay.engine import Reason
from gleek_replay.records import POT, RUFF_POT, HandRecord, Stake

_POT, _RUFF_POT = _POTS = (-2, -1)
"""The places of the two among the accounts."""


class Basis(StrEnum):
    """What a record says was paid, from which to go on."""

    PAYMENTS = "payments"
    RESULT = "result"
    """What each player won or lost in all. What of it is in the pots follows, the ruff pot holding what is
    due there."""
    NOTHING = "nothing"
    """The record says nothing of payments, so that all that is due is still to be paid."""


class Counts(StrEnum):
    """What of a hand counts: what was due, unless somebody has ruled otherwise."""

    DUE = "due"
    RECORDED = "recorded"
    """What the record says was paid stands, if it says so."""
    NOTHING = "nothing"
    """The hand is void: whatever was paid is to be paid back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is still to be paid for one hand; amounts in counters, each worth ``stake``.

    ``balances`` are by account what ``counts`` less what was recorded. The ``open`` reasons are left out,
    since it is not known what is due for them.
    """

    hand_id: str
    accounts: tuple[str, ...]
    stake: Stake
    counts: Counts
    basis: Basis
    balances: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    open: tuple[Reason, ...]


_AS_DUE: Final[Mapping[str, Counts]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The settling-up of a session by what counts of its hands; amounts in farthings.

    ``nets`` are by account what it won or lost in all, ``transfers`` the fewest that settle that if nothing
    has been paid yet. ``corrections`` are those that settle it if all was paid as recorded; ``None`` if that
    cannot be said of a hand. The pots are accounts among the others, the last two.

    ``pots`` is what is left in the two once all that counts is paid. To whom it falls if no further hand is
    played the rules do not say, so it is nobody's here. ``adds_up`` is whether it is what lay in them at the
    beginning and what came in since; if not, a hand did not start from what the last one left. ``open`` are
    the ids of the hands for which not all that is due is known. ``stake`` is ``None`` where hands were played
    for different coins.
    """

    session_id: str
    accounts: tuple[str, ...]
    stake: Stake | None
    nets: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    corrections: tuple[Transfer, ...] | None
    pots: tuple[int, int]
    adds_up: bool
    open: tuple[str, ...]


def settle_hand(audit: Audit, counts: Counts = Counts.DUE) -> Correction | None:
    """The fewest transfers that bring players and pots from what they recorded to what counts.

    ``None`` where it cannot be said: the record has only a result, which leaves out a player or cannot be
    held against what is due, which is not all known.
    """
    record = audit.record
    unknown = _unknown(audit, counts)
    basis, recorded = _recorded(audit, unknown)
    if recorded is None:
        return None
    right = _counted(audit, counts, unknown)
    balances = tuple(there - here for there, here in zip(right, recorded, strict=True))
    return Correction(
        hand_id=record.hand_id,
        accounts=record.accounts,
        stake=record.stake,
        counts=counts,
        basis=basis,
        balances=balances,
        transfers=fewest_transfers(balances),
        open=tuple(reason for reason in Reason if reason in unknown),
    )


def settle_evening(session: SessionAudit, counts: Mapping[str, Counts] = _AS_DUE) -> Evening:
    """The settling-up of a session; ``counts`` has, by its id, each hand of which something else counts than
    what was due.
    """
    audits = session.audits
    by_hand = [(audit, counts.get(audit.record.hand_id, Counts.DUE)) for audit in audits]
    players = dict.fromkeys(player.id for audit in audits for player in audit.record.players)
    accounts = (*players, POT, RUFF_POT)
    counted = [(audit, what_counts(audit, each)) for audit, each in by_hand]
    nets = _summed(accounts, counted)
    corrections = [settle_hand(audit, each) for audit, each in by_hand]
    told = [each for each in corrections if each is not None]
    balances = _summed(
        accounts, ((audit, each.balances) for audit, each in zip(audits, corrections, strict=True) if each)
    )
    stakes = {audit.record.stake for audit in audits}
    strayed = {pot: _strayed(counted, pot) for pot in _POTS}
    left = {pot: _begins_with(audits[0], pot) + nets[pot] + strayed[pot] for pot in _POTS}
    return Evening(
        session_id=session.session_id,
        accounts=accounts,
        stake=stakes.pop() if len(stakes) == 1 else None,
        nets=nets,
        transfers=fewest_transfers(nets),
        corrections=fewest_transfers(balances) if len(told) == len(audits) else None,
        pots=(left[_POT], left[_RUFF_POT]),
        adds_up=not any(strayed.values()),
        open=tuple(audit.record.hand_id for audit, each in by_hand if _unknown(audit, each)),
    )


def what_counts(audit: Audit, counts: Counts) -> Sequence[int]:
    """What of a hand counts for each account, in counters; of what is not all known, what is known."""
    return _counted(audit, counts, frozenset())


def _unknown(audit: Audit, counts: Counts) -> frozenset[Reason]:
    """The reasons of which it is not known what counts."""
    due = counts is Counts.DUE or (counts is Counts.RECORDED and not _says_it_of_all(audit.record))
    return open_reasons(audit.record, audit.result) if due else frozenset()


def _says_it_of_all(record: HandRecord) -> bool:
    """Whether a record says what every player won or lost."""
    return record.payments is not None or len(record.result or ()) == len(record.players)


def _counted(audit: Audit, counts: Counts, unknown: frozenset[Reason]) -> Sequence[int]:
    """What of a hand counts for each account, but for the reasons that are unknown."""
    accounts = len(audit.result.net)
    if counts is Counts.NOTHING:
        return [0] * accounts
    if counts is Counts.RECORDED and _says_it_of_all(audit.record):
        _, recorded = _recorded(audit, unknown)
        assert recorded is not None, "nothing is unknown of what is only to be read"
        return recorded
    return _nets_without(audit.due, unknown, accounts)


def _recorded(audit: Audit, unknown: frozenset[Reason]) -> tuple[Basis, Sequence[int] | None]:
    """What each account gained or lost by the record, but for the reasons that are ``unknown``; ``None``
    where they cannot be told from the others, or not all is said.
    """
    record, accounts = audit.record, len(audit.result.net)
    if record.payments is not None:
        return Basis.PAYMENTS, _nets_without(nets_by_reason(record.payments, accounts), unknown, accounts)
    if record.result is None:
        return Basis.NOTHING, [0] * accounts
    if unknown or not _says_it_of_all(record):
        return Basis.RESULT, None
    players, ruff_pot = [record.result[seat] for seat in range(len(record.players))], audit.result.net[-1]
    return Basis.RESULT, [*players, -sum(players) - ruff_pot, ruff_pot]


def _nets_without(nets: Nets, unknown: frozenset[Reason], accounts: int) -> list[int]:
    """What each account gained or lost for the reasons that are not unknown."""
    return [
        sum(net[account] for reason, net in nets.items() if reason not in unknown)
        for account in range(accounts)
    ]


def _summed(accounts: Sequence[str], hands: Iterable[tuple[Audit, Sequence[int]]]) -> tuple[int, ...]:
    """What each account has of all hands together, in farthings."""
    found = dict.fromkeys(accounts, 0)
    for audit, balances in hands:
        for account, amount in zip(audit.record.accounts, balances, strict=True):
            found[account] += amount * audit.record.stake.farthings
    return tuple(found.values())


def _strayed(hands: Sequence[tuple[Audit, Sequence[int]]], pot: int) -> int:
    """What came into a pot, or was lost from it, between hands of which this counts; farthings. A hand may
    begin with what was due in the one before it as well as with what counts, since that may have been ruled
    on later.
    """
    strayed = 0
    for (before, counted), (after, _) in pairwise(hands):
        was, worth = _begins_with(before, pot), before.record.stake.farthings
        due, found = was + before.result.net[pot] * worth, _begins_with(after, pot)
        if found not in (due, was + counted[pot] * worth):
            strayed += found - due
    return strayed


def _begins_with(audit: Audit, pot: int) -> int:
    """What is in a pot when a hand begins, in farthings."""
    carried = audit.record.hand.carried
    return (carried.pot if pot == _POT else carried.ruff_pot) * audit.record.stake.farthings


def correction_document(correction: Correction) -> dict[str, Any]:
    """A correction as a JSON object: ``amount`` in counters, ``money`` in farthings."""
    worth, accounts = correction.stake.farthings, correction.accounts
    return {
        "hand_id": correction.hand_id,
        "counts": correction.counts.value,
        "basis": correction.basis.value,
        "stake": correction.stake.value,
        "balances": dict(zip(accounts, correction.balances, strict=True)),
        "transfers": [
            {**_transfer(accounts, each), "amount": each.amount, "money": each.amount * worth}
            for each in correction.transfers
        ],
        "open": [reason.value for reason in correction.open],
    }


def settlement_document(audit: Audit, counts: Counts = Counts.DUE) -> dict[str, Any]:
    """What is still to be paid for a hand as a JSON object, as :func:`correction_document` writes it; where
    that cannot be said, ``balances`` and ``transfers`` are ``None``.
    """
    correction = settle_hand(audit, counts)
    if correction is not None:
        return correction_document(correction)
    unknown = _unknown(audit, counts)
    return {
        "hand_id": audit.record.hand_id,
        "counts": counts.value,
        "basis": Basis.RESULT.value,
        "stake": audit.record.stake.value,
        "balances": None,
        "transfers": None,
        "open": [reason.value for reason in Reason if reason in unknown],
    }


def evening_document(evening: Evening) -> dict[str, Any]:
    """An evening as a JSON object: all amounts of ``money`` in farthings."""
    accounts, corrections = evening.accounts, evening.corrections
    return {
        "session": evening.session_id,
        "stake": None if evening.stake is None else evening.stake.value,
        "money": dict(zip(accounts, evening.nets, strict=True)),
        "transfers": [_money(accounts, each) for each in evening.transfers],
        "corrections": None if corrections is None else [_money(accounts, each) for each in corrections],
        "left_in_pots": dict(zip((POT, RUFF_POT), evening.pots, strict=True)),
        "adds_up": evening.adds_up,
        "open": list(evening.open),
    }


def _money(accounts: Sequence[str], transfer: Transfer) -> Mapping[str, str | int]:
    return {**_transfer(accounts, transfer), "money": transfer.amount}


def _transfer(accounts: Sequence[str], transfer: Transfer) -> dict[str, str | int]:
    return {"from": accounts[transfer.payer], "to": accounts[transfer.payee]}
