"""One breach of the rules for each code: what to do, at some point of a legal hand, to commit it.

A breach takes the replay of the hand up to that point, and gives an action or nothing where there is no
such breach to commit. ``RULES`` has the options without which a code does not arise.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from gleek_replay.engine import Action, Code, Replay, Stage, Verb, card_name, each_card
from gleek_replay.engine.cards import SUIT_OF
from gleek_replay.engine.options import VyingEnds
from gleek_replay.engine.small_trumps import small_trumps

Breach: TypeAlias = Callable[[Replay, Random], Action | None]

_LATE: Final = (Stage.DECLARATIONS, Stage.TRICKS, Stage.OVER)
RULES: Final[dict[Code, dict[str, object]]] = {
    Code.RAISE_NOT_BY_ONE: {"raise_by": "one"},
    Code.RETURNED_AFTER_PASSING: {"passed_may_return": False},
    Code.CHALLENGE_NOT_IN_RULES: {"challenge": False},
    Code.NOTHING_TO_CHALLENGE: {"challenge": True},
    Code.CLAIM_NOT_IN_RULES: {"towser_tumbler": "off"},
    Code.FALSE_CLAIM: {"tiddy": "claimed"},
    Code.CLAIM_OUT_OF_TIME: {"tiddy": "claimed"},
    Code.CLAIMED_TWICE: {"tiddy": "claimed"},
    Code.NOT_HIGHEST: {"follow": "highest"},
    Code.NOT_HIGH_ENOUGH: {"follow": "second_high"},
}


def out_of_turn(replay: Replay, chance: Random) -> Action | None:
    seat = _another(replay, chance, replay.turn)
    vying, tricks = replay.vying, replay.tricks
    if replay.stage is Stage.AUCTION and replay.auction.bidder is not None:
        return seat, Verb.PASS, None
    if replay.stage is Stage.VYING and vying:
        if vying.vied_by is None and seat in vying.seats_in():
            return seat, Verb.PASS, None
        answers = seat in vying.seats_in() and vying.vied_by is not None
        if answers and (seat != vying.raiser or replay.hand.rules.vying_ends is VyingEnds.WHEN_SEEN):
            return seat, Verb.SEE, None
    if replay.stage is Stage.DECLARATIONS:
        seat = _another(replay, chance, replay.hand.eldest)
        return seat, Verb.PLAY, chance.choice(each_card(replay.held(seat)))
    if tricks and not tricks.over and seat not in _played_to_this_trick(replay):
        return seat, Verb.PLAY, chance.choice(each_card(replay.held(seat)))
    return None


def opening_bid(replay: Replay, chance: Random) -> Action | None:
    if replay.actions:
        return None
    return replay.hand.eldest, Verb.BID, replay.least_bid + chance.choice([-11, -1, 1, 50])


def raise_not_by_one(replay: Replay, chance: Random) -> Action | None:
    if replay.stage is not Stage.AUCTION or not replay.actions:
        return None
    return _turn(replay), Verb.BID, replay.least_bid + chance.randint(1, 9)


def returned_after_passing(replay: Replay, chance: Random) -> Action | None:
    passed = [seat for seat, verb, _ in replay.actions if verb is Verb.PASS]
    if replay.stage is not Stage.AUCTION or not passed:
        return None
    return chance.choice(passed), Verb.BID, replay.least_bid


def false_declaration(replay: Replay, chance: Random) -> Action | None:
    seat, rank = _seat(replay, chance), chance.choice("AKQJ")
    held = sum(rank == card_name(card)[0] for card in each_card(replay.held(seat)))
    verb = chance.choice((Verb.GLEEK, Verb.MOURNIVAL))
    if replay.stage is not Stage.DECLARATIONS or held >= (2 if verb is Verb.GLEEK else 4):
        return None
    return seat, verb, rank


def declared_twice(replay: Replay, chance: Random) -> Action | None:
    made = [action for action in replay.actions if action[1] in (Verb.GLEEK, Verb.MOURNIVAL)]
    if replay.stage is not Stage.DECLARATIONS or not made:
        return None
    seat, _, rank = chance.choice(made)
    return seat, chance.choice((Verb.GLEEK, Verb.MOURNIVAL)), rank


def challenge_not_in_rules(replay: Replay, chance: Random) -> Action | None:
    if replay.stage not in _LATE:
        return None
    return _seat(replay, chance), Verb.CHALLENGE, (_seat(replay, chance), Verb.GLEEK, chance.choice("AKQJ"))


def nothing_to_challenge(replay: Replay, chance: Random) -> Action | None:
    challenged = (_seat(replay, chance), chance.choice((Verb.GLEEK, Verb.MOURNIVAL)), chance.choice("AKQJ"))
    if replay.stage not in _LATE or challenged in replay.actions:
        return None
    return _seat(replay, chance), Verb.CHALLENGE, challenged


def claim_not_in_rules(replay: Replay, chance: Random) -> Action | None:
    verb = chance.choice((Verb.TOWSER, Verb.TUMBLER))
    return (_seat(replay, chance), verb, None) if replay.stage in _LATE else None


def false_claim(replay: Replay, chance: Random) -> Action | None:
    seat = _seat(replay, chance)
    had = replay.held(seat) | sum(
        card for who, verb, card in replay.actions if (who, verb) == (seat, Verb.PLAY)
    )
    return None if replay.stage not in _LATE or had & _tiddy(replay) else (seat, Verb.TIDDY, None)


def claim_out_of_time(replay: Replay, _chance: Random) -> Action | None:
    holder = [seat for seat, verb, card in replay.actions if verb is Verb.PLAY and card == _tiddy(replay)]
    waits = [seat for seat in range(replay.hand.players) if replay.held(seat) & _tiddy(replay)]
    last = replay.actions[-1] if replay.actions else None
    claimed = any(verb is Verb.TIDDY for _, verb, _ in replay.actions)
    if replay.tricks is None or claimed or not holder + waits or (last and last[2] == _tiddy(replay)):
        return None
    return (holder + waits)[0], Verb.TIDDY, None


def claimed_twice(replay: Replay, _chance: Random) -> Action | None:
    return next((action for action in replay.actions if action[1] is Verb.TIDDY), None)


def revoke(replay: Replay, chance: Random) -> Action | None:
    led = _led(replay)
    held = replay.held(_turn(replay)) if led else 0
    others = each_card(held & ~led)
    return (_turn(replay), Verb.PLAY, chance.choice(others)) if held & led and others else None


def not_highest(replay: Replay, chance: Random) -> Action | None:
    led = _led(replay)
    lower = each_card(replay.held(_turn(replay)) & led)[1:] if led else []
    return (_turn(replay), Verb.PLAY, chance.choice(lower)) if lower else None


def not_high_enough(replay: Replay, chance: Random) -> Action | None:
    led = _led(replay)
    if not led or len(_played_to_this_trick(replay)) != 1:
        return None
    of_suit = each_card(replay.held(_turn(replay)) & led)
    low = [card for card in of_suit[1:] if card_name(card)[0] in "23456789"]
    return (_turn(replay), Verb.PLAY, chance.choice(low)) if low else None


def must_open(replay: Replay, _chance: Random) -> Action | None:
    return None if replay.actions else (replay.hand.eldest, Verb.PASS, None)


def bid_too_low(replay: Replay, chance: Random) -> Action | None:
    if replay.stage is not Stage.AUCTION or not replay.actions:
        return None
    return _seat(replay, chance), Verb.BID, chance.randint(1, replay.least_bid - 1)


def not_the_buyer(replay: Replay, chance: Random) -> Action | None:
    if replay.stage is not Stage.EXCHANGE:
        return None
    seat = _another(replay, chance, replay.turn)
    return seat, Verb.DISCARD, sum(each_card(replay.held(seat))[: replay.discards_due])


def wrong_discard_count(replay: Replay, chance: Random) -> Action | None:
    if replay.stage is not Stage.EXCHANGE:
        return None
    count = replay.discards_due + chance.choice([-1, 1])
    return _turn(replay), Verb.DISCARD, sum(each_card(replay.held(_turn(replay)))[: count or 2])


def card_not_held(replay: Replay, chance: Random) -> Action | None:
    exchanges = replay.stage is Stage.EXCHANGE
    leads = replay.hand.eldest if replay.stage is Stage.DECLARATIONS else replay.turn
    if leads is None or replay.stage not in (Stage.EXCHANGE, Stage.DECLARATIONS, Stage.TRICKS):
        return None
    foreign = chance.choice(each_card(replay.layout.pack & ~replay.held(leads)))
    if not exchanges:
        return leads, Verb.PLAY, foreign
    own = chance.sample(each_card(replay.held(leads)), replay.discards_due - 1)
    return leads, Verb.DISCARD, sum(own) | foreign


def nothing_to_see(replay: Replay, chance: Random) -> Action | None:
    vying = replay.vying
    if replay.stage is not Stage.VYING or not vying:
        return None
    if vying.vied_by is None:
        return chance.choice(vying.seats_in()), chance.choice((Verb.SEE, Verb.REVIE, Verb.STAND)), None
    if Verb.STAND in replay.open_verbs():
        return _turn(replay), chance.choice((Verb.SEE, Verb.PASS)), None
    return None


def already_vied(replay: Replay, chance: Random) -> Action | None:
    vying = replay.vying
    if replay.stage is not Stage.VYING or not vying or vying.vied_by is None:
        return None
    return chance.choice(vying.seats_in()), Verb.VIE, None


def not_in_ruff(replay: Replay, chance: Random) -> Action | None:
    out = set(range(replay.hand.players)) - set(replay.vying.seats_in() if replay.vying else ())
    if replay.stage is not Stage.VYING or not out:
        return None
    return chance.choice(sorted(out)), chance.choice((Verb.VIE, Verb.SEE, Verb.REVIE, Verb.PASS)), None


def cannot_stand(replay: Replay, chance: Random) -> Action | None:
    vying = replay.vying
    if replay.stage is not Stage.VYING or not vying or vying.vied_by is None:
        return None
    return None if Verb.STAND in replay.open_verbs() else (chance.choice(vying.seats_in()), Verb.STAND, None)


def played_twice(replay: Replay, chance: Random) -> Action | None:
    played = _played_to_this_trick(replay)
    if replay.stage is not Stage.TRICKS or not played:
        return None
    seat = chance.choice(played)
    held = each_card(replay.held(seat))
    return (seat, Verb.PLAY, chance.choice(held)) if held else None


def wrong_stage(replay: Replay, chance: Random) -> Action | None:
    ace, king, queen = each_card(replay.layout.pack)[:3]
    arguments: dict[Verb, Any] = {
        Verb.BID: 20, Verb.DISCARD: king | queen, Verb.GLEEK: "A", Verb.MOURNIVAL: "J",
        Verb.CHALLENGE: (0, Verb.GLEEK, "Q"), Verb.PLAY: ace,
    }  # fmt: skip
    vies = {Verb.VIE, Verb.PASS, Verb.SEE, Verb.REVIE, Verb.STAND} if replay.stage is Stage.VYING else set()
    verb = chance.choice(sorted(set(Verb) - set(replay.open_verbs()) - vies))
    return _seat(replay, chance), verb, arguments.get(verb)


BREACHES: Final[dict[Code, Breach]] = {
    code: globals()[code.value] for code in Code if code is not Code.WRONG_DEALER
}


def _seat(replay: Replay, chance: Random) -> int:
    return chance.randrange(replay.hand.players)


def _turn(replay: Replay) -> int:
    assert replay.turn is not None, "somebody is in turn"
    return replay.turn


def _another(replay: Replay, chance: Random, than: int | None) -> int:
    return chance.choice([seat for seat in range(replay.hand.players) if seat != than])


def _plays(replay: Replay) -> list[Action]:
    return [action for action in replay.actions if action[1] is Verb.PLAY]


def _played_to_this_trick(replay: Replay) -> list[int]:
    plays = _plays(replay)
    return [seat for seat, _, _ in plays[len(plays) - len(plays) % replay.hand.players :]]


def _led(replay: Replay) -> int:
    """The cards of the suit led to the trick that is being played, if one is."""
    plays, already = _plays(replay), len(_played_to_this_trick(replay))
    return SUIT_OF[plays[-already][2]] if already and replay.stage is Stage.TRICKS else 0


def _tiddy(replay: Replay) -> int:
    trumps = small_trumps(replay.hand.rules, replay.hand.turn_up)
    return next(card for card, trump in trumps.items() if trump.verb is Verb.TIDDY)
