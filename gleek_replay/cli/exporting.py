"""`gleek-replay export`: stored hands taken out, as records or as a table."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.cli.opening import acting_operator, on_the_database
from gleek_replay.cli.outputs import written_whole
from gleek_replay.cli.progress import Progress, Unit, showing_progress
from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.services.csv_export import export_csv
from gleek_replay.services.export import export_records
from gleek_replay.services.hands import HandFilter
from gleek_replay.services.rules import preset_names


def run(named: Namespace) -> int:
    """Write the hands that fit the filter; a file is put in its place when it is complete."""
    if named.verdict is not None and named.verdict not in tuple(Verdict):
        complain(f"--verdict: expected one of {', '.join(Verdict)}, not {named.verdict!r}")
        return FAILED
    if named.rules is not None and named.rules not in preset_names():
        complain(f"--rules: expected one of {', '.join(preset_names())}, not {named.rules!r}")
        return FAILED
    if named.format == "csv" and named.records == "all":
        complain("--records: a table has one row for each player of a hand, however many records tell of it")
        return FAILED
    try:
        return on_the_database(lambda session: _export(session, named))
    except BrokenPipeError:
        raise
    except OSError as error:
        complain(f"{named.output or 'standard output'}: {error.strerror or error}")
        return FAILED


def _export(session: Session, named: Namespace) -> int:
    pieces = _pieces(session, named)
    with showing_progress(bar=named.output is not None or not sys.stdout.isatty()) as progress:
        progress.begin("exporting", Unit.BYTES, None)
        if named.output is None:
            _write(pieces, sys.stdout.buffer, progress)
            return 0
        _write_file(pieces, Path(named.output), progress)
    return 0


def _pieces(session: Session, named: Namespace) -> Iterable[bytes]:
    caller = acting_operator(session, named)
    wanted = HandFilter(
        player=named.player,
        session=named.session,
        verdict=None if named.verdict is None else Verdict(named.verdict),
        rules=named.rules,
        disputed=named.disputed,
        start=named.start,
        end=named.end,
    )
    if named.format == "csv":
        return export_csv(session, caller, wanted)
    return export_records(session, caller, wanted, every=named.records == "all")


def _write_file(pieces: Iterable[bytes], path: Path, progress: Progress) -> None:
    with written_whole(path) as out:
        _write(pieces, out, progress)


def _write(pieces: Iterable[bytes], out: BinaryIO, progress: Progress) -> None:
    written = 0
    for piece in pieces:
        out.write(piece)
        written += len(piece)
        progress.reach(written)
    out.flush()
