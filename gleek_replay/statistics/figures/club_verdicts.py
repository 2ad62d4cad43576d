"""How the hands of each client are judged: in all, and over time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from gleek_replay.audit.audit import Verdict
from gleek_replay.statistics.figures.dressing import (
    KEY_ABOVE,
    TWO_COLUMNS,
    Colour,
    Figure,
    Part,
    date_axis,
    empty,
    figure,
    hands,
    hatched,
    note,
    percent,
    plain,
    titled,
)
from gleek_replay.statistics.figures.links import Link, query
from gleek_replay.statistics.figures.names import TITLES, ClubFigure
from gleek_replay.statistics.figures.periods import played_in
from gleek_replay.statistics.figures.subjects import ClientFinding, ClientVerdicts, ClubPlay

_VERDICTS_BY_CLIENT: Final = TITLES[ClubFigure.VERDICTS_BY_CLIENT]
_VERDICTS_OVER_TIME: Final = TITLES[ClubFigure.VERDICTS_OVER_TIME]

MOST_CLIENTS: Final = 5
"""Clients that have lines of their own over time: those with most hands."""
MOST_VERSIONS: Final = 10
_ROW: Final = 56

_VERDICTS: Final = {
    Verdict.CLEAN: (Colour.GAIN, hatched("")),
    Verdict.INCOMPLETE: (Colour.NEUTRAL, hatched(".")),
    Verdict.MISREPORTED: (Colour.LOSS, hatched("/")),
    Verdict.IRREGULAR: (Colour.OCHRE, hatched("x")),
    Verdict.UNPLAYABLE: (Colour.INK, hatched("-")),
}
_LINES: Final = (
    (Colour.LOSS, "solid", "circle"),
    (Colour.GAIN, "dash", "square"),
    (Colour.VERDIGRIS, "dot", "diamond"),
    (Colour.OCHRE, "dashdot", "triangle-up"),
    (Colour.PLUM, "longdash", "x"),
)


def verdicts_by_client(club: ClubPlay) -> Figure:
    """A bar for each version of a client, of the verdicts on its hands."""
    rows = sorted(club.clients, key=lambda each: -each.hands)[:MOST_VERSIONS]
    if not rows:
        return empty(_VERDICTS_BY_CLIENT)
    worst = max(rows, key=lambda each: _share(each, Verdict.MISREPORTED))
    share = _share(worst, Verdict.MISREPORTED)
    summary = (
        f"{client_name(worst)} misreports most: {percent(share)} of {hands(worst.hands)}."
        if share
        else f"No client misreports any of {hands(sum(each.hands for each in rows))}."
    )
    return figure(
        _VERDICTS_BY_CLIENT,
        summary,
        [trace for verdict in _VERDICTS if any((trace := _segments(rows, verdict))["x"])],
        xaxis=titled("of the hands", tickformat=".0%", range=[0, 1], dtick=0.25, showgrid=False),
        yaxis={"visible": False, "range": [len(rows) - 0.5, -0.75]},
        notes=[
            note(
                f"{plain(client_name(each))}: {hands(each.hands)}", x=0, y=row - 0.3, xanchor="left",
                yanchor="bottom",
            )
            for row, each in enumerate(rows)
        ],
        height=150 + _ROW * len(rows),
        left=16,
        barmode="stack",
        bargap=0.5,
        **TWO_COLUMNS,
    )  # fmt: skip


def _segments(rows: Sequence[ClientVerdicts], verdict: Verdict) -> Part:
    colour, hatching = _VERDICTS[verdict]
    return {
        "type": "bar",
        "orientation": "h",
        "name": verdict.value,
        "x": [round(_share(each, verdict), 4) for each in rows],
        "y": list(range(len(rows))),
        "marker": {
            "color": colour,
            "pattern": hatching,
            "line": {"width": 1, "color": Colour.SHEET},
        },
        "meta": {"role": verdict.value, "link": Link.HANDS},
        "customdata": [
            [
                query(client=client_name(each), verdict=verdict.value),
                plain(client_name(each)),
                f"{each.verdicts.get(verdict, 0):,}",
                percent(_share(each, verdict)),
            ]
            for each in rows
        ],
        "hovertemplate": f"%{{customdata[1]}}, {verdict.value}<br>%{{customdata[2]}} hands, "
        "%{customdata[3]}<extra></extra>",
    }


def verdicts_over_time(club: ClubPlay) -> Figure:
    """What part of the hands of each client was misreported in each period, all its versions together."""
    numbers = Counter[str]()
    for each in club.by_client:
        numbers[each.client] += each.hands
    clients = [client for client, _ in numbers.most_common(MOST_CLIENTS)]
    if not clients:
        return empty(_VERDICTS_OVER_TIME)
    lines = [_line(club, client, place) for place, client in enumerate(clients)]
    shares = {client: _over_all(club, client) for client in clients}
    worst = max(shares, key=lambda client: shares[client])
    left = len(numbers) - len(clients)
    return figure(
        _VERDICTS_OVER_TIME,
        f"{worst} misreports most, {percent(shares[worst])} of its hands"
        f"{f'; {left:,} more clients are not drawn' if left else ''}."
        if shares[worst]
        else "No client misreports any hand.",
        lines,
        xaxis=date_axis(club.by),
        yaxis=titled(f"misreported, by {club.by}", tickformat=".0%", nticks=5, rangemode="tozero"),
        **KEY_ABOVE,
    )  # fmt: skip


def _line(club: ClubPlay, client: str, place: int) -> Part:
    sums: dict[str, list[int]] = {}
    for each in club.by_client:
        if each.client == client:
            row = sums.setdefault(each.period, [0, 0])
            row[0] += each.verdicts.get(Verdict.MISREPORTED, 0)
            row[1] += each.hands
    colour, dash, symbol = _LINES[place]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": plain(client),
        "x": list(sums),
        "y": [round(misreported / of, 4) for misreported, of in sums.values()],
        "line": {"width": 2, "color": colour, "dash": dash},
        "marker": {"size": 9, "color": colour, "symbol": symbol},
        "meta": {"role": f"client-{place + 1}", "link": Link.HANDS},
        "customdata": [
            [
                query(*played_in(period, club), client=client, verdict=Verdict.MISREPORTED),
                f"{misreported:,} of {hands(of)}",
                percent(misreported / of),
            ]
            for period, (misreported, of) in sums.items()
        ],
        "hovertemplate": f"{plain(client)}, %{{x}}<br>%{{customdata[2]}}, %{{customdata[1]}}<extra></extra>",
    }


def _over_all(club: ClubPlay, client: str) -> float:
    mine = [each for each in club.by_client if each.client == client]
    return sum(each.verdicts.get(Verdict.MISREPORTED, 0) for each in mine) / sum(each.hands for each in mine)


def _share(each: ClientVerdicts, verdict: Verdict) -> float:
    return each.verdicts.get(verdict, 0) / each.hands if each.hands else 0.0


def client_name(each: ClientVerdicts | ClientFinding) -> str:
    """A client with its version, if it tells one."""
    return f"{each.client} {each.version}" if each.version else each.client
