"""Reading and writing clubs, keys, sign-in links and browser sessions. Tokens come here as hashes only."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, insert, or_, select, update
from sqlalchemy.orm import Session

from gleek_replay.storage.prepared import Prepared
from gleek_replay.storage.tables import ApiKey, BrowserSession, Club, SignInLink
from gleek_replay.storage.tables.base import microseconds, moment
from gleek_replay.storage.time_keys import new_key


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyHolder:
    """A key that is good, and whose token led to it: its own, a browser session's or a link's."""

    club_key: int
    key: int
    name: str
    owner: str
    role: str
    player_id: str | None
    expires_at: datetime | None
    token_sha256: bytes
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeySummary:
    """A key, good or not, as its club's administrators see it."""

    name: str
    owner: str
    role: str
    player_id: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


def clubs(session: Session) -> list[str]:
    """The names of all clubs, in their order."""
    return list(session.scalars(select(Club.name).order_by(Club.name)))


def add_club(connection: Connection, name: str) -> bool:
    """Insert a club; false if there is one of this name."""
    if connection.scalar(select(Club.key).where(Club.name == name)) is not None:
        return False
    connection.execute(insert(Club), {"key": new_key(), "name": name})
    return True


def club_key(session: Session, name: str) -> int | None:
    """The key of a club by its name."""
    return session.scalar(select(Club.key).where(Club.name == name))


def club_name(asked: Session | Connection, club_key: int) -> str:
    """The name of a club."""
    return asked.execute(select(Club.name).where(Club.key == club_key)).scalar_one()


def key_by_token(session: Session, token_sha256: bytes, now: datetime) -> KeyHolder | None:
    """The key with this token, if it is neither revoked nor expired."""
    return _holder(session, _BY_TOKEN, now, token=token_sha256)


def key_by_browser(session: Session, token_sha256: bytes, now: datetime) -> KeyHolder | None:
    """The good key as which a browser is signed in, if its session is neither ended nor expired."""
    return _holder(session, _BY_BROWSER, now, token=token_sha256)


def key_by_link(session: Session, token_sha256: bytes, now: datetime) -> KeyHolder | None:
    """The good key as which a link that can still be used signs in."""
    return _holder(session, _BY_LINK, now, token=token_sha256)


def key_by_name(session: Session, club_key: int, name: str, now: datetime) -> KeyHolder | None:
    """The good key of this name in a club."""
    return _holder(session, _BY_NAME, now, club=club_key, called=name)


def keys_after(session: Session, club_key: int, after: str | None, limit: int) -> list[KeySummary]:
    """At most ``limit`` keys of a club in the order of their names, from the one after ``after`` on."""
    names = [field.name for field in fields(KeySummary)]
    page = select(*(ApiKey.__table__.columns[name] for name in names)).where(ApiKey.club_key == club_key)
    if after is not None:
        page = page.where(ApiKey.name > after)
    return [KeySummary(**row._mapping) for row in session.execute(page.order_by(ApiKey.name).limit(limit))]


def name_is_taken(session: Session, club_key: int, name: str) -> bool:
    """Whether a club has a key of this name, good or not."""
    found = select(ApiKey.key).where(ApiKey.club_key == club_key, ApiKey.name == name)
    return session.scalar(found) is not None


def add_key(connection: Connection, **columns: Any) -> int:
    """Insert a key with these columns; returns its own key."""
    key = new_key()
    connection.execute(insert(ApiKey), {"key": key, **columns})
    return key


def revoke_key(connection: Connection, club_key: int, name: str, now: datetime) -> bool:
    """Revoke the key of this name; false if there is none, or it was revoked before."""
    named = (ApiKey.club_key == club_key, ApiKey.name == name, ApiKey.revoked_at.is_(None))
    return connection.execute(update(ApiKey).where(*named).values(revoked_at=now)).rowcount == 1


def note_use(connection: Connection, key: int, now: datetime) -> None:
    """Write down when a key was last used."""
    connection.execute(update(ApiKey).where(ApiKey.key == key).values(last_used_at=now))


def add_sign_in_link(
    connection: Connection, api_key: int, token_sha256: bytes, now: datetime, expires_at: datetime
) -> None:
    """Insert a sign-in link for a key."""
    row = {"key": new_key(), "api_key": api_key, "token_sha256": token_sha256}
    connection.execute(insert(SignInLink), {**row, "created_at": now, "expires_at": expires_at})


def use_sign_in_link(connection: Connection, token_sha256: bytes, now: datetime) -> bool:
    """Use a link up; false if it was used before or has expired."""
    unused = (SignInLink.used_at.is_(None), SignInLink.expires_at > now)
    mine = update(SignInLink).where(SignInLink.token_sha256 == token_sha256, *unused)
    return connection.execute(mine.values(used_at=now)).rowcount == 1


def add_browser_session(
    connection: Connection, api_key: int, token_sha256: bytes, now: datetime, expires_at: datetime
) -> None:
    """Insert a browser session for a key."""
    row = {"key": new_key(), "api_key": api_key, "token_sha256": token_sha256}
    connection.execute(insert(BrowserSession), {**row, "created_at": now, "expires_at": expires_at})


def end_browser_session(connection: Connection, token_sha256: bytes, now: datetime) -> None:
    """End a browser session, if there is one."""
    mine = (BrowserSession.token_sha256 == token_sha256, BrowserSession.ended_at.is_(None))
    connection.execute(update(BrowserSession).where(*mine).values(ended_at=now))


def _good_keys(token: Any) -> Select[*tuple[Any, ...]]:
    return (
        select(
            ApiKey.club_key,
            ApiKey.key,
            ApiKey.name,
            ApiKey.owner,
            ApiKey.role,
            ApiKey.player_id,
            ApiKey.expires_at,
            token.label("token_sha256"),
            ApiKey.last_used_at,
        )
        .where(ApiKey.revoked_at.is_(None))
        .where(or_(ApiKey.expires_at.is_(None), ApiKey.expires_at > bindparam("now")))
    )


def _holder(session: Session, query: Prepared, now: datetime, **wanted: Any) -> KeyHolder | None:
    rows = query.rows(session.connection(), now=microseconds(now), **wanted)
    if not rows:
        return None
    ((club_key, key, name, owner, role, player_id, expires_at, token_sha256, last_used_at),) = rows
    return KeyHolder(
        club_key=club_key,
        key=key,
        name=name,
        owner=owner,
        role=role,
        player_id=player_id,
        expires_at=None if expires_at is None else moment(expires_at),
        token_sha256=token_sha256,
        last_used_at=None if last_used_at is None else moment(last_used_at),
    )


_BY_TOKEN: Final = Prepared(_good_keys(ApiKey.token_sha256).where(ApiKey.token_sha256 == bindparam("token")))
_BY_BROWSER: Final = Prepared(
    _good_keys(BrowserSession.token_sha256)
    .join(BrowserSession, BrowserSession.api_key == ApiKey.key)
    .where(BrowserSession.token_sha256 == bindparam("token"))
    .where(BrowserSession.ended_at.is_(None), BrowserSession.expires_at > bindparam("now"))
)
_BY_LINK: Final = Prepared(
    _good_keys(SignInLink.token_sha256)
    .join(SignInLink, SignInLink.api_key == ApiKey.key)
    .where(SignInLink.token_sha256 == bindparam("token"))
    .where(SignInLink.used_at.is_(None), SignInLink.expires_at > bindparam("now"))
)
_BY_NAME: Final = Prepared(
    _good_keys(ApiKey.token_sha256).where(
        ApiKey.club_key == bindparam("club"), ApiKey.name == bindparam("called")
    )
)
"""Every request asks one of them."""
