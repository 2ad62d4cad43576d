"""Results: what the hands brought."""

from __future__ import annotations

from typing import Final

from gleek_replay.audit.facts.layout import Mark, Standing
from gleek_replay.statistics.columns import Column, Lines, Mask
from gleek_replay.statistics.measures.measure import Group, Measure, Unit, column, every_hand


def _won(lines: Lines) -> Mask:
    mask: Mask = lines["net"] > 0
    return mask


def _finished(lines: Lines) -> Mask:
    return lines.marked(Mark.COMPLETE)


def _recorded(lines: Lines) -> Mask:
    return lines.stands(Standing.RECORDED)


def _recorded_beyond_due(lines: Lines) -> Column:
    due: Column = lines["net"] - lines["net_ruling"]
    return lines["recorded_net"] - due


RESULTS: Final = (
    Measure(
        name="net", group=Group.RESULTS, title="Net a hand", unit=Unit.COUNTERS,
        numerator="won or lost", denominator="hands", values=column("net"), among=every_hand,
    ),
    Measure(
        name="won", group=Group.RESULTS, title="Hands won", unit=Unit.SHARE,
        numerator="hands that brought something", denominator="hands", values=_won, among=every_hand,
    ),
    Measure(
        name="finished", group=Group.RESULTS, title="Hands that were finished", unit=Unit.SHARE,
        numerator="hands that came to their score", denominator="hands", values=_finished, among=every_hand,
    ),
    Measure(
        name="recorded_net", group=Group.RESULTS, title="Net a hand as recorded", unit=Unit.COUNTERS,
        numerator="won or lost by the records", denominator="hands whose records say what was paid",
        values=column("recorded_net"), among=_recorded,
    ),
    Measure(
        name="recorded_beyond_due", group=Group.RESULTS, title="Recorded beyond due", unit=Unit.COUNTERS,
        numerator="recorded more than was due", denominator="hands whose records say what was paid",
        values=_recorded_beyond_due, among=_recorded,
    ),
)  # fmt: skip
