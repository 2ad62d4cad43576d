"""Keys, one-time sign-in links and browser sessions.

Each is a random token that is shown once; the database has its SHA-256 alone. A link and a browser
session act as the key they were made for, and are no longer good when it is not.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, Role, require, visitor
from gleek_replay.services.hands import MOST_ITEMS, Page
from gleek_replay.services.naming import faults_of_key
from gleek_replay.services.people import people_of
from gleek_replay.services.refusals import BadCursor, Conflict, NotFound, Unauthenticated, Unfit
from gleek_replay.storage import UNAVAILABLE, credentials, writing
from gleek_replay.storage.credentials import KeyHolder, KeySummary
from gleek_replay.storage.tables import HOME_CLUB

OPERATOR: Final = "operator"
"""The name of the key as which the command line acts."""
LINK_LIFETIME: Final = timedelta(minutes=30)
BROWSER_LIFETIME: Final = timedelta(days=30)
_USE_NOTED_EVERY: Final = timedelta(minutes=5)
_NO_HASH: Final = bytes(32)
log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A key just made. ``token`` is what its owner sends, and cannot be shown again."""

    name: str
    role: Role
    owner: str
    player_id: str | None
    expires_at: datetime | None
    token: str = field(repr=False)


class KeyState(StrEnum):
    """Whether a key can be used."""

    GOOD = "good"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedKey:
    """A key as its club's administrators see it; ``last_used_at`` is right to some minutes."""

    name: str
    role: Role
    owner: str
    player_id: str | None
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    state: KeyState


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
    player_id: str | None = None,
    expires_at: datetime | None = None,
) -> NewKey:
    """Make a key in the caller's club; ``owner`` is whose uploads it makes, ``player_id`` the player that a
    key with the role of a player is bound to.

    Raises :class:`Unfit`, and :class:`Conflict` when the club has a key of that name, or the player was
    erased, whose id is nowhere to be kept.
    """
    require(caller, Action.MANAGE_KEYS)
    if faults := faults_of_key(name, role, owner, player_id, expires_at):
        raise Unfit(faults)
    token = f"gleek_{_new_token()}"
    _add_key(session, caller.club_id, name, role, owner, token, player_id, expires_at)
    return NewKey(name=name, role=role, owner=owner, player_id=player_id, expires_at=expires_at, token=token)


def list_keys(
    session: Session, caller: Caller, cursor: str | None = None, limit: int = 50
) -> Page[ListedKey]:
    """A page of the club's keys in the order of their names, also of those that are no longer good; the
    cursor is the name of the last one seen.
    """
    require(caller, Action.MANAGE_KEYS)
    if cursor is not None and not cursor.isprintable():
        raise BadCursor("The cursor is none that a page has given out.")
    limit, now = max(1, min(limit, MOST_ITEMS)), _now()
    found = credentials.keys_after(session, caller.club_id, cursor, limit + 1)
    return Page(
        items=tuple(_listed(key, now) for key in found[:limit]),
        next_cursor=found[limit - 1].name if len(found) > limit else None,
    )


def revoke_key(session: Session, caller: Caller, name: str) -> None:
    """Revoke a key at once and for good, and with it every link and browser session made for it.

    Raises :class:`NotFound` when there is none to revoke, :class:`Conflict` for the operator's, which the
    command line acts as.
    """
    require(caller, Action.MANAGE_KEYS)
    if name == OPERATOR:
        raise Conflict("The operator's key cannot be revoked: the command line acts as it.")
    with writing(session) as connection:
        if "\0" in name or not credentials.revoke_key(connection, caller.club_id, name, _now()):
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


def visiting(session: Session) -> Caller:
    """Who asks where reading is open to all and no key was shown: a reader of the home club."""
    home = credentials.club_key(session, HOME_CLUB)
    if home is None:
        raise NotFound(f"There is no club {HOME_CLUB}.")
    return visitor(home)


def create_sign_in_link(session: Session, caller: Caller, lifetime: timedelta = LINK_LIFETIME) -> str:
    """The token of a link that signs one browser in, once, as the caller."""
    return _add_link(session, caller.key_id, lifetime)


def create_sign_in_link_for(session: Session, caller: Caller, name: str) -> str:
    """The same for another key of the club; raises :class:`NotFound` when there is no good one so named."""
    require(caller, Action.MANAGE_KEYS)
    holder = credentials.key_by_name(session, caller.club_id, name, _now())
    if holder is None:
        raise NotFound(f"There is no key {name} that could be signed in with.")
    return _add_link(session, holder.key, LINK_LIFETIME)


def redeem_sign_in_link(session: Session, token: str) -> SignedIn:
    """Use a link up and sign a browser in, until its key expires at the latest; raises
    :class:`Unauthenticated` if the link or its key is no longer good.
    """
    digest, browser, now = _sha256(token), _new_token(), _now()
    with writing(session) as connection:
        holder = credentials.key_by_link(session, digest, now)
        if holder is None or not credentials.use_sign_in_link(connection, digest, now):
            raise Unauthenticated("This link has been used before, or has expired.")
        expires_at = min(now + BROWSER_LIFETIME, holder.expires_at or datetime.max.replace(tzinfo=UTC))
        credentials.add_browser_session(connection, holder.key, _sha256(browser), now, expires_at)
    return SignedIn(caller=_caller(holder), expires_at=expires_at, token=browser)


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
    player_id: str | None = None,
    expires_at: datetime | None = None,
) -> None:
    with writing(session, club_id) as connection:
        if credentials.name_is_taken(session, club_id, name):
            raise Conflict(f"There is a key {name} already.")
        if player_id is not None and people_of(connection, club_id).has_erased(player_id):
            raise Conflict(f"The player {player_id} was erased.")
        credentials.add_key(
            connection,
            club_key=club_id,
            name=name,
            owner=owner,
            role=role.value,
            player_id=player_id,
            token_sha256=_sha256(token),
            created_at=_now(),
            expires_at=expires_at,
        )


def _add_link(session: Session, api_key: int, lifetime: timedelta) -> str:
    token, now = _new_token(), _now()
    with writing(session) as connection:
        credentials.add_sign_in_link(connection, api_key, _sha256(token), now, now + lifetime)
    return token


def _listed(key: KeySummary, now: datetime) -> ListedKey:
    expired = key.expires_at is not None and key.expires_at <= now
    return ListedKey(
        name=key.name,
        role=Role(key.role),
        owner=key.owner,
        player_id=key.player_id,
        created_at=key.created_at,
        expires_at=key.expires_at,
        last_used_at=key.last_used_at,
        state=KeyState.REVOKED if key.revoked_at else KeyState.EXPIRED if expired else KeyState.GOOD,
    )


def _checked(session: Session, holder: KeyHolder | None, digest: bytes) -> Caller | None:
    if not hmac.compare_digest(holder.token_sha256 if holder else _NO_HASH, digest) or holder is None:
        return None
    now = _now()
    if holder.last_used_at is None or now - holder.last_used_at > _USE_NOTED_EVERY:
        try:
            with writing(session) as connection:
                credentials.note_use(connection, holder.key, now)
        except UNAVAILABLE as error:  # who only reads is not refused since nothing can be written
            log.warning("the use of a key cannot be noted: %s", error.orig)
    return _caller(holder)


def _caller(holder: KeyHolder) -> Caller:
    return Caller(
        club_id=holder.club_key,
        key_id=holder.key,
        owner=holder.owner,
        role=Role(holder.role),
        player_id=holder.player_id,
    )


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _sha256(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


def _now() -> datetime:
    return datetime.now(UTC)
