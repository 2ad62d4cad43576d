"""The sample histories, which were made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import orjson

from gleek_replay.conformance.hands import Case, case

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_MALFORMED: Final = "malformed"


def sample_files() -> list[Path]:
    """The files: within the installed package, or beside it in a checkout."""
    places = (_PACKAGE / "sample_histories", _PACKAGE.parent / "sample_histories")
    folder = next(filter(Path.is_dir, places), places[0])
    return sorted(path for path in folder.iterdir() if path.suffix in (".json", ".ndjson"))


def samples() -> Iterator[Case]:
    """Each as a case."""
    for path in sample_files():
        name = f"sample-{path.stem}"
        if path.stem == _MALFORMED:
            yield Case(name=name, shows=f"{path.name} of the samples", raw=path.read_bytes())
        elif path.suffix == ".json":
            yield case(name, f"{path.name} of the samples", orjson.loads(path.read_bytes()))
        else:
            for number, line in enumerate(path.read_bytes().splitlines(), 1):
                shows = f"hand {number} of {path.name} of the samples"
                yield case(f"{name}-{number}", shows, orjson.loads(line))
