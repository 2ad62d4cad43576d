"""What the record of one seat lets us know of the cards it does not show.

Every card of the pack but the turn-up lies in one *cell*: a pair of where it was dealt and where it was
after the exchange. The record fixes cells for some cards; the sizes of hands, stock and discards fix
others by elimination.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias, cast

from gleek_replay.engine.cards import each_card
from gleek_replay.engine.elimination import Kinds, eliminate, narrowed
from gleek_replay.engine.exchange import draws_first
from gleek_replay.engine.hand import Action, Hand, Unseen, Verb
from gleek_replay.engine.holdings import CardsBySeat, Holdings, MayBe
from gleek_replay.engine.layouts import Layout

Place: TypeAlias = int | str
"""A seat, ``"stock"``, or ``"discard 0"`` and ``"discard 1"``."""
Cell: TypeAlias = tuple[Place, Place]

STOCK: Final = "stock"
_DISCARDS: Final = ("discard 0", "discard 1")
_DISCARD, _PLAY = Verb.DISCARD, Verb.PLAY


class Knowledge(NamedTuple):
    """What is known of a hand: cards dealt, the stock, and the hands with which the tricks begin.

    ``pool`` has the cards known to be the buyer's or in the stock (``None``: as dealt), and
    ``maybe`` the cards that each hand may have beside those ``held`` for certain; ``may_be`` says which of
    them they may have together, and ``alike`` of which cards the same is known. ``exchange_known`` is
    whether the buyer's dealt hand, the stock and the discards are all known.
    """

    dealt: tuple[int, ...]
    stock: int
    pool: int | None = None
    held: tuple[int, ...] | None = None
    maybe: tuple[int, ...] | None = None
    may_be: MayBe | None = None
    alike: tuple[int, ...] = ()
    exchange_known: bool = True

    def holdings(self, buyer: int, cards: int) -> Holdings:
        """The hands with which the tricks begin, the buyer having ended the exchange with ``cards``."""
        if self.held is not None and self.maybe is not None:
            return Holdings(list(self.held), list(self.maybe), self.may_be, self.alike)
        hands = list(self.dealt)
        hands[buyer] = cards
        return Holdings(hands, [0] * len(hands))


def complete_deal(hand: Hand, layout: Layout) -> tuple[tuple[int | None, ...], int | None]:
    """The hands and the stock as dealt, one that is missing filled in from the rest of the pack."""
    hands, stock = hand.hands, hand.stock
    if hands.count(None) + (stock is None) != 1:
        return hands, stock
    rest = layout.pack ^ hand.turn_up
    for cards in (*hands, stock):
        rest &= ~(cards or 0)
    return tuple(rest if cards is None else cards for cards in hands), rest if stock is None else stock


def is_open(hand: Hand, layout: Layout) -> Knowledge | None:
    """The knowledge of a record that shows every card; ``None`` if it leaves some hidden."""
    hands, stock = complete_deal(hand, layout)
    if stock is None or None in hands:
        return None
    left = len(layout.discards)
    for _, verb, argument in hand.actions:
        if verb is _DISCARD:
            if isinstance(argument, Unseen):
                return None
            left -= 1
            if not left:
                break
    return Knowledge(cast("tuple[int, ...]", hands), stock)


def unconstrained(hand: Hand, layout: Layout) -> Knowledge:
    """Knowledge for following who did what: a hidden hand may hold anything."""
    hands, stock = complete_deal(hand, layout)
    every = layout.pack
    dealt = tuple(every if cards is None else cards for cards in hands)
    return Knowledge(dealt=dealt, stock=every if stock is None else stock)


def deduce(hand: Hand, layout: Layout, buyer: int | None, followed: Sequence[Action]) -> Knowledge:
    """What the deal and the actions followed prove.

    If an action cannot have happened (a card is elsewhere), only what came before it is used, and of a
    discard the cards that may be his, so that the replay finds those not held.
    """
    table = _Table(hand, layout, buyer)
    facts = _facts(followed)
    if table.fill(table.kinds(facts)) is None:
        low, high = 0, len(facts)
        while high - low > 1:
            middle = (low + high) // 2
            if table.fill(table.kinds(facts[:middle])) is None:
                high = middle
            else:
                low = middle
        facts = [*facts[:low], *table.possible_part(facts[:low], *facts[low])]
    return table.knowledge(facts, followed)


def _facts(followed: Iterable[Action]) -> list[tuple[Place, int]]:
    """Where cards were seen after the exchange: in a discard or in the hand that played them."""
    facts: list[tuple[Place, int]] = []
    discards = 0
    for seat, verb, argument in followed:
        if verb is _PLAY:
            facts.append((seat, argument))
        elif verb is _DISCARD:
            if not isinstance(argument, Unseen):
                facts.append((_DISCARDS[discards], argument))
            discards += 1
    return facts


class _Table:
    """The cells of one hand, the ways in which they may be filled, and what the deal shows."""

    def __init__(self, hand: Hand, layout: Layout, buyer: int | None) -> None:
        self._seats, self._buyer = range(hand.players), buyer
        self._universe = layout.pack ^ hand.turn_up
        ways = _ways(hand, layout, buyer)
        self._cells = tuple(ways[0])
        self._sizes = [tuple(way.values()) for way in ways]
        dealt: list[tuple[Place, int | None]] = [*enumerate(hand.hands), (STOCK, hand.stock)]
        self._dealt = [(place, cards) for place, cards in dealt if cards is not None]

    def kinds(self, facts: Iterable[tuple[Place, int]]) -> Kinds:
        """The cards by the cells that the deal and these facts leave them; the sizes are not yet reckoned."""
        kinds: Kinds = {(1 << len(self._cells)) - 1: self._universe}
        for place, cards in self._dealt:
            kinds = narrowed(kinds, cards, self._group(0, place))
        seen: dict[Place, int] = {}
        for place, cards in facts:
            seen[place] = seen.get(place, 0) | cards
        for place, cards in seen.items():
            kinds = narrowed(kinds, cards, self._group(1, place))
            if cards & ~self._universe:
                kinds[0] = cards & ~self._universe
        return kinds

    def fill(self, kinds: Kinds) -> dict[Cell, int] | None:
        """The cards possible in each cell, or ``None`` if what is known contradicts itself."""
        found: list[int] | None = None
        for sizes in self._sizes:
            possible = eliminate(kinds, sizes)
            if possible:
                found = [a | b for a, b in zip(found, possible, strict=True)] if found else possible
        return dict(zip(self._cells, found, strict=True)) if found else None

    def possible_part(
        self, facts: Sequence[tuple[Place, int]], place: Place, cards: int
    ) -> list[tuple[Place, int]]:
        """What may be true of a further fact that contradicts these."""
        part = 0
        for card in each_card(cards):
            if self.fill(self.kinds([*facts, (place, part | card)])) is not None:
                part |= card
        return [(place, part)]

    def knowledge(self, facts: Iterable[tuple[Place, int]], followed: Iterable[Action]) -> Knowledge:
        """What the cells tell of the hands, the stock and the exchange."""
        kinds = self.kinds(facts)
        cells = self.fill(kinds) or dict.fromkeys(self._cells, self._universe)
        after = [self._at(cells, 1, seat) for seat in self._seats]
        thrown = sum(verb is _DISCARD for _, verb, _ in followed)
        places: list[tuple[int, Place]] = [(1, _DISCARDS[n]) for n in range(thrown)]
        if thrown and self._buyer is not None:
            places += [(0, self._buyer), (0, STOCK)]
        return Knowledge(
            dealt=tuple(self._at(cells, 0, seat)[0] for seat in self._seats),
            pool=self._certain(cells, self._group(0, STOCK) | self._group(0, self._buyer)),
            stock=self._at(cells, 0, STOCK)[0],
            held=tuple(certain for certain, _ in after),
            maybe=tuple(doubt for _, doubt in after),
            may_be=partial(self._may_be, kinds),
            alike=tuple(kinds.values()),
            exchange_known=not any(self._at(cells, *place)[1] for place in places),
        )

    def _may_be(self, kinds: Kinds, inside: CardsBySeat, outside: CardsBySeat) -> bool:
        for seat, cards in inside.items():
            kinds = narrowed(kinds, cards, self._group(1, seat))
        for seat, cards in outside.items():
            kinds = narrowed(kinds, cards, ~self._group(1, seat))
        return self.fill(kinds) is not None

    def _group(self, level: int, place: Place | None) -> int:
        """The cells of a place before (0) or after (1) the exchange, as bits."""
        return sum(1 << number for number, cell in enumerate(self._cells) if cell[level] == place)

    def _at(self, cells: dict[Cell, int], level: int, place: Place) -> tuple[int, int]:
        """The cards certainly at a place, and those that may be there beside them."""
        inside, outside = self._split(cells, self._group(level, place))
        return inside & ~outside, inside & outside

    def _certain(self, cells: dict[Cell, int], group: int) -> int:
        inside, outside = self._split(cells, group)
        return inside & ~outside

    def _split(self, cells: dict[Cell, int], group: int) -> tuple[int, int]:
        inside = outside = 0
        for number, cards in enumerate(cells.values()):
            if group >> number & 1:
                inside |= cards
            else:
                outside |= cards
        return inside, outside


def _ways(hand: Hand, layout: Layout, buyer: int | None) -> list[dict[Cell, int]]:
    """How many cards lie in each cell: one way for each number of cards of the stock that the buyer may
    have thrown out again.
    """
    others: dict[Cell, int] = {(seat, seat): layout.hand for seat in range(hand.players) if seat != buyer}
    if buyer is None:
        return [{**others, (STOCK, STOCK): layout.stock}]
    before_drawing = 0 if draws_first(hand.rules, layout) else layout.discards[0]
    after_drawing = sum(layout.discards) - before_drawing
    last = _DISCARDS[len(layout.discards) - 1]
    ways = []
    for from_stock in range(after_drawing + 1):
        way = {**others, (STOCK, buyer): layout.stock - from_stock}
        from_hand = after_drawing - from_stock
        way[buyer, buyer] = layout.hand - before_drawing - from_hand
        if before_drawing:
            way[buyer, _DISCARDS[0]] = before_drawing
        if after_drawing:
            way[buyer, last] = from_hand
            way[STOCK, last] = from_stock
        ways.append(way)
    return ways
