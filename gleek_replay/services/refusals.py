"""Refusals that a caller can expect. Anything else that is raised is a bug."""

from __future__ import annotations


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


class BadCursor(Refusal):
    """A cursor that no page has given out."""


class Mismatch(Refusal):
    """What was sent once more is not what was sent the first time."""


class NothingSent(Refusal):
    """There is nothing in what was sent."""


class TooMuch(Refusal):
    """What was sent unpacks to more than is taken."""
