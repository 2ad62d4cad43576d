"""The hands behind the numbers of a player, each with what it adds to them and what it was without luck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from gleek_replay.audit.facts.layout import (
    MOST_OPPONENTS,
    POSITIONS_BY_CODE,
    PRESETS_BY_CODE,
    STAKES_BY_CODE,
    VERDICTS_BY_CODE,
    Standing,
)
from gleek_replay.records import Fault
from gleek_replay.services.hands import MOST_ITEMS, HandSummary, Page, read_cursor, write_cursor
from gleek_replay.services.player_hands import KnownPlayer, PlayerHands
from gleek_replay.services.refusals import Unfit
from gleek_replay.services.statistics import measure_called, refuse_hidden
from gleek_replay.statistics.columns import Column, Lines
from gleek_replay.statistics.filters import microseconds, moment_of
from gleek_replay.statistics.measures import Measure, Side, Unit, amounts, behind, unit_of
from gleek_replay.statistics.money import farthings_a_counter
from gleek_replay.storage import hand_queries, line_queries
from gleek_replay.storage.hand_queries import Place

__all__ = ["Amount", "Behind", "HandBehind", "Side", "find_behind", "tell_behind"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """Which hands behind numbers: those behind the ``side`` of all these ``measures``, in which what they add
    up is ``at_least`` so much and ``at_most`` so much, in what amounts are told in. Without a measure, all.
    """

    measures: tuple[str, ...] = ()
    side: Side = Side.DENOMINATOR
    at_least: int | None = None
    at_most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """What a hand adds to a measure; to a share of hands, 1 or nothing."""

    measure: Measure
    unit: Unit
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandBehind:
    """A hand as a player had it: where he sat, whom he met (the one on his left first), what it brought him,
    and what it adds to each measure that was asked for.

    ``net`` is in counters or in farthings, ``None`` of a hand that was ruled void. ``without_luck`` is what
    it would have brought with ordinary cards: ``None`` where there is no fit, where not all cards dealt are
    known, and for those who may not see every card.
    """

    hand_id: str
    played_at: datetime
    session_id: str | None
    rules: str
    stake: str
    seat: str
    verdict: str
    opponents: tuple[KnownPlayer, ...]
    net: int | None
    without_luck: float | None
    amounts: tuple[Amount, ...]


def find_behind(
    hands: PlayerHands, wanted: Behind, cursor: str | None = None, limit: int = 50
) -> Page[HandSummary]:
    """A page of the hands behind numbers, the newest first.

    Raises :class:`NotFound` for an unknown measure, :class:`BadCursor`, :class:`Unfit` for bounds without a
    measure, and :class:`Forbidden` where the hands would tell of cards that the caller may not see.
    """
    lines, next_cursor = _page(hands, wanted, cursor, limit)
    keys = lines["hand_key"][::-1].tolist()
    return Page(items=tuple(hand_queries.hands_by_key(hands.session, keys)), next_cursor=next_cursor)


def tell_behind(
    hands: PlayerHands, wanted: Behind, cursor: str | None = None, limit: int | None = None
) -> Page[HandBehind]:
    """The same hands with what each adds to the numbers: a page of them, or all. Refused likewise."""
    lines, next_cursor = _page(hands, wanted, cursor, limit)
    measures = [measure_called(name) for name in wanted.measures]
    return Page(items=tuple(reversed(_told(hands, lines, measures))), next_cursor=next_cursor)


def _page(
    hands: PlayerHands, wanted: Behind, cursor: str | None, limit: int | None
) -> tuple[Lines, str | None]:
    """The lines of a page, the newest last, and where the next one begins."""
    if not wanted.measures and (wanted.at_least, wanted.at_most) != (None, None):
        raise Unfit([Fault("/query/measure", "expected what is to be at least or at most so much")])
    lines = hands.lines
    for name in wanted.measures:
        lines = _behind(hands, lines, measure_called(name), wanted)
    if cursor is not None:
        lines = _before(lines, read_cursor(cursor))
    if limit is None:
        return lines, None
    limit = max(1, min(limit, MOST_ITEMS))
    page = lines.where(np.arange(len(lines)) >= len(lines) - limit)
    if len(page) == len(lines):
        return page, None
    first = Place(played_at=moment_of(page["played_at"][0]), key=int(page["hand_key"][0]))
    return page, write_cursor(first)


def _behind(hands: PlayerHands, lines: Lines, measure: Measure, wanted: Behind) -> Lines:
    refuse_hidden(hands, measure)
    lines = behind(measure, lines, wanted.side)
    values = _amounts(measure, lines, money=hands.money)
    within = np.ones(len(lines), dtype=np.bool_)
    if wanted.at_least is not None:
        within &= values >= wanted.at_least
    if wanted.at_most is not None:
        within &= values <= wanted.at_most
    return lines.where(within)


def _amounts(measure: Measure, lines: Lines, *, money: bool) -> Column:
    return amounts(measure, lines, np.ones(len(lines), dtype=np.bool_), money=money).astype(np.int64)


def _before(lines: Lines, place: Place) -> Lines:
    moments = lines["played_at"]
    at = microseconds(place.played_at)
    return lines.where((moments < at) | ((moments == at) & (lines["hand_key"] < place.key)))


def _told(hands: PlayerHands, lines: Lines, measures: Iterable[Measure]) -> list[HandBehind]:
    """Each of some hands of a player."""
    keys, sessions = lines["hand_key"].tolist(), lines["session_key"].tolist()
    ids = hands.hand_ids(keys)
    session_ids: Mapping[int, str] = line_queries.ids_of_sessions(hands.session, set(sessions) - {0})
    others = [lines[f"opponent_{left}"].tolist() for left in range(1, MOST_OPPONENTS + 1)]
    known = hands.known_players(sorted({key for column in others for key in column} - {0}))
    worth = farthings_a_counter(lines) if hands.money else np.ones(len(lines), dtype=np.int64)
    nets = zip((lines["net"] * worth).tolist(), lines.stands(Standing.COUNTS).tolist(), strict=True)
    lucky = _without_luck(hands)
    added = [
        [Amount(measure=measure, unit=unit_of(measure, money=hands.money), value=value) for value in column]
        for measure in measures
        for column in (_amounts(measure, lines, money=hands.money).tolist(),)
    ]
    return [
        HandBehind(
            hand_id=ids[key],
            played_at=moment_of(at),
            session_id=session_ids.get(session),
            rules=PRESETS_BY_CODE[preset],
            stake=STAKES_BY_CODE[stake],
            seat=POSITIONS_BY_CODE[position],
            verdict=VERDICTS_BY_CODE[verdict],
            opponents=tuple([known[other] for other in met if other]),
            net=net if counts else None,
            without_luck=lucky.get(key),
            amounts=tuple([column[place] for column in added]),
        )
        for place, (key, session, at, preset, stake, position, verdict, met, (net, counts)) in enumerate(
            zip(
                keys, sessions,
                *(lines[field].tolist() for field in ("played_at", "preset", "stake", "position", "verdict")),
                zip(*others, strict=True), nets, strict=True,
            )
        )
    ]  # fmt: skip


def _without_luck(hands: PlayerHands) -> dict[int, float]:
    """What each hand would have brought with ordinary cards, by its key, as far as it may be told of one."""
    if not hands.sees_all:
        return {}
    adjusted = hands.adjusted
    return dict(zip(adjusted.lines["hand_key"].tolist(), adjusted.net.tolist(), strict=True))
