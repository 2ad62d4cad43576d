"""`gleek-replay conformance`: a kit for authors of clients, and what their programs make of it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from gleek_replay.cli.inputs import STANDARD_INPUT, Unreadable, records_of, spoken_name
from gleek_replay.cli.terminal import FAILED, complain, harmless
from gleek_replay.conformance import Answer, Checked, check, make_kit, write_kit

CONFORMS: Final = 0
DIFFERS: Final = 1


def run(named: Namespace) -> int:
    """Write the kit or check answers to it."""
    return _check(named.answers) if named.act == "check" else _write(Path(named.folder))


def _write(folder: Path) -> int:
    kit = make_kit()
    try:
        for path in write_kit(kit, folder):
            print(path)
    except OSError as error:
        complain(str(error) if error.strerror is None else f"{folder}: {error.strerror}")
        return FAILED
    return CONFORMS


def _check(names: list[str]) -> int:
    try:
        answers = list(_answers(names))  # before the kit is made, which takes some seconds
    except Unreadable as error:
        complain(str(error))
        return FAILED
    return _tell(check(make_kit(), answers))


def _answers(names: list[str]) -> Iterator[Answer]:
    """The answers in files and folders; raises :class:`Unreadable`."""
    for name in names:
        path = Path(name)
        within = sorted(path.glob("*.*json")) if name != STANDARD_INPUT and path.is_dir() else None
        if within == []:
            raise Unreadable(f"{name}: there is no file .json or .ndjson in it")
        for file in [name] if within is None else map(str, within):
            for raw in records_of(file):
                place = f"{spoken_name(file)}, record {raw.number}"
                yield Answer(place=place, raw=raw.raw, fault=raw.fault)


def _tell(checked: Checked) -> int:
    for place, reason in checked.unread:
        complain(f"{place}: {reason}")
    for mismatch in checked.mismatches:
        place = mismatch.place or "the whole"
        print(harmless(f"{mismatch.case}: {place}: expected {mismatch.expected}; found {mismatch.found}"))
        print(harmless(f"    {mismatch.remedy}"))
    for kind, asked, names in (
        ("audits", checked.audits, checked.failed_audits),
        ("records", checked.records, checked.failed_records),
    ):
        if asked:
            print(f"{asked} {kind}: {asked - len(names)} conform, {len(names)} do not.")
    if checked.unsettled:
        print(f"Of what was paid nothing is said in: {', '.join(checked.unsettled)}.")
    if checked.unread or checked.malformed or not checked.audits + checked.records:
        return FAILED
    return DIFFERS if checked.mismatches else CONFORMS
