"""The records of a hand each by itself: nobody is shown a card there that he may not see."""

from __future__ import annotations

import orjson
import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from gleek_replay.services.access import Caller, Role
from gleek_replay.services.comparing import get_comparison
from gleek_replay.services.hand_records import ToldRecord, find_records
from gleek_replay.services.refusals import BadCursor, NotFound, Unfit
from gleek_replay.services.uploads import Wishes
from gleek_replay.storage.tables import Record, Status
from tests.services.disputed_hands import HAND, People, key_of, mispaid, people_of_a_club
from tests.services.told_hands import told, upload


@pytest.fixture
def people(session: Session) -> People:
    """Those who have to do with the hand."""
    return people_of_a_club(session)


def records(session: Session, caller: Caller) -> tuple[ToldRecord, ...]:
    return find_records(session, caller, HAND).items


def stock_of(record: ToldRecord) -> set[str]:
    assert record.told is not None
    return set(record.told.history["deal"].get("stock", "").split())


def test_each_record_is_shown_by_the_sight_of_who_asks(session: Session, people: People) -> None:
    upload(session, people.ann, mispaid())
    upload(session, people.bob, told(notes="of Bob’s own"))
    whole, none = set(told()["deal"]["stock"].split()), set[str]()
    assert [stock_of(record) for record in records(session, people.steward)] == [whole, whole]
    assert [stock_of(record) for record in records(session, people.ann)] == [whole, none]
    assert [stock_of(record) for record in records(session, people.bob)] == [none, whole]
    for caller in (people.reader, people.pru):
        assert [stock_of(record) for record in records(session, caller)] == [none, none]
    bess = key_of(session, "bess", Role.PLAYER, "bess")  # who bought the stock, so that her hand is not open
    for caller, shown in ((bess, True), (people.pru, False), (people.reader, False), (people.steward, True)):
        told_to_him = [record.told for record in records(session, caller) if record.told]
        assert ["bess" in told.history["deal"]["hands"] for told in told_to_him] == [shown, shown]
    texts = [orjson.dumps(record.told.history) for record in records(session, people.ann) if record.told]
    assert [b"of Bob" in text for text in texts] == [False, False]


def test_what_was_replaced_is_for_its_owner_and_for_those_who_may_read_every_record(
    session: Session, people: People
) -> None:
    upload(session, people.ann, mispaid())
    upload(session, people.ann, told(), wishes=Wishes(replace=True))

    def shown(caller: Caller) -> list[bool]:
        return [record.told is not None for record in records(session, caller)]

    assert [record.status for record in records(session, people.reader)] == ["replaced", "accepted"]
    assert shown(people.steward) == shown(people.ann) == [True, True]
    assert shown(people.bob) == shown(people.reader) == shown(people.pru) == [False, True]
    reader_of_that_owner = key_of(session, "reading", Role.READER)
    same_owner = Caller(
        club_id=people.ann.club_id, key_id=reader_of_that_owner.key_id, owner="ann", role=Role.READER
    )
    assert shown(same_owner) == [False, True]


def test_a_record_that_is_malformed_by_now_is_said_to_be(session: Session, people: People) -> None:
    """One that counts no more is not read by a rebuild, and so keeps what it was."""
    upload(session, people.ann, mispaid())
    upload(session, people.ann, told(), wishes=Wishes(replace=True))
    older = orjson.dumps(mispaid() | {"format": "gleek-hand/0"})
    session.execute(update(Record).where(Record.status == Status.REPLACED).values(raw=older))
    session.commit()
    for caller, malformed in ((people.steward, True), (people.ann, True), (people.bob, False)):
        first, second = records(session, caller)
        assert (first.told, first.malformed, second.malformed) == (None, malformed, False)
    with pytest.raises(Unfit, match="record 1 is malformed to the reader of today") as refused:
        get_comparison(session, people.steward, HAND, (2, 1))
    assert [fault.pointer for fault in refused.value.faults] == ["/query/b"]


def test_a_hand_that_is_not_there_and_a_cursor_of_no_page_are_refused(
    session: Session, people: People
) -> None:
    with pytest.raises(NotFound):
        find_records(session, people.steward, HAND)
    upload(session, people.ann, told())
    for cursor in ("", "x", "-1", "²", "1" * 12):
        with pytest.raises(BadCursor):
            find_records(session, people.steward, HAND, cursor)
    assert find_records(session, people.steward, HAND, "1").items == ()
