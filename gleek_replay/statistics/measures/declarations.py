"""Declarations and claims: made, missed, false and challenged.

They are counted in hands, not one by one: so each is a share, whose interval holds however rare it is. What
was held and not declared is told only of finished hands, in which every card of the tricks was played openly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from gleek_replay.audit.facts.layout import Mark
from gleek_replay.statistics.columns import Lines, Mask
from gleek_replay.statistics.measures.measure import Group, Measure, Unit, every_hand


def _any_of(*fields: str) -> Callable[[Lines], Mask]:
    """In which hands one of these counts is not nothing."""

    def found(lines: Lines) -> Mask:
        mask: Mask = np.logical_or.reduce([lines[field] > 0 for field in fields])
        return mask

    return found


def _shown(lines: Lines) -> Mask:
    return lines.marked(Mark.COMPLETE | Mark.HOLDINGS_KNOWN)


def _had_right(lines: Lines) -> Mask:
    return _shown(lines) & _any_of("gleeks", "mournivals", "undeclared")(lines)


_declared: Final = _any_of("gleeks", "mournivals", "false_declarations")

DECLARATIONS: Final = (
    Measure(
        name="gleeks", group=Group.DECLARATIONS, title="Gleeks declared", unit=Unit.SHARE,
        numerator="hands in which he declared a gleek that he held", denominator="hands",
        values=_any_of("gleeks"), among=every_hand,
    ),
    Measure(
        name="mournivals", group=Group.DECLARATIONS, title="Mournivals declared", unit=Unit.SHARE,
        numerator="hands in which he declared a mournival that he held", denominator="hands",
        values=_any_of("mournivals"), among=every_hand,
    ),
    Measure(
        name="undeclared", group=Group.DECLARATIONS, title="Declarations missed", unit=Unit.SHARE,
        numerator="hands in which he let a gleek or mournival go by",
        denominator="finished hands in which he held one",
        values=_any_of("undeclared"), among=_had_right,
    ),
    Measure(
        name="unclaimed", group=Group.DECLARATIONS, title="Small trumps not claimed", unit=Unit.SHARE,
        numerator="hands in which he let the payment for a small trump go by", denominator="finished hands",
        values=_any_of("unclaimed"), among=_shown,
    ),
    Measure(
        name="false_declarations", group=Group.DECLARATIONS, title="False declarations", unit=Unit.SHARE,
        numerator="hands in which he declared what he did not hold", denominator="hands",
        values=_any_of("false_declarations"), among=every_hand,
    ),
    Measure(
        name="challenged", group=Group.DECLARATIONS, title="Challenged by others", unit=Unit.SHARE,
        numerator="hands in which a declaration of his was challenged",
        denominator="hands in which he declared", values=_any_of("challenged"), among=_declared,
    ),
    Measure(
        name="challenges", group=Group.DECLARATIONS, title="Challenged others", unit=Unit.SHARE,
        numerator="hands in which he challenged a declaration", denominator="hands",
        values=_any_of("challenges"), among=every_hand,
    ),
)  # fmt: skip
