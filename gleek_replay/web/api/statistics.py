"""What the hands of a player come to, and the hands behind each number."""

from __future__ import annotations

from dataclasses import fields
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from flask import Response, request, url_for
from marshmallow import RAISE

from gleek_replay.services.access import Action
from gleek_replay.services.hands_behind import Side, find_behind, tell_behind
from gleek_replay.services.over_time import OverTime, tell_series
from gleek_replay.services.player_hands import PlayerHands, read_hands
from gleek_replay.services.statistics import Statistics, tell_opponents, tell_statistics
from gleek_replay.services.tables import hands_table, opponents_table, series_table, statistics_table
from gleek_replay.statistics.measures import MEASURES, Estimate, Unit
from gleek_replay.statistics.money import money_words
from gleek_replay.statistics.overview import PlayerStatistics
from gleek_replay.statistics.results import Drawdown, HandThere, Run
from gleek_replay.web.api.answering import PageAnswer, page_answer, table_answer
from gleek_replay.web.api.answers import HandPageSchema
from gleek_replay.web.api.document import ApiBlueprint
from gleek_replay.web.api.statistics_answers import OpponentsSchema, SeriesSchema, StatisticsSchema
from gleek_replay.web.api.statistics_queries import (
    BehindQuery,
    EveryBehindQuery,
    SeriesQuery,
    StatisticsQuery,
    behind,
    statistics_filter,
    unit_of,
)
from gleek_replay.web.callers import caller, does
from gleek_replay.web.database import database_session

blueprint = ApiBlueprint("statistics", __name__, description="What the hands of a player come to")
_IN_SUMMARY: Final = tuple(field.name for field in fields(PlayerStatistics))


@blueprint.route("/players/<id:player_id>/statistics")
@does(Action.READ)
@blueprint.arguments(StatisticsQuery, location="query", unknown=RAISE)
@blueprint.response(200, StatisticsSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_statistics(query: dict[str, Any], player_id: str) -> dict[str, Any]:
    """A player's results in numbers, each with the hands it rests on."""
    hands = _hands(query, player_id)
    told = tell_statistics(hands)
    net = told.summary.net
    return {
        **{name: getattr(told.summary, name) for name in _IN_SUMMARY},
        "player_id": told.player_id,
        "unit": unit_of(query),
        "net_in_words": money_words(net) if told.money else None,
        "recorded": told.results,
        "longest_winning": _run(told, told.results.longest_winning),
        "longest_losing": _run(told, told.results.longest_losing),
        "drawdown": _drawdown(told, told.results.drawdown),
        "luck_adjusted": told.luck,
        "measures": [_measure(hands, estimate) for estimate in told.measures],
    }


@blueprint.route("/players/<id:player_id>/statistics.csv")
@does(Action.READ)
@blueprint.arguments(StatisticsQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="text/csv")
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def export_statistics(query: dict[str, Any], player_id: str) -> Response:
    """A row for each statistic of a player, under a header row."""
    return table_answer(statistics_table(tell_statistics(_hands(query, player_id))))


@blueprint.route("/players/<id:player_id>/hands")
@does(Action.READ)
@blueprint.arguments(BehindQuery, location="query", unknown=RAISE)
@blueprint.response(200, HandPageSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def list_hands_behind(query: dict[str, Any], player_id: str) -> PageAnswer:
    """A page of the hands behind a statistic of a player, newest first; without one, of all that fit."""
    page = find_behind(_hands(query, player_id), behind(query), query.get("cursor"), query["limit"])
    return page_answer(page.items, page.next_cursor)


@blueprint.route("/players/<id:player_id>/hands.csv")
@does(Action.READ)
@blueprint.arguments(EveryBehindQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="text/csv")
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def export_hands_behind(query: dict[str, Any], player_id: str) -> Response:
    """A row for each hand behind a statistic, the newest first, with what it adds; under a header row."""
    hands, wanted = _hands(query, player_id), behind(query)
    return table_answer(hands_table(tell_behind(hands, wanted).items, wanted.measures, money=hands.money))


@blueprint.route("/players/<id:player_id>/series")
@does(Action.READ)
@blueprint.arguments(SeriesQuery, location="query", unknown=RAISE)
@blueprint.response(200, SeriesSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_series(query: dict[str, Any], player_id: str) -> OverTime:
    """A statistic of a player over time."""
    return _series(query, player_id)


@blueprint.route("/players/<id:player_id>/series.csv")
@does(Action.READ)
@blueprint.arguments(SeriesQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="text/csv")
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def export_series(query: dict[str, Any], player_id: str) -> Response:
    """A row for each point of a statistic over time, under a header row."""
    return table_answer(series_table(_series(query, player_id)))


@blueprint.route("/players/<id:player_id>/opponents")
@does(Action.READ)
@blueprint.arguments(StatisticsQuery, location="query", unknown=RAISE)
@blueprint.response(200, OpponentsSchema)
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def read_opponents(query: dict[str, Any], player_id: str) -> dict[str, Any]:
    """What passed between a player and each of his opponents; what the pots brought stands apart."""
    told = tell_opponents(_hands(query, player_id))
    return {
        "player_id": told.player_id,
        "unit": unit_of(query),
        "counterparties": told.counterparties,
        "opponents": [
            {
                "player_id": told.known[one.opponent_key].player_id,
                "name": told.known[one.opponent_key].name,
                "hands": one.hands,
                "had_of_him": one.had_of_him,
                "had_of_him_a_hand": one.had_of_him_a_hand,
                "net": one.net,
                "of_pots": one.of_pots,
            }
            for one in told.counterparties.opponents
        ],
    }


@blueprint.route("/players/<id:player_id>/opponents.csv")
@does(Action.READ)
@blueprint.arguments(StatisticsQuery, location="query", unknown=RAISE)
@blueprint.response(200, {"type": "string"}, content_type="text/csv")
@blueprint.refuses(HTTPStatus.NOT_FOUND)
def export_opponents(query: dict[str, Any], player_id: str) -> Response:
    """A row for each opponent of a player, under a header row."""
    return table_answer(opponents_table(tell_opponents(_hands(query, player_id))))


def _hands(query: dict[str, Any], player_id: str) -> PlayerHands:
    return read_hands(database_session(), caller(), player_id, statistics_filter(query))


def _series(query: dict[str, Any], player_id: str) -> OverTime:
    return tell_series(
        _hands(query, player_id),
        query["measure"],
        query["by"],
        window=query["window"],
        cumulative=query["cumulative"],
    )


def _measure(hands: PlayerHands, estimate: Estimate) -> dict[str, Any]:
    """A statistic as its schema has it, with the addresses of the hands behind it."""
    rests_on_cards = MEASURES[estimate.name].rests_on_cards
    value = estimate.value
    return {
        **{field.name: getattr(estimate, field.name) for field in fields(estimate)},
        "in_words": None if value is None or estimate.unit is not Unit.FARTHINGS else money_words(value),
        "rests_on_cards": rests_on_cards,
        "hands": _behind(hands, estimate.name) if hands.sees_all or not rests_on_cards else None,
    }


def _behind(hands: PlayerHands, measure: str) -> dict[str, str]:
    address = url_for(".list_hands_behind", player_id=hands.player_id)
    asked = list(request.args.items(multi=True))
    return {
        side.value: f"{address}?{urlencode([*asked, ('measure', measure), ('side', side.value)])}"
        for side in Side
    }


def _run(told: Statistics, run: Run | None) -> dict[str, Any] | None:
    if run is None:
        return None
    return {
        "hands": run.hands,
        "net": run.net,
        "first": _hand(told, run.first),
        "last": _hand(told, run.last),
    }


def _drawdown(told: Statistics, fall: Drawdown | None) -> dict[str, Any] | None:
    if fall is None:
        return None
    return {
        "amount": fall.amount,
        "hands": fall.hands,
        "highest": fall.highest and _hand(told, fall.highest),
        "lowest": _hand(told, fall.lowest),
        "recovered": fall.recovered,
    }


def _hand(told: Statistics, hand: HandThere) -> dict[str, Any]:
    return {"hand_id": told.hand_ids[hand.hand_key], "played_at": hand.played_at, "net": hand.net}
