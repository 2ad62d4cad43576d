"""Who may do what: the one place that decides it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gleek_replay.services.refusals import Forbidden


class Role(StrEnum):
    """What someone is in a club."""

    READER = "reader"
    PLAYER = "player"
    UPLOADER = "uploader"
    STEWARD = "steward"
    ADMINISTRATOR = "administrator"


class Action(StrEnum):
    """What can be done, in words that complete “may not …”."""

    READ = "read hands and players"
    AUDIT = "have hands audited"
    UPLOAD = "upload hands"
    READ_RECORDS = "read records as they were uploaded"
    DISPUTE = "dispute hands"
    RULE = "rule on disputes"
    MANAGE_KEYS = "manage keys"
    MANAGE_PLAYERS = "rename, merge or erase players"


_ALLOWED: Final[Mapping[Role, frozenset[Action]]] = {
    Role.READER: frozenset({Action.READ, Action.AUDIT}),
    Role.PLAYER: frozenset({Action.READ, Action.AUDIT, Action.DISPUTE}),
    Role.UPLOADER: frozenset({Action.READ, Action.AUDIT, Action.UPLOAD, Action.DISPUTE}),
    Role.STEWARD: frozenset(Action) - {Action.MANAGE_KEYS, Action.MANAGE_PLAYERS},
    Role.ADMINISTRATOR: frozenset(Action),
}


NO_KEY: Final = 0
"""Stands in place of a key's own key where somebody asks who has shown none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks: a key of a club. Everything a service finds or stores is of that club. ``player_id`` is the
    player that a key with the role of a player is bound to.

    A visitor who has shown no key, where reading is open to all, is a reader with :data:`NO_KEY`; no upload
    has his owner, the empty name.
    """

    club_id: int
    key_id: int
    owner: str
    role: Role
    player_id: str | None = None


def visitor(club_id: int) -> Caller:
    """Somebody who has shown no key to a club that all may read."""
    return Caller(club_id=club_id, key_id=NO_KEY, owner="", role=Role.READER)


def allows(role: Role, action: Action) -> bool:
    """Whether a role may do something."""
    return action in _ALLOWED[role]


def require(caller: Caller, action: Action) -> None:
    """Raise :class:`Forbidden` unless the caller may do it."""
    if not allows(caller.role, action):
        article = "An" if caller.role[0] in "aeiou" else "A"
        raise Forbidden(f"{article} {caller.role} may not {action}.")
