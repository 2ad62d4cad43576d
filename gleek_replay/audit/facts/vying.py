"""The vying: who opened it, saw, revied or gave up, who was in at the showdown, and whose ruff was best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gleek_replay.audit.facts.followed import actions_of
from gleek_replay.audit.facts.layout import Mark
from gleek_replay.audit.facts.rows import MARKS, RAISES, Row
from gleek_replay.engine import Hand, Result, Ruff, Stage, Verb
from gleek_replay.engine.hand import ORDERS
from gleek_replay.engine.options import InitialPass

_VYING, _PASS, _VIE, _SEE, _REVIE = Stage.VYING, Verb.PASS, Verb.VIE, Verb.SEE, Verb.REVIE
_OUT: Final = InitialPass.OUT
_OVER, _VIED, _SAW, _REVIED, _GAVE_UP, _RUFF_VIED, _DECIDED, _WON, _UNSEEN, _SHOWN, _KNOWN, _BEST = map(
    int,
    (
        Mark.VYING_OVER, Mark.VIED, Mark.SAW, Mark.REVIED, Mark.GAVE_UP, Mark.RUFF_VIED, Mark.RUFF_DECIDED,
        Mark.RUFF_WON, Mark.UNSEEN, Mark.SHOWN, Mark.RUFFS_KNOWN, Mark.BEST_RUFF,
    ),
)  # fmt: skip


def tell_vying(hand: Hand, result: Result, held: Sequence[Ruff] | None, rows: Sequence[Row]) -> int:
    """Enter what was done at the vying, as far as it went; returns the marks of all. The ruffs ``held`` are
    given where all are known.
    """
    standing = (1 << hand.players) - 1
    for_good, of_all = hand.rules.initial_pass is _OUT, 0
    for seat, verb, _ in actions_of(hand, result, _VYING):
        row = rows[seat]
        if verb is _PASS:
            if of_all or for_good:
                standing &= ~(1 << seat)
            if of_all:
                row[MARKS] |= _GAVE_UP
        elif verb is _SEE:
            row[MARKS] |= _SAW
        elif verb is _REVIE:
            row[MARKS] |= _REVIED
            row[RAISES] += 1
        elif verb is _VIE:
            of_all = _RUFF_VIED
            row[MARKS] |= _VIED
            row[RAISES] += 1
    ruff = result.ruff
    if ruff.reached:
        of_all |= _OVER
        if ruff.vied_by is not None:
            of_all |= _show(standing, rows)
    if ruff.winner is not None:
        of_all |= _DECIDED
        rows[ruff.winner][MARKS] |= _WON
    if held is not None:
        of_all |= _KNOWN
        rows[_best(hand, held)][MARKS] |= _BEST
    return of_all


def _show(standing: int, rows: Sequence[Row]) -> int:
    """Enter who of those still in had to show his ruff; a last one wins unseen, which is a mark of all."""
    if standing.bit_count() == 1:
        return _UNSEEN
    for seat, row in enumerate(rows):
        if standing >> seat & 1:
            row[MARKS] |= _SHOWN
    return 0


def _best(hand: Hand, held: Sequence[Ruff]) -> int:
    """Who has the best ruff; equal ruffs fall to the elder."""
    strengths = [ruff.strength for ruff in held]
    return max(ORDERS[hand.players][hand.eldest], key=strengths.__getitem__)
