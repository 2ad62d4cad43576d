"""What figures are drawn of: a player's hands, or what a club plays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import cached_property
from typing import Protocol, TypeAlias

from gleek_replay.statistics.columns import Lines
from gleek_replay.statistics.estimates import Mean, Share
from gleek_replay.statistics.luck import Adjusted
from gleek_replay.statistics.series import By


class Known(Protocol):
    """Who somebody is."""

    @property
    def player_id(self) -> str: ...
    @property
    def name(self) -> str | None: ...


HandIds: TypeAlias = Callable[[Collection[int]], Mapping[int, str]]
"""Finds the ids of hands by their keys."""
Players: TypeAlias = Callable[[Collection[int]], Mapping[int, Known]]
"""Finds who players are by their keys."""


@dataclass(frozen=True, kw_only=True)
class PlayerPlay:
    """The hands of a player that are wanted, void ones among them or not, in counters or in ``money``, by the
    days of a ``zone``.

    ``adjusted`` are those hands of which it may be told what was luck, but only by every ``step``-th of them:
    by each to those who may see every card, and of bluffs it is told only where the step is 1.
    """

    lines: Lines
    hand_ids: HandIds
    players: Players
    money: bool = False
    zone: tzinfo = UTC
    adjusted: Adjusted | None = None
    step: int = 1

    @cached_property
    def counted(self) -> Lines:
        """The hands that count."""
        return self.lines.counted


class Period(Protocol):
    """The hands of a day (``2026-03-01``), of the week of a Monday, or of a month (``2026-03``)."""

    @property
    def period(self) -> str: ...
    @property
    def hands(self) -> int: ...
    @property
    def verdicts(self) -> Mapping[str, int]: ...


class ClientVerdicts(Protocol):
    """How the hands of a version of a client were judged."""

    @property
    def client(self) -> str: ...
    @property
    def version(self) -> str | None: ...
    @property
    def hands(self) -> int: ...
    @property
    def verdicts(self) -> Mapping[str, int]: ...


class ClientPeriod(Period, ClientVerdicts, Protocol):
    """The same of a period."""


class ClientFinding(Protocol):
    """In how many hands of a version of a client something was found: a violation, or a difference."""

    @property
    def client(self) -> str: ...
    @property
    def version(self) -> str | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def hands(self) -> int: ...
    @property
    def share(self) -> Share: ...


class RulesInUse(Protocol):
    """How many hands were played by a preset for a coin."""

    @property
    def rules(self) -> str: ...
    @property
    def stake(self) -> str: ...
    @property
    def hands(self) -> int: ...


class Ranked(Known, Protocol):
    """A player's row of the leaderboard."""

    @property
    def hands(self) -> int: ...
    @property
    def net(self) -> int: ...
    @property
    def net_a_hand(self) -> Mean: ...


class Pair(Protocol):
    """What a player had of an opponent in all the hands they played together."""

    @property
    def player_id(self) -> str: ...
    @property
    def opponent_id(self) -> str: ...
    @property
    def hands(self) -> int: ...
    @property
    def net(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPlay:
    """What a club plays; each figure looks at some of it. ``activity`` and ``by_client`` are in the order of
    time, told ``by`` day, week or month of the ``zone``; ``standings`` in the order of the leaderboard;
    ``pairs`` are those of the ``active`` players. Amounts are in counters or in ``money``.
    """

    by: By = By.MONTH
    zone: tzinfo = UTC
    money: bool = False
    activity: Sequence[Period] = ()
    by_client: Sequence[ClientPeriod] = ()
    clients: Sequence[ClientVerdicts] = ()
    findings: Sequence[ClientFinding] = ()
    rules: Sequence[RulesInUse] = ()
    standings: Sequence[Ranked] = ()
    active: Sequence[Known] = ()
    pairs: Sequence[Pair] = ()
