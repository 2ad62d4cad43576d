"""`gleek-replay demo`: a database of its own, filled once, and served."""

from __future__ import annotations

import io
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import orjson
from sqlalchemy.orm import Session

import gleek_replay
from gleek_replay.cli.opening import FAILED, on_the_database
from gleek_replay.cli.serving import serve
from gleek_replay.cli.terminal import complain
from gleek_replay.services.keys import operator
from gleek_replay.services.uploads import take_upload
from gleek_replay.settings import Settings, SettingsError, read_settings
from gleek_replay.simulation import simulate

DATABASE: Final = Path("var/demo.sqlite3")
_SAMPLES: Final = Path(gleek_replay.__file__).resolve().parents[1] / "sample_histories"
_SIMULATED: Final = (
    ("parlett", 3, 1200),
    ("willughby-1665", 3, 500),
    ("cotgrave-1662", 3, 400),
    ("knauer-2008", 4, 300),
    ("cotton-1674", 3, 200),
    ("du-coeur-1996", 3, 200),
    ("wikipedia", 3, 200),
)
"""Preset, players, and how many hands of them."""


def run(named: Namespace) -> int:
    """Fill the demonstration's database unless it is there, and serve it."""
    try:
        settings = read_settings()
    except SettingsError as error:
        complain(str(error))
        return FAILED
    return serve(_on(settings, DATABASE), named, lambda: _fill_once(settings))


def _on(settings: Settings, database: Path) -> Settings:
    return replace(settings, database_url=f"sqlite:///{database}")


def _fill_once(settings: Settings) -> int:
    """Fill a database somewhere else first, so that one that breaks off is never taken for whole."""
    if DATABASE.exists():
        return 0
    print("Filling the demonstration's database; this is done once.", flush=True)
    DATABASE.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="demo-", dir=DATABASE.parent) as folder:
        draft = Path(folder) / DATABASE.name
        status = on_the_database(_take_all, _on(settings, draft))
        if not status and not DATABASE.exists():
            draft.rename(DATABASE)
    return status


def _take_all(session: Session) -> int:
    caller = operator(session)
    for name, hands in _collections():
        report = take_upload(session, caller, io.BytesIO(hands))
        print(f"  {name}: {len(report.outcomes):,} records", flush=True)
    return 0


def _collections() -> Iterator[tuple[str, bytes]]:
    paths = sorted([*_SAMPLES.glob("*.json"), *_SAMPLES.glob("*.ndjson")])
    yield "sample histories", b"[" + b",".join(piece for path in paths for piece in _records(path)) + b"]"
    for preset, players, hands in _SIMULATED:
        records = simulate(preset, hands=hands, seed=1, players=players)
        yield f"{preset}, simulated", b"".join(orjson.dumps(hand) + b"\n" for hand in records)


def _records(path: Path) -> list[bytes]:
    whole = path.read_bytes()
    return whole.splitlines() if path.suffix == ".ndjson" else [whole]
