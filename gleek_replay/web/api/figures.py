"""Figures, as Plotly's JSON."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Response
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.figures import (
    ClubFigure,
    ClubView,
    PlayerFigure,
    draw_of_club,
    draw_of_player,
    draw_over_time,
)
from gleek_replay.services.player_hands import read_hands
from gleek_replay.web.api.answering import json_answer
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.statistics_answers import FigureSchema
from gleek_replay.web.api.statistics_queries import (
    ClubFigureQuery,
    SeriesQuery,
    StatisticsQuery,
    club_filter,
    statistics_filter,
)
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("figures", __name__, description="Figures of players and of the club")
_OF_PLAYER: Final = f"<any({', '.join(PlayerFigure)}):figure>"
_OF_CLUB: Final = f"<any({', '.join(ClubFigure)}):figure>"


@blueprint.route(f"/players/<id:player_id>/figures/{_OF_PLAYER}")
@does(Action.READ)
@blueprint.arguments(StatisticsQuery, location="query", unknown=RAISE)
@blueprint.response(200, FigureSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_figure(query: dict[str, Any], player_id: str, figure: str) -> Response:
    """A figure of a player's results, as Plotly's JSON."""
    hands = read_hands(database_session(), caller(), player_id, statistics_filter(query))
    return json_answer(draw_of_player(hands, figure))


@blueprint.route("/players/<id:player_id>/figures/measure_over_time")
@does(Action.READ)
@blueprint.arguments(SeriesQuery, location="query", unknown=RAISE)
@blueprint.response(200, FigureSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_figure_over_time(query: dict[str, Any], player_id: str) -> Response:
    """A statistic of a player over time, as Plotly's JSON."""
    hands = read_hands(database_session(), caller(), player_id, statistics_filter(query))
    figure = draw_over_time(
        hands, query["measure"], query["by"], window=query["window"], cumulative=query["cumulative"]
    )
    return json_answer(figure)


@blueprint.route(f"/club/figures/{_OF_CLUB}")
@does(Action.READ)
@blueprint.arguments(ClubFigureQuery, location="query", unknown=RAISE)
@blueprint.response(200, FigureSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_club_figure(query: dict[str, Any], figure: str) -> Response:
    """A figure of the club, as Plotly's JSON."""
    view = ClubView(by=query["by"], sort=query["sort"], least_hands=query["least_hands"], most=query["most"])
    return json_answer(draw_of_club(database_session(), caller(), figure, club_filter(query), view))
