"""What passed between a player and each of his opponents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gleek_replay.statistics.figures.dressing import (
    Colour,
    Figure,
    Part,
    amount,
    amount_axis,
    empty,
    figure,
    hands,
    hatched,
    interval,
    labels,
    plain,
    titled,
    whiskers,
)
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.figures.names import TITLES, PlayerFigure
from gleek_replay.statistics.figures.subjects import Known, PlayerPlay
from gleek_replay.statistics.opponents import Counterparties, HeadToHead, counterparties

_TITLE: Final = TITLES[PlayerFigure.OPPONENTS]

MOST_OPPONENTS_DRAWN: Final = 10
"""Those with whom he played most."""
_ROW: Final = 38


def opponents(play: PlayerPlay) -> Figure:
    """What he had of each opponent in all, or gave, with the 95 % interval of what so many hands bring; best
    customers first. What goes through a pot has no counterparty, and is not in it.
    """
    told = counterparties(play.lines, money=play.money)
    if not told.opponents:
        return empty(_TITLE)
    drawn = sorted(
        told.opponents[:MOST_OPPONENTS_DRAWN], key=lambda each: (-each.had_of_him, each.opponent_key)
    )
    has_intervals = any(each.had_of_him_a_hand.low is not None for each in drawn)
    known = play.players([each.opponent_key for each in drawn])
    names = labels(known[each.opponent_key] for each in drawn)
    ends = [end for each in drawn for end in _ends(each)]
    rows = [plain(name) for name in names.values()]
    return figure(
        _TITLE,
        _summary(told, drawn, list(names.values()), money=play.money),
        [trace for won in (True, False) if (trace := _bars(drawn, names, known, play, won=won))["x"]],
        xaxis=amount_axis(
            f"{'money' if play.money else 'counters'} in all{', 95 % interval' if has_intervals else ''}",
            min(0, *ends), max(0, *ends), money=play.money, zeroline=True,
        ),
        yaxis=titled(
            None, categoryorder="array", categoryarray=rows[::-1], showgrid=False,
        ),
        height=120 + _ROW * len(drawn),
        left=112,
        bargap=0.35,
    )  # fmt: skip


def _bars(
    drawn: list[HeadToHead],
    names: Mapping[str, str],
    known: Mapping[int, Known],
    play: PlayerPlay,
    *,
    won: bool,
) -> Part:
    rows = [each for each in drawn if (each.had_of_him >= 0) is won]
    bars: Part = {
        "type": "bar",
        "orientation": "h",
        "x": [each.had_of_him for each in rows],
        "y": [plain(names[known[each.opponent_key].player_id]) for each in rows],
        "marker": {"color": Colour.GAIN if won else Colour.LOSS, "pattern": hatched("" if won else "/")},
        "meta": {"role": "gain" if won else "loss", "link": Link.HANDS},
        "customdata": [
            [
                query(opponent=known[each.opponent_key].player_id),
                amount(each.had_of_him, money=play.money),
                hands(each.hands),
                amount(each.had_of_him_a_hand.value or 0, money=play.money, places=2),
                _reach(each, play),
            ]
            for each in rows
        ],
        "hovertemplate": "%{customdata[1]} of %{y}<br>%{customdata[3]} a hand%{customdata[4]}"
        "<br>%{customdata[2]} together<extra></extra>",
    }
    if rows and all(each.had_of_him_a_hand.low is not None for each in rows):
        bars["error_x"] = whiskers(*zip(*map(_ends, rows), strict=True))
    return bars


def _ends(each: HeadToHead) -> tuple[float, float, float]:
    """What he had of him, and the ends of its interval."""
    mean = each.had_of_him_a_hand
    if mean.low is None or mean.high is None:
        return (each.had_of_him,) * 3
    return each.had_of_him, mean.low * each.hands, mean.high * each.hands


def _reach(each: HeadToHead, play: PlayerPlay) -> str:
    reach = interval(each.had_of_him_a_hand.low, each.had_of_him_a_hand.high, money=play.money)
    return f"<br>{reach}" if reach else ""


def _summary(told: Counterparties, drawn: list[HeadToHead], names: list[str], *, money: bool) -> str:
    words = f"Of {names[0]} he had {amount(drawn[0].had_of_him, money=money)}"
    if len(drawn) > 1:
        words += f", of {names[-1]} {amount(drawn[-1].had_of_him, money=money)}"
    words += (
        f"; of all opponents {amount(told.of_opponents, money=money)}, and of the pots "
        f"{amount(told.of_pots, money=money)}"
    )
    left = len(told.opponents) - len(drawn)
    return f"{words}; {left:,} more are not drawn." if left else f"{words}."
