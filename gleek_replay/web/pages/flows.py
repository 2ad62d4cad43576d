"""Who paid whom, as charts: what is due for a hand, and what settles an evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from gleek_replay.web.numbers import grouped, signed
from gleek_replay.web.pages.ledger import POTS
from gleek_replay.web.pages.writing import money, signed_money
from gleek_replay.web.pictures.flow import Account, Flow, Paid, draw_flow

_CALLED: Final = {pot: f"the {name.lower()}" for pot, name in POTS.items()}


def flow_of_hand(audit: Mapping[str, Any], players: Mapping[str, str]) -> Flow:
    """What is due for a hand, in counters, netted between any two accounts; where payments of some reasons
    are recorded otherwise, also what that makes between the two.

    ``players`` are the names by id, in seat order. A pot that takes no part is left out.
    """
    due, recorded = audit["due"], audit["recorded"] or {}
    wrong = {found["for"] for found in audit["differences"]}
    as_due = _between(due["payments"])
    as_recorded = _between(_instead(due["payments"], recorded.get("payments", ()), wrong))
    parts = {account for pair in (*as_due, *as_recorded) for account in pair}
    accounts = [account for account in (*players, *POTS) if account in players or account in parts]
    said = recorded.get("net", {}) if audit["differences"] else {}
    return draw_flow(
        [
            Account(
                name={**players, **POTS}[account],
                net=signed(due["net"][account]),
                recorded=_unless_equal(said.get(account), due["net"][account]),
                called=_CALLED.get(account),
            )
            for account in accounts
        ],
        [_paid(accounts, pair, as_due[pair], as_recorded[pair]) for pair in {**as_due, **as_recorded}],
    )


def flow_of_transfers(
    transfers: Iterable[Mapping[str, Any]], players: Mapping[str, str], net: Mapping[str, int]
) -> Flow:
    """What settles an evening, in coin: ``transfers`` and ``net`` are in farthings, by id."""
    listed = list(transfers)
    parts = {each[end] for each in listed for end in ("from", "to")}
    accounts = [account for account in (*players, *POTS) if account in parts]
    names = {**players, **POTS}
    return draw_flow(
        [
            Account(names[account], signed_money(net.get(account, 0)), called=_CALLED.get(account))
            for account in accounts
        ],
        [
            Paid(
                payer=accounts.index(each["from"]),
                payee=accounts.index(each["to"]),
                amount=each["money"],
                text=money(each["money"]),
            )
            for each in listed
        ],
    )


def _between(payments: Iterable[Mapping[str, Any]]) -> Counter[tuple[str, str]]:
    """What went from the first to the second of any two accounts on balance, the lesser id being first."""
    balances: Counter[tuple[str, str]] = Counter()
    for paid in payments:
        if paid["from"] < paid["to"]:
            balances[paid["from"], paid["to"]] += paid["amount"]
        else:
            balances[paid["to"], paid["from"]] -= paid["amount"]
    return Counter({pair: balance for pair, balance in balances.items() if balance})


def _instead(
    due: Iterable[Mapping[str, Any]], recorded: Sequence[Mapping[str, Any]], wrong: set[str]
) -> list[Mapping[str, Any]]:
    """The payments due, with those of the reasons in ``wrong`` as they are recorded, if payments are."""
    if not recorded:
        return list(due)
    return [paid for paid in due if paid["for"] not in wrong] + [
        paid for paid in recorded if paid["for"] in wrong
    ]


def _paid(accounts: Sequence[str], pair: tuple[str, str], due: int, recorded: int) -> Paid:
    """An arrow as the money is due; as it is recorded where nothing is due between the two."""
    way = -1 if (due or recorded) < 0 else 1
    payer, payee = pair[::way]
    return Paid(
        payer=accounts.index(payer),
        payee=accounts.index(payee),
        amount=abs(due or recorded),
        text=grouped(way * due),
        recorded=None if due == recorded else grouped(way * recorded),
    )


def _unless_equal(recorded: int | None, due: int) -> str | None:
    return None if recorded is None or recorded == due else signed(recorded)
