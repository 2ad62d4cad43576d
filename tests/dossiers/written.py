"""Dossiers to be read."""

from __future__ import annotations

from datetime import UTC, datetime

import orjson

from gleek_replay.dossiers import Dossier, DossierRecord, new_private_key, write_dossier
from tests.web.records import EXAMPLES

KEY = new_private_key()
MADE_AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
RAW = (EXAMPLES / "parlett.hand.json").read_bytes()


def record(number: int, raw: bytes) -> DossierRecord:
    return DossierRecord(
        raw=raw, owner=f"owner {number}", client="client 1", received_at=MADE_AT, status="accepted",
        stands=number == 0,
    )  # fmt: skip


def dossier(*raws: bytes) -> bytes:
    return write_dossier(
        Dossier(
            club="home",
            hand_id=orjson.loads(raws[0])["hand_id"],
            made_at=MADE_AT,
            records=[record(number, raw) for number, raw in enumerate(raws)],
            readings=[{"preset": "cotton-1674"}],
            dispute={"state": "ruled"},
        ),
        KEY,
    )
