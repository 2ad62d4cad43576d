"""The dossier of a hand: all that was said and found of it in one signed file, checked without a service."""

from gleek_replay.dossiers.dossier import Dossier, DossierRecord, write_dossier
from gleek_replay.dossiers.envelope import Broken
from gleek_replay.dossiers.signing import (
    NoKey,
    PrivateKey,
    PublicKey,
    fingerprint,
    new_private_key,
    private_key,
    private_text,
    public_key,
    public_text,
)
from gleek_replay.dossiers.verifying import Fault, Today, Verification, verify_dossier

__all__ = [
    "Broken", "Dossier", "DossierRecord", "Fault", "NoKey", "PrivateKey", "PublicKey", "Today",
    "Verification", "fingerprint", "new_private_key", "private_key", "private_text", "public_key",
    "public_text", "verify_dossier", "write_dossier",
]  # fmt: skip
