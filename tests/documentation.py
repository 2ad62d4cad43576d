"""Reading the pages of `docs/`: their blocks of code, their tables, and how an example is compared.

In an example `…` stands for whatever is there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
ANYTHING = "…"

_BLOCK = re.compile(
    r"(?:^<!-- (?P<note>[^\n]+) -->\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_CODE = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fenced block of code; ``note`` is the comment right before it, which only tests see."""

    note: str
    text: str


def page(name: str) -> str:
    """What a page says."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[Block]:
    """The blocks of a page in one language, in their order."""
    return [
        Block(note=found["note"] or "", text=found["text"])
        for found in _BLOCK.finditer(page(name))
        if found["language"] == language
    ]


def table(name: str, note: str) -> list[dict[str, str]]:
    """The rows of the table under the comment ``note``, each cell under its heading."""
    found = re.search(rf"^<!-- {re.escape(note)} -->\n\n((?:^\|.*\n)+)", page(name), re.MULTILINE)
    assert found, f"docs/{name} has no table {note}"
    heading, _, *rows = [
        [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]
        for line in found[1].splitlines()
    ]
    return [dict(zip(heading, row, strict=True)) for row in rows]


def code_in(text: str) -> list[str]:
    """The words set as code in a piece of a page, outside its blocks."""
    return _CODE.findall(_BLOCK.sub("", text))


def codes(name: str, note: str) -> list[str]:
    """The words set as code in the first column of a table."""
    return [code for row in table(name, note) for code in code_in(next(iter(row.values())))]


def is_like(shown: Any, found: Any) -> bool:
    """Whether a value is as an example shows it.

    A shown `"…"` is like anything, one at the end of an array like all that follows, and one among the
    names of an object like all the other members.
    """
    if shown == ANYTHING:
        return True
    if isinstance(shown, dict) and isinstance(found, dict):
        named = {name: member for name, member in shown.items() if name != ANYTHING}
        if ANYTHING not in shown and named.keys() != found.keys():
            return False
        return all(name in found and is_like(member, found[name]) for name, member in named.items())
    if isinstance(shown, list) and isinstance(found, list):
        if shown[-1:] == [ANYTHING]:
            shown, found = shown[:-1], found[: len(shown) - 1]
        return len(shown) == len(found) and all(map(is_like, shown, found))
    return type(shown) is type(found) and bool(shown == found)


def matches(shown: str, found: str) -> bool:
    """Whether a text is as an example shows it; a line that is only `…` stands for any lines."""
    stretches = [
        ".*".join(re.escape(piece) for piece in stretch.split(ANYTHING))
        for stretch in f"\n{shown.strip()}\n".split(f"\n{ANYTHING}\n")
    ]
    return re.fullmatch(r"\n(?:.*\n)*?".join(stretches), f"\n{found.strip()}\n") is not None
