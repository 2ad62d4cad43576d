"""What fuzzing begins with: the sample histories and the tests' examples, one record a file."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import orjson

from tests.histories import hide

_ROOT: Final = Path(__file__).parents[2]
_EACH: Final = (
    "sample_histories/*.json", "sample_histories/*.ndjson", "tests/examples/*.hand.json",
    "tests/regressions/*.json",
)  # fmt: skip


def documents() -> Iterator[dict[str, Any]]:
    """Hand histories as JSON objects, well formed or not."""
    for pattern in _EACH:
        for path in sorted(_ROOT.glob(pattern)):
            lines = path.read_bytes().splitlines() if path.suffix == ".ndjson" else [path.read_bytes()]
            yield from map(orjson.loads, lines)


def seeds(target: str) -> Iterator[bytes]:
    """Inputs of a target."""
    for document in documents():
        raw = orjson.dumps(document)
        match target:
            case "record":
                yield raw
            case "two_records":
                first = [player["id"] for player in document["players"]][:1]
                told = document if document["deal"].get("stock") is None else hide(document, first)
                yield raw + b"\n" + orjson.dumps(told)
            case "stream":
                yield raw + b"\n" + raw
                yield gzip.compress(json.dumps([document, document], indent=1).encode(), mtime=0)


def write_seeds(target: str, folder: Path) -> None:
    """Write the inputs of a target into a folder, a file each."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds(target)):
        (folder / f"seed-{number:03}").write_bytes(seed)
