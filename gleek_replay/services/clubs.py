"""The clubs of an installation. Only who stands at the machine makes one; no key is good for that."""

from __future__ import annotations

from typing import Final
from zoneinfo import available_timezones

from sqlalchemy.orm import Session

from gleek_replay.records import Fault
from gleek_replay.services.naming import EXPECTED_NAME, is_name
from gleek_replay.services.refusals import Conflict, NotFound, Unfit
from gleek_replay.storage import credentials, lines, writing

EXPECTED_ZONE: Final = "expected the name of a time zone, such as Europe/London or UTC"


def create_club(session: Session, name: str) -> None:
    """Make a club, in which there is nothing yet; raises :class:`Unfit` and :class:`Conflict`."""
    if not is_name(name):
        raise Unfit([Fault("/name", EXPECTED_NAME)])
    with writing(session) as connection:
        if not credentials.add_club(connection, name):
            raise Conflict(f"There is a club {name} already.")


def set_time_zone(session: Session, name: str, zone: str | None = None) -> str:
    """Let a club's days, weeks and months be those of a time zone, by its IANA name; the tallies are counted
    anew, and nobody writes in the club meanwhile. Without a zone nothing changes. Returns the zone's name.

    Raises :class:`NotFound` where there is no such club, and :class:`Unfit` where there is no such zone.
    """
    club_key = credentials.club_key(session, name)
    if club_key is None:
        raise NotFound(f"There is no club {name}.")
    if zone is not None:
        if zone not in available_timezones():
            raise Unfit([Fault("/time_zone", EXPECTED_ZONE)])
        with writing(session, club_key) as connection:
            lines.set_zone(connection, club_key, zone)
    return lines.zone_name(session.connection(), club_key)


def list_clubs(session: Session) -> list[str]:
    """The names of all clubs, in their order."""
    return credentials.clubs(session)
