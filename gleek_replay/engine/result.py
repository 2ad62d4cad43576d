"""What a replay finds."""

from __future__ import annotations

from typing import NamedTuple

from gleek_replay.engine.auction import Sale
from gleek_replay.engine.hand import Carried, Stage
from gleek_replay.engine.holdings import Holdings
from gleek_replay.engine.ledger import Payment, Reason
from gleek_replay.engine.ruff import RuffOutcome
from gleek_replay.engine.score import Score
from gleek_replay.engine.small_trumps import Right
from gleek_replay.engine.violations import Violation


class Result(NamedTuple):
    """What the rules say of a hand, as far as its record goes.

    ``payments`` are all that fell due, ``violations`` all that was done against the rules, both in the
    order in which they arose. ``stopped_at`` is the index of the action at which the replay had to stop.
    ``stages`` has the index of the first action of each stage reached, ``tricks`` the index of the last
    card and the winner of each. ``unverified`` names the stages that hidden cards left open,
    ``undecided`` the reasons of payments that they decide. ``score`` and ``carried_out`` are ``None`` for
    a hand that did not end. ``holdings`` are the hands with which the tricks began, ``taken`` the honours
    in the tricks that each player won.
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
    holdings: Holdings | None
    taken: tuple[int, ...]
