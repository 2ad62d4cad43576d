"""What a club plays, and what comes of it: activity, verdicts, clients and rules, from its tallies."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, date, datetime, tzinfo
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.hands import HandFilter
from gleek_replay.services.leaderboards import ClubFilter
from gleek_replay.statistics.club import ClubStatistics, club_statistics
from gleek_replay.statistics.series import By
from gleek_replay.storage import line_queries, tally_queries
from gleek_replay.storage.tallies import zone_of
from gleek_replay.storage.tally_queries import TallyFilter

__all__ = ["ClubStatistics", "get_club_statistics", "hands_of_months"]

_EPOCH_DAY: Final = date(1970, 1, 1).toordinal()


def get_club_statistics(
    session: Session, caller: Caller, wanted: ClubFilter | None = None, by: By = By.MONTH
) -> ClubStatistics:
    """A club's numbers over days, weeks or months of its time zone."""
    require(caller, Action.READ)
    wanted, club_id = wanted or ClubFilter(), caller.club_id
    of_days = _of_days(wanted)
    findings = None
    if wanted.rules is None and wanted.stake is None:
        findings = tally_queries.finding_tallies(session, club_id, wanted.of_months)
    played = tally_queries.player_tallies(session, club_id, wanted.of_months)
    return club_statistics(
        time_zone=tally_queries.time_zone(session, club_id),
        by=by,
        players=len({tally.player_key for tally in played if tally.hands}),
        days=tally_queries.month_tallies(session, club_id, wanted.of_months)
        if by is By.MONTH
        else tally_queries.day_tallies(session, club_id, of_days),
        first_and_last=tally_queries.first_and_last_day(session, club_id, of_days),
        rules=tally_queries.rules_tallies(session, club_id, wanted.of_months),
        findings=findings,
        clients={
            client.key: (client.name, client.version) for client in line_queries.clients_of(session, club_id)
        },
    )


def hands_of_months(wanted: ClubFilter, time_zone: str) -> HandFilter:
    """The hands that are meant, for a list of them: played in the months of this time zone."""
    zone = zone_of(time_zone)
    return HandFilter(
        start=None if wanted.first is None else _beginning(wanted.first, zone),
        end=None if wanted.last is None else _beginning(wanted.last + 1, zone),
        rules=wanted.rules,
        stake=wanted.stake,
    )


def _beginning(month: int, zone: tzinfo) -> datetime | None:
    """When a month begins, told in UTC; ``None`` at the very ends of the calendar."""
    try:
        return datetime(*_month(month), 1, tzinfo=zone).astimezone(UTC)
    except (OverflowError, ValueError):
        return None


def _of_days(wanted: ClubFilter) -> TallyFilter:
    """The same of tallies by day."""
    return TallyFilter(
        first=None if wanted.first is None else _day(wanted.first, 1),
        last=None if wanted.last is None else _day(wanted.last, monthrange(*_month(wanted.last))[1]),
        presets=wanted.of_months.presets,
        stakes=wanted.of_months.stakes,
    )


def _month(number: int) -> tuple[int, int]:
    year, before = divmod(number, 12)
    return year, before + 1


def _day(month: int, of_month: int) -> int:
    return date(*_month(month), of_month).toordinal() - _EPOCH_DAY
