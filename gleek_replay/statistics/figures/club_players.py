"""The players of a club beside each other."""

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
    interval,
    labels,
    plain,
    titled,
    whiskers,
)
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.figures.names import TITLES, ClubFigure
from gleek_replay.statistics.figures.subjects import ClubPlay, Pair, Ranked

_LEADERBOARD: Final = TITLES[ClubFigure.LEADERBOARD]
_HEAD_TO_HEAD: Final = TITLES[ClubFigure.HEAD_TO_HEAD]

MOST_RANKS: Final = 15
MOST_BESIDE: Final = 12
_ROW: Final = 38
_CELL: Final = 46


def leaderboard(club: ClubPlay) -> Figure:
    """Net a hand of the first players as a point with its 95 % interval; hollow where the sample is small."""
    rows = [each for each in club.standings if each.net_a_hand.value is not None][:MOST_RANKS]
    if not rows:
        return empty(_LEADERBOARD)
    names = labels(rows)
    ends = [
        end for each in rows for end in (each.net_a_hand.value, each.net_a_hand.low, each.net_a_hand.high)
        if end is not None
    ]  # fmt: skip
    return figure(
        _LEADERBOARD,
        _standing(rows, names, money=club.money),
        [
            _ranks([each for each in rows if (each.net_a_hand.low is None) is alone], names, club)
            for alone in (False, True)
        ],
        xaxis=amount_axis(
            f"{'money' if club.money else 'counters'} a hand, 95 % interval", min(0, *ends), max(0, *ends),
            money=club.money, zeroline=True,
        ),
        yaxis=titled(
            None, categoryorder="array", categoryarray=[plain(name) for name in names.values()][::-1]
        ),
        height=110 + _ROW * len(rows),
        left=112,
    )  # fmt: skip


def _ranks(rows: list[Ranked], names: Mapping[str, str], club: ClubPlay) -> Part:
    means = [each.net_a_hand for each in rows]
    points: Part = {
        "type": "scatter",
        "mode": "markers",
        "x": [round(mean.value or 0, 3) for mean in means],
        "y": [plain(names[each.player_id]) for each in rows],
        "marker": {
            "size": 12,
            "color": Colour.GAIN,
            "symbol": ["circle-open" if mean.small else "circle" for mean in means],
        },
        "meta": {"role": "point", "link": Link.PLAYER},
        "customdata": [
            [
                each.player_id,
                "",
                amount(each.net_a_hand.value or 0, money=club.money, places=2),
                interval(each.net_a_hand.low, each.net_a_hand.high, money=club.money),
                f"{amount(each.net, money=club.money)} in {hands(each.hands)}",
            ]
            for each in rows
        ],
        "hovertemplate": "%{y}<br>%{customdata[2]} a hand<br>%{customdata[3]}<br>%{customdata[4]}"
        "<extra></extra>",
    }
    if rows and means[0].low is not None:
        points["error_x"] = whiskers(
            [mean.value for mean in means], [mean.low for mean in means], [mean.high for mean in means]
        )
    return points


def _standing(rows: list[Ranked], names: Mapping[str, str], *, money: bool) -> str:
    """Who wins most a hand, and of how many it may be said that it was not luck alone."""
    known = [each for each in rows if not each.net_a_hand.small] or rows
    best = max(known, key=lambda each: each.net_a_hand.value or 0)
    sure = sum(1 for each in rows if not each.net_a_hand.small and (each.net_a_hand.low or 0) > 0)
    a_hand = amount(best.net_a_hand.value or 0, money=money, places=2)
    return (
        f"{names[best.player_id]} wins most a hand, {a_hand} over {hands(best.hands)}; {sure:,} of "
        f"{len(rows):,} {'has' if sure == 1 else 'have'} won more than luck alone would bring."
    )


def head_to_head(club: ClubPlay) -> Figure:
    """What the player of a row had of the one of a column, in all the hands they played together, without the
    pots. Every cell says it in numbers as well.
    """
    players = club.active[:MOST_BESIDE]
    places = {player.player_id: place for place, player in enumerate(players)}
    pairs = [pair for pair in club.pairs if pair.player_id in places and pair.opponent_id in places]
    if not pairs:
        return empty(_HEAD_TO_HEAD, "No two players have met yet.")
    size = len(players)
    nets: list[list[int | None]] = [[None] * size for _ in players]
    words = [[""] * size for _ in players]
    told = [[["", "", "", ""] for _ in players] for _ in players]
    for pair in pairs:
        row, column = places[pair.player_id], places[pair.opponent_id]
        nets[row][column] = pair.net
        words[row][column] = _short(pair.net, club)
        link = query(opponent=pair.opponent_id)
        told[row][column] = [pair.player_id, link, amount(pair.net, money=club.money), hands(pair.hands)]
    reach = max(1, *(abs(pair.net) for pair in pairs))
    names = labels(players)
    ticks = {"tickvals": list(range(size)), "ticktext": [plain(name) for name in names.values()]}
    return figure(
        _HEAD_TO_HEAD,
        _most(pairs, names, money=club.money),
        [
            {
                "type": "heatmap",
                "z": nets,
                "x": list(range(size)),
                "y": list(range(size)),
                "text": words,
                "texttemplate": "%{text}",
                "zmin": -reach,
                "zmax": reach,
                "colorscale": [[0, Colour.LOSS], [0.5, Colour.SHEET], [1, Colour.GAIN]],
                "showscale": False,
                "xgap": 2,
                "ygap": 2,
                "hoverongaps": False,
                "meta": {"role": "matrix", "link": Link.PLAYER},
                "customdata": told,
                "hovertemplate": "%{customdata[2]} in %{customdata[3]}<extra></extra>",
            }
        ],
        xaxis=titled(
            None, side="top", tickangle=-45, ticklabeloverflow="allow",
            showgrid=False, zeroline=False, **ticks,
        ),
        yaxis=titled(
            None, autorange="reversed", showgrid=False, zeroline=False, **ticks,
        ),
        height=170 + _CELL * size,
        least_width=190 + 52 * size,
        left=112,
        right=56,
    )  # fmt: skip


def _most(pairs: list[Pair], names: dict[str, str], *, money: bool) -> str:
    """Between whom most has passed."""
    most = max(pairs, key=lambda pair: pair.net)
    return (
        f"Most passed from {names[most.opponent_id]} to {names[most.player_id]}, "
        f"{amount(most.net, money=money)} in {hands(most.hands)}; a row tells what its player had of others."
    )


def _short(net: int, club: ClubPlay) -> str:
    """An amount that fits into a cell."""
    if club.money or abs(net) < _THOUSANDS:
        return amount(net, money=club.money)
    return f"{net / 1000:+,.1f}k".replace("-", "−")


_THOUSANDS: Final = 10_000
