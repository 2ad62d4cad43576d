"""What the record of one seat lets us know of the cards it does not show.

Every card of the pack but the turn-up lies in one *cell*: a pair of where it was dealt and where it was
after the exchange. The record fixes cells for some cards; the sizes of hands, stock and discards fix
others by elimination.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gleek_replay.engine.exchange import draws_first
from gleek_replay.engine.hand import Action, Hand, Unseen, Verb
from gleek_replay.engine.layouts import Layout

Place: TypeAlias = int | str
"""A seat, ``"stock"``, or ``"discard 0"`` and ``"discard 1"``."""
Cell: TypeAlias = tuple[Place, Place]

STOCK = "stock"
_DISCARDS = ("discard 0", "discard 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What is known of a hand: cards dealt, the stock, and the hands with which the tricks begin.

    ``pool`` has the cards known to be the buyer's or in the stock (``None``: as dealt), and
    ``maybe`` the cards that each hand may have beside those ``held`` for certain.
    ``exchange_known`` is whether the buyer's dealt hand, the stock and the discards are all known.
    """

    dealt: tuple[int, ...]
    pool: int | None = None
    stock: int
    held: tuple[int, ...] | None = None
    maybe: tuple[int, ...] | None = None
    exchange_known: bool = True


def complete_deal(hand: Hand, layout: Layout) -> tuple[tuple[int | None, ...], int | None]:
    """The hands and the stock as dealt, one that is missing filled in from the rest of the pack."""
    dealt = (*hand.hands, hand.stock)
    if dealt.count(None) == 1:
        rest = layout.pack ^ hand.turn_up
        for cards in dealt:
            rest &= ~(cards or 0)
        dealt = tuple(rest if cards is None else cards for cards in dealt)
    return dealt[:-1], dealt[-1]


def is_open(hand: Hand, layout: Layout) -> Knowledge | None:
    """The knowledge of a record that shows every card; ``None`` if it leaves some hidden."""
    hands, stock = complete_deal(hand, layout)
    if stock is None or None in hands:
        return None
    for _, verb, argument in hand.actions:
        if verb is Verb.DISCARD and isinstance(argument, Unseen):
            return None
        if verb is Verb.PLAY:
            break
    return Knowledge(dealt=tuple(cards or 0 for cards in hands), stock=stock)


def unconstrained(hand: Hand, layout: Layout) -> Knowledge:
    """Knowledge for following who did what: a hidden hand may hold anything."""
    hands, stock = complete_deal(hand, layout)
    every = layout.pack
    dealt = tuple(every if cards is None else cards for cards in hands)
    return Knowledge(dealt=dealt, stock=every if stock is None else stock)


def deduce(hand: Hand, layout: Layout, buyer: int | None, followed: Sequence[Action]) -> Knowledge:
    """What the deal and the actions followed prove.

    If an action cannot have happened (the card is elsewhere), only what came before it is used, so that
    the replay finds the card not held.
    """
    table = _Table(hand, layout, buyer)
    facts = _facts(followed)
    cells = table.fill(facts)
    if cells is None:
        low, high = 0, len(facts)
        while high - low > 1:
            middle = (low + high) // 2
            if table.fill(facts[:middle]) is None:
                high = middle
            else:
                low = middle
        cells = table.fill(facts[:low]) or table.cells()
    return table.knowledge(cells, followed)


def _facts(followed: Iterable[Action]) -> list[tuple[Place, int]]:
    """Where cards were seen after the exchange: in a discard or in the hand that played them."""
    facts: list[tuple[Place, int]] = []
    discards = 0
    for seat, verb, argument in followed:
        if verb is Verb.PLAY:
            facts.append((seat, argument))
        elif verb is Verb.DISCARD:
            if not isinstance(argument, Unseen):
                facts.append((_DISCARDS[discards], argument))
            discards += 1
    return facts


class _Table:
    """The cells of one hand, the groups of cells whose size is fixed, and what the deal shows."""

    def __init__(self, hand: Hand, layout: Layout, buyer: int | None) -> None:
        seats = range(hand.players)
        self._seats, self._buyer = seats, buyer
        self._universe = layout.pack ^ hand.turn_up
        cells: list[Cell] = [(seat, seat) for seat in seats]
        if buyer is None:
            cells.append((STOCK, STOCK))
        else:
            cells += _exchange_cells(hand, layout, buyer)
        self._cells = tuple(cells)
        sizes: dict[tuple[int, Place], int] = {(0, STOCK): layout.stock}
        for seat in seats:
            sizes[0, seat] = sizes[1, seat] = layout.hand
        if buyer is not None:
            for number, size in enumerate(layout.discards):
                sizes[1, _DISCARDS[number]] = size
        self._groups = {
            group: (tuple(cell for cell in cells if cell[group[0]] == group[1]), size)
            for group, size in sizes.items()
        }
        dealt: list[tuple[Place, int | None]] = [*enumerate(hand.hands), (STOCK, hand.stock)]
        self._dealt = [(place, cards) for place, cards in dealt if cards is not None]

    def cells(self) -> dict[Cell, int]:
        """Every card possible in every cell."""
        return dict.fromkeys(self._cells, self._universe)

    def fill(self, facts: Iterable[tuple[Place, int]]) -> dict[Cell, int] | None:
        """The cards possible in each cell, or ``None`` if the facts contradict each other."""
        cells = self.cells()
        seen: dict[tuple[int, Place], int] = {(0, place): cards for place, cards in self._dealt}
        for place, cards in facts:
            seen[1, place] = seen.get((1, place), 0) | cards
        for (level, place), cards in seen.items():
            if cards & ~self._universe:
                return None
            for cell in self._cells:
                if cell[level] != place:
                    cells[cell] &= ~cards
        return cells if self._eliminate(cells) else None

    def _eliminate(self, cells: dict[Cell, int]) -> bool:
        """Draw every conclusion from the sizes; false on a contradiction."""
        changed = True
        while changed:
            changed = False
            for group, size in self._groups.values():
                inside, outside = self._split(cells, group)
                certain = inside & ~outside
                if inside.bit_count() < size or certain.bit_count() > size:
                    return False
                if inside == certain:
                    continue
                if certain.bit_count() == size:
                    changed = True
                    for cell in group:
                        cells[cell] &= certain
                elif inside.bit_count() == size:
                    changed = True
                    for cell in self._cells:
                        if cell not in group:
                            cells[cell] &= ~inside
        everything = 0
        for cards in cells.values():
            everything |= cards
        return everything == self._universe

    def _split(self, cells: dict[Cell, int], group: tuple[Cell, ...]) -> tuple[int, int]:
        inside = outside = 0
        for cell, cards in cells.items():
            if cell in group:
                inside |= cards
            else:
                outside |= cards
        return inside, outside

    def _at(self, cells: dict[Cell, int], level: int, place: Place) -> tuple[int, int]:
        """The cards certainly at a place, and those that may be there beside them."""
        inside, outside = self._split(cells, self._groups[level, place][0])
        return inside & ~outside, inside & outside

    def _pool(self, cells: dict[Cell, int]) -> int:
        group = tuple(cell for cell in self._cells if cell[0] in (self._buyer, STOCK))
        inside, outside = self._split(cells, group)
        return inside & ~outside

    def knowledge(self, cells: dict[Cell, int], followed: Iterable[Action]) -> Knowledge:
        """What the cells tell of the hands, the stock and the exchange."""
        after = [self._at(cells, 1, seat) for seat in self._seats]
        thrown = sum(verb is Verb.DISCARD for _, verb, _ in followed)
        places: list[tuple[int, Place]] = [(1, _DISCARDS[n]) for n in range(thrown)]
        if thrown and self._buyer is not None:
            places += [(0, self._buyer), (0, STOCK)]
        return Knowledge(
            dealt=tuple(self._at(cells, 0, seat)[0] for seat in self._seats),
            pool=self._pool(cells),
            stock=self._at(cells, 0, STOCK)[0],
            held=tuple(certain for certain, _ in after),
            maybe=tuple(doubt for _, doubt in after),
            exchange_known=not any(self._at(cells, *place)[1] for place in places),
        )


def _exchange_cells(hand: Hand, layout: Layout, buyer: int) -> list[Cell]:
    """Where the buyer's nineteen cards may go: kept or thrown, from the hand or from the stock."""
    cells: list[Cell] = [(buyer, _DISCARDS[0]), (STOCK, buyer)]
    if draws_first(hand.rules, layout):
        cells.append((STOCK, _DISCARDS[0]))
    if len(layout.discards) == 2:
        cells += [(buyer, _DISCARDS[1]), (STOCK, _DISCARDS[1])]
    return cells
