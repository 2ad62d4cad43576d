"""What an account is made of: sections of lines of plain text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SectionKind(StrEnum):
    """What a section of an account is about: the hand as it went, what is wrong with it, or what else a
    reader should know.
    """

    STORY = "story"
    FAULTS = "faults"
    REMARKS = "remarks"


class LineKind(StrEnum):
    """What a line of an account tells, so that it can be set off from the others."""

    PLAIN = "plain"
    PAYMENT = "payment"
    VIOLATION = "violation"
    NOTE = "note"
    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of text. ``action`` is the index of the first action that it tells of, if any."""

    text: str
    action: int | None = None
    kind: LineKind = LineKind.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Lines under a title."""

    title: str
    lines: tuple[Line, ...]
    kind: SectionKind = SectionKind.STORY


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A hand told for a reader: what happened, who paid whom and why, and what is wrong."""

    title: str
    sections: tuple[Section, ...]


def plain(text: str, action: int | None = None) -> Line:
    """A line that tells what happened."""
    return Line(text=text, action=action)


def note(text: str, action: int | None = None) -> Line:
    """A line that explains."""
    return Line(text=text, action=action, kind=LineKind.NOTE)
