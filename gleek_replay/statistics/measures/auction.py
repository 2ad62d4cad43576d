"""The auction for the stock."""

from __future__ import annotations

from typing import Final

from gleek_replay.audit.facts.layout import POSITIONS_BY_CODE, Mark
from gleek_replay.statistics.columns import Lines, Mask
from gleek_replay.statistics.measures.measure import Group, Measure, Unit, column, every_hand

_ELDEST: Final = POSITIONS_BY_CODE.index("eldest")


def _bought(lines: Lines) -> Mask:
    return lines.marked(Mark.BOUGHT)


def _not_bought(lines: Lines) -> Mask:
    return ~lines.marked(Mark.BOUGHT)


def _lost_to_another(lines: Lines) -> Mask:
    mask: Mask = lines.marked(Mark.SOLD) & ~lines.marked(Mark.BOUGHT)
    return mask


def _contested(lines: Lines) -> Mask:
    return lines.marked(Mark.CONTESTED)


def _eldest(lines: Lines) -> Mask:
    mask: Mask = lines.marked(Mark.SOLD) & (lines["position"] == _ELDEST)
    return mask


def _taken(lines: Lines) -> Mask:
    return lines.marked(Mark.TAKEN)


def _drove_up(lines: Lines) -> Mask:
    mask: Mask = lines["driven_up"] > 0
    return mask


def _hoisted(lines: Lines) -> Mask:
    return _lost_to_another(lines) & _drove_up(lines)


def _stock_seen(lines: Lines) -> Mask:
    return lines.marked(Mark.BOUGHT | Mark.STOCK_KNOWN)


AUCTION: Final = (
    Measure(
        name="bought", group=Group.AUCTION, title="Stock bought", unit=Unit.SHARE,
        numerator="hands bought", denominator="hands", values=_bought, among=every_hand,
    ),
    Measure(
        name="contested", group=Group.AUCTION, title="Bought against another's bid", unit=Unit.SHARE,
        numerator="hands bought for which another bid too", denominator="hands bought",
        values=_contested, among=_bought,
    ),
    Measure(
        name="price", group=Group.AUCTION, title="Price of the stock", unit=Unit.COUNTERS,
        numerator="paid for the stock", denominator="hands bought", values=column("price"), among=_bought,
    ),
    Measure(
        name="taken", group=Group.AUCTION, title="Taken with the opening bid", unit=Unit.SHARE,
        numerator="hands in which nobody bid over eldest's forced opening",
        denominator="hands as eldest in which the stock was sold", values=_taken, among=_eldest,
    ),
    Measure(
        name="hoisted", group=Group.AUCTION, title="Hoisted the price without buying", unit=Unit.SHARE,
        numerator="hands in which his bids raised the price",
        denominator="hands in which another bought", values=_drove_up, among=_lost_to_another,
    ),
    Measure(
        name="hoisted_by", group=Group.AUCTION, title="Hoisted the price by", unit=Unit.COUNTERS,
        numerator="by which his bids raised the price", denominator="hands in which he hoisted the price",
        values=column("driven_up"), among=_hoisted,
    ),
    Measure(
        name="net_bought", group=Group.AUCTION, title="Net a hand with the stock", unit=Unit.COUNTERS,
        numerator="won or lost", denominator="hands bought", values=column("net"), among=_bought,
    ),
    Measure(
        name="net_unbought", group=Group.AUCTION, title="Net a hand without the stock", unit=Unit.COUNTERS,
        numerator="won or lost", denominator="hands not bought", values=column("net"), among=_not_bought,
    ),
    Measure(
        name="stock_honours", group=Group.AUCTION, title="Honours found in the stock", unit=Unit.CARDS,
        numerator="honours in the stock", denominator="hands bought whose stock is known",
        values=column("stock_honours"), among=_stock_seen, rests_on_cards=True,
    ),
    Measure(
        name="stock_aces", group=Group.AUCTION, title="Aces found in the stock", unit=Unit.CARDS,
        numerator="Aces in the stock", denominator="hands bought whose stock is known",
        values=column("stock_aces"), among=_stock_seen, rests_on_cards=True,
    ),
)  # fmt: skip
