"""A file of hands that takes a while to import."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from gleek_replay.simulation import simulate

LONG_FILE_HANDS = 3000


@pytest.fixture(scope="session")
def long_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An NDJSON file of three thousand simulated hands."""
    path = tmp_path_factory.mktemp("long") / "year.ndjson"
    hands = simulate("parlett", hands=LONG_FILE_HANDS, seed=20)
    path.write_bytes(b"".join(orjson.dumps(hand) + b"\n" for hand in hands))
    return path
