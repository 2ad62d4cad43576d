"""`gleek-replay players`: the players of a club, and what administrators do to them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy.orm import Session

from gleek_replay.cli.lists import every, tell_list
from gleek_replay.cli.opening import acting_operator, on_the_database
from gleek_replay.cli.terminal import FAILED, complain, harmless
from gleek_replay.services.access import Caller
from gleek_replay.services.erasing import erase_player, scrub_file
from gleek_replay.services.players import PlayerSummary, find_players, get_player
from gleek_replay.services.renaming import merge_players, rename_player, unmerge_player
from gleek_replay.services.trail import Change, find_changes

_PLAYERS: Final = ("id", "name", "hands", "net", "last played", "also")
_CHANGES: Final = ("when", "by", "player", "what", "details", "undone by")
_NOT_SCRUBBED: Final = (
    "somebody reads the database, or there is no room to write its file anew: it may hold what was erased"
)


def run(named: Namespace) -> int:
    """List players, rename, merge or erase one, or list what was done to one."""
    return on_the_database(lambda session: _ACTS[named.act](session, acting_operator(session, named), named))


def _list(session: Session, caller: Caller, named: Namespace) -> int:
    players = every(lambda cursor: find_players(session, caller, cursor))
    return tell_list(named, players, _PLAYERS, _player_row)


def _player_row(player: PlayerSummary) -> list[str]:
    return [
        player.player_id, harmless(player.name or "–"), f"{player.hands:,}", f"{player.net:+,}",
        f"{player.last_played_at:%Y-%m-%d %H:%M}", ", ".join(player.aliases) or "–",
    ]  # fmt: skip


def _rename(session: Session, caller: Caller, named: Namespace) -> int:
    player = rename_player(session, caller, named.player, None if named.back else named.name)
    print(f"The player {player.player_id} is called {harmless(player.name or 'nothing')}.")
    return 0


def _merge(session: Session, caller: Caller, named: Namespace) -> int:
    player = merge_players(session, caller, named.player, named.into)
    print(f"{named.player} means the player {player.player_id}, who has played {player.hands:,} hands.")
    return 0


def _unmerge(session: Session, caller: Caller, named: Namespace) -> int:
    unmerge_player(session, caller, named.player)
    print(f"{named.player} stands for itself again.")
    return 0


def _erase(session: Session, caller: Caller, named: Namespace) -> int:
    """The pseudonym alone goes to standard output."""
    if not named.yes:
        player = get_player(session, caller, named.player)
        complain(
            f"{player.player_id} has played {player.hands:,} hands; erasing cannot be undone, and wants --yes"
        )
        return FAILED
    erased = erase_player(session, caller, named.player)
    complain(f"records rewritten: {erased.records:,}; keys revoked: {erased.keys:,}; the pseudonym is:")
    print(erased.pseudonym)
    if not erased.scrubbed:
        complain(f"{_NOT_SCRUBBED}; `gleek-replay players scrub` tries again")
    return 0


def _scrub(session: Session, caller: Caller, _: Namespace) -> int:
    if scrub_file(session, caller):
        print("Nothing that was erased is left in the file of the database.")
        return 0
    complain(_NOT_SCRUBBED)
    return FAILED


def _changes(session: Session, caller: Caller, named: Namespace) -> int:
    changes = every(lambda cursor: find_changes(session, caller, named.player, cursor))
    return tell_list(named, changes, _CHANGES, _change_row)


def _change_row(change: Change) -> list[str]:
    details = ", ".join(f"{name}: {value}" for name, value in change.details.items() if value is not None)
    return [
        f"{change.changed_at:%Y-%m-%d %H:%M}", harmless(change.key), change.player_id, change.kind,
        harmless(details) or "–", change.undone_by or "–",
    ]  # fmt: skip


_ACTS: Final[Mapping[str, Callable[[Session, Caller, Any], int]]] = {
    "list": _list, "rename": _rename, "merge": _merge, "unmerge": _unmerge, "erase": _erase,
    "scrub": _scrub, "changes": _changes,
}  # fmt: skip
