"""A club's own numbers: how much is played, by which rules, and what becomes of what each client records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Protocol, TypeAlias, TypeVar

import numpy as np

from gleek_replay.audit import Verdict
from gleek_replay.statistics.calendar_days import day_name, month_name, months, weeks
from gleek_replay.statistics.estimates import Share, share_of
from gleek_replay.statistics.series import By

_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()


Clients: TypeAlias = Mapping[int, tuple[str, str | None]]


class DayTally(Protocol):
    """Hands that are alike, of a day since 1970 or of the month that it is the first of."""

    @property
    def day(self) -> int: ...
    @property
    def client_key(self) -> int: ...
    @property
    def verdict(self) -> str: ...
    @property
    def hands(self) -> int: ...


class FindingTally(Protocol):
    """In how many hands by a client something was found: a ``violation`` or a ``difference``."""

    @property
    def client_key(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def hands(self) -> int: ...


class RulesTally(Protocol):
    """Hands by one preset and for one stake."""

    @property
    def preset(self) -> str: ...
    @property
    def stake(self) -> str: ...
    @property
    def hands(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """The hands of a day, of the week of a Monday, or of a month, with how many came to each verdict."""

    period: str
    hands: int
    verdicts: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientPeriod:
    """The same of what one ``client`` recorded, a program that writes records; ``version`` is ``None`` where
    it names none.
    """

    period: str
    client: str
    version: str | None
    hands: int
    verdicts: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientVerdicts:
    """What came of the hands that one client recorded; ``misreported`` of those whose payments it recorded
    otherwise than was due.
    """

    client: str
    version: str | None
    hands: int
    verdicts: Mapping[str, int]
    misreported: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientFinding:
    """In how many ``hands`` of a client something was found, and which share that is of all its hands: a
    ``violation`` of this code, or a ``difference`` between what was due for this reason and what it recorded.
    """

    client: str
    version: str | None
    kind: str
    code: str
    hands: int
    share: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesInUse:
    """How many hands were played by a preset for a coin."""

    rules: str
    stake: str
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubStatistics:
    """What a club has played; hands that were ruled void are among them. ``players`` sat in hands that
    count.

    ``activity`` and ``by_client`` are in the order of time, ``clients``, ``findings`` and ``rules`` have
    first what there is most of. ``findings`` is ``None`` where only hands of some rules or stakes are
    wanted, by which they are not told apart.
    """

    time_zone: str
    by: By
    hands: int
    players: int
    first: date | None
    last: date | None
    verdicts: Mapping[str, int]
    activity: tuple[Period, ...]
    by_client: tuple[ClientPeriod, ...]
    clients: tuple[ClientVerdicts, ...]
    findings: tuple[ClientFinding, ...] | None
    rules: tuple[RulesInUse, ...]


def club_statistics(
    *,
    time_zone: str,
    by: By,
    players: int,
    days: Sequence[DayTally],
    first_and_last: tuple[int, int] | None,
    rules: Iterable[RulesTally],
    findings: Iterable[FindingTally] | None,
    clients: Clients,
) -> ClubStatistics:
    """A club's numbers from its tallies, the earliest days first; over days, weeks or months. The first and
    the last hand were played on these days. ``clients`` are the names and versions of programs by their keys.
    """
    first, last = map(_date, first_and_last) if first_and_last else (None, None)
    periods = list(zip(_periods([tally.day for tally in days], by), days, strict=True))
    by_client = _counted((tally.client_key, tally) for tally in days)
    return ClubStatistics(
        time_zone=time_zone,
        by=by,
        hands=sum(tally.hands for tally in days),
        players=players,
        first=first,
        last=last,
        verdicts=_counted(("", tally) for tally in days).get("", {}),
        activity=tuple(
            Period(period=_name(period, by), hands=sum(verdicts.values()), verdicts=verdicts)
            for period, verdicts in _counted(periods).items()
        ),
        by_client=_client_periods(periods, by, clients),
        clients=_client_verdicts(by_client, clients),
        findings=None if findings is None else _client_findings(findings, by_client, clients),
        rules=tuple(RulesInUse(rules=tally.preset, stake=tally.stake, hands=tally.hands) for tally in rules),
    )


def _client_periods(
    periods: Sequence[tuple[int, DayTally]], by: By, clients: Clients
) -> tuple[ClientPeriod, ...]:
    counted = _counted(((period, tally.client_key), tally) for period, tally in periods)
    return tuple(
        ClientPeriod(
            period=_name(period, by),
            client=name,
            version=version,
            hands=sum(verdicts.values()),
            verdicts=verdicts,
        )
        for (period, key), verdicts in counted.items()
        for name, version in (clients[key],)
    )


def _client_verdicts(
    by_client: Mapping[int, Mapping[str, int]], clients: Clients
) -> tuple[ClientVerdicts, ...]:
    told = []
    for key, verdicts in by_client.items():
        (name, version), hands = clients[key], sum(verdicts.values())
        misreported = share_of(verdicts.get(Verdict.MISREPORTED, 0), hands)
        told.append(
            ClientVerdicts(
                client=name, version=version, hands=hands, verdicts=verdicts, misreported=misreported
            )
        )
    return tuple(sorted(told, key=lambda each: (-each.hands, each.client, each.version or "")))


def _client_findings(
    findings: Iterable[FindingTally], by_client: Mapping[int, Mapping[str, int]], clients: Clients
) -> tuple[ClientFinding, ...]:
    return tuple(
        ClientFinding(
            client=name,
            version=version,
            kind=tally.kind,
            code=tally.code,
            hands=tally.hands,
            share=share_of(tally.hands, sum(by_client[tally.client_key].values())),
        )
        for tally in findings
        for name, version in (clients[tally.client_key],)
    )


_Key = TypeVar("_Key")


def _counted(tallies: Iterable[tuple[_Key, DayTally]]) -> dict[_Key, dict[str, int]]:
    """How many hands came to each verdict, by what they belong to, in the order in which that comes first."""
    found: dict[_Key, Counter[str]] = {}
    for key, tally in tallies:
        found.setdefault(key, Counter())[tally.verdict] += tally.hands
    return {key: dict(sorted(verdicts.items())) for key, verdicts in found.items()}


def _periods(days: Sequence[int], by: By) -> list[int]:
    numbers = np.array(days, dtype=np.int64)
    found = {By.WEEK: weeks, By.MONTH: months}.get(by, lambda same: same)(numbers)
    periods: list[int] = found.tolist()
    return periods


def _name(period: int, by: By) -> str:
    return month_name(period) if by is By.MONTH else day_name(period)


def _date(day: int) -> date:
    return date.fromordinal(_EPOCH_DAY + day)
