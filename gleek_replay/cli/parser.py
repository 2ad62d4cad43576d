"""What can be said on the command line."""

from __future__ import annotations

import argparse
import os
from datetime import datetime
from typing import Any, Final

from gleek_replay import __version__
from gleek_replay.services.moments import EXPECTED_MOMENT, read_moment

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
    _add_audit(commands)
    _add_rules(commands)
    _add_simulate(commands)
    _add_import(commands)
    _add_export(commands)
    _add_serve(commands)
    _add_work(commands)
    _add_demo(commands)
    _add_upkeep(commands)
    return parser


def _add(commands: Any, name: str, module: str, text: str, **more: Any) -> argparse.ArgumentParser:
    """A command, with the module that runs it and a sentence for its help."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text, **more)
    parser.set_defaults(module=module)
    return parser


def _add_audit(commands: Any) -> None:
    parser = _add(
        commands, "audit", "auditing", "Audit hand histories and tell what happened and what is wrong.",
        epilog="Exit status: 0 when all is clean, 1 when some is not, 2 when something could not be read.",
    )  # fmt: skip
    _add_files(parser)
    parser.add_argument(
        "--format", choices=("text", "ndjson"), default="text",
        help="an account for people (the default), or one JSON object a line for programs",
    )  # fmt: skip


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE",
        help="hand histories: one JSON object, an array or NDJSON, plain or gzip; - is standard input",
    )  # fmt: skip


def _add_rules(commands: Any) -> None:
    parser = _add(commands, "rules", "listing", "List the presets side by side, each choice with its source.")
    parser.add_argument(
        "--diff", nargs=2, metavar=("A", "B"), help="only these two, and only where they differ"
    )


def _add_simulate(commands: Any) -> None:
    parser = _add(
        commands, "simulate", "simulating", "Write legal hand histories by simulated players as NDJSON."
    )
    parser.add_argument("--rules", required=True, metavar="PRESET", help="the preset they play by")
    parser.add_argument("--hands", required=True, type=_number_of_hands, metavar="N", help="how many hands")
    parser.add_argument(
        "--seed", required=True, type=int, metavar="S", help="the same seed gives the same hands"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many sit at the table (3 unless said)")
    parser.add_argument(
        "--option", action="append", default=[], type=_option, dest="options", metavar="NAME=VALUE",
        help="play an option of the rules otherwise than the preset does; may be given again",
    )  # fmt: skip
    parser.add_argument("--rare", action="store_true", help="stack the deals so that rare things come often")


def _number_of_hands(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, not {text!r}")
    return int(text)


def _option(text: str) -> tuple[str, object]:
    """An option as a hand history writes it: ``unvied=double``, ``challenge=true``, ``deck=48``."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, not {text!r}")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdigit() else value


def _add_import(commands: Any) -> None:
    parser = _add(
        commands, "import", "importing", "Store hand histories in the database and audit them.",
        epilog="Exit status: 0 when all is stored, 1 when some contradicts what was stored before, "
        "2 when something could not be read. After Ctrl-C the same command goes on where it was.",
    )  # fmt: skip
    _add_files(parser)
    parser.add_argument(
        "--replace", action="store_true",
        help="put these records in the place of what the same uploader sent of the same hands",
    )  # fmt: skip
    parser.add_argument(
        "--again", action="store_true", help="take in a file once more that was imported before"
    )
    _add_jobs(parser)
    parser.add_argument("--to", metavar="URL", help="send the files to the service at this address")
    parser.add_argument(
        "--token-file", metavar="FILE",
        help="where the key for that service is (GLEEK_TOKEN has it unless said)",
    )  # fmt: skip
    parser.add_argument(
        "--insecure", action="store_true", help="send the key to an address that does not begin with https"
    )


def _add_export(commands: Any) -> None:
    parser = _add(
        commands, "export", "exporting", "Take the stored hands out: their records, or a table of players.",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=("ndjson", "csv"), default="ndjson",
        help="the records as they came in, one a line (the default), or a row for each player of a hand",
    )  # fmt: skip
    parser.add_argument("--output", metavar="FILE", help="where to (standard output unless said)")
    parser.add_argument("--player", metavar="ID", help="hands in which this player sat")
    parser.add_argument("--session", metavar="ID", help="hands of this session")
    parser.add_argument("--verdict", help="hands with this verdict")
    parser.add_argument("--rules", metavar="PRESET", help="hands by this preset")
    parser.add_argument(
        "--disputed", action="store_true", default=None,
        help="hands of which some record contradicts those that they stand on",
    )  # fmt: skip
    parser.add_argument(
        "--from", type=_moment, dest="start", metavar="MOMENT", help="played at this moment or later"
    )
    parser.add_argument("--to", type=_moment, dest="end", metavar="MOMENT", help="played before this moment")
    parser.add_argument(
        "--records", choices=("first", "all"), default="first",
        help="of each hand the first record that it stands on (the default), or all that are not withdrawn",
    )  # fmt: skip


def _moment(text: str) -> datetime:
    moment = read_moment(text)
    if moment is None:
        raise argparse.ArgumentTypeError(f"{EXPECTED_MOMENT}, not {text!r}")
    return moment


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
    parser = _add(
        commands, "serve", "serving", "Serve the API and the pages, and print a link that signs in."
    )
    _add_address(parser)


def _add_work(commands: Any) -> None:
    parser = _add(
        commands, "work", "working",
        "Audit and store what is uploaded to a service that runs elsewhere.",
    )  # fmt: skip
    _add_jobs(parser)
    parser.add_argument(
        "--part", choices=("poll", "hear", "reap"),
        help="one process of those alone: one that polls the database, one that hears of chunks by the "
        "broker, or one that tells again of what has waited",
    )  # fmt: skip
    parser.add_argument(
        "--upload",
        metavar="ID",
        help="with --part poll: this upload alone, until nothing of it is left to begin",
    )


def _add_demo(commands: Any) -> None:
    parser = _add(
        commands,
        "demo",
        "demonstrating",
        "Serve a demonstration database, filled the first time with sample hands.",
    )
    _add_address(parser)


def _add_upkeep(commands: Any) -> None:
    _add(commands, "migrate", "migrating", "Bring the database to the tables of this version.")
    _add(
        commands,
        "rebuild",
        "rebuilding",
        "Audit every stored record again and rewrite what comes out otherwise.",
    )
    schemas = _add(
        commands, "schemas", "publishing", "Write the published JSON Schemas and the OpenAPI document."
    )
    schemas.add_argument("folder", metavar="DIR", help="where to")
    keys = commands.add_parser("keys", help="Manage API keys.", description="Manage API keys.")
    create = _add(
        keys.add_subparsers(required=True, metavar="COMMAND"), "create", "keys",
        "Create an API key and print its token, which cannot be shown again.",
    )  # fmt: skip
    create.add_argument("--name", required=True, help="what the key is called in the club")
    create.add_argument("--role", required=True, help="what its holder may do: reader, player, uploader, …")
    create.add_argument("--owner", help="whose uploads it makes (the name unless said)")
