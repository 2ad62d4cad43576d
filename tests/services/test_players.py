"""Players, their statistics and their figures."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy.orm import Session

from gleek_replay.services import players
from gleek_replay.services.access import Caller
from gleek_replay.services.hands import HandFilter
from gleek_replay.services.refusals import NotFound
from gleek_replay.statistics import FigureName, HandLine
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


def test_lines_run_from_the_oldest_hand_to_the_newest(session: Session, operator: Caller) -> None:
    lines = players.get_lines(session, operator, "will")
    assert [line.hand_id for line in lines] == ["southwark-1", "southwark-2", "southwark-3"]
    assert lines[0] == HandLine(
        hand_id="southwark-1",
        played_at=datetime(2026, 3, 1, 18, 10, tzinfo=UTC),
        position="middle",
        players=3,
        net=30,
        by_reason={
            "turn_up": 0, "stock": 6, "ruff": 32, "gleek": -4, "mournival": 0, "tiddy": 0, "towser": 0,
            "tumbler": 0, "challenge": 0, "score": -4,
        },
        bought=False,
        price=None,
        tricks=4,
        points=18,
        verdict="clean",
        stake="groat",
    )  # fmt: skip


def test_the_price_is_the_buyers(session: Session, operator: Caller) -> None:
    assert {(line.bought, line.price) for line in players.get_lines(session, operator, "moll")} == {
        (True, 13)
    }


def test_a_hand_that_stopped_counts_with_what_was_due_before_and_is_flagged(
    session: Session, operator: Caller
) -> None:
    (line,) = [
        line for line in players.get_lines(session, operator, "eliza") if line.hand_id == "example-00027"
    ]
    assert (line.verdict, line.net, line.tricks, line.points) == ("unplayable", 6, None, None)


def test_nets_are_what_was_due_and_not_what_was_claimed(session: Session, operator: Caller) -> None:
    lines = [
        line
        for player in told("misreported")["players"]
        for line in players.get_lines(session, operator, player["id"])
        if line.verdict == "misreported"
    ]
    assert len(lines) == 3
    assert all(line.net == sum(line.by_reason.values()) for line in lines)


def test_statistics_are_of_the_hands_wanted(session: Session, operator: Caller) -> None:
    every = players.get_statistics(session, operator, "pru")
    assert (every.hands, every.net) == (9, 9 * -24)
    some = players.get_statistics(session, operator, "pru", HandFilter(session="southwark"))
    assert (some.hands, some.net) == (3, 3 * -24)
    late = HandFilter(start=datetime(2026, 3, 1, 18, 30, tzinfo=UTC), rules="parlett")
    assert players.get_statistics(session, operator, "pru", late).hands == 5
    assert players.get_statistics(session, operator, "pru", HandFilter(rules="cotton-1674")).hands == 0


@pytest.mark.parametrize("figure", FigureName)
def test_every_figure_can_be_drawn(session: Session, operator: Caller, figure: FigureName) -> None:
    drawn = players.get_figure(session, operator, "pru", figure.value)
    assert drawn["data"]
    assert drawn["layout"]


def test_a_player_or_figure_that_is_not_there_is_not_found(session: Session, operator: Caller) -> None:
    with pytest.raises(NotFound, match="There is no player nobody"):
        players.get_statistics(session, operator, "nobody")
    with pytest.raises(NotFound, match="There is no player nobody"):
        players.get_player(session, operator, "nobody")
    with pytest.raises(NotFound, match="There is no figure pie: there are net_over_time, "):
        players.get_figure(session, operator, "pru", "pie")
