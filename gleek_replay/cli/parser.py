"""What can be said on the command line."""

from __future__ import annotations

import argparse
from typing import Any, Final

from gleek_replay import __version__

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
    _add_serve(commands)
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
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a whole number, not {text!r}")
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
        "2 when something could not be read.",
    )  # fmt: skip
    _add_files(parser)


def _add_address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen at (GLEEK_HOST; 127.0.0.1 unless set)")
    parser.add_argument("--port", type=_port, help="the port to listen at (GLEEK_PORT; 8022 unless set)")
    parser.add_argument(
        "--workers", type=_workers, default=2, help="how many processes serve (2 unless said)"
    )


def _port(text: str) -> int:
    return _whole(text, 65_535)


def _workers(text: str) -> int:
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
