"""What was dealt, in numbers: the covariates from which luck is reckoned.

Each is made of the deal alone, and adds up to nothing over the players of a hand. A fair deal favours none of
them, however they play; but the card turned up is the dealer's, and the seats come to each in turn.

All fields of a player are reckoned at once, as the digits of one whole number: the first field is the lowest,
and each has as many bits as in the line. What cards come to is looked up in small tables of such numbers, by
those of the cards on which it rests, and added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from gleek_replay.audit.facts.layout import LUCK_FIELDS
from gleek_replay.audit.nets import Nets
from gleek_replay.engine import Hand, Reason, Ruff, RuleSet
from gleek_replay.engine.cards import RANK_CARDS, SUIT_OF, each_card
from gleek_replay.engine.declarations import GLEEK_WORTH
from gleek_replay.engine.terms import terms_of

_A, _K, _Q, _J = (RANK_CARDS[rank] for rank in "AKQJ")
_TURN_UP: Final = Reason.TURN_UP
_BITS: Final = 16
_SIZE: Final = len(LUCK_FIELDS) * _BITS // 8
_ONE: Final = {name: 1 << _BITS * place for place, name in enumerate(LUCK_FIELDS)}
"""One of each field."""
_SIGNS: Final = sum(one << _BITS - 1 for one in _ONE.values())
"""The sign of each field."""
_BEST, _FOUR_ACES, _STOCK, _RUFF, _PAID, _POINTS, _ELDEST, _DEALER = (
    _ONE[f"luck_{name}"]
    for name in (
        "best_ruff", "four_aces", "stock", "ruff", "turn_up", "turned_up_points", "eldest", "dealer",
    )
)  # fmt: skip
NO_LUCK: Final = bytes(_SIZE)
"""The fields where the deal is not known."""


class _Values(NamedTuple):
    """What cards are worth in a hand: by the set of those ``marked``, by the number of ``trumps``, and by the
    Aces, Kings, Queens and Knaves, each rank for itself. ``poor`` are the cards that a buyer throws out, and
    ``points`` has the points of each set of those that are ``scored``.
    """

    trumps: int
    marked: int
    by_marked: dict[int, int]
    by_rank: dict[int, int]
    poor: int
    points: dict[int, int]
    scored: int


@lru_cache(maxsize=4096)
def _values(rules: RuleSet, players: int, turn_up: int) -> _Values:
    """The values by the rules, the number of players and the card turned up."""
    trumps, terms = SUIT_OF[turn_up], terms_of(rules, players, turn_up)
    small = tuple([(card, one.worth) for card, one in terms.small_trumps.by_card.items() if one.paid_aside])
    by_marked = _by_marked(trumps, small)
    return _Values(
        trumps=trumps,
        marked=max(by_marked),
        by_marked=by_marked,
        by_rank=_by_rank(turn_up if rules.turn_up_in_gleek else 0),
        poor=~(_A | _K | _Q | _J | trumps),
        points=terms.honours.points,
        scored=terms.honours.cards,
    )


_BY_NUMBER: Final = tuple(
    number * _ONE["luck_trumps"] + number * number * _ONE["luck_trumps_squared"] for number in range(14)
)


@lru_cache(maxsize=256)
def _by_marked(trumps: int, small: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """The honours of trumps and the ``small`` trumps paid for, each with what it brings, by every set."""
    fields = (("tib", _A), ("tom", _J), ("king", _K), ("queen", _Q))
    of_card = {cards & trumps: _ONE[f"luck_{name}"] for name, cards in fields}
    of_card |= {card: worth * _ONE["luck_small_trumps"] for card, worth in small}
    return {
        sum(cards): sum(of_card[card] for card in cards)
        for number in range(len(of_card) + 1)
        for cards in combinations(of_card, number)
    }


@lru_cache(maxsize=64)
def _by_rank(counted: int) -> dict[int, int]:
    """How many of a rank there are and what they pay as a gleek or mournival, by every set of one rank; the
    card ``counted`` with them is the third of a gleek.
    """
    found: dict[int, int] = {}
    for rank, name in (("A", "aces"), ("K", "kings"), ("Q", "queens"), ("J", "knaves")):
        worth, cards = GLEEK_WORTH[rank], RANK_CARDS[rank]
        paid = (0, 0, worth if counted & cards else 0, worth, 2 * worth)
        for number in range(5):
            value = number * _ONE[f"luck_{name}"] + paid[number] * _ONE["luck_gleeks"]
            found |= {sum(some): value for some in combinations(each_card(cards), number)}
        found[cards] += (cards == _A) * _FOUR_ACES
    return found


def luck_of_the_deal(
    hand: Hand, due: Nets, dealt: Sequence[int], ruffs: Sequence[Ruff], stock: int
) -> list[bytes]:
    """The luck fields of each seat as they stand in its line, given the cards ``dealt`` to each with the
    ``ruffs`` in them, those of the ``stock``, and what is ``due`` for the card turned up.
    """
    players, dealer = hand.players, hand.dealer
    trumps, marked, by_marked, by_rank, poor, points, scored = _values(hand.rules, players, hand.turn_up)
    in_stock = points[stock & scored] * _STOCK
    strengths = [ruff.strength for ruff in ruffs]
    best = max(strengths)
    own = []
    for cards, ruff, strength in zip(dealt, ruffs, strengths, strict=True):
        value = by_rank[cards & _A] + by_rank[cards & _K] + by_rank[cards & _Q] + by_rank[cards & _J]
        value += _BY_NUMBER[(cards & trumps).bit_count()] + by_marked[cards & marked]
        value += (cards & poor).bit_count() * in_stock + ruff.value * _RUFF
        own.append(value + _BEST if strength == best else value)
    own[hand.eldest] += _ELDEST
    own[dealer] += _DEALER + points[hand.turn_up & scored] * _POINTS
    if _TURN_UP in due:
        own[dealer] += due[_TURN_UP][dealer] // (players - 1) * _PAID
    # A field that is negative would borrow from the next: with the sign added to each none is, and what comes
    # of taking it away again bit by bit is the two's complement.
    of_all = sum(own) - _SIGNS
    return [((players * value - of_all) ^ _SIGNS).to_bytes(_SIZE, "little") for value in own]
