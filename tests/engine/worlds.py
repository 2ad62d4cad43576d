"""Every way in which the cards of a tiny deal may lie, found by trying them all.

A tiny deal has a pack of a few cards only, so that all its worlds can be listed; nothing of the engine's own
reckoning of hidden cards is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from gleek_replay.engine import Action, Hand, Layout, Unseen, Verb, each_card, parse_card


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyLayout(Layout):
    """A layout with as many cards as it deals, the turn-up being the first of them."""

    cards: tuple[int, ...]

    @property
    def pack(self) -> int:
        """The cards of the pack."""
        return sum(self.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """One way in which all cards may lie: as dealt, thrown out, and in the hands after the exchange."""

    dealt: tuple[int, ...]
    stock: int
    thrown: tuple[int, ...]
    after: tuple[int, ...]

    def agrees(self, hand: Hand, actions: tuple[Action, ...]) -> bool:
        """Whether a record with hidden cards can be a record of this world."""
        shown = zip((*hand.hands, hand.stock), (*self.dealt, self.stock), strict=True)
        if any(cards is not None and cards != here for cards, here in shown):
            return False
        discards = iter(self.thrown)
        for seat, verb, argument in actions:
            if verb is Verb.DISCARD:
                thrown = next(discards)
                if not isinstance(argument, Unseen) and argument != thrown:
                    return False
            elif not self.after[seat] & argument:
                return False
        return True


def tiny(players: int, hand: int, stock: int, *discards: int, pack: str = "") -> TinyLayout:
    """A layout of so few cards that every world can be tried: the lowest, or the first of those named."""
    deck = players * hand + stock + 1
    cards = [parse_card(name) for name in pack.split()] or [1 << number for number in range(deck)]
    return TinyLayout(
        players=players, deck=deck, hand=hand, stock=stock, tib=15, tom=9, break_even=1, discards=discards,
        cards=tuple(cards[:deck]),
    )  # fmt: skip


@cache
def worlds(layout: TinyLayout, buyer: int | None, draws_first: bool) -> tuple[World, ...]:
    """Every world of a layout: every deal, and every exchange of the buyer's."""
    cards = layout.cards[1:]
    sizes = (layout.hand,) * layout.players + (layout.stock,)
    return tuple(
        world for dealt in _shares(cards, sizes) for world in _exchanges(layout, dealt, buyer, draws_first)
    )


def _shares(cards: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        yield ()
        return
    for first in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in first)
        for others in _shares(rest, sizes[1:]):
            yield (sum(first), *others)


def _exchanges(
    layout: TinyLayout, dealt: tuple[int, ...], buyer: int | None, draws_first: bool
) -> Iterator[World]:
    *hands, stock = dealt
    if buyer is None:
        yield World(dealt=tuple(hands), stock=stock, thrown=(), after=tuple(hands))
        return
    held, waiting = (hands[buyer] | stock, 0) if draws_first else (hands[buyer], stock)
    for thrown in _discards(held, waiting, layout.discards):
        kept = (hands[buyer] | stock) & ~sum(thrown)
        after = tuple(kept if seat == buyer else cards for seat, cards in enumerate(hands))
        yield World(dealt=tuple(hands), stock=stock, thrown=thrown, after=after)


def _discards(held: int, waiting: int, counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not counts:
        yield ()
        return
    for first in combinations(each_card(held), counts[0]):
        thrown = sum(first)
        for others in _discards((held & ~thrown) | waiting, 0, counts[1:]):
            yield (thrown, *others)
