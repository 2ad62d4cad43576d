"""Which cards of a hand are known: those dealt to each player, and those of the stock."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from gleek_replay.audit.facts.followed import actions_of
from gleek_replay.engine import Hand, Layout, Result, Stage, Unseen
from gleek_replay.engine.knowledge import complete_deal
from gleek_replay.engine.terms import terms_of

_EXCHANGE = Stage.EXCHANGE


class Cards(NamedTuple):
    """The cards ``dealt`` to each seat and those of the ``stock``; ``None`` where not all are known."""

    dealt: tuple[int | None, ...]
    stock: int | None


def known_cards(hand: Hand, result: Result) -> Cards:
    """The cards that the record shows, and those that follow at once from what became of them.

    Who did not buy began the tricks with what he was dealt; and what the buyer was dealt, threw out and
    kept tells the stock.
    """
    if hand.stock is not None and None not in hand.hands:
        return Cards(hand.hands, hand.stock)
    layout = terms_of(hand.rules, hand.players, hand.turn_up).layout
    followed = Cards(*complete_deal(_followed(hand, result), layout))
    return followed if _is_a_deal(hand, layout, followed) else Cards(*complete_deal(hand, layout))


def _followed(hand: Hand, result: Result) -> Hand:
    """The hand with what its exchange and its tricks tell of the deal."""
    if not result.sale or not result.holdings:
        return hand
    buyer, holdings = result.sale.buyer, result.holdings
    dealt = tuple(
        holdings.known[seat] if cards is None and seat != buyer and holdings.is_known(seat) else cards
        for seat, cards in enumerate(hand.hands)
    )
    stock, own = hand.stock, dealt[buyer]
    if stock is None and own is not None and holdings.is_known(buyer):
        stock = _drawn(hand, result, holdings.known[buyer], own)
    return replace(hand, hands=dealt, stock=stock)


def _drawn(hand: Hand, result: Result, kept: int, own: int) -> int | None:
    """The stock that a buyer drew, by what he was dealt of his ``own``, threw out and kept."""
    drawn = kept & ~own
    for _, _, thrown in actions_of(hand, result, _EXCHANGE):
        if isinstance(thrown, Unseen):
            return None
        drawn |= thrown & ~own
    return drawn


def _is_a_deal(hand: Hand, layout: Layout, cards: Cards) -> bool:
    """Whether these are as many cards as are dealt, and none of them twice; of a record that contradicts
    itself they may not be.
    """
    places = [(each, layout.hand) for each in cards.dealt] + [(cards.stock, layout.stock)]
    known = [(each, size) for each, size in places if each is not None]
    together = hand.turn_up
    for each, _ in known:
        together |= each
    return all(each.bit_count() == size for each, size in known) and together.bit_count() == 1 + sum(
        size for _, size in known
    )
