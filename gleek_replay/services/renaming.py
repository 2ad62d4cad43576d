"""Names that administrators give players, and ids of one person: merged into one, and taken apart again."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, Final

import orjson
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from gleek_replay.records import Fault
from gleek_replay.records.erasing import player_ids
from gleek_replay.services.access import Action, Caller, require
from gleek_replay.services.people import People, people_of
from gleek_replay.services.players import PlayerSummary, get_player
from gleek_replay.services.refusals import Conflict, NotFound, Unfit
from gleek_replay.storage import people, writing
from gleek_replay.storage.tables import ChangeKind

LONGEST_NAME: Final = 80
"""How long a player's name may be, as in a hand history."""
_NOT_SEEN: Final = r"\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff"
NAME_PATTERN: Final = f"[^ {_NOT_SEEN}]([^{_NOT_SEEN}]{{0,{LONGEST_NAME - 2}}}[^ {_NOT_SEEN}])?"
_EXPECTED_NAME: Final = (
    f"expected 1 to {LONGEST_NAME} characters on one line, that neither begin nor end with a space"
)
_is_name: Final = re.compile(NAME_PATTERN).fullmatch


_UNDOES: Final = {ChangeKind.NAMED: ChangeKind.NAMED, ChangeKind.UNMERGED: ChangeKind.MERGED}


def rename_player(session: Session, caller: Caller, player_id: str, name: str | None) -> PlayerSummary:
    """Give a player a name that goes before what records say, or take it back; raises :class:`NotFound`.

    An id that was merged into another means that other. Raises :class:`Unfit` for what cannot be a name.
    """
    require(caller, Action.MANAGE_PLAYERS)
    if name is not None and not _is_name(name):
        raise Unfit([Fault("/name", _EXPECTED_NAME)])
    with writing(session, caller.club_id) as connection:
        known = people_of(connection, caller.club_id).resolve(player_id)
        if not people.has_hands(connection, caller.club_id, known):
            raise NotFound(f"There is no player {player_id}.")
        before = people.give_name(connection, caller.club_id, known, name)
        if before != name:
            _note(connection, caller, known, ChangeKind.NAMED, name=name, before=before)
    return get_player(session, caller, known)


def merge_players(session: Session, caller: Caller, player_id: str, into_id: str) -> PlayerSummary:
    """Let ``player_id`` mean the player that ``into_id`` means, from now on and of all that is stored.

    Raises :class:`NotFound` where either is nobody, and :class:`Conflict` where they are one already, where
    ``player_id`` is an alias of another, and where both sat in one hand.
    """
    require(caller, Action.MANAGE_PLAYERS)
    with writing(session, caller.club_id) as connection:
        club = people_of(connection, caller.club_id)
        _check_merge(connection, caller.club_id, club, player_id, into_id)
        people.add_alias(connection, caller.club_id, player_id, into_id)
        _note(connection, caller, player_id, ChangeKind.MERGED, into=into_id)
        _seat_anew(connection, caller.club_id, {player_id})
    return get_player(session, caller, into_id)


def _check_merge(connection: Connection, club_key: int, club: People, player_id: str, into_id: str) -> None:
    for each in (player_id, into_id):
        if each not in club.aliases and not people.has_hands(connection, club_key, each):
            raise NotFound(f"There is no player {each}.")
    if player_id in club.aliases:
        raise Conflict(f"{player_id} is merged into {club.aliases[player_id]} already; undo that first.")
    if club.resolve(into_id) == player_id:
        raise Conflict(f"{into_id} and {player_id} are one player already.")
    both = people.hand_of_both(connection, club_key, club.ids_of(player_id), club.ids_of(into_id))
    if both is not None:
        raise Conflict(f"{player_id} and {into_id} cannot be one player: both sat in the hand {both}.")


def unmerge_player(session: Session, caller: Caller, player_id: str) -> None:
    """Let an id that was merged into another stand for itself again, with what was merged into it before;
    raises :class:`NotFound` where it is no alias.
    """
    require(caller, Action.MANAGE_PLAYERS)
    with writing(session, caller.club_id) as connection:
        club = people_of(connection, caller.club_id)
        if player_id not in club.aliases:
            raise NotFound(f"The player {player_id} is not merged into another.")
        people.remove_alias(connection, caller.club_id, player_id)
        _note(connection, caller, player_id, ChangeKind.UNMERGED, into=club.aliases[player_id])
        _seat_anew(connection, caller.club_id, club.ids_of(player_id))


def _note(connection: Connection, caller: Caller, player_id: str, kind: ChangeKind, **details: Any) -> None:
    """Add to the trail; what it takes back or replaces is marked."""
    key = people.add_change(
        connection,
        club_key=caller.club_id,
        player_id=player_id,
        changed_at=datetime.now(UTC),
        changed_by=caller.key_id,
        kind=kind,
        details=orjson.dumps(details),
    )
    if kind in _UNDOES:
        people.undo_changes(connection, caller.club_id, player_id, _UNDOES[kind], key)


def _seat_anew(connection: Connection, club_key: int, whose: Collection[str]) -> None:
    """Project the seats of all hands in which some players sat from what their records say, by the aliases
    that there are now. A hand's seats are those of the first record that it stands on.
    """
    club = people_of(connection, club_key)
    touched: set[int] = set()
    for hands in people.hands_of(connection, club_key, whose):
        seats = {
            (hand_key, seat): meant
            for hand_key, raw in hands
            for seat, meant in enumerate(club.seated(player_ids(raw)))
        }
        touched |= people.reseat(connection, club_key, seats)
    people.settle(connection, touched)
