"""Records of tiny deals with some of their cards hidden, and all the worlds that fit each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from operator import and_, or_
from random import Random

from gleek_replay.engine import PRESETS, Action, Hand, Unseen, Verb, each_card
from gleek_replay.engine.exchange import draws_first
from gleek_replay.engine.knowledge import deduce
from gleek_replay.engine.options import Exchange
from tests.engine.worlds import TinyLayout, World, worlds


class Case:
    """A record of a random world with some of its cards hidden, and all the worlds that fit it."""

    def __init__(self, layout: TinyLayout, chance: Random) -> None:
        rules = replace(PRESETS["parlett"], exchange=chance.choice(list(Exchange)))
        self.layout, self.players = layout, layout.players
        self.buyer = chance.choice([None, *range(self.players), *range(self.players)])
        every = worlds(layout, self.buyer, draws_first(rules, layout))
        self.truth = chance.choice(every)
        self.actions = _actions(self.truth, self.buyer, chance)
        self.hand = Hand(
            rules=rules,
            players=self.players,
            dealer=0,
            hands=tuple(cards if chance.random() < 0.4 else None for cards in self.truth.dealt),
            turn_up=layout.cards[0],
            stock=self.truth.stock if chance.random() < 0.3 else None,
            actions=self.actions,
        )
        self.fitting = [world for world in every if world.agrees(self.hand, self.actions)]
        self.known = deduce(self.hand, layout, self.buyer, self.actions)

    def always(self, cards_of: Callable[[World], int]) -> int:
        """The cards that lie in a place in all worlds that fit."""
        return reduce(and_, map(cards_of, self.fitting))

    def ever(self, cards_of: Callable[[World], int]) -> int:
        """The cards that lie in a place in some world that fits."""
        return reduce(or_, map(cards_of, self.fitting))


def _actions(world: World, buyer: int | None, chance: Random) -> tuple[Action, ...]:
    """The exchange as far as it goes, some of it unseen, and if it is over some of the play."""
    if buyer is None:
        return ()
    done = chance.randint(0, len(world.thrown))
    actions: list[Action] = [
        (buyer, Verb.DISCARD, thrown if chance.random() < 0.4 else Unseen(thrown.bit_count()))
        for thrown in world.thrown[:done]
    ]
    if done == len(world.thrown):
        plays = [
            (seat, Verb.PLAY, card) for seat, cards in enumerate(world.after) for card in each_card(cards)
        ]
        actions += chance.sample(plays, chance.randint(0, len(plays)))
    return tuple(actions)
