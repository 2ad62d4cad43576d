"""Words as outlines, for pictures that must look the same wherever they are shown, whatever fonts are there.

The letters are those of ``letters.json``, which ``scripts/letters.py`` makes; what they lack, as the names
of people all over the world may hold it, is left to the fonts of whoever looks at the picture.
"""

from __future__ import annotations

import json
import unicodedata
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

_UNIT: Final = 1000
_SPACE: Final = 235
_INSTEAD: Final = {"−": "–", "\N{NARROW NO-BREAK SPACE}": " ", "\N{NO-BREAK SPACE}": " "}
"""What is set for a letter that a face lacks."""
_WIDE, _USUAL = 1000, 620
"""How wide letters are taken to be that others draw, in thousandths of the size."""
_ELLIPSIS: Final = "…"


class Face(StrEnum):
    """A typeface of the pictures; the value begins the id of each of its letters."""

    ROMAN = "roman"
    ITALIC = "italic"
    FIGURES = "figures"
    """Numbers that stand in line, and the letters of ranks."""


@lru_cache(maxsize=2048)
def width_of(text: str, face: Face, size: float) -> float:
    """How wide a text is when set."""
    return sum(_advance(letter, face) for letter in _plain(text, face)) * size / _UNIT


def fitting(text: str, face: Face, size: float, width: float) -> str:
    """The text, or as much of its beginning as has room before an ellipsis.

    >>> fitting("Catherine of Aragon", Face.ROMAN, 20, 90)
    'Catherin…'
    """
    if width_of(text, face, size) <= width:
        return text
    kept = text
    while kept and width_of(kept + _ELLIPSIS, face, size) > width:
        kept = kept[:-1]
    while kept and (unicodedata.combining(kept[-1]) or kept[-1] in " \N{ZERO WIDTH JOINER}"):
        kept = kept[:-1]
    return kept + _ELLIPSIS


def drawable(text: str, face: Face) -> bool:
    """Whether the face has all the letters of a text."""
    return all(letter == " " or letter in _letters()[face] for letter in _plain(text, face))


def letter_id(letter: str, face: Face) -> str:
    """The id in a picture of a letter of :func:`places`."""
    return f"{face[0]}{ord(letter):x}"


def outline(letter: str, face: Face) -> str:
    """The path of a letter of :func:`places`, in thousandths of the size."""
    path: str = _letters()[face][letter][1]
    return path


def runs_leftwards(text: str) -> bool:
    """Whether a text is read from right to left, as its first letter that has a direction is."""
    ways = (unicodedata.bidirectional(letter) for letter in text)
    return next((way in {"R", "AL"} for way in ways if way in {"L", "R", "AL"}), False)


def places(text: str, face: Face) -> list[tuple[str, int]]:
    """The letters of a text that leave a mark, each with where it begins, in thousandths of the size."""
    placed, at = [], 0
    for letter in _plain(text, face):
        if letter != " ":
            placed.append((letter, at))
        at += _advance(letter, face)
    return placed


def _plain(text: str, face: Face) -> str:
    known = _letters()[face]
    return "".join(letter if letter in known else _INSTEAD.get(letter, letter) for letter in text)


def _advance(letter: str, face: Face) -> int:
    if letter == " ":
        return _SPACE
    if known := _letters()[face].get(letter):
        width: int = known[0]
        return width
    if unicodedata.combining(letter):
        return 0
    return _WIDE if unicodedata.east_asian_width(letter) in "WF" else _USUAL


@cache
def _letters() -> dict[str, Any]:
    faces: dict[str, Any] = json.loads((Path(__file__).parent / "letters.json").read_text(encoding="utf-8"))
    return faces
