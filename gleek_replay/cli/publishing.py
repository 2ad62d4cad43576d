"""`gleek-replay schemas`: the published contracts."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.web.schemas_export import write_schemas


def run(named: Namespace) -> int:
    """Write them into a folder."""
    try:
        for path in write_schemas(Path(named.folder)):
            print(path)
    except OSError as error:
        complain(f"{named.folder}: {error.strerror or error}")
        return FAILED
    return 0
