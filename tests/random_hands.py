"""Deals, actions and hidden cards drawn at random, for rules that have to hold whatever is done."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from gleek_replay.engine import (
    Action,
    Carried,
    Hand,
    Replay,
    RuleSet,
    Stage,
    Unseen,
    Verb,
    each_card,
    layout_of,
)
from tests.random_rules import Rules

LONGEST = 90


def random_hand(chance: Random, rules: Rules) -> Hand:
    """A fair deal with nothing done yet."""
    resolved = rules.resolved
    layout = layout_of(resolved, rules.players)
    cards = each_card(layout.pack)
    chance.shuffle(cards)
    hands = [sum(cards[seat * layout.hand : (seat + 1) * layout.hand]) for seat in range(rules.players)]
    left = cards[rules.players * layout.hand :]
    return Hand(
        rules=resolved,
        players=rules.players,
        dealer=chance.randrange(rules.players),
        hands=tuple(hands),
        turn_up=left[0],
        stock=sum(left[1:]),
        carried=Carried(
            ruff_multiplier=2 ** chance.randrange(4), ruff_pot=chance.randrange(20), pot=chance.randint(-9, 9)
        ),
        lift=tuple(_round(chance, rules.players, each_card(layout.pack)) for _ in range(chance.randrange(2))),
    )


def _round(chance: Random, players: int, cards: list[int]) -> dict[int, int]:
    return dict(enumerate(chance.sample(cards, players)))


def played_wildly(chance: Random, hand: Hand, wildness: float = 0.1) -> Hand:
    """The same hand with actions, so many of which are careless or anything at all; the others go on in good
    order.
    """
    replay = Replay(hand)
    most, beyond = chance.randrange(LONGEST), chance.randrange(4)
    while len(replay.actions) < most and (not replay.stopped or beyond):
        beyond -= replay.stopped
        act = something_open
        if replay.stopped or chance.random() < wildness:
            act = chance.choice([_something_careless, _something_careless, _anything])
        replay.act(*act(chance, replay))
    return replace(hand, actions=tuple(replay.actions))


def _something_careless(chance: Random, replay: Replay) -> Action:
    """What belongs to the stage, but done by anyone, and with any cards that he holds."""
    seat, verb = chance.randrange(replay.hand.players), chance.choice(replay.open_verbs())
    held = each_card(replay.held(seat))
    if verb is Verb.BID:
        return seat, verb, max(1, replay.least_bid + chance.randint(-1, 2))
    if verb is Verb.PLAY and held:
        return seat, verb, chance.choice(held)
    if verb is Verb.DISCARD and chance.random() < 0.8:
        buyer = seat if replay.turn is None else replay.turn
        return buyer, verb, sum(chance.sample(each_card(replay.held(buyer)), replay.discards_due))
    return seat, verb, _argument(chance, replay.hand.rules, replay.hand.players, verb)


def something_open(chance: Random, replay: Replay) -> Action:
    """What may be done next by who is in turn, in most cases within the rules."""
    turn = replay.turn
    seat = chance.randrange(replay.hand.players) if turn is None else turn
    held = each_card(replay.held(seat))
    if replay.stage is Stage.AUCTION:
        bids = replay.auction.bidder is None or chance.random() < 0.4
        return (seat, Verb.BID, replay.least_bid) if bids else (seat, Verb.PASS, None)
    if replay.stage is Stage.EXCHANGE:
        return seat, Verb.DISCARD, sum(chance.sample(held, replay.discards_due))
    if replay.stage is Stage.VYING:
        return seat, chance.choice(replay.open_verbs()), None
    if replay.stage is Stage.TRICKS or (replay.stage is Stage.DECLARATIONS and chance.random() < 0.3):
        leader = replay.hand.eldest if turn is None else turn
        return leader, Verb.PLAY, chance.choice(each_card(replay.legal_cards(leader)))
    verb = chance.choice(replay.open_verbs())
    return seat, verb, _argument(chance, replay.hand.rules, replay.hand.players, verb)


def _anything(chance: Random, replay: Replay) -> Action:
    players = replay.hand.players
    verb = chance.choice(list(Verb))
    return chance.randrange(players), verb, _argument(chance, replay.hand.rules, players, verb)


def _argument(chance: Random, rules: RuleSet, players: int, verb: Verb) -> Any:
    pack = each_card(layout_of(rules, players).pack)
    match verb:
        case Verb.BID:
            return chance.randint(1, 30)
        case Verb.DISCARD:
            return chance.choice(
                [Unseen(chance.randint(0, 9)), sum(chance.sample(pack, chance.randint(1, 9)))]
            )
        case Verb.GLEEK | Verb.MOURNIVAL:
            return chance.choice("AKQJ")
        case Verb.CHALLENGE:
            return (
                chance.randrange(players),
                chance.choice((Verb.GLEEK, Verb.MOURNIVAL)),
                chance.choice("AKQJ"),
            )
        case Verb.PLAY:
            return chance.choice(pack)
        case _:
            return None


def with_cards_hidden(chance: Random, hand: Hand) -> Hand:
    """The same hand as some client may have seen it."""
    discards = chance.random() < 0.5

    def seen(action: Action) -> Action:
        seat, verb, argument = action
        if verb is Verb.DISCARD and not discards and not isinstance(argument, Unseen):
            argument = Unseen(argument.bit_count())
        return seat, verb, argument

    return replace(
        hand,
        hands=tuple(cards if chance.random() < 0.4 else None for cards in hand.hands),
        stock=hand.stock if chance.random() < 0.3 else None,
        actions=tuple(seen(action) for action in hand.actions),
    )
