"""Reading and writing clubs, keys, sign-in links and browser sessions. Tokens come here as hashes only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, insert, or_, select, update
from sqlalchemy.orm import Session

from gleek_replay.storage.tables import ApiKey, BrowserSession, Club, SignInLink
from gleek_replay.storage.time_keys import new_key


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyHolder:
    """A key that is good, and where it came from: its own token or a browser session's."""

    club_key: int
    key: int
    name: str
    owner: str
    role: str
    token_sha256: bytes
    last_used_at: datetime | None


def club_key(session: Session, name: str) -> int | None:
    """The key of a club by its name."""
    return session.scalar(select(Club.key).where(Club.name == name))


def key_by_token(session: Session, token_sha256: bytes, now: datetime) -> KeyHolder | None:
    """The key with this token, if it is neither revoked nor expired."""
    return _holder(session, _BY_TOKEN, now, token=token_sha256)


def key_by_browser(session: Session, token_sha256: bytes, now: datetime) -> KeyHolder | None:
    """The good key as which a browser is signed in, if its session is neither ended nor expired."""
    return _holder(session, _BY_BROWSER, now, token=token_sha256)


def key_by_name(session: Session, club_key: int, name: str, now: datetime) -> KeyHolder | None:
    """The good key of this name in a club."""
    return _holder(session, _BY_NAME, now, club=club_key, called=name)


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


def use_sign_in_link(connection: Connection, token_sha256: bytes, now: datetime) -> int | None:
    """Use a link up; returns the key of its API key, or ``None`` if it was used or has expired."""
    used = connection.execute(
        update(SignInLink)
        .where(SignInLink.token_sha256 == token_sha256)
        .where(SignInLink.used_at.is_(None), SignInLink.expires_at > now)
        .values(used_at=now)
    )
    if used.rowcount != 1:
        return None
    return connection.scalar(select(SignInLink.api_key).where(SignInLink.token_sha256 == token_sha256))


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
            token.label("token_sha256"),
            ApiKey.last_used_at,
        )
        .where(ApiKey.revoked_at.is_(None))
        .where(or_(ApiKey.expires_at.is_(None), ApiKey.expires_at > bindparam("now")))
    )


def _holder(
    session: Session, query: Select[*tuple[Any, ...]], now: datetime, **wanted: Any
) -> KeyHolder | None:
    row = session.connection().execute(query, {"now": now, **wanted}).one_or_none()
    return None if row is None else KeyHolder(**row._mapping)


_BY_TOKEN: Final = _good_keys(ApiKey.token_sha256).where(ApiKey.token_sha256 == bindparam("token"))
_BY_BROWSER: Final = (
    _good_keys(BrowserSession.token_sha256)
    .join(BrowserSession, BrowserSession.api_key == ApiKey.key)
    .where(BrowserSession.token_sha256 == bindparam("token"))
    .where(BrowserSession.ended_at.is_(None), BrowserSession.expires_at > bindparam("now"))
)
_BY_NAME: Final = _good_keys(ApiKey.token_sha256).where(
    ApiKey.club_key == bindparam("club"), ApiKey.name == bindparam("called")
)
"""Built once: every request asks one of them."""
