"""One simulated hand as several clients tell it: each seat's own, any part of it, or something otherwise."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from gleek_replay.engine import Verb
from gleek_replay.simulation import simulate
from tests.histories import hide
from tests.random_rules import random_rules

Document: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Random, Document], None]

SETTLEMENT: Final = ("payments", "result")


def played_hand(chance: Random) -> Document:
    """The record of a whole hand, every card known, by any rules with any number of players."""
    rules = random_rules(chance)
    hands = simulate(
        rules.preset, hands=2, seed=chance.randrange(1 << 30), players=rules.players, options=rules.options,
        rare=chance.random() < 0.5,
    )  # fmt: skip
    return chance.choice(list(hands))


def players_of(document: Document) -> list[str]:
    return [player["id"] for player in document["players"]]


def buyer_of(document: Document) -> str:
    return next(str(player) for player, verb, *_ in document["actions"] if verb == Verb.DISCARD)


def seen_by(document: Document, player: str) -> Document:
    """What a player's own client sees: his hand, and the stock and the discards if he bought it."""
    buys = player == buyer_of(document)
    return hide(document, [player], stock=buys, discards=buys)


def told_by_each(document: Document) -> list[Document]:
    """The hand as each player's own client tells it, in seat order."""
    return [seen_by(document, player) for player in players_of(document)]


def part_of(chance: Random, document: Document) -> Document:
    """The hand with anything left out that a record may leave open."""
    seen = [player for player in players_of(document) if chance.random() < 0.5]
    part = hide(document, seen, stock=chance.random() < 0.4, discards=chance.random() < 0.4)
    for name in ("session", "lift", *SETTLEMENT):
        if chance.random() < 0.3:
            part.pop(name, None)
    if "result" in part:
        part["result"] = {who: net for who, net in part["result"].items() if chance.random() < 0.7}
    part["players"] = [
        {"id": player["id"]} if chance.random() < 0.5 else player for player in part["players"]
    ]
    return cut_short(part, chance.randrange(tricks_over(part))) if chance.random() < 0.3 else part


def tricks_over(document: Document) -> int:
    """After how many actions the last trick is over."""
    return max(n for n, action in enumerate(document["actions"], 1) if action[1] == Verb.PLAY)


def cut_short(document: Document, actions: int) -> Document:
    """The record of a client that lost its connexion after so many actions, and saw nothing paid."""
    kept = {name: value for name, value in document.items() if name not in SETTLEMENT}
    return kept | {"actions": document["actions"][:actions]}


def begun_at(document: Document, seat: int) -> Document:
    """The same record with its list of players begun at another seat."""
    players = document["players"]
    return document | {"players": players[seat:] + players[:seat]}


def _swap(whole: Document, one: str, other: str, chance: Random) -> None:
    """Two cards of the deal change places."""
    cards = [whole[one].split(" "), whole[other].split(" ")]
    here, there = [chance.randrange(len(row)) for row in cards]
    cards[0][here], cards[1][there] = cards[1][there], cards[0][here]
    whole[one], whole[other] = map(" ".join, cards)


def another_card_in_a_hand(chance: Random, document: Document) -> None:
    one, other = chance.sample(players_of(document), 2)
    _swap(document["deal"]["hands"], one, other, chance)


def another_card_in_the_stock(chance: Random, document: Document) -> None:
    deal, player = document["deal"], chance.choice(players_of(document))
    both = {"stock": deal["stock"], "hand": deal["hands"][player]}
    _swap(both, "stock", "hand", chance)
    deal["stock"], deal["hands"][player] = both["stock"], both["hand"]


def another_turn_up(chance: Random, document: Document) -> None:
    _swap(document["deal"], "turn_up", "stock", chance)


def _some(chance: Random, document: Document, *verbs: Verb) -> list[Any]:
    return chance.choice([action for action in document["actions"] if action[1] in verbs])


def another_bid(chance: Random, document: Document) -> None:
    _some(chance, document, Verb.BID)[2] += chance.choice([-1, 1])


def another_discard(chance: Random, document: Document) -> None:
    action = _some(chance, document, Verb.DISCARD)
    kept = " ".join(document["deal"]["hands"].values()).split(" ")
    thrown = action[2].split(" ")
    thrown[chance.randrange(len(thrown))] = chance.choice([card for card in kept if card not in thrown])
    action[2] = " ".join(thrown)


def a_card_less_discarded(_chance: Random, document: Document) -> None:
    discards = [action for action in document["actions"] if action[1] == Verb.DISCARD]
    action = max(discards, key=lambda each: len(each[2]))
    action[2] = action[2].rpartition(" ")[0]


def another_card_played(chance: Random, document: Document) -> None:
    here, there = chance.sample([action for action in document["actions"] if action[1] == Verb.PLAY], 2)
    here[2], there[2] = there[2], here[2]


def another_player_acts(chance: Random, document: Document) -> None:
    action = chance.choice(document["actions"])
    action[0] = chance.choice([player for player in players_of(document) if player != action[0]])


def an_action_less(chance: Random, document: Document) -> None:
    del document["actions"][chance.randrange(len(document["actions"]))]


def an_action_more(chance: Random, document: Document) -> None:
    player, place = chance.choice(players_of(document)), chance.randrange(len(document["actions"]) + 1)
    document["actions"].insert(place, [player, Verb.TIDDY])


def another_amount(chance: Random, document: Document) -> None:
    chance.choice(document["payments"])["amount"] += chance.choice([1, 5])


def a_payment_less(chance: Random, document: Document) -> None:
    del document["payments"][chance.randrange(len(document["payments"]))]


def another_result(chance: Random, document: Document) -> None:
    document["result"][chance.choice(players_of(document))] += chance.choice([-1, 1])


def another_dealer(chance: Random, document: Document) -> None:
    dealer = document["dealer"]
    document["dealer"] = chance.choice([player for player in players_of(document) if player != dealer])


def more_carried(chance: Random, document: Document) -> None:
    document["carried"][chance.choice(["ruff_pot", "pot"])] += 1


def another_stake(_chance: Random, document: Document) -> None:
    document["stake"] = "farthing" if document["stake"] == "crown" else "crown"


def another_session(_chance: Random, document: Document) -> None:
    document["session"]["hand"] += 1


CHANGES: Final[tuple[Change, ...]] = (
    another_card_in_a_hand, another_card_in_the_stock, another_turn_up, another_bid, another_discard,
    a_card_less_discarded, another_card_played, another_player_acts, an_action_less, an_action_more,
    another_amount, a_payment_less, another_result, another_dealer, more_carried, another_stake,
    another_session,
)  # fmt: skip
"""One thing told otherwise, each in place."""


def told_otherwise(chance: Random, document: Document, change: Change) -> Document:
    """The record with one thing told otherwise."""
    otherwise = copy.deepcopy(document)
    change(chance, otherwise)
    return otherwise
