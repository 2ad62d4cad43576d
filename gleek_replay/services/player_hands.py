"""The hands of a player that somebody asks about: read once, for whatever is told of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, tzinfo
from functools import cached_property, partial
from typing import Final

import numpy as np
from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.audit.facts.layout import Standing
from gleek_replay.services.access import Action, Caller, allows, require
from gleek_replay.services.luck import fits_in_force
from gleek_replay.services.people import People, people_of
from gleek_replay.services.refusals import NotFound
from gleek_replay.statistics.blocks import in_whole_blocks
from gleek_replay.statistics.columns import Lines, Mask, in_order, read_lines
from gleek_replay.statistics.filters import LineFilter
from gleek_replay.statistics.luck import Adjusted, adjusted
from gleek_replay.statistics.measures import Measure
from gleek_replay.storage import disputes, line_queries, tally_queries
from gleek_replay.storage.line_queries import KnownPlayer, client_keys
from gleek_replay.storage.tallies import zone_of

__all__ = ["KnownPlayer", "PlayerHands", "StatisticsFilter", "names_of", "read_hands"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsFilter:
    """Which of a player's hands, and in what they are told; what is ``None`` or empty asks for nothing.

    Played from ``start`` on and before ``end``, each a moment, or a day of the club's time zone, which stands
    for its beginning; by the preset ``rules``, for the coin ``stake``, by so many
    ``players``; of a ``session``; with all of the ``opponents`` at the table; in the ``seat`` eldest, middle
    or dealer; recorded by a ``client``, which is its name or its name and version with a space between; with
    a ``verdict``; ``disputed`` or not. Amounts are counters, or farthings if it is to be ``money``.
    """

    start: date | None = None
    end: date | None = None
    rules: str | None = None
    stake: str | None = None
    players: int | None = None
    session: str | None = None
    opponents: tuple[str, ...] = ()
    seat: str | None = None
    client: str | None = None
    verdict: Verdict | None = None
    disputed: bool | None = None
    money: bool = False


@dataclass(frozen=True, kw_only=True)
class PlayerHands:
    """The hands of a player: ``every`` one, and which are ``wanted``; ``zone`` is the club's.

    What rests on cards that may be hidden at the table is told to those who may see every card of what is
    wanted, to all others in blocks (see :func:`in_whole_blocks`).
    """

    session: Session
    caller: Caller
    player_id: str
    every: Lines
    wanted: Mask
    asked: StatisticsFilter
    zone: tzinfo

    @property
    def money(self) -> bool:
        """Whether amounts are told in farthings."""
        return self.asked.money

    @property
    def sees_all(self) -> bool:
        """Whether the caller may see every card of every hand."""
        return allows(self.caller.role, Action.READ_RECORDS)

    @cached_property
    def disputed(self) -> Collection[int]:
        """The keys of all hands of the club about which there is a dispute that nobody has ruled on."""
        return disputes.keys_of_hands(self.session, self.caller.club_id)

    @cached_property
    def lines(self) -> Lines:
        """The hands that are wanted."""
        return self.every.where(self.wanted)

    @cached_property
    def adjusted(self) -> Adjusted:
        """The hands wanted of which it is told what was luck. What is left out is counted of all wanted."""
        fits = fits_in_force(self.session, self.caller.club_id)
        of_all = adjusted(self.lines, fits, money=self.money)
        if self.sees_all:
            return of_all
        told = of_all.told if self.wanted.all() else adjusted(self.every, fits).told
        shown = in_whole_blocks(told, self.wanted, told)[self.wanted]
        of_told = shown[of_all.told]
        return replace(of_all, told=shown, lines=of_all.lines.where(of_told), net=of_all.net[of_told])

    def as_told(self, measure: Measure) -> Measure:
        """A measure for the hands wanted that count, among those of them of which it may be told."""
        if self.sees_all or not measure.rests_on_cards:
            return measure
        shown = self._shown(measure)[self.wanted & self.every.stands(Standing.COUNTS)]
        return replace(measure, among=lambda _: shown)

    def _shown(self, measure: Measure) -> Mask:
        if measure.openly is not None and not measure.counts_hands:
            # What each hand brought is known to everybody: their sum would tell which hands they are.
            return np.zeros(len(self.every), dtype=np.bool_)
        return in_whole_blocks(measure.hands(self.every), self.wanted, measure.hands_openly(self.every))

    @property
    def hand_ids(self) -> Callable[[Collection[int]], Mapping[int, str]]:
        """Finds the ids of hands by their keys."""
        return partial(line_queries.ids_of_hands, self.session)

    @property
    def known_players(self) -> Callable[[Collection[int]], Mapping[int, KnownPlayer]]:
        """Finds who players are by their keys."""
        return partial(line_queries.known_players, self.session)


def read_hands(
    session: Session, caller: Caller, player_id: str, asked: StatisticsFilter | None = None
) -> PlayerHands:
    """The hands of a player, by his id or another that was merged into it; raises :class:`NotFound`.

    A session, an opponent or a client that the club does not know has no hands.
    """
    require(caller, Action.READ)
    asked = asked or StatisticsFilter()
    club = people_of(session.connection(), caller.club_id)
    known = club.resolve(player_id)
    key = line_queries.player_keys(session, caller.club_id, [known]).get(known)
    if key is None:
        raise NotFound(f"There is no player {player_id}.")
    every = in_order(read_lines(line_queries.lines_of(session, key)))
    zone = zone_of(tally_queries.time_zone(session, caller.club_id))
    return PlayerHands(
        session=session,
        caller=caller,
        player_id=known,
        every=every,
        wanted=_line_filter(session, caller.club_id, club, asked, zone).mask(every),
        asked=asked,
        zone=zone,
    )


def names_of(hands: PlayerHands, player_ids: Sequence[str]) -> list[str]:
    """What some players are called, in their order: by their names, or by the ids where nobody knows any."""
    keys = line_queries.player_keys(hands.session, hands.caller.club_id, player_ids)
    known = hands.known_players(list(keys.values()))
    names = {player_id: known[key].name for player_id, key in keys.items()}
    return [names.get(player_id) or player_id for player_id in player_ids]


def _line_filter(
    session: Session, club_id: int, club: People, asked: StatisticsFilter, zone: tzinfo
) -> LineFilter:
    """A filter by the keys of whatever is named."""
    disputed = () if asked.disputed is None else disputes.keys_of_hands(session, club_id)
    return LineFilter(
        start=_moment(asked.start, zone),
        end=_moment(asked.end, zone),
        presets=_one(asked.rules),
        stakes=_one(asked.stake),
        players=() if asked.players is None else (asked.players,),
        positions=_one(asked.seat),
        verdicts=_one(asked.verdict),
        session_keys=_session_keys(session, club_id, asked.session),
        client_keys=None if asked.client is None else client_keys(session, club_id, asked.client),
        opponent_keys=_opponent_keys(session, club_id, club, asked.opponents),
        hand_keys=disputed if asked.disputed else None,
        other_than_hand_keys=disputed if asked.disputed is False else None,
    )


def _moment(asked: date | None, zone: tzinfo) -> datetime | None:
    """When that is: a moment as it is, of a day the beginning."""
    if asked is None or isinstance(asked, datetime):
        return asked
    return datetime.combine(asked, time.min, tzinfo=zone)


def _one(word: str | None) -> tuple[str, ...]:
    return () if word is None else (word,)


def _session_keys(session: Session, club_id: int, session_id: str | None) -> Collection[int] | None:
    if session_id is None:
        return None
    return list(line_queries.session_keys(session, club_id, [session_id]).values())


def _opponent_keys(
    session: Session, club_id: int, club: People, opponents: Collection[str]
) -> Collection[int]:
    ids = {club.resolve(opponent) for opponent in opponents}
    known = line_queries.player_keys(session, club_id, ids)
    return [known.get(each, _NOBODY) for each in ids]


_NOBODY: Final = -1
"""A key that no player has."""
