"""What can be said on the command line."""

from __future__ import annotations

import argparse
import os
from typing import Any, Final

from gleek_replay import __version__
from gleek_replay.cli.arguments import add_club, add_command, add_files, add_options, moment
from gleek_replay.cli.audit_arguments import add_audit, add_settle
from gleek_replay.cli.conformance_arguments import add_conformance
from gleek_replay.cli.dossier_arguments import add_dossiers
from gleek_replay.cli.key_arguments import add_clubs, add_keys
from gleek_replay.cli.luck_arguments import add_luck
from gleek_replay.cli.player_arguments import add_players
from gleek_replay.cli.upkeep_arguments import add_upkeep

_EPILOG: Final = "Each command has its own --help."


def build_parser() -> argparse.ArgumentParser:
    """The parser; the parsed arguments name the command's ``module``."""
    parser = argparse.ArgumentParser(
        prog="gleek-replay",
        description="Replays recorded hands of Gleek and says who owes what, by which rule.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"gleek-replay {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_audit(commands)
    add_settle(commands)
    _add_rules(commands)
    _add_simulate(commands)
    _add_import(commands)
    _add_export(commands)
    _add_serve(commands)
    _add_work(commands)
    _add_demo(commands)
    add_upkeep(commands)
    add_conformance(commands)
    add_keys(commands)
    add_clubs(commands)
    add_players(commands)
    add_luck(commands)
    add_dossiers(commands)
    return parser


def _add_rules(commands: Any) -> None:
    parser = add_command(
        commands, "rules", "listing", "List the presets side by side, each choice with its source."
    )
    parser.add_argument(
        "--diff", nargs=2, metavar=("A", "B"), help="only these two, and only where they differ"
    )


def _add_simulate(commands: Any) -> None:
    parser = add_command(
        commands, "simulate", "simulating", "Write legal hand histories by simulated players as NDJSON."
    )
    parser.add_argument("--rules", required=True, metavar="PRESET", help="the preset they play by")
    parser.add_argument("--hands", required=True, type=_number_of_hands, metavar="N", help="how many hands")
    parser.add_argument(
        "--seed", required=True, type=int, metavar="S", help="the same seed gives the same hands"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many sit at the table (3 unless said)")
    add_options(parser, "play an option of the rules otherwise than the preset does; may be given again")
    parser.add_argument("--rare", action="store_true", help="stack the deals so that rare things come often")


def _number_of_hands(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, not {text!r}")
    return int(text)


def _add_import(commands: Any) -> None:
    parser = add_command(
        commands, "import", "importing", "Store hand histories in the database and audit them.",
        epilog="Exit status: 0 when all is stored, 1 when some contradicts what was stored before, "
        "2 when something could not be read. After Ctrl-C the same command goes on where it was.",
    )  # fmt: skip
    add_files(parser)
    parser.add_argument(
        "--replace", action="store_true",
        help="put these records in the place of what the same uploader sent of the same hands",
    )  # fmt: skip
    parser.add_argument(
        "--again", action="store_true", help="take in a file once more that was imported before"
    )
    _add_jobs(parser)
    add_club(parser)
    parser.add_argument("--to", metavar="URL", help="send the files to the service at this address")
    parser.add_argument(
        "--token-file", metavar="FILE",
        help="where the key for that service is (GLEEK_TOKEN has it unless said)",
    )  # fmt: skip
    parser.add_argument(
        "--insecure", action="store_true", help="send the key to an address that does not begin with https"
    )


def _add_export(commands: Any) -> None:
    parser = add_command(
        commands, "export", "exporting", "Take the stored hands out: their records, or a table of players.",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=("ndjson", "csv"), default="ndjson",
        help="the records as they came in, one a line (the default), or a row for each player of a hand",
    )  # fmt: skip
    parser.add_argument("--output", metavar="FILE", help="where to (standard output unless said)")
    add_club(parser)
    parser.add_argument("--player", metavar="ID", help="hands in which this player sat")
    parser.add_argument("--session", metavar="ID", help="hands of this session")
    parser.add_argument("--verdict", help="hands with this verdict")
    parser.add_argument("--rules", metavar="PRESET", help="hands by this preset")
    parser.add_argument(
        "--disputed", action="store_true", default=None,
        help="hands of which some record contradicts those that they stand on",
    )  # fmt: skip
    parser.add_argument(
        "--from", type=moment, dest="start", metavar="MOMENT", help="played at this moment or later"
    )
    parser.add_argument("--to", type=moment, dest="end", metavar="MOMENT", help="played before this moment")
    parser.add_argument(
        "--records", choices=("first", "all"), default="first",
        help="of each hand the first record that it stands on (the default), or all that are not withdrawn",
    )  # fmt: skip


def _add_address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen at (GLEEK_HOST; 127.0.0.1 unless set)")
    parser.add_argument("--port", type=_port, help="the port to listen at (GLEEK_PORT; 8022 unless set)")
    parser.add_argument(
        "--workers", type=_processes, metavar="N",
        help="how many processes serve requests (one a processor, but 4 at most, unless said)",
    )  # fmt: skip
    _add_jobs(parser)


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=_processes, default=os.cpu_count() or 1, metavar="N",
        help="how many processes audit and store what is uploaded (one a processor unless said)",
    )  # fmt: skip


def _port(text: str) -> int:
    return _whole(text, 65_535)


def _processes(text: str) -> int:
    return _whole(text, 64)


def _whole(text: str, most: int) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number from 1 to {most}, not {text!r}")


def _add_serve(commands: Any) -> None:
    parser = add_command(
        commands, "serve", "serving", "Serve the API and the pages, and print a link that signs in."
    )
    _add_address(parser)


def _add_work(commands: Any) -> None:
    parser = add_command(
        commands, "work", "working",
        "Audit and store what is uploaded to a service that runs elsewhere.",
    )  # fmt: skip
    _add_jobs(parser)
    parser.add_argument(
        "--part", choices=("poll", "hear", "reap", "metrics"),
        help="one process of those alone: one that polls the database, one that hears of chunks by the "
        "broker, one that tells again of what has waited, or one that answers Prometheus",
    )  # fmt: skip
    parser.add_argument(
        "--metrics-port", type=_port, metavar="PORT",
        help="give Prometheus what these processes count at this port, for GLEEK_METRICS_TOKEN",
    )  # fmt: skip
    parser.add_argument(
        "--upload",
        metavar="ID",
        help="with --part poll: this upload alone, until nothing of it is left to begin",
    )
    parser.add_argument("--quiet", action="store_true", help="log warnings and errors only")


def _add_demo(commands: Any) -> None:
    parser = add_command(
        commands,
        "demo",
        "demonstrating",
        "Serve a demonstration database, filled the first time with sample hands.",
    )
    _add_address(parser)
