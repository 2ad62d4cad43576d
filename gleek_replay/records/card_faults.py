"""Faults of the cards: hands of the wrong size, cards twice in the deal, cards that are not in the pack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from gleek_replay.engine import LAYOUTS, Layout, Verb, cards_text
from gleek_replay.records.actions import WrittenAction
from gleek_replay.records.faults import Fault, pointer
from gleek_replay.records.plain import SeatedActions

_MOST_PARTS: Final = 2 + max(players for players, _ in LAYOUTS)
"""How many parts a deal can have: hands, turn-up and stock. More are the hands of nobody, which is told."""
Lift: TypeAlias = Sequence[Mapping[str, int | None] | None]
Part: TypeAlias = tuple[int, tuple[str | int, ...]]
"""Cards, and the steps to the place where they stand."""


def cards_in(actions: Sequence[WrittenAction]) -> int:
    """All the cards discarded and played."""
    return _together(_acted(actions))


def judge_cards(
    deal: Mapping[str, Any], written: Mapping[str, Any], lift: Lift, actions: SeatedActions,
    layout: Layout | None,
) -> Iterator[Fault]:  # fmt: skip
    """Every fault of the cards that could be read; sizes and pack only where the layout is known.

    ``written`` is the deal as it stands in the record, where misspelt cards can still be counted.
    """
    dealt = [*deal.get("hands", {}).values(), deal.get("turn_up"), deal.get("stock")]
    known = [cards for cards in dealt if cards is not None]
    together = sum(known)  # of different cards: their union; a card twice carries into another bit
    repeated = together.bit_count() != sum(map(int.bit_count, known))
    if repeated:
        yield from _repeats(list(_dealt(deal)))
    if layout is not None:
        yield from _sizes(deal, written, layout)
        if repeated or (together | _together(_lifted(lift)) | actions.cards) & ~layout.pack:
            yield from _foreign([*_dealt(deal), *_lifted(lift), *_acted(actions.actions)], layout)


def _together(parts: Iterable[Part]) -> int:
    together = 0
    for cards, _ in parts:
        together |= cards
    return together


def _dealt(deal: Mapping[str, Any]) -> Iterator[Part]:
    for player, cards in deal.get("hands", {}).items():
        yield cards or 0, ("deal", "hands", player)
    for place in ("turn_up", "stock"):
        yield deal.get(place, 0), ("deal", place)


def _lifted(lift: Lift) -> Iterator[Part]:
    for number, lifted in enumerate(lift):
        for player, card in (lifted or {}).items():
            yield card or 0, ("lift", number, player)


def _acted(actions: Sequence[WrittenAction]) -> Iterator[Part]:
    for index, (_, verb, cards) in enumerate(actions):
        if (verb is Verb.PLAY or verb is Verb.DISCARD) and type(cards) is int:
            yield cards, ("actions", index)


def _repeats(parts: Sequence[Part]) -> Iterator[Fault]:
    for index, (cards, place) in enumerate(parts):
        for earlier, elsewhere in parts[: min(index, _MOST_PARTS)]:
            if both := cards & earlier:
                stand = (
                    f"{cards_text(both)} {'stands' if both.bit_count() == 1 else 'stand'} twice in the deal"
                )
                yield Fault(pointer(*place), f"{stand}: here and at {pointer(*elsewhere)}")


def _sizes(deal: Mapping[str, Any], written: Mapping[str, Any], layout: Layout) -> Iterator[Fault]:
    for player, cards in deal.get("hands", {}).items():
        if cards is not None and cards.bit_count() != layout.hand:
            yield from _size(written["hands"][player], layout.hand, "deal", "hands", player)
    if "stock" in deal and deal["stock"].bit_count() != layout.stock:
        yield from _size(written["stock"], layout.stock, "deal", "stock")


def _size(text: str, size: int, *place: str) -> Iterator[Fault]:
    found = len(re.findall(r"[^\s,;]+", text))
    if found != size:  # else the fault is in how the cards are written, not in their number
        yield Fault(pointer(*place), f"expected {size} cards; found {found}")


def _foreign(parts: Sequence[Part], layout: Layout) -> Iterator[Fault]:
    for cards, place in parts:
        if strange := cards & ~layout.pack:
            found = cards_text(strange)
            yield Fault(pointer(*place), f"expected cards of the pack of {layout.deck}; found {found}")
