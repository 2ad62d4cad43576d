"""Keys, one-time sign-in links and browser sessions.

Each is a random token that is shown once; the database has its SHA-256 alone. A link and a browser
session act as the key they were made for, and are no longer good when it is not.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, Role, require
from gleek_replay.services.refusals import Conflict, NotFound, Unauthenticated
from gleek_replay.storage import credentials, writing
from gleek_replay.storage.credentials import KeyHolder
from gleek_replay.storage.tables import HOME_CLUB

OPERATOR: Final = "operator"
"""The name of the key as which the command line acts."""
LINK_LIFETIME: Final = timedelta(minutes=30)
BROWSER_LIFETIME: Final = timedelta(days=30)
_USE_NOTED_EVERY: Final = timedelta(minutes=5)
_NO_HASH: Final = bytes(32)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A key just made. ``token`` is what its owner sends, and cannot be shown again."""

    name: str
    role: Role
    owner: str
    expires_at: datetime | None
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A browser just signed in. ``token`` belongs in its cookie until ``expires_at``."""

    caller: Caller
    expires_at: datetime
    token: str = field(repr=False)


def operator(session: Session, club: str = HOME_CLUB) -> Caller:
    """The caller who stands at the machine itself, an administrator; his key has no token that anyone
    knows. Raises :class:`NotFound` for an unknown club, :class:`Unauthenticated` once he is revoked.
    """
    club_id = credentials.club_key(session, club)
    if club_id is None:
        raise NotFound(f"There is no club {club}.")
    if not credentials.name_is_taken(session, club_id, OPERATOR):
        with contextlib.suppress(Conflict):  # another process was quicker
            _add_key(session, club_id, OPERATOR, Role.ADMINISTRATOR, OPERATOR, _new_token())
    holder = credentials.key_by_name(session, club_id, OPERATOR, _now())
    if holder is None:
        raise Unauthenticated("The operator's key has been revoked.")
    return _caller(holder)


def create_key(
    session: Session,
    caller: Caller,
    *,
    name: str,
    role: Role,
    owner: str,
    expires_at: datetime | None = None,
) -> NewKey:
    """Make a key in the caller's club; ``owner`` is whose uploads it makes.

    Raises :class:`Conflict` when the club has a key of that name.
    """
    require(caller, Action.MANAGE_KEYS)
    token = f"gleek_{_new_token()}"
    _add_key(session, caller.club_id, name, role, owner, token, expires_at)
    return NewKey(name=name, role=role, owner=owner, expires_at=expires_at, token=token)


def revoke_key(session: Session, caller: Caller, name: str) -> None:
    """Revoke a key at once and for good; raises :class:`NotFound` when there is none to revoke."""
    require(caller, Action.MANAGE_KEYS)
    with writing(session) as connection:
        if not credentials.revoke_key(connection, caller.club_id, name, _now()):
            raise NotFound(f"There is no key {name} to revoke.")


def authenticate(session: Session, token: str) -> Caller | None:
    """Who sends this token; ``None`` when it is unknown, revoked or expired. The time that it takes says
    nothing about how much of a token was right.
    """
    digest = _sha256(token)
    return _checked(session, credentials.key_by_token(session, digest, _now()), digest)


def authenticate_browser(session: Session, token: str) -> Caller | None:
    """As whom a browser with this token is signed in, if it still is."""
    digest = _sha256(token)
    return _checked(session, credentials.key_by_browser(session, digest, _now()), digest)


def create_sign_in_link(session: Session, caller: Caller, lifetime: timedelta = LINK_LIFETIME) -> str:
    """The token of a link that signs one browser in, once, as the caller."""
    token, now = _new_token(), _now()
    with writing(session) as connection:
        credentials.add_sign_in_link(connection, caller.key_id, _sha256(token), now, now + lifetime)
    return token


def redeem_sign_in_link(session: Session, token: str) -> SignedIn:
    """Use a link up and sign a browser in; raises :class:`Unauthenticated` if it is no longer good."""
    browser, now = _new_token(), _now()
    expires_at = now + BROWSER_LIFETIME
    with writing(session) as connection:
        api_key = credentials.use_sign_in_link(connection, _sha256(token), now)
        if api_key is not None:
            credentials.add_browser_session(connection, api_key, _sha256(browser), now, expires_at)
    caller = authenticate_browser(session, browser)
    if caller is None:
        raise Unauthenticated("This link has been used before, or has expired.")
    return SignedIn(caller=caller, expires_at=expires_at, token=browser)


def sign_in(session: Session, caller: Caller) -> SignedIn:
    """Sign a browser in as a caller who has shown his key."""
    return redeem_sign_in_link(session, create_sign_in_link(session, caller))


def sign_out(session: Session, token: str) -> None:
    """End a browser's session; a token that is not good is none the worse for it."""
    with writing(session) as connection:
        credentials.end_browser_session(connection, _sha256(token), _now())


def _add_key(
    session: Session,
    club_id: int,
    name: str,
    role: Role,
    owner: str,
    token: str,
    expires_at: datetime | None = None,
) -> None:
    with writing(session) as connection:
        if credentials.name_is_taken(session, club_id, name):
            raise Conflict(f"There is a key {name} already.")
        credentials.add_key(
            connection,
            club_key=club_id,
            name=name,
            owner=owner,
            role=role.value,
            token_sha256=_sha256(token),
            created_at=_now(),
            expires_at=expires_at,
        )


def _checked(session: Session, holder: KeyHolder | None, digest: bytes) -> Caller | None:
    if not hmac.compare_digest(holder.token_sha256 if holder else _NO_HASH, digest) or holder is None:
        return None
    now = _now()
    if holder.last_used_at is None or now - holder.last_used_at > _USE_NOTED_EVERY:
        with writing(session) as connection:
            credentials.note_use(connection, holder.key, now)
    return _caller(holder)


def _caller(holder: KeyHolder) -> Caller:
    return Caller(club_id=holder.club_key, key_id=holder.key, owner=holder.owner, role=Role(holder.role))


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _sha256(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


def _now() -> datetime:
    return datetime.now(UTC)
