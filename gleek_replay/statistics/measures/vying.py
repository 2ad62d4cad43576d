"""Vying the ruff, with bluffs and calls.

A *bluff* is a hand in which a player vied or revied without the best ruff at the table, a *call* one in
which he saw and came to the showdown. What a bluff earned is what the ruff brought him in that hand.
"""

from __future__ import annotations

from typing import Final

from gleek_replay.audit.facts.layout import Mark
from gleek_replay.statistics.columns import Lines, Mask
from gleek_replay.statistics.measures.measure import Group, Measure, Unit, column


def _over(lines: Lines) -> Mask:
    return lines.marked(Mark.VYING_OVER)


def _vied_over(lines: Lines) -> Mask:
    return lines.marked(Mark.VYING_OVER | Mark.RUFF_VIED)


def _decided(lines: Lines) -> Mask:
    return lines.marked(Mark.RUFF_DECIDED)


def _vied(lines: Lines) -> Mask:
    return lines.marked(Mark.VIED)


def _saw(lines: Lines) -> Mask:
    return lines.marked(Mark.SAW)


def _revied(lines: Lines) -> Mask:
    return lines.marked(Mark.REVIED)


def _gave_up(lines: Lines) -> Mask:
    return lines.marked(Mark.GAVE_UP)


def _won(lines: Lines) -> Mask:
    return lines.marked(Mark.RUFF_WON)


def _won_unseen(lines: Lines) -> Mask:
    return lines.marked(Mark.RUFF_WON | Mark.UNSEEN)


def _won_shown(lines: Lines) -> Mask:
    return lines.marked(Mark.RUFF_WON | Mark.SHOWN)


def _lost_shown(lines: Lines) -> Mask:
    mask: Mask = lines.marked(Mark.SHOWN) & ~lines.marked(Mark.RUFF_WON)
    return mask


def _raised(lines: Lines) -> Mask:
    known = lines.marked(Mark.RUFF_DECIDED | Mark.RUFFS_KNOWN)
    mask: Mask = known & (lines.marked(Mark.VIED) | lines.marked(Mark.REVIED))
    return mask


def _without_best(lines: Lines) -> Mask:
    return ~lines.marked(Mark.BEST_RUFF)


def _bluffed(lines: Lines) -> Mask:
    return _raised(lines) & _without_best(lines)


def _called(lines: Lines) -> Mask:
    return lines.marked(Mark.RUFF_DECIDED | Mark.SAW | Mark.SHOWN)


_OF_VIED: Final = "hands in which somebody vied"
_OF_DECIDED: Final = "hands in which somebody won the ruff"

VYING: Final = (
    Measure(
        name="vied", group=Group.VYING, title="Vied", unit=Unit.SHARE,
        numerator="hands in which he vied", denominator="hands whose vying was over", values=_vied,
        among=_over,
    ),
    Measure(
        name="saw", group=Group.VYING, title="Saw", unit=Unit.SHARE,
        numerator="hands in which he saw", denominator=_OF_VIED, values=_saw, among=_vied_over,
    ),
    Measure(
        name="revied", group=Group.VYING, title="Revied", unit=Unit.SHARE,
        numerator="hands in which he revied", denominator=_OF_VIED, values=_revied, among=_vied_over,
    ),
    Measure(
        name="gave_up", group=Group.VYING, title="Passed", unit=Unit.SHARE,
        numerator="hands in which he passed once somebody had vied", denominator=_OF_VIED, values=_gave_up,
        among=_vied_over,
    ),
    Measure(
        name="ruff_won", group=Group.VYING, title="Ruff won", unit=Unit.SHARE,
        numerator="ruffs won", denominator=_OF_DECIDED, values=_won, among=_decided,
    ),
    Measure(
        name="won_unseen", group=Group.VYING, title="Won unseen", unit=Unit.SHARE,
        numerator="ruffs won without showing", denominator=_OF_DECIDED, values=_won_unseen, among=_decided,
    ),
    Measure(
        name="won_shown", group=Group.VYING, title="Won at the showdown", unit=Unit.SHARE,
        numerator="ruffs won at the showdown", denominator=_OF_DECIDED, values=_won_shown, among=_decided,
    ),
    Measure(
        name="lost_shown", group=Group.VYING, title="Lost at the showdown", unit=Unit.SHARE,
        numerator="ruffs lost at the showdown", denominator=_OF_DECIDED, values=_lost_shown, among=_decided,
    ),
    Measure(
        name="bluffs", group=Group.VYING, title="Bluffs", unit=Unit.SHARE,
        numerator="hands in which his was not the best ruff at the table",
        denominator="hands with all ruffs known in which he vied or revied",
        values=_without_best, among=_raised, rests_on_cards=True,
    ),
    Measure(
        name="bluffs_came_off", group=Group.VYING, title="Bluffs that came off", unit=Unit.SHARE,
        numerator="bluffs that won the ruff", denominator="bluffs", values=_won, among=_bluffed,
        rests_on_cards=True, openly=_raised,
    ),
    Measure(
        name="net_bluffs", group=Group.VYING, title="Earned by a bluff", unit=Unit.COUNTERS,
        numerator="won or lost by the ruff", denominator="bluffs", values=column("net_ruff"), among=_bluffed,
        rests_on_cards=True, openly=_raised,
    ),
    Measure(
        name="calls_right", group=Group.VYING, title="Calls that were right", unit=Unit.SHARE,
        numerator="calls that won the ruff", denominator="hands in which he saw and came to the showdown",
        values=_won, among=_called,
    ),
)  # fmt: skip
