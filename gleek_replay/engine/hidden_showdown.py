"""A showdown in which not every card is known: whether somebody wins it whatever the unknown cards are.

Cards of which the same is known can change places in any way the cards may lie. So of the cards that are
alike and of one suit, a player who is to do well has the highest and one who is to do badly the lowest, and
only how many of each each of the two has need be tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, TypeAlias

from gleek_replay.engine.cards import RANK_CARDS, SUIT_CARDS, each_card
from gleek_replay.engine.holdings import Holdings
from gleek_replay.engine.options import RuffCount
from gleek_replay.engine.ruff import COUNTS

_ACES: Final = RANK_CARDS["A"]
_SUITS: Final = tuple(SUIT_CARDS.values())

_Numbers: TypeAlias = tuple[int, ...]
"""How many cards a hand has of each set of cards that are alike."""


def certain_winner(by_age: list[int], holdings: Holdings, hand_size: int, count: RuffCount) -> int | None:
    """Who wins the showdown however the unknown cards lie, if that is certain; elder first."""
    for place, seat in enumerate(by_age):
        rival = _Rivalry(seat, holdings, hand_size, count)
        elder, younger = by_age[:place], by_age[place + 1 :]
        if not any(rival.beaten_by(other, elder=True) for other in elder) and not any(
            rival.beaten_by(other, elder=False) for other in younger
        ):
            return seat
    return None


class _Rivalry:
    """What may become of one hand against another."""

    def __init__(self, seat: int, holdings: Holdings, hand_size: int, count: RuffCount) -> None:
        self._seat, self._holdings, self._value_of = seat, holdings, COUNTS[count]
        self._known, self._maybe = holdings.known[seat], holdings.maybe[seat]
        self._room = hand_size - self._known.bit_count()
        self._picked: dict[tuple[int, int], list[tuple[_Numbers, int, int]]] = {}

    def beaten_by(self, other: int, *, elder: bool) -> bool:
        """Whether another player may have the better ruff, or as good a one if he is elder."""
        holdings, may_be = self._holdings, self._holdings.may_be
        assert may_be, "what is in doubt may be or not"
        known, maybe = holdings.known[other], holdings.maybe[other]
        if not _ACES & ~(known | maybe) and may_be({other: _ACES & maybe}, {}):
            return True
        for suit in _SUITS:
            for _, best in _picks(maybe & suit, holdings.alike, highest=True):
                value = self._value_of(known & suit | best)
                if any(
                    may_be({other: best}, {self._seat: self._maybe & ~own})
                    for own in self._at_most(value if elder else value - 1, best)
                ):
                    return True
        return False

    def _at_most(self, limit: int, elsewhere: int) -> Iterable[int]:
        """Which of the cards in doubt the hand may have so that its ruff is worth no more than ``limit``,
        without four Aces and without the cards that lie ``elsewhere``.
        """
        ways: dict[tuple[_Numbers, int], int] = {((0,) * len(self._holdings.alike), 0): 0}
        for suit in _SUITS:
            picks = self._of_suit(suit, self._maybe & suit & ~elsewhere)
            ways = {
                (_sum(before, numbers), (own | cards) & _ACES): own | cards
                for (before, _), own in ways.items()
                for numbers, cards, value in picks
                if value <= limit and (own | cards).bit_count() <= self._room
            }
        return [
            own for own in ways.values() if own.bit_count() == self._room and _ACES & ~(self._known | own)
        ]

    def _of_suit(self, suit: int, maybe: int) -> list[tuple[_Numbers, int, int]]:
        """What the hand may have of the cards in doubt of a suit, each with what the suit is then worth.

        Remembered, since of three suits it is the same whatever of the fourth lies elsewhere.
        """
        found = self._picked.get((suit, maybe))
        if found is None:
            found = self._picked[suit, maybe] = [
                (numbers, cards, self._value_of(self._known & suit | cards))
                for numbers, cards in _picks(maybe, self._holdings.alike, highest=False)
            ]
        return found


def _picks(cards: int, alike: Sequence[int], *, highest: bool) -> Iterator[tuple[_Numbers, int]]:
    """Every number that there may be of each of the cards alike, with the highest or lowest so many; most
    first.
    """
    firsts = []
    for these in alike:
        found = each_card(cards & these)
        if not highest:
            found.reverse()
        firsts.append([(number, sum(found[:number])) for number in range(len(found), -1, -1)])
    for pick in product(*firsts):
        yield tuple(number for number, _ in pick), sum(part for _, part in pick)


def _sum(before: _Numbers, after: _Numbers) -> _Numbers:
    return tuple(one + other for one, other in zip(before, after, strict=True))
