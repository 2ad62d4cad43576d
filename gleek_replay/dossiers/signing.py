"""The keys that dossiers are signed with: Ed25519, written as PEM."""

from __future__ import annotations

import hashlib
from typing import Final, TypeAlias

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

PrivateKey: TypeAlias = Ed25519PrivateKey
PublicKey: TypeAlias = Ed25519PublicKey

_CONTEXT: Final = b"gleek-dossier/1\n"
"""Goes before what is signed, so that no signature made for anything else holds for a dossier."""


class NoKey(ValueError):
    """A text that is no key of this kind; the message says what is expected."""


def new_private_key() -> PrivateKey:
    """A key made by chance."""
    return Ed25519PrivateKey.generate()


def private_key(text: str) -> PrivateKey:
    """The inverse of :func:`private_text`; raises :class:`NoKey`."""
    try:
        key = load_pem_private_key(text.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise NoKey("expected an Ed25519 private key as PEM") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise NoKey("expected an Ed25519 private key, and this is one of another kind")
    return key


def private_text(key: PrivateKey) -> str:
    """A private key as PEM, not encrypted."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode("ascii")


def public_key(text: str) -> PublicKey:
    """The inverse of :func:`public_text`; raises :class:`NoKey`."""
    try:
        key = load_pem_public_key(text.encode())
    except (ValueError, UnsupportedAlgorithm):
        raise NoKey("expected an Ed25519 public key as PEM, “-----BEGIN PUBLIC KEY-----”") from None
    if not isinstance(key, Ed25519PublicKey):
        raise NoKey("expected an Ed25519 public key, and this is one of another kind")
    return key


def public_text(key: PublicKey) -> str:
    """A public key as PEM."""
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")


def fingerprint(key: PublicKey) -> str:
    """A public key in short, to be read out or printed: the SHA-256 of its 32 bytes, in groups of four."""
    digest = hashlib.sha256(key.public_bytes(Encoding.Raw, PublicFormat.Raw)).hexdigest()
    return " ".join(digest[start : start + 4] for start in range(0, 32, 4))


def sign(key: PrivateKey, manifest: bytes) -> bytes:
    """The 64 bytes that say who made a manifest."""
    return key.sign(_CONTEXT + manifest)


def is_signed(key: PublicKey, manifest: bytes, signature: bytes) -> bool:
    """Whether the holder of a key made a manifest, byte for byte."""
    try:
        key.verify(signature, _CONTEXT + manifest)
    except InvalidSignature:
        return False
    return True
