"""What a simulated player bids for the stock."""

from __future__ import annotations

from random import Random
from typing import Final

from gleek_replay.engine import Layout, RuleSet
from gleek_replay.engine.cards import RANK_CARDS, SUIT_OF
from gleek_replay.engine.options import RaiseBy
from gleek_replay.simulation.temper import Gamester

_GOOD_CARDS: Final = sum(RANK_CARDS[rank] for rank in "AKQJ")
_USUAL_STOCK: Final = 7


def worth_of_stock(layout: Layout, turn_up: int, cards: int, gamester: Gamester, chance: Random) -> int:
    """What the stock is worth to a player, in counters, as he judges it from his own cards.

    He hopes for the honours that he does not see, and has more to gain the more poor cards he holds.
    The price is shared out among the others, so that it is not all lost to him who drives it up.
    """
    trumps = SUIT_OF[turn_up]
    unseen_cards = layout.deck - 1 - layout.hand
    hoped_for = sum(
        points for rank, points in layout.honours.items() if not RANK_CARDS[rank] & trumps & (cards | turn_up)
    )
    hope = hoped_for * layout.stock / unseen_cards
    poor = (cards & ~trumps & ~_GOOD_CARDS).bit_count()
    to_throw = min(poor, layout.stock)
    share = layout.stock / _USUAL_STOCK
    worth = 2.0 + 1.25 * hope + 1.1 * to_throw + 3 * (share - 1)
    error = chance.gauss(0, 1.2 + 2.2 * (1 - gamester.skill))
    return round(worth + 4 * (gamester.temper.boldness - 0.4) + error)


def choose_bid(
    rules: RuleSet, least: int, worth: int, gamester: Gamester, chance: Random, *, first_call: bool
) -> int | None:
    """The amount that a player bids in his turn, or ``None`` if he passes.

    A sly player may pass at first where he can come in again; a bluffing one hoists the stock without
    wanting it, while it is cheap.
    """
    if first_call and rules.passed_may_return and chance.random() < gamester.temper.slyness:
        return None
    if least > worth:
        hoists = least <= rules.opening_bid + 3 and chance.random() < 0.3 * gamester.temper.bluff
        return least if hoists else None
    if rules.raise_by is RaiseBy.ANY and least > rules.opening_bid:
        leap = chance.choice((1, 1, 2, 3)) if chance.random() < 0.25 * gamester.temper.boldness else 0
        return min(least + leap, worth)
    return least
