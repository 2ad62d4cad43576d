"""Taking records in: what is stored already, and writing many rows at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, bindparam, insert, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute

from gleek_replay.audit import Verdict
from gleek_replay.storage.projection import Projection, Row
from gleek_replay.storage.tables import Hand, HandPlayer, Player, PlaySession, Record, StoredAudit
from gleek_replay.storage.time_keys import new_keys

_AT_ONCE: Final = 500
"""How many values one question to the database names."""
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingHand:
    """A stored hand, as the next record of it is judged: ``facts`` is of the record it is based on."""

    key: int
    verdict: Verdict
    facts: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHand:
    """A hand to be stored under the key of the record that it is based on."""

    key: int
    projection: Projection


def standing_hands(
    connection: Connection, club_key: int, hand_ids: Collection[str]
) -> dict[str, StandingHand]:
    """The hands of a club that are stored already, by hand id."""
    found = {}
    for some in _chunks(hand_ids):
        rows = connection.execute(
            select(Hand.hand_id, Hand.key, Hand.verdict, Record.facts)
            .join(Record, Record.key == Hand.record_key)
            .where(Hand.club_key == club_key, Hand.hand_id.in_(some))
        )
        for hand_id, key, verdict, facts in rows:
            found[hand_id] = StandingHand(key=key, verdict=verdict, facts=facts or b"")
    return found


def kept_copies(connection: Connection, hand_keys: Collection[int]) -> set[tuple[int | None, int, bytes]]:
    """The records kept of some hands: key of the hand, key of the uploader, SHA-256 of the bytes."""
    columns = (Record.hand_key, Record.uploaded_by, Record.sha256)
    found: set[tuple[int | None, int, bytes]] = set()
    for some in _chunks(hand_keys):
        rows = connection.execute(select(*columns).where(Record.hand_key.in_(some)))
        found.update((hand_key, uploader, sha256) for hand_key, uploader, sha256 in rows)
    return found


def kept_without_hand(connection: Connection, uploaded_by: int, digests: Collection[bytes]) -> set[bytes]:
    """Those of the SHA-256 digests under which an uploader has a record that told of no hand."""
    found: set[bytes] = set()
    for some in _chunks(digests):
        found.update(
            connection.scalars(
                select(Record.sha256).where(
                    Record.hand_key.is_(None), Record.uploaded_by == uploaded_by, Record.sha256.in_(some)
                )
            )
        )
    return found


def add_records(connection: Connection, rows: Sequence[Row]) -> None:
    """Insert records; new hands that they tell of are to follow in the same transaction."""
    if rows:
        connection.execute(insert(Record), rows)


def add_hands(connection: Connection, club_key: int, hands: Sequence[NewHand]) -> None:
    """Insert hands with everything projected from them, and the players and sessions not yet known. Their
    records must be stored.
    """
    if not hands:
        return
    sessions = session_keys(connection, club_key, hands)
    connection.execute(
        insert(Hand),
        [
            {
                **hand.projection.hand,
                "key": hand.key,
                "club_key": club_key,
                "record_key": hand.key,
                "play_session_key": sessions.get(hand.projection.session_id),
            }
            for hand in hands
        ],
    )
    connection.execute(
        insert(StoredAudit), [{"hand_key": hand.key, "document": hand.projection.document} for hand in hands]
    )
    rows = seat_rows(connection, club_key, hands)
    connection.execute(insert(HandPlayer), rows)
    _name_players(connection, rows)


def seat_rows(connection: Connection, club_key: int, hands: Sequence[NewHand]) -> list[Row]:
    """The players' rows of some hands with their keys; players not yet known are inserted."""
    ids = dict.fromkeys(player_id for hand in hands for player_id in hand.projection.player_ids)
    players = _keys_of(connection, Player, Player.player_id, club_key, ids)
    return [
        {**row, "hand_key": hand.key, "player_key": players[player_id]}
        for hand in hands
        for player_id, row in zip(hand.projection.player_ids, hand.projection.seats, strict=True)
    ]


def session_keys(connection: Connection, club_key: int, hands: Sequence[NewHand]) -> dict[str | None, int]:
    """The keys of the sessions that some hands belong to, by id; those not yet known are inserted."""
    ids = dict.fromkeys(hand.projection.session_id for hand in hands)
    named = [session_id for session_id in ids if session_id is not None]
    known = _keys_of(connection, PlaySession, PlaySession.session_id, club_key, named)
    return {session_id: known[session_id] for session_id in named}


def _name_players(connection: Connection, rows: Sequence[Row]) -> None:
    """Give players the names in these rows, unless a later hand has named them already."""
    latest: dict[int, Row] = {}
    for row in rows:
        before = latest.get(row["player_key"])
        if row["name"] is not None and (before is None or before["played_at"] <= row["played_at"]):
            latest[row["player_key"]] = row
    if latest:
        connection.execute(
            update(Player)
            .where(Player.key == bindparam("whom"))
            .where(or_(Player.named_at.is_(None), Player.named_at <= bindparam("moment")))
            .values(name=bindparam("given"), named_at=bindparam("moment")),
            [
                {"whom": player_key, "moment": row["played_at"], "given": row["name"]}
                for player_key, row in sorted(latest.items())
            ],
        )


def _keys_of(
    connection: Connection,
    table: type[Player | PlaySession],
    public_id: InstrumentedAttribute[str],
    club_key: int,
    ids: Collection[str],
) -> dict[str, int]:
    """Our keys of a club's players or sessions, by public id; unknown ones are inserted."""
    in_club: ColumnElement[bool] = table.club_key == club_key
    known: dict[str, int] = {}
    for some in _chunks(ids):
        rows = connection.execute(select(public_id, table.key).where(in_club, public_id.in_(some)))
        known.update((found, key) for found, key in rows)
    unknown = [public for public in ids if public not in known]
    if unknown:
        known.update(zip(unknown, new_keys(len(unknown)), strict=True))
        added: list[dict[str, Any]] = [
            {"key": known[public], "club_key": club_key, public_id.key: public} for public in unknown
        ]
        connection.execute(insert(table), added)
    return known


def _chunks(values: Collection[_Value]) -> Iterator[list[_Value]]:
    rest = iter(values)
    while some := list(islice(rest, _AT_ONCE)):
        yield some
