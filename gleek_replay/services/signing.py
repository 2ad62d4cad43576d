"""The keys that clubs sign their dossiers with: made at first use, published by their public halves.

The private half is kept sealed with a key that is derived from ``GLEEK_SECRET_KEY``, so that nobody can sign
who comes by the database or a copy of it alone.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.dossiers import (
    PrivateKey,
    fingerprint,
    new_private_key,
    private_key,
    private_text,
    public_key,
    public_text,
)
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.refusals import Conflict, NotFound
from gleek_replay.storage import credentials, writing
from gleek_replay.storage.signing_keys import KeptKey, add_signing_key, signing_keys
from gleek_replay.storage.tables import HOME_CLUB

__all__ = ["HOME_CLUB", "ClubKey", "PublishedKey", "make_signing_key", "published_key", "signing_key"]

_PURPOSE: Final = b"gleek-replay signing key/1"
_NONCE: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedKey:
    """The public half of a key as PEM, and in short. ``retired_at`` is when another took its place."""

    public_key: str
    fingerprint: str
    created_at: datetime
    retired_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubKey:
    """The public half of the key that a club signs with now, and those that it has signed with ``earlier``,
    the latest first.
    """

    club: str
    public_key: str
    fingerprint: str
    created_at: datetime
    earlier: tuple[PublishedKey, ...]


def published_key(session: Session, club: str = HOME_CLUB) -> ClubKey:
    """The key of a club, for whoever asks; raises :class:`NotFound` where it has none yet."""
    club_key = credentials.club_key(session, club)
    kept = [] if club_key is None else signing_keys(session, club_key)
    if not kept:
        raise NotFound(f"There is no signing key of a club {club}. One is made with its first dossier.")
    retired = [None, *(key.created_at for key in kept)]
    current, *earlier = (_published(key, end) for key, end in zip(kept, retired, strict=False))
    return ClubKey(
        club=club,
        public_key=current.public_key,
        fingerprint=current.fingerprint,
        created_at=current.created_at,
        earlier=tuple(earlier),
    )


def make_signing_key(session: Session, caller: Caller, secret: str, *, anew: bool = False) -> ClubKey:
    """See that the caller's club has a key, or, ``anew``, that another takes its place from now on."""
    require(caller, Action.MANAGE_KEYS)
    _make(session, caller.club_id, secret, anew=anew)
    return published_key(session, credentials.club_name(session, caller.club_id))


def signing_key(session: Session, club_id: int, secret: str) -> PrivateKey:
    """The key that a club signs with, made if it has none; raises :class:`Conflict` if it was sealed with
    another secret.
    """
    if not signing_keys(session, club_id):
        _make(session, club_id, secret, anew=False)
    return private_key(_unseal(secret, signing_keys(session, club_id)[0]))


def _make(session: Session, club_id: int, secret: str, *, anew: bool) -> None:
    with writing(session, club_id) as connection:
        if anew or not signing_keys(connection, club_id):
            _add(connection, club_id, secret)


def _add(connection: Connection, club_id: int, secret: str) -> None:
    key = new_private_key()
    public = public_text(key.public_key())
    sealed = _seal(secret, private_text(key), public)
    add_signing_key(connection, club_id, KeptKey(created_at=datetime.now(UTC), sealed=sealed, public=public))


def _published(kept: KeptKey, retired_at: datetime | None) -> PublishedKey:
    return PublishedKey(
        public_key=kept.public,
        fingerprint=fingerprint(public_key(kept.public)),
        created_at=kept.created_at,
        retired_at=retired_at,
    )


def _seal(secret: str, private: str, public: str) -> bytes:
    nonce = secrets.token_bytes(_NONCE)
    return nonce + _cipher(secret).encrypt(nonce, private.encode(), public.encode())


def _unseal(secret: str, kept: KeptKey) -> str:
    nonce, sealed = kept.sealed[:_NONCE], kept.sealed[_NONCE:]
    try:
        return _cipher(secret).decrypt(nonce, sealed, kept.public.encode()).decode()
    except InvalidTag:
        raise Conflict(
            "The club's signing key was sealed with another GLEEK_SECRET_KEY. Set that one again, or make a "
            "new signing key with “gleek-replay signing-key --new”."
        ) from None


def _cipher(secret: str) -> AESGCM:
    return AESGCM(HKDF(SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret.encode()))
