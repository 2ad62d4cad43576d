"""The ledger of a hand as a table: what is due for each reason, and what the record says instead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gleek_replay.services.wording import REASON_WORDS

POTS: Final = {"pot": "Pot", "ruff_pot": "Ruff pot"}
TITLES: Final = {
    reason.value: f"{words[:1].upper()}{words[1:]}"
    for reason, words in ((reason, told.removeprefix("the ")) for reason, told in REASON_WORDS.items())
}
"""What a row is called, by what its payments are for."""
STAGES: Final = {
    "turn_up": "the deal",
    "stock": "the auction",
    "ruff": "the vying",
    "gleek": "the declarations",
    "mournival": "the declarations",
    "tiddy": "small trumps",
    "towser": "small trumps",
    "tumbler": "small trumps",
    "challenge": "the declarations",
    "score": "the tricks",
}
"""At what stage something is paid. Small trumps are claimed before the first lead or when they are played."""

_Nets = Mapping[str, int]
_Instead = dict[tuple[str, str], int]
"""What is recorded of an account for a reason, where that is not what is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An amount due; ``recorded`` is what the record says, where that differs, and ``own`` what is due by the
    hand's own rules, where it is read by others and that differs.
    """

    due: int
    recorded: int | None
    own: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The entries of all accounts under one title, and the stage that it belongs to."""

    title: str
    stage: str | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """The table: ``accounts`` are its columns by name, ``names`` the name of every account by id."""

    accounts: tuple[str, ...]
    names: dict[str, str]
    rows: tuple[Row, ...]
    total: Row
    note: str


def lay_out_ledger(
    audit: dict[str, Any], players: Mapping[str, str], own: dict[str, Any] | None = None
) -> Ledger:
    """The ledger of an audit, with the players by their names; pots without an entry are left out.

    ``own`` is the audit by the hand's own rules, where ``audit`` reads it by others.
    """
    names = {**players, **POTS}
    due, recorded = audit["due"], audit["recorded"] or {}
    tables = [due, recorded] if own is None else [due, recorded, own["due"]]
    differing = {(found["for"], found["player"]): found["recorded"] for found in audit["differences"]}
    accounts = [account for account in due["net"] if account not in POTS or _takes_part(account, tables)]
    reasons = [reason for reason in TITLES if any(reason in table.get("by_reason", {}) for table in tables)]

    def row(title: str, reason: str, net: _Nets, own_net: _Nets, instead: _Instead) -> Row:
        entries = (
            _entry(
                net.get(account, 0),
                instead.get((reason, account)),
                None if own is None else own_net.get(account, 0),
            )
            for account in accounts
        )
        return Row(title=title, stage=STAGES.get(reason), entries=tuple(entries))

    own_due = own["due"] if own else {"net": {}, "by_reason": {}}
    return Ledger(
        accounts=tuple(names[account] for account in accounts),
        names=names,
        rows=tuple(
            row(
                TITLES[reason],
                reason,
                due["by_reason"].get(reason, {}),
                own_due["by_reason"].get(reason, {}),
                differing,
            )
            for reason in reasons
        ),
        total=row("Net", "total", due["net"], own_due["net"], _totals(audit, recorded, differing)),
        note=_note(audit, own),
    )


def _takes_part(account: str, tables: list[dict[str, Any]]) -> bool:
    """Whether anything goes into an account or out of it."""
    return any(
        net.get(account)
        for table in tables
        for net in (table.get("net", {}), *table.get("by_reason", {}).values())
    )


def _entry(due: int, recorded: int | None, own: int | None) -> Entry:
    return Entry(due=due, recorded=recorded, own=None if own == due else own)


def _totals(audit: dict[str, Any], recorded: dict[str, Any], differing: _Instead) -> _Instead:
    """What the record says in all, of the accounts where it says another total."""
    said = {
        ("total", account): net
        for account, net in recorded.get("net", {}).items()
        if audit["differences"] and net != audit["due"]["net"][account]
    }
    return said | {place: net for place, net in differing.items() if place[0] == "total"}


def _note(audit: dict[str, Any], own: dict[str, Any] | None) -> str:
    read = "What is due" if own is None else f"What is due by {audit['rules']['preset']}"
    beside = "" if own is None else "; in italics, what is due by the hand’s own rules where that differs"
    if audit["recorded"] is None:
        return f"{read}{beside}; the record says nothing of payments."
    if audit["differences"]:
        return f"{read}{beside}; struck through, what the record says instead."
    return f"{read}{beside}, and what the record says: they agree."
