"""What should be paid now, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gleek_replay.audit.account.lines import Line, LineKind, Section, note, plain
from gleek_replay.audit.account.words import REASON_WORDS, capital
from gleek_replay.audit.messages import listed
from gleek_replay.audit.settling import Basis, Correction, Evening
from gleek_replay.audit.transfers import Transfer
from gleek_replay.records import POT, RUFF_POT

_POTS: Final = {POT: "the pot", RUFF_POT: "the ruff pot"}
_FROM: Final = {
    Basis.PAYMENTS: "As the payments were recorded",
    Basis.RESULT: "As the result was recorded",
    Basis.NOTHING: "As no payments were recorded",
}


def money(farthings: int) -> str:
    """An amount of money in pounds, shillings and pence.

    >>> money(208), money(-6), money(1201), money(0)
    ('4s 4d', '−1½d', '£1 5s ¼d', '0d')
    """
    pounds, rest = divmod(abs(farthings), 960)
    shillings, rest = divmod(rest, 48)
    pence, quarters = divmod(rest, 4)
    parts = [f"£{pounds:,}"] if pounds else []
    parts += [f"{shillings}s"] if shillings else []
    if pence or quarters or not parts:
        parts.append(f"{pence or ('' if quarters else 0)}{('', '¼', '½', '¾')[quarters]}d")
    return ("−" if farthings < 0 else "") + " ".join(parts)


def correction_section(correction: Correction | None, names: Mapping[str, str]) -> Section:
    """What is still to be paid for a hand; ``names`` has what to call the players, by id."""
    return Section(title="What should be paid now", lines=tuple(_correction(correction, names)))


def _correction(correction: Correction | None, names: Mapping[str, str]) -> list[Line]:
    if correction is None:
        return [plain("It cannot be said: only a result was recorded, of which too much is open.")]
    worth = correction.stake.farthings
    lines = _transfers(correction.accounts, correction.transfers, names, worth)
    lines = lines or [plain(f"{_FROM[correction.basis]}, nothing more.")]
    if correction.open:
        reasons = listed([REASON_WORDS[reason] for reason in correction.open], "and")
        lines.append(note(f"What is due for {reasons} is not known, and left out."))
    return lines


def evening_section(evening: Evening, names: Mapping[str, str]) -> Section:
    """The settling-up of a session; ``names`` has what to call the players, by id."""
    accounts = evening.accounts
    won = [
        f"{_called(account, names)} {signed_money(net)}"
        for account, net in zip(accounts, evening.nets, strict=True)
        if account not in _POTS
    ]
    lines = [plain(f"{', '.join(won)}.")]
    lines += _transfers(accounts, evening.transfers, names) or [plain("Nobody owes anything.")]
    lines += _corrections(evening, names)
    left = [
        f"{money(amount)} in {pot}"
        for amount, pot in zip(evening.pots, _POTS.values(), strict=True)
        if amount
    ]
    if left:
        lines.append(
            note(f"Left when the last hand is over: {listed(left, 'and')}, which is nobody's by the rules.")
        )
    if not evening.adds_up:
        lines.append(note("The pots do not add up: a hand does not begin where the last one ended."))
    if evening.open:
        lines.append(note(f"Not all that is due is known of {listed(list(evening.open), 'and')}."))
    return Section(title="The settling-up", lines=tuple(lines))


def _corrections(evening: Evening, names: Mapping[str, str]) -> list[Line]:
    if evening.corrections is None:
        return [note("What is to be paid if all was paid as recorded cannot be said.")]
    if not evening.corrections:
        return [note("If all was paid as recorded, nothing more is to be paid.")]
    return [
        note("If all was paid as recorded, this is to be paid instead:"),
        *_transfers(evening.accounts, evening.corrections, names),
    ]


def _transfers(
    accounts: Sequence[str], transfers: Sequence[Transfer], names: Mapping[str, str], worth: int = 0
) -> list[Line]:
    """Each transfer in a line; amounts are counters worth so many farthings each, or farthings."""
    lines = []
    for payer, payee, amount in transfers:
        sum_of_money = f"{amount:,} ({money(amount * worth)})" if worth else money(amount)
        who, whom = (_called(accounts[account], names) for account in (payer, payee))
        lines.append(Line(text=capital(f"{who} pays {sum_of_money} to {whom}."), kind=LineKind.PAYMENT))
    return lines


def _called(account: str, names: Mapping[str, str]) -> str:
    return _POTS.get(account) or names[account]


def signed_money(farthings: int) -> str:
    """The same with a sign before what is won too."""
    return money(farthings) if farthings <= 0 else f"+{money(farthings)}"
