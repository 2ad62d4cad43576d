"""Which rules they were playing: how long one hand takes, and how often the true rules are found."""

from __future__ import annotations

from typing import Final

from gleek_replay.audit.which_rules import which_rules
from gleek_replay.records import HandRecord
from scripts.bench.figures import Figure, print_figures, seconds_of
from scripts.bench.histories import Histories
from tests.histories import hide, read
from tests.relabelled import Relabelled, first_of, has, relabelled, with_a_payment_falsified

_ALLOWED: Final = 2.0
"""Seconds for every change of one option and of two, for one hand."""


def measure_readings(_: Histories, evenings: int) -> None:
    """Evenings of ten hands under a wrong name, then with one payment falsified besides."""
    sessions = [relabelled(seed) for seed in range(evenings)]
    falsified = [with_a_payment_falsified(session, seed)[0] for seed, session in enumerate(sessions)]
    found = sum(_ranks_true_rules_first(session) for session in sessions) / evenings
    missed = 1 - sum(_ranks_true_rules_first(session) for session in falsified) / evenings
    whole = [session.hands[0] for session in sessions]
    seats = [hide(hand, [hand["players"][0]["id"]], stock=False, discards=False) for hand in whole]
    figures = [
        Figure(
            what="true rules first", found=f"{found:.1%}", beside="of the evenings", ratio=found, bar=0.95,
            low=False,
        ),
        Figure(
            what="a falsified payment explained away", found=f"{missed:.1%}", beside="of the evenings",
            ratio=missed, bar=0.05,
        ),
        _slowest("one hand, all cards known", [read(hand) for hand in whole]),
        _slowest("one hand, as one seat saw it", [read(hand) for hand in seats]),
    ]  # fmt: skip
    print_figures(f"Which rules: {evenings:,} evenings of ten hands under a wrong name", figures)


def _ranks_true_rules_first(session: Relabelled) -> bool:
    first = first_of(which_rules(session.records))
    return all(has(explanation, session.true) for explanation in first)


def _slowest(what: str, records: list[HandRecord]) -> Figure:
    """The hand that takes longest, each tried under every change of one option and of two."""
    slowest = max(min(_seconds(record) for _ in range(2)) for record in records)
    return Figure(
        what=what,
        found=f"{slowest:.2f} s",
        beside=f"{_ALLOWED:.0f} s allowed",
        ratio=slowest / _ALLOWED,
        bar=1,
    )


def _seconds(record: HandRecord) -> float:
    return seconds_of(lambda: which_rules([record]))
