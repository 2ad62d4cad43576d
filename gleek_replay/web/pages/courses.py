"""How an evening went, as a chart: every player's total from hand to hand.

Places are in per cent of the chart, so that it is as wide as its page while its type stays as large as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gleek_replay.services.sessions import SessionDetail
from gleek_replay.web.numbers import signed

_TOP: Final = 7
_BOTTOM: Final = 90
_STEPS: Final = (1, 2, 5)
_MOST_TICKS: Final = 6
_MOST_NUMBERS: Final = 12
_LINE_OF_TYPE: Final = 6.4
"""How far apart two names stand at least."""
_LONGEST_NAME: Final = 11


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A player's line: its ``points`` in a square of 100, where it ends and where its name stands, in per
    cent of the chart's height. ``number`` tells it from the others.
    """

    number: int
    name: str
    total: int
    points: str
    label: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A line across with its amount; ``at`` in per cent of the chart's height, ``zero``: that of nothing."""

    at: float
    text: str
    zero: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Something at a hand: its place in per cent of the lines' width, and what stands there."""

    at: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The chart: ``hands`` are marks with their numbers, ``findings`` marks between two hands, ``words`` what
    it shows for those who do not see it.
    """

    courses: tuple[Course, ...]
    ticks: tuple[Tick, ...]
    hands: tuple[Mark, ...]
    findings: tuple[Mark, ...]
    words: str


def draw_courses(session: SessionDetail) -> Chart:
    """The chart of a session; a player's course begins at nothing, and stays as it is while he sits out."""
    totals = {
        player: [0, *_totals(player, [hand.totals for hand in session.hands])] for player in session.players
    }
    amounts = [amount for course in totals.values() for amount in course]
    high, low = max(amounts), min(amounts)

    def height(amount: float) -> float:
        return round((high - amount) / max(high - low, 1) * 100, 2)

    step = 100 / len(session.hands)
    called = _called(session.players)
    ends = {player: _in_chart(height(course[-1])) for player, course in totals.items()}
    labels = _apart(ends)
    courses = tuple(
        Course(
            number=number % 6,
            name=called[player],
            total=course[-1],
            points=" ".join(f"{round(place * step, 2)},{height(each)}" for place, each in enumerate(course)),
            label=labels[player],
        )
        for number, (player, course) in enumerate(totals.items())
    )
    return Chart(
        courses=courses,
        ticks=tuple(
            Tick(at=_in_chart(height(amount)), text=signed(amount), zero=amount == 0)
            for amount in _ticks(low, high)
        ),
        hands=tuple(_numbers(session, step)),
        findings=tuple(
            Mark(at=round((place + 0.5) * step, 2), text=" ".join(each.message for each in hand.findings))
            for place, hand in enumerate(session.hands)
            if hand.findings
        ),
        words=_words(session, totals),
    )


def _totals(player: str, by_hand: Sequence[Mapping[str, int]]) -> Iterator[int]:
    last = 0
    for totals in by_hand:
        last = totals.get(player, last)
        yield last


def _ticks(low: int, high: int) -> list[int]:
    """Round amounts from the lowest to the highest, nothing among them."""
    step = next(
        unit * 10**power
        for power in range(12)
        for unit in _STEPS
        if (high - low) / (unit * 10**power) <= _MOST_TICKS - 1
    )
    return list(range(-(-low // step) * step, high + 1, step))


def _in_chart(height: float) -> float:
    """A height among the lines as one in the whole chart, in per cent."""
    return round(_TOP + height * (_BOTTOM - _TOP) / 100, 2)


def _apart(ends: Mapping[str, float]) -> dict[str, float]:
    """Where names stand: at the ends of their lines, but none on another, and all in the chart."""
    placed: dict[str, float] = {}
    last = 0.0
    for player, end in sorted(ends.items(), key=lambda each: each[1]):
        last = max(end, last + _LINE_OF_TYPE) if placed else end
        placed[player] = last
    limit = 100.0
    for player in reversed(list(placed)):
        placed[player] = round(min(placed[player], limit), 2)
        limit = placed[player] - _LINE_OF_TYPE
    return placed


def _numbers(session: SessionDetail, step: float) -> Iterator[Mark]:
    every = -(-len(session.hands) // _MOST_NUMBERS)
    for place, hand in enumerate(session.hands, 1):
        if place % every == 0:
            yield Mark(at=round(place * step, 2), text=str(hand.summary.session_hand))


def _called(names: Mapping[str, str]) -> dict[str, str]:
    """What players are called beside their lines: by the first of their names, if that tells them apart."""
    first = {player: (name.split() or [name])[0] for player, name in names.items()}
    told = first if len(set(first.values())) == len(first) else names
    return {
        player: name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1].rstrip() + "…"
        for player, name in told.items()
    }


def _words(session: SessionDetail, totals: Mapping[str, Sequence[int]]) -> str:
    """Who stood where in the end, and when each had most and least."""
    numbers = [hand.summary.session_hand for hand in session.hands]
    told = []
    for player, course in sorted(totals.items(), key=lambda each: -each[1][-1]):
        best, worst = max(course), min(course)
        parts = [f"{session.players[player]} ends at {signed(course[-1])}"]
        if best > max(course[-1], 0):
            parts.append(f"highest at {signed(best)} after hand {numbers[course.index(best) - 1]}")
        if worst < min(course[-1], 0):
            parts.append(f"lowest at {signed(worst)} after hand {numbers[course.index(worst) - 1]}")
        told.append(", ".join(parts))
    return "; ".join(told) + "."
