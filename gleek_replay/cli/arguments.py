"""Arguments that several commands have, and how they are read."""

from __future__ import annotations

import argparse
import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from gleek_replay.audit import read_choice
from gleek_replay.services.moments import EXPECTED_MOMENT, read_moment

_LIFETIME: Final = re.compile("([1-9][0-9]{0,4})([hdw])")
_UNITS: Final = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def add_command(commands: Any, name: str, module: str, text: str, **more: Any) -> argparse.ArgumentParser:
    """A command, with the module that runs it and a sentence for its help."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text, **more)
    parser.set_defaults(module=module)
    return parser


def add_group(commands: Any, name: str, text: str) -> Any:
    """A command that is several: what their parsers are added to."""
    group = commands.add_parser(name, help=text, description=text)
    return group.add_subparsers(required=True, metavar="COMMAND")


def add_act(acts: Any, name: str, module: str, text: str, **more: Any) -> argparse.ArgumentParser:
    """One of several commands that a module runs; the parsed arguments name it as their ``act``."""
    parser = add_command(acts, name, module, text, **more)
    parser.set_defaults(act=name)
    return parser


def add_format(parser: argparse.ArgumentParser, text: str = "a table") -> None:
    """Whether a command tells people or programs; ``text`` is what people get."""
    parser.add_argument(
        "--format", choices=("text", "ndjson"), default="text",
        help=f"{text} for people (the default), or one JSON object a line for programs",
    )  # fmt: skip


def add_club(parser: argparse.ArgumentParser) -> None:
    """In which club a command acts as the operator."""
    parser.add_argument("--club", metavar="NAME", help="in this club (home unless said)")


def add_files(parser: argparse.ArgumentParser) -> None:
    """The hand histories that a command reads."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE",
        help="hand histories: one JSON object, an array or NDJSON, plain or gzip; - is standard input",
    )  # fmt: skip


def add_options(parser: argparse.ArgumentParser, text: str) -> None:
    """Options of the rules, as pairs of name and choice."""
    parser.add_argument(
        "--option", action="append", default=[], type=_option, dest="options", metavar="NAME=VALUE", help=text
    )


def _option(text: str) -> tuple[str, object]:
    """An option as a hand history writes it: ``unvied=double``, ``challenge=true``, ``deck=48``."""
    name, equals, word = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, not {text!r}")
    return name, read_choice(word)


def moment(text: str) -> datetime:
    """A moment, or a date, which stands for its beginning in UTC."""
    read = read_moment(text)
    if read is None:
        raise argparse.ArgumentTypeError(f"{EXPECTED_MOMENT}, not {text!r}")
    return read


def address(text: str) -> str:
    """The address of a service, without a slash at its end."""
    if text.startswith(("https://", "http://")):
        return text.rstrip("/")
    raise argparse.ArgumentTypeError(
        f"expected an address that begins with https:// or http://, not {text!r}"
    )


def expiry(text: str) -> datetime:
    """A moment, or how long from now: ``90d``."""
    lasts = _LIFETIME.fullmatch(text)
    if lasts is not None:
        return datetime.now(UTC) + int(lasts[1]) * _UNITS[lasts[2]]
    read = read_moment(text)
    if read is None:
        raise argparse.ArgumentTypeError(
            f"expected 12h, 90d, 8w or a moment such as 2026-11-20 or 2026-11-20T19:42:10Z, not {text!r}"
        )
    return read
