"""What a replay finds."""

from __future__ import annotations

from dataclasses import dataclass

from gleek_replay.engine.auction import Sale
from gleek_replay.engine.hand import Carried, Stage
from gleek_replay.engine.ledger import Payment, Reason
from gleek_replay.engine.ruff import RuffOutcome
from gleek_replay.engine.score import Score
from gleek_replay.engine.small_trumps import Right
from gleek_replay.engine.violations import Violation


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What the rules say of a hand, as far as its record goes.

    ``payments`` are all that fell due, ``violations`` all that was done against the rules, both in the
    order in which they arose. ``stopped_at`` is the index of the action at which the replay had to stop.
    ``stages`` has the index of the first action of each stage reached, ``tricks`` the index of the last
    card and the winner of each. ``unverified`` names the stages that hidden cards left open,
    ``undecided`` the reasons of payments that they decide. ``score`` and ``carried_out`` are ``None`` for
    a hand that did not end.
    """

    payments: tuple[Payment, ...]
    violations: tuple[Violation, ...]
    complete: bool
    stopped_at: int | None
    stages: dict[Stage, int]
    sale: Sale | None
    ruff: RuffOutcome
    tricks: tuple[tuple[int, int], ...]
    score: tuple[Score, ...] | None
    carried_out: Carried | None
    rights: tuple[Right, ...]
    unverified: tuple[str, ...]
    undecided: frozenset[Reason]
    net: tuple[int, ...]
