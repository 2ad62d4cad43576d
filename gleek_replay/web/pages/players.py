"""A player's pages: what his hands come to, and the hands behind a number."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, tzinfo
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

import plotly
from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from gleek_replay.services.access import Action
from gleek_replay.services.choices import choices_of
from gleek_replay.services.hands_behind import Behind, Side, find_behind, tell_behind
from gleek_replay.services.player_hands import PlayerHands, names_of, read_hands
from gleek_replay.services.players import get_player
from gleek_replay.services.statistics import tell_opponents, tell_statistics
from gleek_replay.statistics.figures import TITLES, PlayerFigure
from gleek_replay.statistics.measures import MEASURES, Estimate, Group, Unit
from gleek_replay.web.api.statistics_queries import BehindQuery, StatisticsQuery, behind, statistics_filter
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session
from gleek_replay.web.pages.asked import address_with, asked, query_string, without_blanks
from gleek_replay.web.pages.writing import day

HANDS_SHOWN: Final = 8
OPPONENTS_SHOWN: Final = 12
HANDS_A_PAGE: Final = 25
_KINDS: Final = frozenset(name for name, measure in MEASURES.items() if measure.group is Group.HONESTY) - {
    "irregular",
    "misreported",
}
GROUP_TITLES: Final[dict[Group, str]] = {
    Group.RESULTS: "Results",
    Group.STAGES: "By stage",
    Group.AUCTION: "The auction",
    Group.VYING: "Vying",
    Group.DECLARATIONS: "Declarations",
    Group.TRICKS: "Tricks",
    Group.SEATS: "By seat",
    Group.HONESTY: "Honesty",
}
WIDE: Final = frozenset({PlayerFigure.NET_OVER_TIME, PlayerFigure.CALENDAR})
TABLES: Final[dict[PlayerFigure, tuple[str, dict[str, str]]]] = {
    PlayerFigure.NET_OVER_TIME: ("statistics.export_hands_behind", {"measure": "net"}),
    PlayerFigure.NET_BY_STAGE: ("statistics.export_statistics", {}),
    PlayerFigure.CALENDAR: ("statistics.export_series", {"measure": "net", "by": "day"}),
    PlayerFigure.DISTRIBUTION: ("statistics.export_hands_behind", {"measure": "net"}),
    PlayerFigure.PRICE_AND_OUTCOME: ("statistics.export_hands_behind", {"measure": "price"}),
    PlayerFigure.VYING_OUTCOMES: ("statistics.export_statistics", {}),
    PlayerFigure.RESULTS_BY_SEAT: ("statistics.export_statistics", {}),
    PlayerFigure.OPPONENTS: ("statistics.export_opponents", {}),
    PlayerFigure.POINTS_AND_BREAK_EVEN: ("statistics.export_hands_behind", {"measure": "points_over"}),
}
"""The table that has the numbers of a figure: where it is had, and what of it is asked for besides."""

blueprint = Blueprint("player_pages", __name__)


@blueprint.get("/players/<id:player_id>")
@does(Action.READ)
def dashboard(player_id: str) -> str | Response:
    """A player's results in numbers and figures, of the hands asked for."""
    if (plain := without_blanks()) is not None:
        return redirect(plain)
    query = asked(StatisticsQuery)
    hands = read_hands(database_session(), caller(), player_id, statistics_filter(query))
    told = tell_statistics(hands)
    return render_template(
        "player.html",
        player=get_player(database_session(), caller(), player_id),
        told=told,
        results=told.summary,
        money=hands.money,
        sees_all=hands.sees_all,
        time_zone=str(hands.zone),
        from_day=_day(query.get("start"), hands.zone),
        to_day=_day(query.get("end"), hands.zone),
        asked=query,
        query=query_string(),
        narrowed=bool(set(request.args) - {"unit"}),
        choices=choices_of(hands),
        groups=_groups(told.measures),
        behind=_behind(hands),
        together=_together(hands),
        opponents=tell_opponents(hands, OPPONENTS_SHOWN),
        figures=[
            (figure, TITLES[figure], figure in WIDE, _table(hands, *TABLES[figure]))
            for figure in PlayerFigure
        ],
        over_time=[MEASURES[name] for name in _told_over_time(hands)],
        hands=find_behind(hands, Behind(), limit=HANDS_SHOWN),
        plotly_version=plotly.__version__,
    )


_OF_NUMBERS: Final = frozenset({"measure", "side", "at_least", "at_most", "cursor"})
"""What is asked for of hands, and not of the dashboard."""


class HandsBehindQuery(BehindQuery):
    """Which hands to show."""

    class Meta:
        exclude = ("limit",)


@blueprint.get("/players/<id:player_id>/hands")
@does(Action.READ)
def hands_behind(player_id: str) -> str:
    """The hands of a player behind a number, the newest first."""
    query = asked(HandsBehindQuery)
    hands = read_hands(database_session(), caller(), player_id, statistics_filter(query))
    wanted = behind(query)
    found = tell_behind(hands, wanted, query.get("cursor"), HANDS_A_PAGE)
    return render_template(
        "player_hands.html",
        player=get_player(database_session(), caller(), player_id),
        hands=found.items,
        lucky=any(each.without_luck is not None for each in found.items),
        measures=[MEASURES[name] for name in wanted.measures],
        money=hands.money,
        told=_told(hands, query, wanted),
        query=query_string(_OF_NUMBERS),
        query_of_table=query_string(frozenset({"cursor"})),
        older=None if found.next_cursor is None else address_with(cursor=found.next_cursor),
    )


def _groups(measures: tuple[Estimate, ...]) -> list[tuple[str, list[Estimate]]]:
    """The measures by what they are about. Of breaches and misreports, of which there are many kinds, those
    that occurred.
    """
    told = [each for each in measures if each.numerator or each.name not in _KINDS]
    return [(GROUP_TITLES[group], list(some)) for group, some in groupby(told, key=lambda each: each.group)]


def _told_over_time(hands: PlayerHands) -> list[str]:
    """The measures that may be told hand by hand, but for the many kinds of breaches and misreports."""
    return [
        name
        for name, measure in MEASURES.items()
        if name not in _KINDS and (hands.sees_all or not measure.rests_on_cards)
    ]


def _behind(hands: PlayerHands) -> Callable[[Estimate, str], str | None]:
    """Tells the address of the hands behind a number; of those that tell of hidden cards only to who may see
    them.
    """
    told_all = hands.sees_all
    beginning = _hands_asked(hands)

    def address(each: Estimate, side: str) -> str | None:
        if MEASURES[each.name].rests_on_cards and not told_all:
            return None
        return f"{beginning}measure={each.name}&side={side}"

    return address


def _table(hands: PlayerHands, endpoint: str, more: dict[str, str]) -> str:
    """The address of a table of the hands that this page is of."""
    told = urlencode([*request.args.items(multi=True), *more.items()])
    address = url_for(endpoint, player_id=hands.player_id)
    return f"{address}?{told}" if told else address


def _together(hands: PlayerHands) -> Callable[[str], str]:
    """Tells the address of the hands in which an opponent sat too."""
    beginning, there = _hands_asked(hands), request.args.getlist("opponent")

    def address(opponent: str) -> str:
        return beginning[:-1] if opponent in there else f"{beginning}{urlencode({'opponent': opponent})}"

    return address


def _hands_asked(hands: PlayerHands) -> str:
    """The address of the hands that this page is of, to be narrowed further by whatever is put behind it."""
    address = url_for("player_pages.hands_behind", player_id=hands.player_id)
    told = urlencode(list(request.args.items(multi=True)))
    return f"{address}?{told}&" if told else f"{address}?"


def _told(hands: PlayerHands, query: dict[str, Any], wanted: Behind) -> list[str]:
    """What the hands shown have in common, in words."""
    told = [
        MEASURES[name].title + ("" if wanted.side is Side.NUMERATOR else ": all that it rests on")
        for name in wanted.measures
        if name in MEASURES
    ]
    if wanted.at_least is not None:
        told.append(f"at least {_amount(query, wanted, wanted.at_least)}")
    if wanted.at_most is not None:
        told.append(f"at most {_amount(query, wanted, wanted.at_most)}")
    for name, words in _IN_WORDS.items():
        if name in query:
            value = query[name]
            told.append(words.format(_written(value, hands.zone) if name in {"start", "end"} else value))
    if "disputed" in query:
        told.append("in dispute" if query["disputed"] else "in no dispute")
    return told + [f"with {opponent}" for opponent in names_of(hands, query["opponents"])]


def _day(asked: date | None, zone: tzinfo) -> date | None:
    """The day of the club's time zone on which a moment is that was asked for, or the day that was."""
    return asked.astimezone(zone).date() if isinstance(asked, datetime) else asked


def _written(asked: date, zone: tzinfo) -> str:
    """A day that was asked for, or a moment by the clock of the club's time zone."""
    if not isinstance(asked, datetime):
        return day(datetime.combine(asked, time.min))
    moment = asked.astimezone(zone)
    return day(moment) if moment.time() == time.min else f"{moment:%H:%M} on {day(moment)}"


def _amount(query: dict[str, Any], wanted: Behind, number: int) -> str:
    in_coin = query["unit"] == "money" and any(
        MEASURES[name].unit is Unit.COUNTERS for name in wanted.measures if name in MEASURES
    )
    return f"{number:,} farthings" if in_coin else f"{number:,}"


_IN_WORDS: Final = {
    "start": "from {} on",
    "end": "before {}",
    "rules": "by the rules of {}",
    "stake": "a counter a {}",
    "players": "{} at the table",
    "session": "in the session {}",
    "seat": "as {}",
    "client": "recorded by {}",
    "verdict": "{}",
}
