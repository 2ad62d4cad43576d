"""What administrators say of players: names given, ids merged, players erased, and the trail of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    insert,
    literal,
    null,
    select,
    union_all,
    update,
)
from sqlalchemy.orm import Session, aliased

from gleek_replay.storage.intake import chunks, player_keys
from gleek_replay.storage.lines import move_lines
from gleek_replay.storage.members import settle_players
from gleek_replay.storage.prepared import Prepared
from gleek_replay.storage.tables import (
    ApiKey,
    ChangeKind,
    Club,
    ErasedId,
    GivenName,
    Hand,
    HandPlayer,
    Player,
    PlayerAlias,
    PlayerChange,
    Record,
)
from gleek_replay.storage.time_keys import new_key

_HANDS_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSummary:
    """A change to a player: when, by whom (the key's name and its owner), what, and to whom; ``details`` is
    JSON. ``undone_by`` is the key of the change that took it back or put another in its place.
    """

    key: int
    player_id: str
    changed_at: datetime
    key_name: str
    owner: str
    kind: ChangeKind
    details: bytes
    undone_by: int | None


def aliases_and_erased(
    connection: Connection, club_key: int
) -> tuple[dict[str, str], dict[bytes, str], bytes | None]:
    """The aliases of a club with the id that each stands for, the pseudonyms by the hash of the id that was
    erased, and the key of those hashes: one question, which most clubs answer with nothing.
    """
    aliases: dict[str, str] = {}
    erased: dict[bytes, str] = {}
    secret = None
    for known, stands_for, digest, key in _PEOPLE.rows(connection, club=club_key):
        if digest is None:
            aliases[known] = stands_for
        else:
            erased[digest], secret = stands_for, key
    return aliases, erased, secret


def names_given(connection: Connection, club_key: int) -> dict[str, str]:
    """The names that administrators gave the players of a club, by id."""
    found = select(GivenName.player_id, GivenName.name).where(GivenName.club_key == club_key)
    return {row.player_id: row.name for row in connection.execute(found)}


def give_name(connection: Connection, club_key: int, player_id: str, name: str | None) -> str | None:
    """Give a player a name, or take it back; returns the one that he had been given before."""
    mine = (GivenName.club_key == club_key, GivenName.player_id == player_id)
    before = connection.scalar(select(GivenName.name).where(*mine))
    connection.execute(delete(GivenName).where(*mine))
    if name is not None:
        connection.execute(insert(GivenName), {"club_key": club_key, "player_id": player_id, "name": name})
    return before


def has_hands(connection: Connection, club_key: int, player_id: str) -> bool:
    """Whether a club has a hand in which this player sat under this id."""
    found = select(Player.key).where(Player.club_key == club_key, Player.player_id == player_id)
    return connection.scalar(found) is not None


def is_known(connection: Connection, club_key: int, player_id: str) -> bool:
    """Whether a club has a hand of this player's, a name given to him, or a key that is bound to him."""
    return any(
        connection.scalar(
            select(table.player_id).where(table.club_key == club_key, table.player_id == player_id).limit(1)
        )
        is not None
        for table in (Player, GivenName, ApiKey)
    )


def add_alias(connection: Connection, club_key: int, player_id: str, into_id: str) -> None:
    """Let an id stand for another."""
    row = {"club_key": club_key, "player_id": player_id, "into_id": into_id}
    connection.execute(insert(PlayerAlias), row)


def remove_alias(connection: Connection, club_key: int, player_id: str) -> None:
    """Let an id stand for itself again."""
    mine = (PlayerAlias.club_key == club_key, PlayerAlias.player_id == player_id)
    connection.execute(delete(PlayerAlias).where(*mine))


def hand_of_both(
    connection: Connection, club_key: int, ones: Collection[str], others: Collection[str]
) -> str | None:
    """The latest hand in which one of some players sat and one of others."""
    one, other = aliased(HandPlayer), aliased(HandPlayer)
    return connection.scalar(
        select(Hand.hand_id)
        .join(one, one.hand_key == Hand.key)
        .join(other, other.hand_key == Hand.key)
        .where(one.player_key.in_(_keys(club_key, ones)), other.player_key.in_(_keys(club_key, others)))
        .order_by(Hand.played_at.desc(), Hand.key.desc())
        .limit(1)
    )


def hands_of(
    connection: Connection, club_key: int, player_ids: Collection[str]
) -> Iterator[list[tuple[int, bytes]]]:
    """The keys of all hands in which any of some players sat, some at a time, each with the first of the
    records that it stands on, byte for byte.
    """
    played = select(HandPlayer.hand_key).where(HandPlayer.player_key.in_(_keys(club_key, player_ids)))
    keys = list(connection.scalars(played.distinct().order_by(HandPlayer.hand_key)))
    for first in range(0, len(keys), _HANDS_AT_ONCE):
        some = keys[first : first + _HANDS_AT_ONCE]
        found = select(Hand.key, Record.raw).join(Record, Record.key == Hand.record_key)
        yield [(key, raw) for key, raw in connection.execute(found.where(Hand.key.in_(some)))]


def reseat(connection: Connection, club_key: int, seats: Mapping[tuple[int, int], str]) -> set[int]:
    """Say who sat where: a player's id by the key of a hand and the seat. Returns the keys of the players who
    had been said to sit in those hands, and of those who do now.
    """
    keys = player_keys(connection, club_key, dict.fromkeys(seats.values()))
    before: set[int] = set()
    wanted: list[dict[str, int]] = []
    for some in chunks(dict.fromkeys(hand_key for hand_key, _ in seats)):
        rows = select(HandPlayer.hand_key, HandPlayer.seat, HandPlayer.player_key)
        seated: dict[int, list[int]] = {}
        moved: set[int] = set()
        for hand_key, seat, player_key in connection.execute(
            rows.where(HandPlayer.hand_key.in_(some)).order_by(HandPlayer.hand_key, HandPlayer.seat)
        ):
            before.add(player_key)
            whose = keys[seats[hand_key, seat]]
            seated.setdefault(hand_key, []).append(whose)
            if whose != player_key:
                wanted.append({"hand": hand_key, "place": seat, "whose": whose})
                moved.add(hand_key)
        move_lines(connection, club_key, {hand_key: seated[hand_key] for hand_key in sorted(moved)})
    if wanted:
        connection.execute(_RESEATING, wanted)
    return before | set(keys.values())


def settle(connection: Connection, keys: Collection[int]) -> None:
    """Name players anew by their hands, and drop those who have none."""
    for some in chunks(keys):
        settle_players(connection, Player.key.in_(some))


def add_change(connection: Connection, **columns: Any) -> int:
    """Add a change to the trail; returns its key."""
    key = new_key()
    connection.execute(insert(PlayerChange), {"key": key, **columns})
    return key


def undo_changes(
    connection: Connection, club_key: int, player_id: str, kind: ChangeKind, undone_by: int
) -> None:
    """Mark what was done to a player before as undone, or replaced, by a change."""
    standing = (
        PlayerChange.club_key == club_key,
        PlayerChange.player_id == player_id,
        PlayerChange.kind == kind,
        PlayerChange.key != undone_by,
        PlayerChange.undone_by.is_(None),
    )
    connection.execute(update(PlayerChange).where(*standing).values(undone_by=undone_by))


def changes_before(
    session: Session, club_key: int, player_ids: Collection[str] | None, before: int | None, limit: int
) -> list[ChangeSummary]:
    """At most ``limit`` changes to some players, or to all, the latest first, from the one after ``before``
    on.
    """
    wanted = _CHANGES.where(PlayerChange.club_key == club_key)
    if player_ids is not None:
        wanted = wanted.where(PlayerChange.player_id.in_(player_ids))
    if before is not None:
        wanted = wanted.where(PlayerChange.key < before)
    rows = session.execute(wanted.order_by(PlayerChange.key.desc()).limit(limit))
    return [ChangeSummary(**row._mapping) for row in rows]


def _keys(club_key: int, player_ids: Collection[str]) -> Any:
    return select(Player.key).where(Player.club_key == club_key, Player.player_id.in_(player_ids))


_PEOPLE: Final = Prepared(
    union_all(
        select(PlayerAlias.player_id, PlayerAlias.into_id, null(), null()).where(
            PlayerAlias.club_key == bindparam("club")
        ),
        select(literal(""), ErasedId.pseudonym, ErasedId.digest, Club.erasure_secret)
        .join(Club, Club.key == ErasedId.club_key)
        .where(ErasedId.club_key == bindparam("club")),
    )
)
_RESEATING: Final = (
    update(HandPlayer)
    .where(HandPlayer.hand_key == bindparam("hand"), HandPlayer.seat == bindparam("place"))
    .values(player_key=bindparam("whose"))
)
_CHANGES: Final = select(
    PlayerChange.key,
    PlayerChange.player_id,
    PlayerChange.changed_at,
    ApiKey.name.label("key_name"),
    ApiKey.owner,
    PlayerChange.kind,
    PlayerChange.details,
    PlayerChange.undone_by,
).join(ApiKey, ApiKey.key == PlayerChange.changed_by)
