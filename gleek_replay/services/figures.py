"""Figures of a player's hands, and of a club."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.club_statistics import get_club_statistics
from gleek_replay.services.leaderboards import ClubFilter, Sort, get_head_to_head, get_leaderboard
from gleek_replay.services.over_time import series_of
from gleek_replay.services.player_hands import PlayerHands
from gleek_replay.services.refusals import NotFound
from gleek_replay.statistics.figures import (
    ClubFigure,
    ClubPlay,
    Figure,
    PlayerFigure,
    PlayerPlay,
    draw_club_figure,
    draw_player_figure,
    draw_series,
)
from gleek_replay.statistics.intervals import SMALL_SAMPLE
from gleek_replay.statistics.series import By
from gleek_replay.storage import line_queries
from gleek_replay.storage.tallies import zone_of

__all__ = [
    "ClubFigure",
    "ClubView",
    "Figure",
    "PlayerFigure",
    "draw_of_club",
    "draw_of_player",
    "draw_over_time",
]


def draw_of_player(hands: PlayerHands, name: str) -> Figure:
    """A figure of a player's hands; raises :class:`NotFound` for one that there is not."""
    if name not in tuple(PlayerFigure):
        raise NotFound(f"There is no figure {name}: there are {', '.join(PlayerFigure)}.")
    play = PlayerPlay(
        lines=hands.lines,
        hand_ids=hands.hand_ids,
        players=hands.known_players,
        money=hands.money,
        zone=hands.zone,
        adjusted=hands.adjusted if name == PlayerFigure.NET_OVER_TIME else None,
        step=1 if hands.sees_all else SMALL_SAMPLE,
    )
    return draw_player_figure(PlayerFigure(name), play)


def draw_over_time(
    hands: PlayerHands, measure: str, by: By, *, window: int = 100, cumulative: bool = False
) -> Figure:
    """A measure over time; refused as by :func:`gleek_replay.services.over_time.tell_series`."""
    told_of, told = series_of(hands, measure, by, window=window, cumulative=cumulative)
    return draw_series(
        told_of,
        told,
        cumulative=cumulative,
        hand_ids=hands.hand_ids,
        zone=hands.zone,
        session_ids=partial(line_queries.ids_of_sessions, hands.session),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubView:
    """How a club is looked at: in periods of a day, a week or a month; the leaderboard in an order, of
    players with so many hands; and so many players beside each other.
    """

    by: By = By.MONTH
    sort: Sort = Sort.NET
    least_hands: int = 1
    most: int = 12


def draw_of_club(
    session: Session,
    caller: Caller,
    name: str,
    wanted: ClubFilter | None = None,
    view: ClubView | None = None,
) -> Figure:
    """A figure of a club; raises :class:`NotFound` for one that there is not."""
    require(caller, Action.READ)
    if name not in tuple(ClubFigure):
        raise NotFound(f"There is no figure {name}: there are {', '.join(ClubFigure)}.")
    figure = ClubFigure(name)
    return draw_club_figure(figure, _club_play(session, caller, figure, wanted, view or ClubView()))


def _club_play(
    session: Session, caller: Caller, name: ClubFigure, wanted: ClubFilter | None, view: ClubView
) -> ClubPlay:
    """What a figure of a club is drawn of, and no more."""
    money = wanted is not None and wanted.money
    if name is ClubFigure.LEADERBOARD:
        ranks = get_leaderboard(session, caller, wanted, sort=view.sort, least_hands=view.least_hands)
        return ClubPlay(standings=ranks.items, money=money)
    if name is ClubFigure.HEAD_TO_HEAD:
        heads = get_head_to_head(session, caller, wanted, players=view.most)
        return ClubPlay(active=heads.players, pairs=heads.pairs, money=money)
    told = get_club_statistics(session, caller, wanted, view.by)
    return ClubPlay(
        by=view.by,
        zone=zone_of(told.time_zone),
        activity=told.activity,
        by_client=told.by_client,
        clients=told.clients,
        findings=told.findings or (),
        rules=told.rules,
    )
