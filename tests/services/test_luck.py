"""Fits of luck: made from a club's own hands when that is asked for, kept, and gone by from then on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.audit.facts.layout import LAYOUT_VERSION
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.services import clubs, keys, luck
from gleek_replay.services.access import Caller
from gleek_replay.services.luck import fits_in_force, list_fits, make_fits
from gleek_replay.services.rebuild import rebuild
from gleek_replay.services.refusals import NotFound
from gleek_replay.simulation import simulate
from gleek_replay.statistics.columns import read_lines
from gleek_replay.statistics.luck import FEWEST_HANDS, LuckSums
from gleek_replay.storage import line_queries, luck_fits
from gleek_replay.storage.tables import LuckFit, Player
from tests.services.told_hands import told, upload

HANDS = FEWEST_HANDS + 10


@pytest.fixture(autouse=True)
def stored(session: Session, operator: Caller) -> None:
    """Hands enough for a fit at one kind of table, too few at another, and one with hidden cards."""
    upload(session, operator, *simulate("parlett", hands=HANDS, seed=1))
    upload(session, operator, *simulate("knauer-2008", hands=5, seed=1, players=4), told("hidden-cards"))


def kept(session: Session) -> list[tuple[Any, ...]]:
    """What the table has."""
    session.rollback()
    return [tuple(row) for row in session.execute(select(LuckFit.__table__).order_by(LuckFit.key))]


def portions(session: Session, club_id: int) -> Iterator[int]:
    """How many lines come at once when a club's are read."""
    return (len(read_lines(packed)) for packed in luck_fits.lines_of_club(session, club_id))


def test_a_fit_is_made_of_every_line_of_the_club(session: Session, operator: Caller) -> None:
    at_four, at_three, hidden = make_fits(session, operator.club_id)
    assert (hidden.preset, hidden.hands, hidden.fit) == ("wikipedia", 0, None)
    assert (at_three.preset, at_three.players, at_three.hands) == ("parlett", 3, HANDS)
    assert (at_four.players, at_four.hands, at_four.fit) == (4, 5, None)
    sums = LuckSums("parlett", 3)
    for player_key in session.scalars(select(Player.key)):
        lines = read_lines(line_queries.lines_of(session, player_key))
        sums.add(lines.where(lines["players"] == 3))
    assert at_three.fit == sums.fit(version=1)
    assert fits_in_force(session, operator.club_id) == (at_three.fit,)


def test_another_fit_takes_the_place_of_the_first_which_is_kept(session: Session, operator: Caller) -> None:
    make_fits(session, operator.club_id)
    first = kept(session)
    upload(session, operator, *simulate("parlett", hands=20, seed=2))
    (made,) = make_fits(session, operator.club_id, preset="parlett", players=3)
    assert made.fit is not None
    assert (made.fit.version, made.fit.hands) == (2, HANDS + 20)
    assert kept(session)[:1] == first
    assert fits_in_force(session, operator.club_id) == (made.fit,)
    assert [(fit.version, fit.hands, fit.in_force) for fit in list_fits(session, operator.club_id)] == [
        (1, HANDS, False),
        (2, HANDS + 20, True),
    ]


def test_a_fit_says_when_and_by_what_it_was_made(session: Session, operator: Caller) -> None:
    _, made, _ = make_fits(session, operator.club_id)
    (listed,) = list_fits(session, operator.club_id)
    assert made.fit is not None
    assert (listed.engine_version, listed.removed) == (ENGINE_VERSION, made.fit.removed)
    assert listed.made_at.utcoffset() is not None


def test_only_the_tables_that_are_named_get_a_fit(session: Session, operator: Caller) -> None:
    assert [made.players for made in make_fits(session, operator.club_id, players=4)] == [4]
    assert make_fits(session, operator.club_id, preset="cotton-1674") == []
    with pytest.raises(NotFound, match="There is no preset whist"):
        make_fits(session, operator.club_id, preset="whist")
    assert kept(session) == []


def test_a_club_goes_by_its_own_hands(session: Session, operator: Caller) -> None:
    clubs.create_club(session, "southwark")
    other = keys.operator(session, "southwark")
    assert make_fits(session, other.club_id) == []
    make_fits(session, operator.club_id)
    assert (list_fits(session, other.club_id), fits_in_force(session, other.club_id)) == ([], ())


def test_a_fit_of_lines_that_were_laid_out_otherwise_is_no_longer_in_force(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_fits(session, operator.club_id)
    monkeypatch.setattr(luck, "LAYOUT_VERSION", LAYOUT_VERSION + 1)
    assert fits_in_force(session, operator.club_id) == ()
    assert [fit.in_force for fit in list_fits(session, operator.club_id)] == [False]


def test_a_rebuild_leaves_fits_as_they_are_and_is_left_alone_by_them(
    session: Session, operator: Caller
) -> None:
    make_fits(session, operator.club_id)
    before = kept(session)
    assert rebuild(session).changed == 0
    assert kept(session) == before


def test_lines_are_read_in_portions(
    session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(portions(session, operator.club_id))
    monkeypatch.setattr(luck_fits, "_LINES_AT_ONCE", 50)
    in_portions = list(portions(session, operator.club_id))
    assert max(in_portions) == 50
    assert sum(in_portions) == sum(whole) == 3 * HANDS + 4 * 5 + 3
