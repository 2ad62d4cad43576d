"""Lines and tallies are what the hands come to, whatever is done to these."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from gleek_replay.services import disputes, keys
from gleek_replay.services.access import Caller
from gleek_replay.services.clubs import create_club, set_time_zone
from gleek_replay.services.disputes import RulingKind
from gleek_replay.services.erasing import erase_player
from gleek_replay.services.export import export_records
from gleek_replay.services.rebuild import rebuild
from gleek_replay.services.refusals import NotFound, Unfit
from gleek_replay.services.renaming import merge_players, unmerge_player
from gleek_replay.services.uploads import Wishes
from gleek_replay.services.withdrawal import withdraw
from gleek_replay.storage import writing
from gleek_replay.storage.tables import Base, HandPlayer, PlayerLine
from tests.services.counted import kept_tallies, naive_tallies, told_lines
from tests.services.disputed_hands import HAND, conflict, people_of_a_club, ruled
from tests.services.people_at_play import at_the_anchor, at_the_mitre
from tests.services.told_hands import evening, told, upload

EXAMPLES = ("parlett", "revoke", "misreported", "unplayable", "four-players", "hidden-cards", "tu-quoque")
KEPT = (
    "player_lines", "clients", "hand_days", "hand_months", "finding_months", "player_months", "pair_months",
)  # fmt: skip
REPLACING = Wishes(replace=True)


@pytest.fixture(autouse=True)
def stored(session: Session, operator: Caller) -> None:
    """Some of every kind of hand, evenings, and a hand of which a second record knows more."""
    upload(session, operator, *map(told, EXAMPLES), *evening(4), *at_the_mitre(), *at_the_anchor())


def check(session: Session, caller: Caller, zone: str = "UTC") -> None:
    """All is as it is to be, and a rebuild finds nothing to do."""
    assert kept_tallies(session, caller) == naive_tallies(session, caller, zone)
    lines, seats = (session.scalar(select(func.count()).select_from(one)) for one in (PlayerLine, HandPlayer))
    assert lines == seats
    before = kept(session)
    report = rebuild(session)
    assert (report.changed, report.tallies, report.failed) == (0, 0, 0)
    assert kept(session) == before


def kept(session: Session) -> dict[str, set[tuple[Any, ...]]]:
    """Every row of what is kept for statistics."""
    session.rollback()
    return {
        table: {tuple(row) for row in session.execute(select(Base.metadata.tables[table]))} for table in KEPT
    }


def test_what_is_uploaded_is_counted(session: Session, operator: Caller) -> None:
    check(session, operator)
    found = kept_tallies(session, operator)["findings"]
    assert {kind for _, _, kind, _ in found} == {"violation", "difference"}


def test_so_it_is_when_a_record_is_replaced_or_corroborated(session: Session, operator: Caller) -> None:
    other = evening(4)[1] | {"stake": "crown", "played_at": "2026-02-28T23:59:59Z"}
    upload(session, operator, other, wishes=REPLACING)
    upload(session, people_of_a_club(session).ann, evening(4)[0], told("revoke"))
    check(session, operator)
    assert told_lines(session, operator)[other["hand_id"], "bess"]["stake"] == 8


def test_and_when_hands_are_withdrawn_and_told_again(session: Session, operator: Caller) -> None:
    before = kept_tallies(session, operator)
    for hand in (*at_the_anchor(), told("revoke")):
        withdraw(session, operator, hand["hand_id"])
    check(session, operator)
    assert kept_tallies(session, operator) != before
    upload(session, operator, *at_the_anchor(), told("revoke"))
    check(session, operator)
    assert kept_tallies(session, operator) == before


def test_nothing_is_left_when_everything_is_withdrawn(session: Session, operator: Caller) -> None:
    for hand_id in {hand for hand, _ in told_lines(session, operator)}:
        withdraw(session, operator, hand_id)
    left = kept(session)
    assert [table for table in KEPT if left[table]] == ["clients"]


@pytest.mark.parametrize("ruling", RulingKind)
def test_and_when_a_hand_is_ruled_on_and_the_dispute_goes_on(
    session: Session, operator: Caller, ruling: RulingKind
) -> None:
    people = people_of_a_club(session)
    withdraw(session, operator, HAND)
    conflict(session, people)
    check(session, operator)
    now = ruled(session, people, ruling, record=1 if ruling is RulingKind.RECORD else None)
    check(session, operator)
    line = told_lines(session, operator)[HAND, "pru"]
    assert line["standing"] == {"record": 7, "settlement": 7, "void": 6}[ruling]
    assert (line["net"], line["net_ruling"]) == ((-14, 10) if ruling is RulingKind.RECORD else (-24, 0))
    disputes.reopen(session, people.steward, HAND, version=now.version, reason="No.")
    check(session, operator)


def test_and_when_players_are_merged_and_taken_apart_again(session: Session, operator: Caller) -> None:
    before = kept(session)
    merge_players(session, operator, "peg", "maud")
    check(session, operator)
    lines = told_lines(session, operator)
    assert ("anchor-1", "maud") in lines
    assert lines["anchor-1", "nell"]["opponent_2"] == "maud"
    unmerge_player(session, operator, "peg")
    check(session, operator)
    assert {len(rows) for rows in kept(session).values()} == {len(rows) for rows in before.values()}


def test_and_when_a_player_is_erased(session: Session, operator: Caller) -> None:
    clients = [{"name": "maud's phone", "version": "1"}, {"name": "hers", "version": "of Maud Ellery"}]
    upload(
        session, operator, *[hand | {"client": client, "hand_id": f"h-{number}"}
        for number, (hand, client) in enumerate(zip(at_the_mitre(), clients, strict=False))],
    )  # fmt: skip
    erased = erase_player(session, operator, "maud").pseudonym
    check(session, operator)
    lines = told_lines(session, operator)
    assert lines["h-0", erased]["client_key"] == (f"{erased}'s phone", "1")
    assert lines["h-1", erased]["client_key"] == ("hers", f"of {erased}")
    assert "maud" not in repr((lines, kept(session))).lower()


def test_clients_that_erasing_makes_one_become_one(session: Session, operator: Caller) -> None:
    phones = [hand | {"client": {"name": name}} for hand, name in zip(
        evening(2, table="phones", players=("maud", "nell", "olive")), ("of maud", "of erased-x"), strict=True
    )]  # fmt: skip
    upload(session, operator, *phones)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("gleek_replay.services.erasing.new_pseudonym", lambda: "erased-x")
        erase_player(session, operator, "maud")
    check(session, operator)
    lines = told_lines(session, operator)
    assert {lines[f"phones-{number}", "nell"]["client_key"] for number in (1, 2)} == {("of erased-x", "")}


def test_a_club_that_is_told_the_same_at_once_has_the_same(session: Session, operator: Caller) -> None:
    upload(session, operator, evening(4)[1] | {"stake": "crown"}, wishes=REPLACING)
    withdraw(session, operator, "mitre-2")
    merge_players(session, operator, "peg", "maud")
    unmerge_player(session, operator, "peg")
    create_club(session, "southwark")
    other = keys.operator(session, "southwark")
    records = b"".join(export_records(session, operator)).splitlines()
    upload(session, other, *records[::-1])
    assert kept_tallies(session, other) == kept_tallies(session, operator)
    assert told_lines(session, other) == told_lines(session, operator)


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("DELETE FROM player_lines", "changed"),
        ("UPDATE player_lines SET line = substr(line, 1, 100)", "changed"),
        ("DELETE FROM clients", "changed"),
        ("UPDATE hand_days SET hands = hands + 1", "tallies"),
        ("DELETE FROM pair_months", "tallies"),
        ("DELETE FROM hand_players WHERE seat = 1", "changed"),
    ],
)
def test_a_rebuild_makes_anew_what_is_wrong(
    session: Session, operator: Caller, damage: str, found: str
) -> None:
    lines = told_lines(session, operator)
    with writing(session, operator.club_id) as connection:
        connection.execute(text(damage))
    assert getattr(rebuild(session), found)
    check(session, operator)
    assert told_lines(session, operator) == lines


def test_days_and_months_are_those_of_the_clubs_time_zone(session: Session, operator: Caller) -> None:
    eve = told(hand_id="eve", played_at="2025-12-31T23:30:00Z")
    upload(session, operator, eve)
    assert set_time_zone(session, "home") == "UTC"
    assert set_time_zone(session, "home", "Europe/Paris") == "Europe/Paris"
    upload(session, operator, eve | {"hand_id": "late", "played_at": "2026-10-24T22:30:00Z"})
    check(session, operator, "Europe/Paris")
    months = {month for month, *_ in kept_tallies(session, operator)["months"]}
    assert 2026 * 12 in months
    assert 2025 * 12 + 11 not in months


def test_a_zone_or_a_club_that_there_is_not_is_refused(session: Session) -> None:
    with pytest.raises(Unfit, match="time_zone"):
        set_time_zone(session, "home", "Atlantis/Poseidonis")
    with pytest.raises(NotFound):
        set_time_zone(session, "nowhere", "UTC")


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Auckland"])
def test_the_ends_of_the_calendar_are_in_every_zone(session: Session, operator: Caller, zone: str) -> None:
    set_time_zone(session, "home", zone)
    for number, moment in enumerate(("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z")):
        upload(session, operator, told(hand_id=f"end-{number}", played_at=moment))
    days = {at for kind, at, *_ in kept_tallies(session, operator)["days"] if kind == "day"}
    assert {-719162, 2932896} <= days
    report = rebuild(session)
    assert (report.changed, report.tallies) == (0, 0)
