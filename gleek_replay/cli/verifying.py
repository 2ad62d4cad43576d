"""`gleek-replay verify`: a dossier, checked with nothing but the club's public key."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from gleek_replay.cli.terminal import FAILED, complain, harmless
from gleek_replay.dossiers import Broken, NoKey, Today, Verification, fingerprint, public_key, verify_dossier

NOT_AS_SIGNED = 1
"""The exit status for a dossier that is not what the holder of the key signed."""


def run(named: Namespace) -> int:
    """Check a dossier: 0 when it is as it was signed, 1 when it is not, 2 when it could not be checked."""
    try:
        key = public_key(Path(named.key).read_text(encoding="ascii", errors="replace"))
        verification = verify_dossier(Path(named.dossier).read_bytes(), key)
    except NoKey as wrong:
        complain(f"{named.key}: {wrong}")
    except Broken as broken:
        complain(f"{named.dossier}: {broken}")
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}")
    else:
        return _tell(verification, fingerprint(key))
    return FAILED


def _tell(verification: Verification, key: str) -> int:
    if verification.faults:
        print("NOT as it was signed:")
        for fault in verification.faults:
            print(f"  {harmless(fault.part)} {fault.message}")
        return NOT_AS_SIGNED
    if verification.unreadable:
        print("As it was signed, but no dossier that can be judged anew:")
        print(harmless(f"  {verification.unreadable.part} {verification.unreadable.message}"))
        return FAILED
    manifest = verification.manifest
    print(
        harmless(f"The dossier of {manifest['hand_id']}, of the club {manifest['club']}, is as it was signed")
    )
    print(harmless(f"on {manifest['made_at']} with the key {key}."))
    if verification.today is not None:
        print(harmless(_today(verification.today, str(manifest["engine"]))))
    return 0


def _today(today: Today, then: str) -> str:
    """What judging the records anew came to, in a line."""
    engine = f"engine {today.engine}" + ("" if today.engine == then else f" (it was {then})")
    if today.otherwise:
        return f"Today's {engine} finds otherwise: {', '.join(today.otherwise)}."
    return f"Today's {engine} finds the same."
