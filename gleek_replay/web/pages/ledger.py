"""The ledger of a hand as a table: what is due for each reason, and what the record says instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

POTS: Final = {"pot": "Pot", "ruff_pot": "Ruff pot"}
TITLES: Final = {
    "turn_up": "Turn-up",
    "stock": "Stock",
    "ruff": "Ruff",
    "gleek": "Gleeks",
    "mournival": "Mournivals",
    "tiddy": "Tiddy",
    "towser": "Towser",
    "tumbler": "Tumbler",
    "challenge": "Challenges",
    "score": "Score",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An amount due; ``recorded`` is what the record says, where that differs."""

    due: int
    recorded: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The entries of all accounts under one title."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """The table: ``accounts`` are its columns by name, ``names`` the name of every account by id."""

    accounts: tuple[str, ...]
    names: dict[str, str]
    rows: tuple[Row, ...]
    total: Row
    note: str


def lay_out_ledger(audit: dict[str, Any], players: Mapping[str, str]) -> Ledger:
    """The ledger of an audit, with the players by their names; pots without an entry are left out."""
    names = {**players, **POTS}
    due, recorded = audit["due"], audit["recorded"] or {}
    by_reason, recorded_by_reason = due["by_reason"], recorded.get("by_reason", {})
    differing = {(found["for"], found["player"]): found["recorded"] for found in audit["differences"]}
    accounts = [
        account
        for account in due["net"]
        if account not in POTS
        or any(net.get(account) for net in (due["net"], *by_reason.values(), *recorded_by_reason.values()))
    ]
    reasons = [reason for reason in TITLES if reason in by_reason or reason in recorded_by_reason]
    rows = [
        _row(TITLES[reason], reason, by_reason.get(reason, {}), accounts, differing) for reason in reasons
    ]
    return Ledger(
        accounts=tuple(names[account] for account in accounts),
        names=names,
        rows=tuple(rows),
        total=_row("Net", "total", due["net"], accounts, _totals(audit, recorded, differing)),
        note=_note(audit),
    )


def _row(
    title: str, reason: str, due: dict[str, int], accounts: list[str], differing: dict[tuple[str, str], int]
) -> Row:
    entries = (
        Entry(due=due.get(account, 0), recorded=differing.get((reason, account))) for account in accounts
    )
    return Row(title=title, entries=tuple(entries))


def _totals(
    audit: dict[str, Any], recorded: dict[str, Any], differing: dict[tuple[str, str], int]
) -> dict[tuple[str, str], int]:
    """What the record says in all, of the accounts where it says another total."""
    said = {
        ("total", account): net
        for account, net in recorded.get("net", {}).items()
        if audit["differences"] and net != audit["due"]["net"][account]
    }
    return said | {place: net for place, net in differing.items() if place[0] == "total"}


def _note(audit: dict[str, Any]) -> str:
    if audit["recorded"] is None:
        return "What is due; the record says nothing of payments."
    if audit["differences"]:
        return "What is due; struck through, what the record says instead."
    return "What is due, and what the record says: they agree."
