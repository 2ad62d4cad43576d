"""Refusals that a caller can expect. Anything else that is raised is a bug."""

from __future__ import annotations

from collections.abc import Sequence

from gleek_replay.records import Fault


class Refusal(Exception):
    """A request that is refused; ``str()`` of it says why in one sentence, for people."""


class NotFound(Refusal):
    """There is no such thing in the caller's club."""


class Forbidden(Refusal):
    """The caller's role does not allow it."""


class Unauthenticated(Refusal):
    """A token that is unknown, used, revoked or expired."""


class Conflict(Refusal):
    """It cannot be done as things stand, such as giving a name twice."""


class Stale(Refusal):
    """It has changed since the caller looked at it."""


class Unseen(Refusal):
    """It can only be changed by one who says which version of it he has seen."""


class BadCursor(Refusal):
    """A cursor that no page has given out."""


class Mismatch(Refusal):
    """What was sent once more is not what was sent the first time."""


class NothingSent(Refusal):
    """There is nothing in what was sent."""


class TooMuch(Refusal):
    """What was sent unpacks to more than is taken."""


class Unfit(Refusal):
    """Something asked for that cannot be as it is described; ``faults`` says what is wrong with each part,
    by its name in the API.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.pointer[1:]}: {fault.message}" for fault in faults))
        self.faults = tuple(faults)
