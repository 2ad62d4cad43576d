"""The conformance kit: hands with the audits expected, and scripts to write down."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

import orjson

from gleek_replay.audit import audit_record, malformed_document
from gleek_replay.conformance.hands import Case
from gleek_replay.conformance.hiding import with_cards_hidden
from gleek_replay.conformance.lawful import lawful
from gleek_replay.conformance.misshapen import misshapen
from gleek_replay.conformance.samples import samples
from gleek_replay.conformance.scripts import Script, scripts
from gleek_replay.conformance.unlawful import unlawful
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.records import FORMAT, MalformedRecord, read_record

KIT_VERSION: Final = "1"
"""Rises whenever a hand or a script of the kit is another, or is called otherwise."""
HANDS, AUDITS, SCRIPTS, MANIFEST = "hands", "audits.ndjson", "scripts.ndjson", "manifest.json"
_README: Final = Path(__file__).with_name("kit-readme.md")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """The cases, the audit expected of each in the same order, and the scripts."""

    cases: tuple[Case, ...]
    audits: tuple[dict[str, Any], ...]
    scripts: tuple[Script, ...]


@cache
def make_kit() -> Kit:
    """The kit of this version, always the same; it takes some seconds the first time."""
    cases = tuple(chain(samples(), lawful(), unlawful(), with_cards_hidden(), misshapen()))
    return Kit(cases=cases, audits=tuple(map(_expected, cases)), scripts=tuple(scripts()))


def _expected(case: Case) -> dict[str, Any]:
    """The audit of a case, by the engine of this version."""
    named = {"case": case.name, "shows": case.shows}
    try:
        return named | audit_record(read_record(case.raw)).document
    except MalformedRecord as malformed:
        document = malformed_document(malformed.faults, 1)
        return named | {name: document[name] for name in ("verdict", "faults")}


def write_kit(kit: Kit, folder: Path) -> Iterator[Path]:
    """Write the kit into a folder that is empty or not there; gives back what was written, the hands as one.

    Raises ``OSError``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    (folder / HANDS).mkdir()
    for case in kit.cases:
        (folder / HANDS / f"{case.name}.json").write_bytes(case.raw)
    yield folder / HANDS
    (folder / AUDITS).write_bytes(_lines(kit.audits))
    yield folder / AUDITS
    (folder / SCRIPTS).write_bytes(_lines(script.document for script in kit.scripts))
    yield folder / SCRIPTS
    yield Path(shutil.copyfile(_README, folder / "README.md"))
    (folder / MANIFEST).write_bytes(orjson.dumps(_manifest(kit, folder), option=orjson.OPT_INDENT_2) + b"\n")
    yield folder / MANIFEST


def _lines(documents: Iterable[Any]) -> bytes:
    return b"".join(orjson.dumps(document, option=orjson.OPT_APPEND_NEWLINE) for document in documents)


def _manifest(kit: Kit, folder: Path) -> dict[str, Any]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        "kit": KIT_VERSION,
        "engine": ENGINE_VERSION,
        "format": FORMAT,
        "hands": len(kit.cases),
        "scripts": len(kit.scripts),
        "files": {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in files
        },
    }
