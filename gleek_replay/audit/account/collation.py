"""Two accounts of one hand beside each other: what both tell alike, and what each tells in its own words."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from gleek_replay.audit.account.lines import Account, Line, LineKind, Section

Parted: TypeAlias = tuple[int | None, int | None]
"""The index, in either account, of the first action at which they part."""

_LIKENESS: Final = 0.6
"""How much of two lines has to be alike for it to be worth saying which words are not."""
_MOST: Final = 60_000
"""How many pairs of lines, or of words of two lines, at most are held against each other; a hand needs some
hundreds. Of more, all between what both begin with and what both end with is taken to differ.
"""
_WORD: Final = re.compile(r"10[♠♥♦♣]|\w+[♠♥♦♣]?|\s+|.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Some words of a line; ``apart`` where the other account has other words there."""

    text: str
    apart: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """What one account tells where the other tells something else."""

    line: Line
    words: tuple[Words, ...]


Versions: TypeAlias = tuple[tuple[Version, ...], tuple[Version, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A line that both accounts tell, or what each has in its place: one line or more, or nothing.

    ``parts`` marks the passage with the action at which the accounts part.
    """

    alike: Line | None
    versions: Versions
    parts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """The passages under one title."""

    title: str
    passages: tuple[Passage, ...]

    @property
    def is_alike(self) -> bool:
        """Whether both accounts tell all of it in the same words."""
        return all(passage.alike for passage in self.passages)


def collate(first: Account, second: Account, parted: Parted | None) -> tuple[Chapter, ...]:
    """The chapters of two accounts in the order in which a hand is told; ``parted`` is where a comparison of
    the two records found that they part.
    """
    collating = _Collating(first, second, parted or (None, None))
    return tuple(collating.chapter(title) for title in _titles(first, second))


def _titles(first: Account, second: Account) -> list[str]:
    """The titles of both, each where its own account has it."""
    mine, theirs = ([section.title for section in account.sections] for account in (first, second))
    titles = []
    for _, begin, end, start, stop in _compared(mine, theirs):
        titles += [*mine[begin:end], *theirs[start:stop]]
    return list(dict.fromkeys(titles))


class _Collating:
    """Two accounts gone through together, up to where they part and beyond."""

    def __init__(self, first: Account, second: Account, parted: Parted) -> None:
        self._sections = [{each.title: each for each in account.sections} for account in (first, second)]
        found = (_line_of(account, action) for account, action in zip((first, second), parted, strict=True))
        self._parting = [line for line in found if line is not None]
        self._reached = self._parted = False

    def chapter(self, title: str) -> Chapter:
        """What both have under a title; of one that has no such section, nothing."""
        mine, theirs = (found.get(title, Section(title=title, lines=())).lines for found in self._sections)
        return Chapter(title=title, passages=tuple(self._passages(mine, theirs)))

    def _passages(self, mine: Sequence[Line], theirs: Sequence[Line]) -> Iterator[Passage]:
        told = ([(line.kind, line.text) for line in lines] for lines in (mine, theirs))
        for same, begin, end, start, stop in _compared(*told):
            for here, there in _beside(mine[begin:end], theirs[start:stop]):
                self._reached |= any(line is each for line in (*here, *there) for each in self._parting)
                if same == "equal":
                    yield Passage(alike=here[0], versions=((), ()), parts=False)
                else:
                    yield Passage(alike=None, versions=_versions(here, there), parts=self._part())

    def _part(self) -> bool:
        """Whether this is the first thing told otherwise from the line on in which they part: an account may
        end before that line comes to it.
        """
        parts = self._reached and not self._parted
        self._parted |= parts
        return parts


def _line_of(account: Account, action: int | None) -> Line | None:
    """The line that tells of an action: it names the first of the actions in a row that it tells of."""
    if action is None:
        return None
    lines = (line for section in account.sections for line in section.lines if line.kind is LineKind.PLAIN)
    begun = [(line.action, line) for line in lines if line.action is not None and line.action <= action]
    return max(begun, key=lambda each: each[0], default=(None, None))[1]


def _beside(mine: Sequence[Line], theirs: Sequence[Line]) -> Iterator[tuple[Sequence[Line], Sequence[Line]]]:
    """Lines in pairs, and at the end together what is left of the longer."""
    pairs = min(len(mine), len(theirs))
    yield from (((one,), (other,)) for one, other in zip(mine[:pairs], theirs[:pairs], strict=True))
    if len(mine) != len(theirs):
        yield mine[pairs:], theirs[pairs:]


def _versions(mine: Sequence[Line], theirs: Sequence[Line]) -> Versions:
    """What each account has in the place of the other's: of a pair with the words that differ."""
    if not mine or not theirs:
        return tuple(map(_whole, mine)), tuple(map(_whole, theirs))
    (one,), (other,) = mine, theirs
    said, told = _WORD.findall(one.text), _WORD.findall(other.text)
    compared = _compared(said, told)
    alike = sum(end - begin for same, begin, end, _, _ in compared if same == "equal")
    if 2 * alike < _LIKENESS * (len(said) + len(told)):
        return (_whole(one),), (_whole(other),)
    here, there = [], []
    for same, begin, end, start, stop in compared:
        here.append(Words(text="".join(said[begin:end]), apart=same != "equal"))
        there.append(Words(text="".join(told[start:stop]), apart=same != "equal"))
    return (_version(one, here),), (_version(other, there),)


def _whole(line: Line) -> Version:
    return Version(line=line, words=(Words(text=line.text, apart=True),))


def _version(line: Line, words: Iterable[Words]) -> Version:
    return Version(line=line, words=tuple(each for each in words if each.text))


def _compared(
    mine: Sequence[Hashable], theirs: Sequence[Hashable]
) -> Sequence[tuple[str, int, int, int, int]]:
    """What is alike of two sequences and what is not, as :meth:`SequenceMatcher.get_opcodes` says it."""
    if len(mine) * len(theirs) <= _MOST:
        return SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    begin = _alike_at_the_beginning(mine, theirs)
    end = _alike_at_the_beginning(mine[begin:][::-1], theirs[begin:][::-1])
    stops = len(mine) - end, len(theirs) - end
    return [
        ("equal", 0, begin, 0, begin),
        ("replace", begin, stops[0], begin, stops[1]),
        ("equal", stops[0], len(mine), stops[1], len(theirs)),
    ]


def _alike_at_the_beginning(mine: Sequence[Hashable], theirs: Sequence[Hashable]) -> int:
    """With how many members in common two sequences begin."""
    pairs = enumerate(zip(mine, theirs, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(mine), len(theirs)))
