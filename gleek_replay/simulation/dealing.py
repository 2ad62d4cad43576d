"""Shuffling and dealing, and deals stacked so that rare things come often."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from gleek_replay.engine import Layout, each_card
from gleek_replay.engine.cards import RANK_CARDS, RANKS, SUIT_CARDS, SUIT_OF
from gleek_replay.simulation.temper import Mood


class Deal(NamedTuple):
    """The cards dealt to each seat, the stock, the turn-up, and the mood of the table; ``kept`` are cards
    that nobody throws out.
    """

    hands: tuple[int, ...]
    stock: int
    turn_up: int
    mood: Mood
    kept: int = 0


class Rarity(StrEnum):
    """What a stacked deal brings about."""

    MOURNIVAL = "mournival"
    FOUR_ACES = "four_aces"
    TIED_RUFFS = "tied_ruffs"
    LONG_VYING = "long_vying"
    UNVIED = "unvied"
    DISCARDED_HONOUR = "discarded_honour"
    TURN_UP_GLEEK = "turn_up_gleek"
    TURNED_UP = "turned_up"


_SHARE_OF_RARE_DEALS: Final = 0.85
_OFTENER: Final = {
    Rarity.MOURNIVAL: 2, Rarity.TIED_RUFFS: 3, Rarity.UNVIED: 3, Rarity.TURN_UP_GLEEK: 2,
}  # fmt: skip
"""What a fair deal may bring about too is tried so many times as often as the rest."""
_COURTS_AND_ACES: Final = "AKQJ"


def deal(layout: Layout, chance: Random) -> Deal:
    """A fair deal."""
    return _Table(layout, chance).deal(Mood.PLAIN)


def rare_deal(layout: Layout, chance: Random) -> Deal:
    """A deal that is stacked more often than not."""
    table = _Table(layout, chance)
    if chance.random() > _SHARE_OF_RARE_DEALS:
        return table.deal(Mood.PLAIN)
    match chance.choices(tuple(Rarity), [_OFTENER.get(rarity, 1) for rarity in Rarity])[0]:
        case Rarity.MOURNIVAL:
            return table.with_mournival()
        case Rarity.FOUR_ACES:
            return table.with_four_aces()
        case Rarity.TIED_RUFFS:
            return table.with_tied_ruffs()
        case Rarity.LONG_VYING:
            return table.with_long_suits()
        case Rarity.UNVIED:
            return table.with_mournival(Mood.SILENT) if chance.random() < 0.5 else table.deal(Mood.SILENT)
        case Rarity.DISCARDED_HONOUR:
            return table.with_honours_to_throw_out()
        case Rarity.TURN_UP_GLEEK:
            return table.with_turn_up_gleek()
        case Rarity.TURNED_UP:
            return table.with_named_trump_turned_up()


class _Table:
    """The cards on the table, face down: a set for each seat, then the stock, then the turn-up."""

    def __init__(self, layout: Layout, chance: Random) -> None:
        self._layout = layout
        self._chance = chance
        cards = each_card(layout.pack)
        chance.shuffle(cards)
        sizes = [layout.hand] * layout.players + [layout.stock, 1]
        self._places: list[int] = []
        for size in sizes:
            self._places.append(sum(cards[:size]))
            del cards[:size]
        self._stock, self._turn_up = layout.players, layout.players + 1

    def deal(self, mood: Mood, kept: int = 0) -> Deal:
        *hands, stock, turn_up = self._places
        return Deal(tuple(hands), stock, turn_up, mood, kept)

    def with_mournival(self, mood: Mood = Mood.PLAIN) -> Deal:
        mournival = RANK_CARDS[self._chance.choice(_COURTS_AND_ACES)]
        self._give(self._seats(1)[0], mournival)
        return self.deal(mood, mournival)

    def with_four_aces(self) -> Deal:
        """Four Aces against a long suit."""
        strong, rival = self._seats(2)
        self._give(strong, RANK_CARDS["A"])
        self._give(rival, self._top_of(self._suits(1)[0] & ~RANK_CARDS["A"]))
        return self.deal(Mood.STUBBORN)

    def with_tied_ruffs(self) -> Deal:
        """The same ranks in two suits, for two players, and no more of these suits there or in the stock:
        so few that they can be kept by whoever buys, and so high that hardly anything beats them.
        """
        first, second = self._suits(2)
        length = self._layout.hand - self._layout.discards[0]
        ranks = self._chance.sample(RANKS[-length - 1 :], length)
        kept = sum(RANK_CARDS[rank] for rank in ranks) & (first | second)
        spare = self._layout.pack & ~(first | second) & ~RANK_CARDS["A"]
        self._give(self._turn_up, self._chance.choice(each_card(spare)))
        elder, younger = self._seats(2)
        self._give(elder, kept & first)
        self._give(younger, kept & second)
        barred = {elder: first & ~kept, younger: second & ~kept, self._stock: (first | second) & ~kept}
        self._bar(barred, kept | self._places[self._turn_up])
        return self.deal(Mood.STUBBORN, kept)

    def with_long_suits(self) -> Deal:
        """Two players with a suit to be proud of."""
        for seat, suit in zip(self._seats(2), self._suits(2), strict=True):
            self._give(seat, self._top_of(suit))
        return self.deal(Mood.STUBBORN)

    def with_honours_to_throw_out(self) -> Deal:
        """An honour for as many players as may be, so that whoever buys has one to throw out."""
        trumps = SUIT_OF[self._places[self._turn_up]]
        honours = [RANK_CARDS[rank] & trumps for rank in _COURTS_AND_ACES]
        free = [card for card in honours if card != self._places[self._turn_up]]
        for seat, honour in zip(self._seats(self._layout.players), free, strict=False):
            self._give(seat, honour)
        return self.deal(Mood.RECKLESS)

    def with_turn_up_gleek(self) -> Deal:
        """Two of a rank in one hand, and the third turned up."""
        cards = self._chance.sample(each_card(RANK_CARDS[self._chance.choice(_COURTS_AND_ACES)]), 4)
        self._give(self._turn_up, cards[0])
        seat, other = self._seats(2)
        self._give(seat, cards[1] | cards[2])
        self._give(other, cards[3])
        return self.deal(Mood.PLAIN, cards[1] | cards[2])

    def with_named_trump_turned_up(self) -> Deal:
        """An honour, or Tiddy, Towser or Tumbler, turned up."""
        lowest_rank = RANKS[13 - self._layout.deck // 4]
        rank = self._chance.choice(f"{_COURTS_AND_ACES}65{lowest_rank}")
        self._give(self._turn_up, self._chance.choice(each_card(RANK_CARDS[rank])))
        return self.deal(Mood.PLAIN)

    def _seats(self, count: int) -> list[int]:
        return self._chance.sample(range(self._layout.players), count)

    def _suits(self, count: int) -> list[int]:
        return self._chance.sample(list(SUIT_CARDS.values()), count)

    def _top_of(self, suit: int) -> int:
        """The best half a hand of a suit, the turn-up left out."""
        free = suit & self._layout.pack & ~self._places[self._turn_up]
        return sum(each_card(free)[: self._layout.hand // 2])

    def _give(self, place: int, wanted: int) -> None:
        """Bring cards to a place, each in exchange for one from there that was not wanted."""
        for card in each_card(wanted & ~self._places[place]):
            self._exchange(place, self._chance.choice(each_card(self._places[place] & ~wanted)), card)

    def _bar(self, barred: dict[int, int], fixed: int) -> None:
        """Bring cards away from the places where they are barred, each in exchange for one from another
        place that is barred in neither; the ``fixed`` stay where they are.
        """
        for place, out in barred.items():
            for card in each_card(self._places[place] & out):
                welcome = sum(
                    cards & ~fixed & ~out
                    for other, cards in enumerate(self._places)
                    if other != place and not barred.get(other, 0) & card
                )
                self._exchange(place, card, self._chance.choice(each_card(welcome)))

    def _exchange(self, place: int, card: int, other: int) -> None:
        source = next(index for index, cards in enumerate(self._places) if cards & other)
        self._places[source] ^= card | other
        self._places[place] ^= card | other
