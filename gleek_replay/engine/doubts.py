"""What hidden cards leave open when a hand has been replayed."""

from __future__ import annotations

from gleek_replay.engine.declarations import Declarations
from gleek_replay.engine.ledger import Reason
from gleek_replay.engine.small_trumps import Claims
from gleek_replay.engine.tricks import Tricks


def unverified(
    exchange_known: bool, ruff_doubtful: bool, declarations: Declarations | None, claims: Claims | None,
    tricks: Tricks | None,
) -> tuple[str, ...]:  # fmt: skip
    """The stages that they left open, in their order."""
    stages = []
    if not exchange_known:
        stages.append("exchange")
    if ruff_doubtful:
        stages.append("ruff")
    if (declarations and declarations.doubtful) or (claims and claims.undecided):
        stages.append("declarations")
    if tricks and tricks.doubtful:
        stages.append("tricks")
    return tuple(stages)


def undecided(ruff_open: bool, declarations: Declarations | None, claims: Claims | None) -> frozenset[Reason]:
    """What the payments that they decide are for; ``ruff_open`` is whether they decide who wins the ruff."""
    reasons = {Reason.RUFF} if ruff_open else set()
    if declarations and claims:
        reasons |= declarations.undecided | claims.undecided
    return frozenset(reasons)
