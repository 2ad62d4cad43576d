"""What the stock cost, against what its hands brought."""

from __future__ import annotations

from typing import Final

import numpy as np

from gleek_replay.statistics.figures.bins import Bins, bins_of
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
    note,
    whiskers,
)
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.figures.names import TITLES, PlayerFigure
from gleek_replay.statistics.figures.subjects import PlayerPlay
from gleek_replay.statistics.intervals import Bounds, Moments, bounds_of_means, moments_by
from gleek_replay.statistics.measures import MEASURES, Estimate, Side, amounts, estimates
from gleek_replay.statistics.money import money_words

_TITLE: Final = TITLES[PlayerFigure.PRICE_AND_OUTCOME]

_MOST_BINS: Final = 12
_OUTLYING: Final = 0.03
"""So much of either end is drawn together, for of few hands little is known."""
_LARGEST, _SMALLEST = 22, 9


def price_and_outcome(play: PlayerPlay) -> Figure:
    """Net a hand, with its 95 % interval, of hands bought for each range of prices: the more hands, the
    larger the disc. Beside it the net a hand of those not bought, as a line.
    """
    played = play.counted
    price, net, without = (MEASURES[name] for name in ("price", "net_bought", "net_unbought"))
    bought = played.where(price.hands(played))
    if not len(bought):
        return empty(_TITLE, "No stock bought yet.")
    every = np.ones(len(bought), dtype=np.bool_)
    prices = amounts(price, bought, every, money=play.money)
    bins = bins_of(prices, _MOST_BINS, money=play.money, outlying=_OUTLYING)
    moments = moments_by(amounts(net, bought, every, money=play.money), bins.places, len(bins))
    bounds = bounds_of_means(moments)
    mine, others = estimates((net, without), played, money=play.money)
    ends = [*moments.mean[moments.hands > 0], *bounds.low[~np.isnan(bounds.low)]]
    ends += [*bounds.high[~np.isnan(bounds.high)], others.value or 0]
    return figure(
        _TITLE,
        _summary(mine, others, money=play.money),
        _points(bins, moments, bounds, play),
        xaxis=amount_axis(
            "paid for the stock", int(bins.low[0]), int(bins.high[-1]), money=play.money, showgrid=False,
            zeroline=False,
        ),
        yaxis=amount_axis(
            f"{'money' if play.money else 'counters'} a hand, 95 % interval", min(0, *ends), max(0, *ends),
            money=play.money, zeroline=True,
        ),
        **_without_stock(others, money=play.money),
    )  # fmt: skip


def _points(bins: Bins, moments: Moments, bounds: Bounds, play: PlayerPlay) -> list[Part]:
    """The discs, those that have an interval apart from those that have none."""
    most = float(moments.hands.max())
    with_interval = ~np.isnan(bounds.low)
    traces = []
    for kind in (with_interval, ~with_interval & (moments.hands > 0)):
        places = np.flatnonzero(kind).tolist()
        if not places:
            continue
        values, low, high = (column[places].tolist() for column in (moments.mean, bounds.low, bounds.high))
        numbers = moments.hands[places].tolist()
        trace: Part = {
            "type": "scatter",
            "mode": "markers",
            "x": [_middle(bins, place) for place in places],
            "y": [round(value, 3) for value in values],
            "marker": {
                "size": [round(_SMALLEST + (_LARGEST - _SMALLEST) * (n / most) ** 0.5, 1) for n in numbers],
                "color": Colour.GAIN,
                "opacity": 1,
            },
            "meta": {"role": "point", "link": Link.HANDS},
            "customdata": [_told(bins, place, moments, bounds, play) for place in places],
            "hovertemplate": "For %{customdata[1]}<br>%{customdata[2]} a hand%{customdata[4]}"
            "<br>%{customdata[3]}<extra></extra>",
        }  # fmt: skip
        if kind is with_interval:
            trace["error_y"] = whiskers(values, low, high)
        traces.append(trace)
    return traces


def _middle(bins: Bins, place: int) -> float:
    return (int(bins.low[place]) + int(bins.high[place])) / 2


def _told(bins: Bins, place: int, moments: Moments, bounds: Bounds, play: PlayerPlay) -> list[str]:
    """The link of a disc, its prices, what it brought, how many hands it is of, and its interval."""
    low, high = bins.ends(place)
    words = [money_words(end) if play.money else f"{end:,}" for end in (low, high) if end is not None]
    said = " to ".join(words[: 1 if low == high else 2])
    if low is None or high is None:
        said += " or more" if high is None else " or less"
    ends = bounds.low[place], bounds.high[place]
    return [
        query(measure="price", side=Side.DENOMINATOR, at_least=low, at_most=high),
        said,
        amount(moments.mean[place], money=play.money, places=2),
        hands(int(moments.hands[place])),
        "" if np.isnan(ends[0]) else f"<br>{interval(*ends, money=play.money)}",
    ]


def _without_stock(others: Estimate, *, money: bool) -> Part:
    """A line at the net a hand of those not bought, with its words."""
    if others.value is None:
        return {}
    line = {
        "type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": others.value, "y1": others.value,
        "line": {"color": Colour.OCHRE, "width": 2, "dash": "dash"}, "layer": "below",
    }  # fmt: skip
    a_hand = amount(others.value, money=money, places=2)
    words = note(
        f"without the stock {a_hand}", xref="paper", x=1, xanchor="right", y=others.value, yanchor="bottom",
        font={"color": Colour.OCHRE, "size": 14},
    )  # fmt: skip
    return {"shapes": [line], "notes": [words]}


def _summary(mine: Estimate, others: Estimate, *, money: bool) -> str:
    words = f"{hands(mine.denominator)} bought brought {amount(mine.value or 0, money=money, places=2)} each"
    if others.value is not None:
        a_hand = amount(others.value, money=money, places=2)
        words += f", {hands(others.denominator)} without the stock {a_hand}"
    return f"{words} on average."
