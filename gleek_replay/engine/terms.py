"""The terms of a hand: what its rules come to with so many players and this card turned up."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from gleek_replay.engine.cards import RANK_CARDS, SUIT_OF
from gleek_replay.engine.layouts import Layout
from gleek_replay.engine.rules import RuleSet, layout_of
from gleek_replay.engine.score import Honours, honour_points
from gleek_replay.engine.small_trumps import SmallTrumps, small_trumps

_TIB_AND_TOM: Final = {"A": "Tib", "J": "Tom"}


class Terms(NamedTuple):
    """What is looked up of the rules as a hand goes on, reckoned once for all hands that have it alike."""

    layout: Layout
    small_trumps: SmallTrumps
    honours: Honours


@lru_cache(maxsize=4096)
def terms_of(rules: RuleSet, players: int, turn_up: int) -> Terms:
    """The terms of a hand by its rules, the number of its players and the card turned up."""
    layout, by_card = layout_of(rules, players), small_trumps(rules, turn_up)
    small = SmallTrumps(
        by_card=by_card,
        by_verb={trump.verb: trump for trump in by_card.values()},
        paid_aside=sum(card for card, trump in by_card.items() if trump.paid_aside),
    )
    return Terms(layout, small, honour_points(rules, layout, SUIT_OF[turn_up]))


def named_trumps(rules: RuleSet, turn_up: int) -> dict[int, str]:
    """The names of Tib, Tom, Tiddy, Towser and Tumbler by their cards. A card has its name whether or not the
    rules pay anything for it; which is the lowest trump, Tiddy, depends on the deck.
    """
    trumps = SUIT_OF[turn_up]
    small = {card: trump.verb.value.title() for card, trump in small_trumps(rules, turn_up).items()}
    return {RANK_CARDS[rank] & trumps: name for rank, name in _TIB_AND_TOM.items()} | small
