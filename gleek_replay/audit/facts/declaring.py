"""Declarations and challenges: what was declared rightly or falsely, and what was let go by."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from gleek_replay.audit.facts.followed import actions_of
from gleek_replay.audit.facts.rows import (
    CHALLENGED,
    CHALLENGES,
    FALSE_DECLARATIONS,
    GLEEKS,
    MOURNIVALS,
    UNCLAIMED,
    UNDECLARED,
    Row,
)
from gleek_replay.engine import Code, Hand, Result, Stage, Verb
from gleek_replay.engine.cards import RANK_CARDS

_DECLARATIONS, _GLEEK, _MOURNIVAL, _CHALLENGE = Stage.DECLARATIONS, Verb.GLEEK, Verb.MOURNIVAL, Verb.CHALLENGE
_FALSE: Final = Code.FALSE_DECLARATION


def tell_declarations(hand: Hand, result: Result, rows: Sequence[Row]) -> None:
    """Enter what was declared, challenged and let go by; what unknown cards decide is neither right nor
    false.
    """
    for right in result.rights:
        rows[right.seat][UNDECLARED if right.code == "undeclared" else UNCLAIMED] += 1
    breached = {violation.action for violation in result.violations}
    for violation in result.violations:
        if violation.code is _FALSE:
            rows[violation.seat][FALSE_DECLARATIONS] += 1
    begins = result.stages.get(_DECLARATIONS)
    if begins is None:
        return
    for action, (seat, verb, rank) in enumerate(actions_of(hand, result, _DECLARATIONS), begins):
        made = GLEEKS if verb is _GLEEK else MOURNIVALS if verb is _MOURNIVAL else None
        if made is not None and action not in breached and _is_proved(hand, result, seat, verb, rank):
            rows[seat][made] += 1
    if hand.rules.challenge:
        _tell_challenges(hand, result, begins, breached, rows)


def _tell_challenges(
    hand: Hand, result: Result, begins: int, breached: Collection[int | None], rows: Sequence[Row]
) -> None:
    """Enter the challenges, which may be made until the end of the hand, that had something to challenge."""
    for action, (seat, verb, argument) in enumerate(hand.actions[begins : result.stopped_at], begins):
        if verb is _CHALLENGE and action not in breached:
            rows[seat][CHALLENGES] += 1
            rows[argument[0]][CHALLENGED] += 1


def _is_proved(hand: Hand, result: Result, seat: int, verb: Verb, rank: str) -> bool:
    """Whether a declaration that is not known to be false is known to be true."""
    assert result.holdings, "declarations follow the exchange"
    if result.holdings.is_known(seat):
        return True
    of_rank = RANK_CARDS[rank]
    needed = 4 if verb is _MOURNIVAL else 3
    if verb is _GLEEK and hand.rules.turn_up_in_gleek and hand.turn_up & of_rank:
        needed = 2
    return bool(result.holdings.holds(seat, of_rank, needed))
