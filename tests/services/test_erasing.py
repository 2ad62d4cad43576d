"""Players erased: a pseudonym everywhere, in what is stored, what waits, and what comes later."""

from __future__ import annotations

import csv
import io
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from sqlalchemy import make_url, select, text
from sqlalchemy.orm import Session

from gleek_replay.records import LARGEST_RECORD
from gleek_replay.services import chunks, hands, keys, players, sessions
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.chunks import new_worker, work
from gleek_replay.services.csv_export import export_csv
from gleek_replay.services.erasing import PSEUDONYM, erase_player
from gleek_replay.services.export import export_records
from gleek_replay.services.progress import get_outcomes, get_upload
from gleek_replay.services.rebuild import rebuild
from gleek_replay.services.refusals import Conflict, Forbidden, NotFound
from gleek_replay.services.renaming import merge_players, rename_player, unmerge_player
from gleek_replay.services.taking import Outcome
from gleek_replay.services.trail import find_changes
from gleek_replay.services.uploads import SentFile, Wishes, receive_upload
from gleek_replay.services.withdrawal import withdraw
from gleek_replay.storage import open_database, writing
from gleek_replay.storage.tables import Base, Record
from tests.services import numbers_told
from tests.services.people_at_play import at_the_anchor, at_the_mitre, rows, with_both
from tests.services.told_hands import statuses, upload

REPLACING = Wishes(replace=True)


def noted() -> dict[str, Any]:
    """A hand with Maud in every corner of its record."""
    (hand,) = at_the_mitre(1)
    return hand | {
        "hand_id": "noted",
        "client": {"name": "the phone of Maud Ellery", "version": "maud 2"},
        "notes": "Maud Ellery (maud) played badly; maud's cards were good. Maudlin, maude.",
        "extensions": {"maud": ["maud", {"who": "Maud Ellery"}], "seats": {"nell": 1}},
    }


@pytest.fixture
def stored(session: Session, operator: Caller) -> None:
    """Hands of Maud's that stand, are in dispute, were replaced or withdrawn, and malformed parts."""
    upload(session, operator, *at_the_mitre(), *at_the_anchor(), noted())
    upload(session, operator, at_the_mitre()[0] | {"notes": "maud again"}, wishes=REPLACING)
    upload(session, operator, at_the_mitre()[1] | {"stake": "crown"})
    withdraw(session, operator, "mitre-3")
    upload(session, operator, *malformed())
    list_that_breaks_off = b"[" + orjson.dumps(at_the_mitre()[0]) + b"," + orjson.dumps(noted())[:-1]
    receive_upload(session, operator, [SentFile(stream=io.BytesIO(list_that_breaks_off), name="maud.json")])


def malformed() -> list[bytes]:
    """Parts that name Maud and tell of no hand."""
    hand = at_the_mitre()[0]
    unknown = orjson.dumps(hand | {"dealer": "ghost", "notes": "maud"})
    return [
        unknown,
        orjson.dumps(hand | {"surprise": {"maud": "Maud Ellery"}}),
        b'{"players": [{"id": "maud", "name": "Mad Maud"}], "notes": "Mad Maud',
        b'{"id": "m\\u0061ud", "winner":"maud"}',
        unknown.replace(b'"dealer":"ghost"', b'"dealer":"maud","dealer":"maud"'),
        b'"maud was here',
    ]


def everything(session: Session) -> str:
    """Every value of every table, as text."""
    session.rollback()
    found = []
    for table in Base.metadata.sorted_tables:
        for row in session.execute(select(table)):
            found += [
                value.decode(errors="replace") if isinstance(value, bytes) else str(value) for value in row
            ]
    return "\n".join(found)


def all_outcomes(session: Session, caller: Caller, upload_id: str) -> tuple[Outcome, ...]:
    return get_outcomes(session, caller, upload_id, limit=200).items


@pytest.mark.usefixtures("stored")
def test_nothing_that_is_kept_names_him(session: Session, operator: Caller) -> None:
    assert "maud" in everything(session)
    erased = erase_player(session, operator, "maud")
    kept = everything(session)
    for trace in ("maud", "Maud Ellery", "Mad Maud", "m\\u0061ud"):
        words = kept.replace("maude", "")
        assert trace not in words, [line for line in words.splitlines() if trace in line]
    assert "Maudlin" in kept
    assert erased.pseudonym.startswith(PSEUDONYM)
    assert erased.records == 14
    assert players.get_player(session, operator, erased.pseudonym).name is None


@pytest.mark.usefixtures("stored")
def test_numbers_are_those_of_before(session: Session, operator: Caller) -> None:
    lines = numbers_told.lines(session, operator, "maud")
    others = numbers_told.summary(session, operator, "nell")
    net = sessions.get_session(session, operator, "mitre").net
    audit = hands.get_audit(session, operator, "noted")
    pseudonym = erase_player(session, operator, "maud").pseudonym
    assert numbers_told.lines(session, operator, pseudonym) == lines
    assert numbers_told.summary(session, operator, "nell") == others
    assert sessions.get_session(session, operator, "mitre").net == {
        pseudonym if player == "maud" else player: amount for player, amount in net.items()
    }
    renamed = orjson.dumps(audit).replace(b"maud", pseudonym.encode())
    assert hands.get_audit(session, operator, "noted")["due"] == orjson.loads(renamed)["due"]
    with pytest.raises(NotFound):
        players.get_player(session, operator, "maud")


@pytest.mark.usefixtures("stored")
def test_rebuilding_afterwards_changes_nothing(session: Session, operator: Caller) -> None:
    erase_player(session, operator, "maud")
    before = rows(session)
    assert rebuild(session).changed == 0
    assert rows(session) == before


@pytest.mark.usefixtures("stored")
def test_all_other_bytes_stay_as_they_were(session: Session, operator: Caller) -> None:
    raw = hands.get_record(session, operator, "anchor-1")
    indented = orjson.dumps(at_the_mitre(4)[3], option=orjson.OPT_INDENT_2)
    receive_upload(session, operator, [SentFile(stream=io.BytesIO(indented))])
    pseudonym = erase_player(session, operator, "maud").pseudonym
    assert hands.get_record(session, operator, "anchor-1") == raw
    nameless = indented.replace(b',\n      "name": "Maud Ellery"', b"")
    rewritten = nameless.replace(b'"maud"', f'"{pseudonym}"'.encode())
    assert hands.get_record(session, operator, "mitre-4") == rewritten


@pytest.mark.usefixtures("stored")
def test_a_record_that_was_rewritten_says_so(session: Session, operator: Caller) -> None:
    erase_player(session, operator, "maud")
    (noted_one,) = hands.get_hand(session, operator, "noted").records
    assert noted_one.rewritten_at is not None
    (other,) = hands.get_hand(session, operator, "anchor-1").records
    assert other.rewritten_at is None
    table = b"".join(export_csv(session, operator)).decode().splitlines()
    untouched = {row["hand_id"] for row in csv.DictReader(table) if not row["rewritten_at"]}
    assert untouched == {"anchor-1", "anchor-2"}
    assert PSEUDONYM in b"".join(export_records(session, operator)).decode()


@pytest.mark.usefixtures("stored")
def test_what_comes_later_is_his_pseudonyms(session: Session, operator: Caller) -> None:
    pseudonym = erase_player(session, operator, "maud").pseudonym
    before = rows(session)
    repeated = upload(session, operator, *at_the_mitre()[:1], noted())
    assert statuses(repeated) == ["duplicate", "duplicate"]
    assert rows(session) == before
    assert statuses(upload(session, operator, *at_the_mitre(5)[3:])) == ["accepted", "accepted"]
    assert players.get_player(session, operator, pseudonym).hands == 5
    (record,) = hands.get_hand(session, operator, "mitre-5").records
    assert record.rewritten_at == record.received_at
    assert "maud" not in everything(session).replace("maude", "")
    assert rebuild(session).changed == 0


@pytest.mark.usefixtures("stored")
def test_so_is_what_no_record_can_be_read_of(session: Session, operator: Caller) -> None:
    erase_player(session, operator, "maud")
    before = rows(session)["records"]
    assert set(statuses(upload(session, operator, *malformed()))) == {"malformed"}
    assert rows(session)["records"] == before
    assert set(statuses(upload(session, operator, b'{"maud": ["maud"]}', b'["it was maud.", 1'))) == {
        "malformed"
    }
    assert "maud" not in everything(session).replace("maude", "")


def test_what_is_not_utf8_is_rewritten_too(session: Session, operator: Caller) -> None:
    hand = orjson.dumps(at_the_mitre()[0]).decode()
    kept = [
        hand.encode("utf-16"),
        '{"players": [{"id": "maud", "name": "Maud Ellér"}]}, of Maud Ellér'.encode("latin-1"),
        "Maud Ellér was here".encode("latin-1"),
    ]
    upload(session, operator, orjson.dumps(at_the_mitre()[0]))
    for part in kept:
        upload(session, operator, part)
    erase_player(session, operator, "maud")
    upload(session, operator, kept[0] + "\0".encode("utf-16-le"))
    records = session.scalars(select(Record.raw)).all()
    assert len(records) >= len(kept)
    for raw in records:
        plain = raw.replace(b"\0", b"").decode("latin-1")
        assert "maud" not in plain
        assert "Maud Ell" not in plain


def test_what_waits_for_a_worker_is_rewritten_too(session: Session, operator: Caller) -> None:
    upload(session, operator, *at_the_anchor())
    body = b"\n".join(orjson.dumps(hand) for hand in (*at_the_mitre(), noted()))
    sent = [SentFile(stream=io.BytesIO(body + b"\n" + malformed()[2]), name="maud.ndjson")]
    waiting = receive_upload(session, operator, sent, Wishes(defer=True)).upload
    pseudonym = erase_player(session, operator, "maud").pseudonym
    assert "maud" not in everything(session).replace("maude", "")
    assert work(session, new_worker(timedelta(minutes=1)))
    assert get_upload(session, operator, waiting.upload_id).done == 5
    assert players.get_player(session, operator, pseudonym).hands == 4
    assert {outcome.file for outcome in all_outcomes(session, operator, waiting.upload_id)} == {
        f"{pseudonym}.ndjson"
    }
    (record,) = hands.get_hand(session, operator, "mitre-1").records
    assert record.rewritten_at is not None
    assert "maud" not in everything(session).replace("maude", "")


def test_what_comes_later_in_many_parts_waits_without_him(session: Session, operator: Caller) -> None:
    upload(session, operator, *at_the_mitre(1))
    pseudonym = erase_player(session, operator, "maud").pseudonym
    body = b"\n".join(orjson.dumps(hand) for hand in at_the_mitre(4))
    sent = [SentFile(stream=io.BytesIO(body), name="of maud.ndjson")]
    receive_upload(session, operator, sent, Wishes(defer=True))
    assert "maud" not in everything(session)
    assert work(session, new_worker(timedelta(minutes=1)))
    assert players.get_player(session, operator, pseudonym).hands == 4
    (record,) = hands.get_hand(session, operator, "mitre-4").records
    assert record.rewritten_at is not None


def test_erasing_while_a_worker_holds_his_records_leaks_nothing(
    session: Session, operator: Caller, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(session, operator, *at_the_mitre(1))
    body = b"\n".join(orjson.dumps(hand) for hand in (*at_the_mitre(4), noted()))
    sent = [SentFile(stream=io.BytesIO(body + b"\n" + b"\n".join(malformed())))]
    receive_upload(session, operator, sent, Wishes(defer=True))
    store = chunks.store_whole

    def erase_first(*arguments: Any, **settings: Any) -> Any:
        """What another process does between a worker's reading and its storing."""
        other = open_database(database_url)
        with other.session() as elsewhere:
            erase_player(elsewhere, operator, "maud")
        other.close()
        return store(*arguments, **settings)

    monkeypatch.setattr(chunks, "store_whole", erase_first)
    assert work(session, new_worker(timedelta(minutes=1)))
    assert "maud" not in everything(session).replace("maude", "")
    assert rebuild(session).changed == 0
    (pseudonym,) = [
        player.player_id
        for player in players.find_players(session, operator).items
        if player.player_id.startswith(PSEUDONYM)
    ]
    assert players.get_player(session, operator, pseudonym).hands == 5


def test_a_chunk_that_outlived_its_workers_is_kept_without_him(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(session, operator, *at_the_mitre(1))
    body = io.BytesIO(b"\n".join(orjson.dumps(hand) for hand in at_the_mitre(3)))
    receive_upload(session, operator, [SentFile(stream=body)], Wishes(defer=True))
    monkeypatch.setattr(chunks, "MOST_ATTEMPTS", 0)
    erase_player(session, operator, "maud")
    work(session, new_worker(timedelta(minutes=1)))
    assert "maud" not in everything(session)
    assert session.scalars(select(Record.status).where(Record.status == "failed")).all() == ["failed"] * 3


@pytest.mark.usefixtures("stored")
def test_all_his_ids_are_erased_with_him(session: Session, operator: Caller) -> None:
    merge_players(session, operator, "peg", "maud")
    upload(session, operator, with_both())
    rename_player(session, operator, "peg", "Lady Maud")
    whole = players.get_player(session, operator, "maud")
    pseudonym = erase_player(session, operator, "peg").pseudonym
    after = players.get_player(session, operator, pseudonym)
    assert (after.hands, after.net, after.name) == (whole.hands, whole.net, None)
    kept = everything(session).replace("maude", "")
    assert not [trace for trace in ("maud", '"peg"', "Peg Trantum", "Lady Maud") if trace in kept]
    assert rebuild(session).changed == 0
    assert statuses(upload(session, operator, *at_the_anchor())) == ["duplicate", "duplicate"]
    seats = [seat.player_id for seat in hands.get_hand(session, operator, "both-1").hand.seats]
    assert len(set(seats)) == 3
    alias = next(each for each in seats if each.startswith(PSEUDONYM) and each != pseudonym)
    unmerge_player(session, operator, alias)
    assert rebuild(session).changed == 0


@pytest.mark.usefixtures("stored")
def test_the_trail_shows_the_pseudonym(session: Session, operator: Caller) -> None:
    rename_player(session, operator, "maud", "Lady Maud")
    merge_players(session, operator, "peg", "maud")
    erased = erase_player(session, operator, "maud")
    found = find_changes(session, operator, erased.pseudonym).items
    assert [change.kind.value for change in found] == ["erased", "merged", "named"]
    gone, merged, named = found
    assert gone.details == {"records": erased.records}
    assert merged.details == {"into": erased.pseudonym}
    assert named.details == {"name": erased.pseudonym, "before": None}
    assert find_changes(session, operator, "maud").items == ()


@pytest.mark.usefixtures("stored")
def test_his_keys_are_revoked(session: Session, operator: Caller) -> None:
    made = keys.create_key(
        session, operator, name="maud's phone", role=Role.PLAYER, owner="maud", player_id="maud"
    )
    assert keys.authenticate(session, made.token) is not None
    assert erase_player(session, operator, "maud").keys == 1
    assert keys.authenticate(session, made.token) is None
    assert "maud" not in everything(session).replace("maude", "")


@pytest.mark.usefixtures("stored")
def test_no_key_is_bound_to_him_any_more(session: Session, operator: Caller) -> None:
    def bind(name: str, player_id: str) -> None:
        keys.create_key(session, operator, name=name, role=Role.PLAYER, owner="somebody", player_id=player_id)

    pseudonym = erase_player(session, operator, "maud").pseudonym
    with pytest.raises(Conflict, match="The player maud was erased"):
        bind("first", "maud")
    bind("second", pseudonym)
    bind("third", "nell")
    assert "maud" not in everything(session).replace("maude", "")


@pytest.mark.usefixtures("stored")
def test_nobody_cannot_be_erased_and_he_not_twice(session: Session, operator: Caller) -> None:
    before = everything(session)
    for nobody in ("ghost", "Maud", "bids", "crown"):
        with pytest.raises(NotFound):
            erase_player(session, operator, nobody)
    assert everything(session) == before
    erase_player(session, operator, "maud")
    with pytest.raises(NotFound):
        erase_player(session, operator, "maud")
    steward = Caller(club_id=operator.club_id, key_id=operator.key_id, owner="s", role=Role.STEWARD)
    with pytest.raises(Forbidden):
        erase_player(session, steward, "nell")


def test_who_is_erased_under_his_pseudonym_too_is_known_by_the_new_one(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, *at_the_mitre(1))
    first = erase_player(session, operator, "maud").pseudonym
    second = erase_player(session, operator, first).pseudonym
    assert [outcome.status for outcome in upload(session, operator, *at_the_mitre())] == [
        "duplicate", *["accepted"] * (len(at_the_mitre()) - 1)
    ]  # fmt: skip
    listed = {player.player_id: player.hands for player in players.find_players(session, operator).items}
    assert first not in listed
    assert listed[second] == len(at_the_mitre())


def test_somebody_of_whom_only_a_withdrawn_record_tells_can_be_erased(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, *at_the_anchor(1))
    withdraw(session, operator, "anchor-1")
    assert erase_player(session, operator, "peg").records == 1
    assert "peg" not in everything(session)


@pytest.mark.usefixtures("stored")
def test_another_club_keeps_its_own(session: Session, operator: Caller) -> None:
    with writing(session) as connection:
        connection.execute(text("INSERT INTO clubs (key, name) VALUES (2, 'southwark')"))
    southwark = keys.operator(session, "southwark")
    upload(session, southwark, *at_the_mitre(1))
    erase_player(session, operator, "maud")
    assert players.get_player(session, southwark, "maud").name == "Maud Ellery"
    upload(session, southwark, *at_the_mitre(2))
    assert players.get_player(session, southwark, "maud").hands == 2


def test_a_record_as_large_as_any_may_be_stays_one(session: Session, operator: Caller) -> None:
    (hand,) = at_the_mitre(1)
    hand["players"][0] = {"id": "maud"}
    room = LARGEST_RECORD - len(orjson.dumps(hand | {"extensions": {"a": ""}}))
    upload(session, operator, hand | {"extensions": {"a": "x" * room}})
    erase_player(session, operator, "maud")
    assert "extensions" not in orjson.loads(hands.get_record(session, operator, "mitre-1"))
    assert rebuild(session).changed == 0


IDS_LIKE_OTHER_WORDS = [
    "pass",
    "bid",
    "AS",
    "4H",
    "penny",
    "parlett",
    "A",
    "notes",
    "challenge",
    "name",
    "gleek",
]


@pytest.mark.parametrize("player_id", IDS_LIKE_OTHER_WORDS)
def test_an_id_that_is_also_a_word_of_the_format_is_only_replaced_where_it_is_an_id(
    session: Session, operator: Caller, player_id: str
) -> None:
    (hand,) = at_the_mitre(1)
    seats = {"maud": player_id}
    record = orjson.loads(
        orjson.dumps(hand)
        .replace(b'["maud"', f'["{player_id}"'.encode())
        .replace(b'"maud":', f'"{player_id}":'.encode())
    )
    record["players"][0] = {"id": seats["maud"]}
    record["dealer"] = seats.get(record["dealer"], record["dealer"])
    for payment in record.get("payments") or ():
        for side in ("from", "to"):
            payment[side] = seats.get(payment[side], payment[side])
    assert statuses(upload(session, operator, record)) == ["accepted"]
    before = numbers_told.lines(session, operator, player_id)
    pseudonym = erase_player(session, operator, player_id).pseudonym
    assert numbers_told.lines(session, operator, pseudonym) == before
    assert rebuild(session).changed == 0
    assert statuses(upload(session, operator, record)) == ["duplicate"]


def test_nothing_of_him_is_left_in_the_file(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    file = Path(make_url(sqlite_url).database or "")
    with database.session() as session:
        operator = keys.operator(session)
        many = [hand | {"hand_id": f"h{hand['hand_id']}"} for hand in at_the_mitre(150)]
        upload(session, operator, *many, noted(), *malformed())
        withdraw(session, operator, "hmitre-1")
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert file.read_bytes().count(b'"maud"') > 1000
        assert erase_player(session, operator, "maud").scrubbed
    left = file.read_bytes() + Path(f"{file}-wal").read_bytes()
    database.close()
    assert b"Maud Ellery" not in left
    assert b"maud" not in left.replace(b"maude", b"")


def test_a_reader_who_holds_on_keeps_the_file_from_being_scrubbed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gleek_replay.storage.database.BUSY_SECONDS", 0)
    database = open_database(sqlite_url)
    with database.session() as session, database.session() as reader:
        operator = keys.operator(session)
        upload(session, operator, *at_the_mitre(1))
        reader.execute(text("SELECT count(*) FROM records"))
        assert not erase_player(session, operator, "maud").scrubbed
    database.close()
