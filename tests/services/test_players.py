"""Players, their statistics and their figures."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy.orm import Session

from gleek_replay.services import players
from gleek_replay.services.access import Caller
from gleek_replay.services.figures import PlayerFigure
from gleek_replay.services.hands import Verdict
from gleek_replay.services.player_hands import StatisticsFilter
from gleek_replay.services.refusals import NotFound
from tests.services import numbers_told
from tests.services.told_hands import evening, told, upload


@pytest.fixture(autouse=True)
def stored(session: Session, operator: Caller) -> None:
    """An evening of six hands, another of three, and a hand each that stopped and was misreported."""
    upload(session, operator, *evening(6))
    upload(session, operator, *evening(3, table="southwark", players=("moll", "pru", "will")))
    upload(session, operator, told("unplayable"), told("misreported"), b'{"no": "hand"}')


def test_players_are_listed_by_id_with_hands_and_net(session: Session, operator: Caller) -> None:
    found = {player.player_id: player for player in players.find_players(session, operator).items}
    assert list(found) == sorted(found)
    assert (found["moll"].hands, found["moll"].net) == (3, 3 * -7)
    assert (found["pru"].hands, found["pru"].net, found["pru"].name) == (9, 9 * -24, "Catherine d’Aragon")
    assert found["will"].last_played_at == datetime(2026, 3, 1, 18, 30, tzinfo=UTC)


def test_pages_give_every_player_once(session: Session, operator: Caller) -> None:
    everyone = [player.player_id for player in players.find_players(session, operator).items]
    found, cursor = [], None
    while True:
        page = players.find_players(session, operator, cursor, 2)
        found += [player.player_id for player in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert found == everyone


def test_a_hand_that_stopped_counts_with_what_was_due_before_and_is_flagged(
    session: Session, operator: Caller
) -> None:
    found = numbers_told.summary(session, operator, "eliza", StatisticsFilter(verdict=Verdict.UNPLAYABLE))
    assert (found.hands, found.unfinished, found.net) == (1, 1, 6)
    assert (found.tricks.hands, found.points.hands) == (0, 0)


def test_nets_are_what_was_due_and_not_what_was_claimed(session: Session, operator: Caller) -> None:
    for player in told("misreported")["players"]:
        found = numbers_told.statistics(
            session, operator, player["id"], StatisticsFilter(verdict=Verdict.MISREPORTED)
        )
        assert found.summary.net == sum(stage.net for stage in found.summary.by_stage)
        assert found.results.due_of_recorded == found.summary.net
    assert found.results.recorded_net != found.results.due_of_recorded


def test_the_price_is_the_buyers(session: Session, operator: Caller) -> None:
    found = numbers_told.summary(session, operator, "moll")
    assert (found.bought.count, found.price.hands, found.price.value) == (3, 3, 13)


def test_statistics_are_of_the_hands_wanted(session: Session, operator: Caller) -> None:
    every = numbers_told.summary(session, operator, "pru")
    assert (every.hands, every.net) == (9, 9 * -24)
    some = numbers_told.summary(session, operator, "pru", StatisticsFilter(session="southwark"))
    assert (some.hands, some.net) == (3, 3 * -24)
    half_past = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
    assert (
        numbers_told.summary(
            session, operator, "pru", StatisticsFilter(start=half_past, rules="parlett")
        ).hands
        == 5
    )
    assert numbers_told.summary(session, operator, "pru", StatisticsFilter(rules="cotton-1674")).hands == 0


@pytest.mark.parametrize("figure", PlayerFigure)
def test_every_figure_can_be_drawn(session: Session, operator: Caller, figure: PlayerFigure) -> None:
    drawn = numbers_told.figure(session, operator, "pru", figure.value)
    assert drawn["layout"]["meta"]["summary"].endswith(".")


def test_a_player_or_figure_that_is_not_there_is_not_found(session: Session, operator: Caller) -> None:
    with pytest.raises(NotFound, match="There is no player nobody"):
        numbers_told.summary(session, operator, "nobody")
    with pytest.raises(NotFound, match="There is no player nobody"):
        players.get_player(session, operator, "nobody")
    with pytest.raises(NotFound, match="There is no figure pie: there are net_over_time, "):
        numbers_told.figure(session, operator, "pru", "pie")
