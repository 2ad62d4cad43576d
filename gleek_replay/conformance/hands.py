"""Hands by simulated players, each changed so that it shows one thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from itertools import tee
from random import Random
from typing import Any, Final, TypeAlias

import orjson

from gleek_replay.engine import Action, Hand, Replay, Stage, Unseen, Verb, card_name, each_card, replay
from gleek_replay.records import action_document, payment_documents, read_record
from gleek_replay.simulation import simulate

Document: TypeAlias = dict[str, Any]

_CLIENT: Final = {"name": "gleek-replay conformance"}
_A_TIME: Final = 24
"""How many hands are simulated at once."""
_SETTLEMENT: Final = ("payments", "result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A hand history to audit: the bytes of its record, and in a few words what it ``shows``."""

    name: str
    shows: str
    raw: bytes


def case(name: str, shows: str, document: Mapping[str, Any]) -> Case:
    """A case of a document, which then has the name for its id."""
    written = orjson.dumps({**document, "hand_id": name, "client": _CLIENT})
    return Case(name=name, shows=shows, raw=written)


def played(
    preset: str, *, options: Mapping[str, object] | None = None, players: int = 3, times: int = 40
) -> Iterator[Document]:
    """Whole hands, legal and rightly settled, out of their session; always the same ones.

    Raises ``RuleError`` for rules that do not go together.
    """
    written = orjson.dumps(options or {})
    for seed in range(times):
        yield from copy(_from_the_first(preset, written, players, seed))


@cache
def _from_the_first(preset: str, options: bytes, players: int, seed: int) -> Iterator[Document]:
    """Hands that are played when somebody comes to them, and once: only copies of this are moved on."""
    hands = simulate(
        preset, hands=_A_TIME, seed=seed, players=players, options=orjson.loads(options), rare=True
    )
    (first,) = tee(map(_alone, hands), 1)
    return first


def _alone(document: Document) -> Document:
    """The same hand, played in no session."""
    return {name: value for name, value in document.items() if name != "session"}


def hand_of(document: Mapping[str, Any]) -> Hand:
    """The hand that a document tells."""
    return read_record(orjson.dumps(document)).hand


def players_of(document: Mapping[str, Any]) -> list[str]:
    """The ids of the players, in seat order."""
    return [player["id"] for player in document["players"]]


def unsettled(document: Mapping[str, Any]) -> Document:
    """The same, saying nothing of what was paid."""
    return {name: value for name, value in document.items() if name not in _SETTLEMENT}


def told(document: Mapping[str, Any], hand: Hand, *, settled: bool = False) -> Document:
    """A document with the actions and the lift of a hand, and if it is to be ``settled`` what is due."""
    ids, result = players_of(document), replay(hand)
    written = unsettled(document)
    written["actions"] = [action_document(action, ids) for action in hand.actions]
    if hand.lift:
        lifted = [{ids[seat]: card_name(card) for seat, card in each.items()} for each in hand.lift]
        written["lift"] = lifted
    if settled:
        written["payments"] = payment_documents(result.payments, ids)
        written["result"] = dict(zip(ids, result.net, strict=False))
    return written


def hidden(
    document: Mapping[str, Any], hands: tuple[str, ...], *, stock: bool = False, discards: bool = False
) -> Document:
    """The same by a client that saw the hands of these players alone, and perhaps the stock and discards."""
    deal: Document = {
        "hands": {player: document["deal"]["hands"][player] for player in hands},
        "turn_up": document["deal"]["turn_up"],
    }
    if stock:
        deal["stock"] = document["deal"]["stock"]
    actions = [
        [*action[:2], len(action[2].split(" "))] if action[1] == Verb.DISCARD and not discards else action
        for action in document["actions"]
    ]
    return {**document, "deal": deal, "actions": actions}


def seen_by(document: Mapping[str, Any], player: str) -> Document:
    """What a player's own client sees: his hand, and the stock and the discards if it was he who bought."""
    buys = any(action[:2] == [player, Verb.DISCARD] for action in document["actions"])
    return hidden(document, (player,), stock=buys, discards=buys)


def played_out(hand: Hand, chance: Random) -> Hand:
    """The same hand, gone on with by the rules to its end unless its replay had to stop."""
    going_on = Replay(hand)
    while not going_on.stopped and going_on.stage is not Stage.OVER:
        going_on.act(*_something_legal(going_on, chance))
    return replace(hand, actions=tuple(going_on.actions))


def _something_legal(replay: Replay, chance: Random) -> Action:
    seat = replay.hand.eldest if replay.turn is None else replay.turn
    match replay.stage:
        case Stage.AUCTION if replay.auction.bidder is None:
            return seat, Verb.BID, replay.least_bid
        case Stage.AUCTION:
            return seat, Verb.PASS, None
        case Stage.EXCHANGE:
            return seat, Verb.DISCARD, sum(chance.sample(each_card(replay.held(seat)), replay.discards_due))
        case Stage.VYING:
            calls = {Verb.PASS, Verb.SEE, Verb.VIE, Verb.STAND} & set(replay.open_verbs())
            return seat, chance.choice(sorted(calls)), None
        case _:
            return seat, Verb.PLAY, chance.choice(each_card(replay.legal_cards(seat)))


def shows_every_card(hand: Hand) -> bool:
    """Whether a hand can be gone on with."""
    return not any(isinstance(argument, Unseen) for _, _, argument in hand.actions)
