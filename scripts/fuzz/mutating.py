"""Hand histories changed so that most of them stay hand histories, and reach deep into the engine."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeAlias

import orjson

from gleek_replay.conformance.breaches import BREACHES
from gleek_replay.engine import OPTIONS, PRESETS, Hand, Replay, Stage, choices
from gleek_replay.records import MalformedRecord, action_document, read_record
from tests.histories import hide
from tests.random_hands import something_open

Document: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Random, Document], None]

_CARDS: Final = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
_WORDS: Final = (
    *PRESETS,
    *OPTIONS,
    "bid",
    "pass",
    "discard",
    "vie",
    "play",
    "challenge",
    "gleek",
    "pot",
    "A",
)
_VALUES: Final[tuple[Any, ...]] = (None, True, 0, -1, 12.0, 2**63, "", " ", "AS", [], {}, [[]], {"": 0})


def mutated(raw: bytes, chance: Random) -> bytes | None:
    """A hand history with a few changes; ``None`` of what is no JSON object."""
    try:
        document = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(document, dict):
        return None
    for _ in range(chance.randint(1, 3)):
        if chance.random() < 0.06 or not _is_well_formed(document):
            anything(chance, document)
        else:
            chance.choice(CHANGES)(chance, document)
    try:
        return orjson.dumps(document)
    except orjson.JSONEncodeError:
        return None


def _is_well_formed(document: Document) -> bool:
    try:
        read_record(orjson.dumps(document))
    except (MalformedRecord, orjson.JSONEncodeError):
        return False
    return True


def anything(chance: Random, document: Document) -> None:
    """Any value anywhere replaced, removed, or copied from elsewhere."""
    whole: Any = document
    key: Any = None
    while isinstance(whole, dict | list) and whole:
        key = chance.choice(list(whole) if isinstance(whole, dict) else range(len(whole)))
        if chance.random() < 0.4 or not isinstance(whole[key], dict | list) or not whole[key]:
            break
        whole = whole[key]
    if not whole:
        return
    match chance.randrange(4):
        case 0:
            del whole[key]
        case 1 if isinstance(whole, list):
            whole.insert(key, copy.deepcopy(chance.choice(whole)))
        case 2 if isinstance(whole, dict):
            whole[chance.choice(_WORDS)] = copy.deepcopy(whole[key])
        case _:
            whole[key] = copy.deepcopy(
                chance.choice((*_VALUES, chance.choice(_WORDS), chance.choice(_CARDS)))
            )


def cut_off(chance: Random, document: Document) -> None:
    del document["actions"][chance.randrange(len(document["actions"]) + 1) :]


def action_moved(chance: Random, document: Document) -> None:
    actions = document["actions"]
    if actions:
        actions.insert(chance.randrange(len(actions)), actions.pop(chance.randrange(len(actions))))


def action_copied(chance: Random, document: Document) -> None:
    actions = document["actions"]
    if actions:
        actions.insert(chance.randrange(len(actions)), copy.deepcopy(chance.choice(actions)))


def actions_exchanged(chance: Random, document: Document) -> None:
    """Two of one verb, so that cards or players change places."""
    alike = [action for action in document["actions"] if action[1] == chance.choice(("play", "play", "pass"))]
    if len(alike) > 1:
        one, other = chance.sample(alike, 2)
        one[-1], other[-1] = other[-1], one[-1]
        one[0], other[0] = (other[0], one[0]) if chance.random() < 0.5 else (one[0], other[0])


def another_player(chance: Random, document: Document) -> None:
    if document["actions"]:
        chance.choice(document["actions"])[0] = chance.choice(document["players"])["id"]


def another_card(chance: Random, document: Document) -> None:
    plays = [action for action in document["actions"] if action[1] == "play"]
    if plays:
        chance.choice(plays)[2] = chance.choice(_CARDS)


def cards_hidden(chance: Random, document: Document) -> None:
    """Less shown, as some client may have seen it."""
    shown = [player for player in document["deal"].get("hands", {}) if chance.random() < 0.5]
    keeps_stock = "stock" in document["deal"] and chance.random() < 0.5
    seen = {**document, "deal": {"hands": {}, **document["deal"]}}
    counts = chance.random() < 0.5
    hidden = hide(seen, shown, stock=keeps_stock)
    document["deal"] = hidden["deal"]
    for action in document["actions"]:
        if counts and action[1] == "discard" and isinstance(action[2], str):
            action[2] = len(action[2].split(" "))


def another_option(chance: Random, document: Document) -> None:
    rules = document["rules"]
    if isinstance(rules, str):
        rules = document["rules"] = {"preset": rules}
    name = chance.choice(OPTIONS)
    rules.setdefault("options", {})[name] = chance.choice(choices(name))


def another_preset(chance: Random, document: Document) -> None:
    document["rules"] = chance.choice(tuple(PRESETS))


def carried_in(chance: Random, document: Document) -> None:
    document["carried"] = {
        "ruff_multiplier": 2 ** chance.randrange(21),
        "ruff_pot": chance.choice((0, 1, 6, 100_000_000)),
        "pot": chance.choice((0, -3, 5, 100_000_000)),
    }


def settled_otherwise(chance: Random, document: Document) -> None:
    ids = [player["id"] for player in document["players"]]
    document["result"] = {player: chance.randint(-9, 9) for player in ids}
    if chance.random() < 0.5:
        document.pop(chance.choice(("payments", "result")), None)
    elif document.get("payments"):
        chance.choice(document["payments"])["amount"] += 1


def lifted(chance: Random, document: Document) -> None:
    ids = [player["id"] for player in document["players"]]
    document["lift"] = [dict(zip(ids, chance.sample(_CARDS, len(ids)), strict=True))]


def played_on(chance: Random, document: Document) -> None:
    """Another way to go on from some place of the hand, mostly by the rules."""
    replay, ids = _begun(chance, document)
    if replay is None:
        return
    for _ in range(chance.choice((1, 5, 90))):
        if replay.stopped or replay.stage is Stage.OVER:
            break
        replay.act(*something_open(chance, replay))
    document["actions"] = [action_document(action, ids) for action in replay.actions]


def breached(chance: Random, document: Document) -> None:
    """A breach of the rules at some place, and all that followed there."""
    replay, ids = _begun(chance, document)
    if replay is None or replay.stopped or not replay.open_verbs():
        return
    action = chance.choice(tuple(BREACHES.values()))(replay, chance) if _has_turn(replay) else None
    if action is not None:
        document["actions"].insert(len(replay.actions), action_document(action, ids))


def _has_turn(replay: Replay) -> bool:
    """Whether somebody is in turn, as most breaches need."""
    return replay.turn is not None or replay.stage is Stage.DECLARATIONS


def _begun(chance: Random, document: Document) -> tuple[Replay | None, list[str]]:
    """The replay of a beginning of the hand, if every card is known."""
    ids = [player["id"] for player in document["players"]]
    hand: Hand = read_record(orjson.dumps(document)).hand
    known = hand.stock is not None and None not in hand.hands
    begun = replace(hand, actions=hand.actions[: chance.randrange(len(hand.actions) + 1)])
    return (Replay(begun) if known and "discard" not in _counted(document) else None), ids


def _counted(document: Document) -> set[str]:
    return {action[1] for action in document["actions"] if isinstance(action[-1], int) and action[1] != "bid"}


CHANGES: Final[tuple[Change, ...]] = (
    cut_off, action_moved, action_copied, actions_exchanged, another_player, another_card, cards_hidden,
    another_option, another_preset, carried_in, settled_otherwise, lifted, played_on, played_on, breached,
    breached,
)  # fmt: skip
