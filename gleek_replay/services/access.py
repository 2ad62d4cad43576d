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
    MANAGE_KEYS = "manage keys"


_ALLOWED: Final[Mapping[Role, frozenset[Action]]] = {
    Role.READER: frozenset({Action.READ, Action.AUDIT}),
    Role.PLAYER: frozenset({Action.READ, Action.AUDIT}),
    Role.UPLOADER: frozenset({Action.READ, Action.AUDIT, Action.UPLOAD}),
    Role.STEWARD: frozenset({Action.READ, Action.AUDIT, Action.UPLOAD, Action.READ_RECORDS}),
    Role.ADMINISTRATOR: frozenset(Action),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks: a key of a club. Everything a service finds or stores is of that club."""

    club_id: int
    key_id: int
    owner: str
    role: Role


def allows(role: Role, action: Action) -> bool:
    """Whether a role may do something."""
    return action in _ALLOWED[role]


def require(caller: Caller, action: Action) -> None:
    """Raise :class:`Forbidden` unless the caller may do it."""
    if not allows(caller.role, action):
        article = "An" if caller.role[0] in "aeiou" else "A"
        raise Forbidden(f"{article} {caller.role} may not {action}.")
