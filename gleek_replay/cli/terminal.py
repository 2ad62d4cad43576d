"""Words for people: on a terminal with colours and folded lines, elsewhere as plain lines."""

from __future__ import annotations

import os
import sys
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gleek_replay.audit.account import Account, Line, LineKind, Section

FAILED: Final = 2
"""The exit status of a command that could not do what it was asked."""

_MARKS: Final = {
    LineKind.PLAIN: " ",
    LineKind.PAYMENT: "→",
    LineKind.VIOLATION: "✗",
    LineKind.NOTE: "·",
    LineKind.DIFFERENCE: "≠",
}
_STYLES: Final = {
    LineKind.PLAIN: "",
    LineKind.PAYMENT: "green",
    LineKind.VIOLATION: "bold red",
    LineKind.NOTE: "dim",
    LineKind.DIFFERENCE: "yellow",
}
_HARMFUL: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNS_TEXT_ROUND: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def complain(message: str) -> None:
    """One line on standard error."""
    print(f"gleek-replay: {harmless(message)}", file=sys.stderr)


def harmless(text: str) -> str:
    """Text without what could move the cursor or turn the line round: names come from anywhere."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}"
        if unicodedata.category(character) in _HARMFUL or character in _TURNS_TEXT_ROUND
        else character
        for character in text
    )


class Writer(ABC):
    """Writes accounts to standard output."""

    def account(self, told: Account) -> None:
        """A whole account."""
        self.title(told.title)
        for section in told.sections:
            self.section(section)

    @abstractmethod
    def title(self, text: str) -> None:
        """The title of what follows."""

    @abstractmethod
    def section(self, section: Section) -> None:
        """A section."""

    @abstractmethod
    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Rows under a header."""


class PlainWriter(Writer):
    """Lines without colour, never folded."""

    def title(self, text: str) -> None:
        """The title, with a rule under it."""
        print(harmless(text))
        print("=" * len(harmless(text)))

    def section(self, section: Section) -> None:
        """A section, with an empty line after it."""
        print(harmless(section.title))
        for line in section.lines:
            print(f"  {_MARKS[line.kind]} {harmless(line.text)}")
        print()

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Columns as wide as their widest cell, with an empty line after them."""
        cells = [[harmless(cell) for cell in row] for row in (header, *rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        for row in (cells[0], ["-" * width for width in widths], *cells[1:]):
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        print()


class TerminalWriter(Writer):
    """Coloured, and folded to the width of the terminal."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)

    def title(self, text: str) -> None:
        """The title between two rules."""
        self._console.rule(Text(harmless(text), style="bold"), align="left", style="red")

    def section(self, section: Section) -> None:
        """A section, with an empty line after it."""
        self._console.print(Text(harmless(section.title), style="bold red"))
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=3, justify="right", no_wrap=True)
        grid.add_column(overflow="fold")
        for line in section.lines:
            grid.add_row(*_cells(line))
        self._console.print(grid)
        self._console.print()

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A ruled table, folded where the terminal is narrow."""
        ruled = Table(header_style="bold red", border_style="dim")
        for name in header:
            ruled.add_column(Text(harmless(name)), overflow="fold")
        for row in rows:
            ruled.add_row(*(Text(harmless(cell), style="dim" if cell.endswith("†") else "") for cell in row))
        self._console.print(ruled)


def _cells(line: Line) -> tuple[Text, Text]:
    style = _STYLES[line.kind]
    return Text(_MARKS[line.kind], style=style), Text(harmless(line.text), style=style)


def make_writer() -> Writer:
    """Colours only for a terminal that has them, and where ``NO_COLOR`` does not ask for none."""
    capable = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return TerminalWriter() if capable and not os.environ.get("NO_COLOR") else PlainWriter()
