"""The players of a club beside each other, from its tallies."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.hands import MOST_ITEMS, Page
from gleek_replay.services.refusals import BadCursor
from gleek_replay.statistics.estimates import Mean
from gleek_replay.statistics.head_to_head import HeadToHeads, MostActive, head_to_heads
from gleek_replay.statistics.leaderboard import Standing, standings
from gleek_replay.storage import line_queries, tally_queries
from gleek_replay.storage.tally_queries import TallyFilter

__all__ = [
    "MOST_BESIDE_EACH_OTHER", "ClubFilter", "HeadToHeads", "Ranked", "Sort", "every_rank", "get_head_to_head",
    "get_leaderboard",
]  # fmt: skip

MOST_BESIDE_EACH_OTHER: Final = 40


class Sort(StrEnum):
    """By what a leaderboard is in order: what is most comes first."""

    NET = "net"
    NET_A_HAND = "net_a_hand"
    LOW = "low"
    """The lower end of the interval of the net a hand: who has played little has to have won much."""
    HANDS = "hands"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFilter:
    """Which hands of a club: from the ``first`` month to the ``last``, both included (twelve times the year,
    and 0 for January), by the preset ``rules``, for the coin ``stake``; ``None`` lets every hand through.
    Amounts are counters, or farthings if it is to be ``money``.
    """

    first: int | None = None
    last: int | None = None
    rules: str | None = None
    stake: str | None = None
    money: bool = False

    @property
    def of_months(self) -> TallyFilter:
        """The same of tallies by month."""
        return TallyFilter(
            first=self.first,
            last=self.last,
            presets=() if self.rules is None else (self.rules,),
            stakes=() if self.stake is None else (self.stake,),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A player's place among all; players who are alike have the same ``rank``. ``net_a_hand`` is flagged as
    small where it rests on too few hands to mean much. ``last_played_at`` is of all his hands.
    """

    rank: int
    player_id: str
    name: str | None
    hands: int
    void: int
    net: int
    net_a_hand: Mean
    last_played_at: datetime


def get_leaderboard(
    session: Session,
    caller: Caller,
    wanted: ClubFilter | None = None,
    *,
    sort: Sort = Sort.NET,
    least_hands: int = 1,
    called: str | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Page[Ranked]:
    """A page of a club's players in order, of those with so many hands that count; of these, if ``called`` is
    given, those in whose name or id it is, with their places among all. Raises :class:`BadCursor`.

    The cursor is the number of players before it; a hand that is stored meanwhile may shift them.
    """
    limit = max(1, min(limit, MOST_ITEMS))
    start = _start(cursor)
    ranks = _called(session, _ranks(session, caller, wanted, sort, least_hands), called)
    end = start + limit
    return Page(
        items=_named(session, ranks[start:end]),
        next_cursor=str(end) if end < len(ranks) else None,
    )


def every_rank(
    session: Session,
    caller: Caller,
    wanted: ClubFilter | None = None,
    *,
    sort: Sort,
    least_hands: int = 1,
    called: str | None = None,
) -> tuple[Ranked, ...]:
    """The whole leaderboard, or all of it that :func:`get_leaderboard` would tell page by page."""
    return _named(session, _called(session, _ranks(session, caller, wanted, sort, least_hands), called))


def get_head_to_head(
    session: Session, caller: Caller, wanted: ClubFilter | None = None, *, players: int = 12
) -> HeadToHeads:
    """What so many players, those with most hands, had of each other."""
    require(caller, Action.READ)
    wanted = wanted or ClubFilter()
    tallies = tally_queries.player_tallies(session, caller.club_id, wanted.of_months)
    most = max(1, min(players, MOST_BESIDE_EACH_OTHER))
    active = [row for row in sorted(standings(tallies), key=_ORDER[Sort.HANDS])[:most] if row.hands]
    keys = [row.player_key for row in active]
    known = line_queries.known_players(session, keys)
    return head_to_heads(
        [
            MostActive(
                key=row.player_key,
                player_id=known[row.player_key].player_id,
                name=known[row.player_key].name,
                hands=row.hands,
            )
            for row in active
        ],
        tally_queries.pair_tallies(session, caller.club_id, wanted.of_months, keys),
        money=wanted.money,
    )


_CURSOR: Final = re.compile("[0-9]{1,9}")
_Ranks = list[tuple[int, Standing]]
_ORDER: Final[dict[Sort, Callable[[Standing], tuple[float, int]]]] = {
    Sort.NET: lambda standing: (-standing.net, standing.player_key),
    Sort.NET_A_HAND: lambda standing: (_last_of_all(standing.net_a_hand.value), standing.player_key),
    Sort.LOW: lambda standing: (_last_of_all(standing.net_a_hand.low), standing.player_key),
    Sort.HANDS: lambda standing: (-standing.hands, standing.player_key),
}


def _last_of_all(value: float | None) -> float:
    """A place for a number, the largest first; what is not known comes last."""
    return float("inf") if value is None else -value


def _ranks(
    session: Session, caller: Caller, wanted: ClubFilter | None, sort: Sort, least_hands: int
) -> _Ranks:
    require(caller, Action.READ)
    wanted = wanted or ClubFilter()
    tallies = tally_queries.player_tallies(session, caller.club_id, wanted.of_months)
    order = _ORDER[sort]
    rows = sorted(
        (row for row in standings(tallies, money=wanted.money) if row.hands >= least_hands), key=order
    )
    ranks: _Ranks = []
    for place, row in enumerate(rows, 1):
        alike = bool(ranks) and order(row)[0] == order(ranks[-1][1])[0]
        ranks.append((ranks[-1][0] if alike else place, row))
    return ranks


def _called(session: Session, ranks: _Ranks, called: str | None) -> _Ranks:
    """Those of whom a part of the name or the id is this, in whatever letters; all if nothing is said."""
    if called is None:
        return ranks
    wanted = called.casefold()
    known = line_queries.known_players(session, [row.player_key for _, row in ranks])
    return [
        (rank, row)
        for rank, row in ranks
        for player in (known[row.player_key],)
        if wanted in player.player_id.casefold() or wanted in (player.name or "").casefold()
    ]


def _named(session: Session, ranks: _Ranks) -> tuple[Ranked, ...]:
    keys = [row.player_key for _, row in ranks]
    known, last = line_queries.known_players(session, keys), tally_queries.last_played(session, keys)
    return tuple(
        Ranked(
            rank=rank,
            player_id=known[row.player_key].player_id,
            name=known[row.player_key].name,
            hands=row.hands,
            void=row.void,
            net=row.net,
            net_a_hand=row.net_a_hand,
            last_played_at=last[row.player_key],
        )
        for rank, row in ranks
    )


def _start(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not _CURSOR.fullmatch(cursor):
        raise BadCursor("The cursor is none that a page has given out.")
    return int(cursor)
