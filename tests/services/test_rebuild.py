"""Projections can be made anew from the records: the same again, or as a new version sees them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson
import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from gleek_replay.audit import Audit, read_under, rules_over
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.records import Fault, HandRecord, MalformedRecord, read_record
from gleek_replay.services import disputes, hands, keys, parts, players, rulings
from gleek_replay.services.access import Caller
from gleek_replay.services.disputes import RulingKind
from gleek_replay.services.rebuild import RebuildReport, rebuild
from gleek_replay.services.refusals import NotFound
from gleek_replay.services.rejudging import Judgment, Rejudged
from gleek_replay.storage import projection, writing
from gleek_replay.storage.tables import Base, Record
from tests.services.told_hands import evening, ndjson, take_upload, told, upload

PROJECTED = ("hands", "hand_players", "players", "play_sessions", "records")


def rows_of(session: Session, tables: tuple[str, ...] = PROJECTED) -> dict[str, set[tuple[Any, ...]]]:
    session.rollback()
    return {
        table: {tuple(row) for row in session.execute(select(Base.metadata.tables[table]))}
        for table in tables
    }


@pytest.fixture(autouse=True)
def stored(session: Session, operator: Caller) -> None:
    """An evening, four more hands, a duplicate, a conflict, malformed parts, and some that are not whole."""
    upload(session, operator, *evening(5))
    examples = [told(name) for name in ("parlett", "revoke", "unplayable", "four-players")]
    upload(session, operator, *examples, told(notes="again"), told(stake="crown"), b"{}", b"nonsense")
    whole = orjson.dumps(told("misreported"))
    list(take_upload(session, operator, io.BytesIO(b"[" + ndjson(told()) + b"," + whole[:-1])))
    list(take_upload(session, operator, io.BytesIO(b"[" + whole + b" " + ndjson(told()) + b"]")))


def reject(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    """Let the reader find fault with these bytes, as a stricter version might."""

    def stricter(some: bytes) -> Any:
        if some == raw:
            raise MalformedRecord((Fault("/notes", "expected better notes"),))
        return read_record(some)

    monkeypatch.setattr(parts, "read_record", stricter)


def test_rebuilding_gives_identical_rows(session: Session) -> None:
    before = rows_of(session)
    report = rebuild(session)
    assert rows_of(session) == before
    assert (report.hands, report.changed, report.failed) == (9, 0, 0)


@pytest.mark.parametrize("records_a_commit", [1, 2, 3])
def test_so_it_does_however_many_records_are_committed_at_once(
    session: Session, monkeypatch: pytest.MonkeyPatch, records_a_commit: int
) -> None:
    monkeypatch.setattr("gleek_replay.services.rebuild._RECORDS_A_COMMIT", records_a_commit)
    before = rows_of(session)
    assert rebuild(session).changed == 0
    assert rows_of(session) == before


@pytest.mark.parametrize(
    ("damage", "hands_changed"),
    [
        ("UPDATE hands SET verdict = 'misreported', engine_version = '0.9.0'", 9),
        ("UPDATE hands SET play_session_key = NULL WHERE hand_id = 'blackfriars-2'", 1),
        ("UPDATE hand_players SET net_score = net_score + 1 WHERE seat = 0", 9),
        ("DELETE FROM hand_players WHERE seat = 2", 9),
        ("UPDATE hands SET disputed = NOT disputed", 9),
        ("UPDATE hands SET corroborations = 3 WHERE hand_id = 'blackfriars-2'", 1),
        ("UPDATE players SET name = 'Nobody', named_at = 0", 0),
        ("UPDATE records SET status = 'accepted' WHERE status = 'duplicate'", 1),
        ("UPDATE records SET facts = sha256 WHERE status = 'accepted'", 9),
    ],
)
def test_what_was_projected_otherwise_is_put_right_and_counted(
    session: Session, damage: str, hands_changed: int
) -> None:
    before = rows_of(session)
    with writing(session) as connection:
        connection.execute(text(damage))
    assert rows_of(session) != before
    report = rebuild(session)
    assert rows_of(session) == before
    assert report.changed == hands_changed
    assert rebuild(session).changed == 0


def test_everything_can_be_rebuilt_from_the_records_alone(session: Session, operator: Caller) -> None:
    names = {player.player_id: player for player in players.find_players(session, operator).items}
    before = rows_of(session, ("hands", "records"))
    with writing(session) as connection:
        connection.execute(text("UPDATE records SET hand_key = NULL, facts = NULL, status = 'failed'"))
        for table in ("hand_players", "hands", "players", "play_sessions"):
            connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608
    rebuild(session)
    after = rows_of(session, ("hands", "records"))
    whole = list(Record.__table__.columns.keys()).index("whole")
    without_whole = {row for row in before["records"] if row[whole]}
    assert without_whole <= after["records"]
    assert {player.player_id: player for player in players.find_players(session, operator).items} == names


def test_the_reader_having_become_kinder_gives_the_hand(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = orjson.dumps(told(hand_id="late", notes="kindly"))
    with monkeypatch.context() as stricter:
        reject(stricter, raw)
        upload(session, operator, raw)
    with pytest.raises(NotFound):
        hands.get_hand(session, operator, "late")
    assert rebuild(session).changed == 1
    assert hands.get_hand(session, operator, "late").hand.verdict == "clean"
    assert rebuild(session).changed == 0


def test_the_reader_having_become_stricter_leaves_the_hand_to_the_next_record(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    reject(monkeypatch, orjson.dumps(told("parlett")))
    rebuild(session)
    detail = hands.get_hand(session, operator, "example-00012")
    assert [(record.status, record.current) for record in detail.records] == [
        ("accepted", True),
        ("conflicting", False),
    ]
    assert hands.get_record(session, operator, "example-00012") == orjson.dumps(told(notes="again"))
    assert rebuild(session).changed == 0


def test_a_hand_of_which_no_record_tells_any_more_is_gone_with_its_players(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = orjson.dumps(told("four-players"))
    with monkeypatch.context() as stricter:
        reject(stricter, raw)
        rebuild(session)
        with pytest.raises(NotFound):
            hands.get_hand(session, operator, told("four-players")["hand_id"])
        only_there = {player["id"] for player in told("four-players")["players"]} - {
            player["id"] for name in ("parlett", "revoke", "unplayable") for player in told(name)["players"]
        }
        assert only_there
        for player in only_there:
            with pytest.raises(NotFound):
                players.get_player(session, operator, player)
    assert session.scalar(select(Record.status).where(Record.raw == raw)) == "malformed"
    rebuild(session)
    assert hands.get_record(session, operator, told("four-players")["hand_id"]) == raw


def test_where_the_service_fails_what_was_stored_stays(
    session: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    before = rows_of(session)
    with monkeypatch.context() as broken:
        broken.setattr(parts, "audit_record", fail)
        report = rebuild(session)
        assert (report.hands, report.changed, report.failed) == (0, 0, 9)
        broken.setattr(parts, "read_record", fail)
        assert rebuild(session).failed == report.records
    assert rows_of(session) == before
    assert "ZeroDivisionError" in caplog.text


def test_what_the_service_failed_on_is_tried_again(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(parts, "audit_record", fail)
        upload(session, operator, told(hand_id="cursed"))
        rebuild(session)
    assert rebuild(session).changed == 1
    assert hands.get_hand(session, operator, "cursed").hand.verdict == "clean"


@contextmanager
def older_engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An engine of another version, which takes everybody's rules for Cotgrave's."""

    def judge(record: HandRecord) -> Audit:
        return read_under(record, rules_over(record, preset="cotgrave-1662"))

    with monkeypatch.context() as older:
        for module in (parts, rulings):
            older.setattr(module, "audit_record", judge)
        for module in (projection, rulings, disputes):
            older.setattr(module, "ENGINE_VERSION", "0.9.0")
        yield


def judged(document: dict[str, Any], preset: str | None = None) -> Judgment:
    """What a hand comes to by a preset, told by the library alone."""
    record = read_record(orjson.dumps(document))
    audit = read_under(record, rules_over(record, preset=preset))
    due = {player.id: audit.result.net[seat] for seat, player in enumerate(record.players)}
    engine = ENGINE_VERSION if preset is None else "0.9.0"
    return Judgment(verdict=audit.verdict.value, engine=engine, due=due)


@pytest.mark.parametrize("ruling", [None, *RulingKind])
def test_what_the_engine_finds_otherwise_is_told_hand_by_hand(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch, ruling: RulingKind | None
) -> None:
    told_otherwise: list[Rejudged] = []
    found = [told(hand_id="first"), told("revoke", hand_id="second"), told("cotgrave-1662", hand_id="third")]
    documents = {document["hand_id"]: document for document in found}
    with older_engine(monkeypatch):
        upload(session, operator, *found)
        if ruling:
            opened = disputes.open_dispute(session, operator, "second", "It was not so.")
            record = 1 if ruling is RulingKind.RECORD else None
            disputes.rule(
                session, operator, "second", version=opened.version, ruling=ruling, grounds="Heard.",
                record=record,
            )  # fmt: skip
    report = rebuild(session, told_otherwise.append)
    assert report.changed == len(documents)
    assert told_otherwise == [
        Rejudged(
            club="home",
            hand_id=hand_id,
            before=judged(documents[hand_id], "cotgrave-1662"),
            after=judged(documents[hand_id]),
            ruling=ruling if hand_id == "second" else None,
            stands_otherwise=bool(ruling) and hand_id == "second",
        )
        for hand_id in ("first", "second")
    ]
    assert hands.get_hand(session, operator, "second").hand.ruling == ruling
    again: list[Rejudged] = []
    assert rebuild(session, again.append).changed == 0
    assert again == []


def test_a_hand_that_comes_or_goes_is_told(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = orjson.dumps(told("four-players"))
    found: list[Rejudged] = []
    with monkeypatch.context() as stricter:
        reject(stricter, raw)
        rebuild(session, found.append)
    rebuild(session, found.append)
    gone, back = found
    assert gone.hand_id == back.hand_id == told("four-players")["hand_id"]
    assert (gone.before, gone.after) == (judged(told("four-players")), None)
    assert (back.before, back.after) == (None, judged(told("four-players")))


def test_another_clubs_hand_of_the_same_id_is_left_alone(session: Session) -> None:
    with writing(session) as connection:
        connection.execute(text("INSERT INTO clubs (key, name) VALUES (2, 'southwark')"))
    upload(session, keys.operator(session, "southwark"), told(stake="crown"))
    before = rows_of(session)
    assert rebuild(session).changed == 0
    assert rows_of(session) == before


def test_reports_add_up() -> None:
    one = RebuildReport(records=3, hands=2, changed=1, failed=0)
    assert one + RebuildReport(failed=1) == RebuildReport(records=3, hands=2, changed=1, failed=1)
