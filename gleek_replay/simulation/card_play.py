"""Which card a simulated player leads or plays to a trick, from what he can see."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from gleek_replay.engine import each_card
from gleek_replay.engine.cards import CARD_BY_NAME, RANKS, SUIT_CARDS
from gleek_replay.simulation.temper import Gamester

_HEIGHT: Final = {card: RANKS.index(name[0]) for name, card in CARD_BY_NAME.items()}
_SUITS: Final = tuple(SUIT_CARDS.values())


@dataclass(slots=True, kw_only=True)
class Trick:
    """What a player sees when it is his turn.

    ``legal`` are the cards that he may play, ``held`` all of his, ``unseen`` those of which he does not
    know where they lie. ``led`` is the suit led and ``best`` the best card so far, both 0 for a leader;
    ``waiting`` is how many play after him. ``prizes`` are the honours that count for whoever wins them,
    0 where they count for whoever held them.
    """

    legal: int
    held: int
    unseen: int
    led: int
    best: int
    waiting: int
    trumps: int
    prizes: int


def choose_card(trick: Trick, gamester: Gamester, chance: Random) -> int:
    """The card to play; the unskilled sometimes play any that is legal."""
    if not trick.legal & (trick.legal - 1):
        return trick.legal
    if chance.random() > 0.5 + gamester.skill / 2:
        return chance.choice(each_card(trick.legal))
    return _follow(trick, gamester, chance) if trick.best else _lead(trick)


def _lead(trick: Trick) -> int:
    """High trumps first to draw the others', then sure winners, else low from the longest suit."""
    masters = [card for suit in _SUITS if (card := _top(trick.held & suit)) and _is_master(trick, card)]
    others_trumps = (trick.unseen & trick.trumps).bit_count()
    sure_trumps = [card for card in masters if card & trick.trumps]
    if sure_trumps and others_trumps:
        return sure_trumps[0]
    sure = [card for card in masters if not card & trick.trumps]
    if sure:
        return min(sure, key=lambda card: (trick.held & _suit_of(card)).bit_count())
    plain = [suit & trick.held for suit in _SUITS if suit & trick.held and suit != trick.trumps]
    if plain:
        longest = max(plain, key=int.bit_count)
        return longest & -longest
    free = trick.held & ~trick.prizes or trick.held
    return free & -free


def _follow(trick: Trick, gamester: Gamester, chance: Random) -> int:
    winners = [card for card in each_card(trick.legal) if _beats(trick, card)]
    if not winners:
        return _least(trick)
    if not trick.waiting:
        prizes = [card for card in winners if card & trick.prizes and not _is_master(trick, card)]
        return prizes[0] if prizes else min(winners, key=lambda card: _cost(trick, card))
    safe = [card for card in winners if _is_master(trick, card)]
    if safe:
        return min(safe, key=lambda card: _cost(trick, card))
    free = [card for card in winners if not card & trick.prizes]
    if free and chance.random() < 0.35 + 0.4 * gamester.temper.boldness:
        return max(free, key=lambda card: _HEIGHT[card]) if trick.waiting > 1 else free[0]
    return _least(trick)


def _least(trick: Trick) -> int:
    """The card that is cheapest to lose."""
    return min(each_card(trick.legal), key=lambda card: _cost(trick, card))


def _cost(trick: Trick, card: int) -> int:
    return 40 * bool(card & trick.prizes) + 20 * bool(card & trick.trumps) + _HEIGHT[card]


def _beats(trick: Trick, card: int) -> bool:
    suit = _suit_of(trick.best)
    return card > trick.best if card & suit else bool(card & trick.trumps)


def _is_master(trick: Trick, card: int) -> bool:
    """Whether no higher card of its suit is still about."""
    return not trick.unseen & _suit_of(card) & ~(2 * card - 1)


def _suit_of(card: int) -> int:
    return next(suit for suit in _SUITS if suit & card)


def _top(cards: int) -> int:
    return 1 << cards.bit_length() - 1 if cards else 0
