"""Who may know of which cards, told from a hand history and its whole audit alone: an oracle that shares
nothing with what it judges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Document = Mapping[str, Any]

LOWEST = {44: "4", 48: "3", 52: "2"}


def open_cards(record: Document, audit: Document) -> set[str]:
    """What anyone may know: the cards turned up, lifted, played, shown, or named by what was declared."""
    named = {record["deal"]["turn_up"]}
    named |= {card for lifted in record.get("lift", []) for card in lifted.values()}
    named |= {action[2] for action in record["actions"] if action[1] == "play"}
    for player, shown in audit["ruff"]["shown"].items():
        held = _kept(record, audit, player)
        named |= {
            card for card in held if (card[0] == "A" if shown["four_aces"] else card[1] == shown["suit"])
        }
    for player, declared in _declared(record, audit):
        named |= declared if declared <= _kept(record, audit, player) else set()
    return named


def own_cards(record: Document, audit: Document, player: str) -> set[str]:
    """What a player may know beside: his cards as dealt, and what he threw out and drew."""
    cards = _dealt(record, player)
    thrown = [action for action in record["actions"] if action[:2] == [player, "discard"]]
    for action in thrown:
        cards |= _cards(action[2])
    if audit["stock"] and audit["stock"]["buyer"] == player:
        followed = [action for action in _followed(record, audit) if action[:2] == [player, "discard"]]
        if followed or _draws_first(audit):
            cards |= _cards(record["deal"].get("stock", 0))
    return cards


STOPPING = {
    "must_open", "bid_too_low", "not_the_buyer", "wrong_discard_count", "card_not_held", "nothing_to_see",
    "already_vied", "not_in_ruff", "cannot_stand", "played_twice", "wrong_stage",
}  # fmt: skip
TWO_DISCARDS = {(4, 48), (5, 52)}


def _followed(record: Document, audit: Document) -> Any:
    """The actions before the one at which the replay had to stop."""
    stops = min((v["action"] for v in audit["violations"] if v["code"] in STOPPING), default=None)
    return record["actions"][:stops]


def _draws_first(audit: Document) -> bool:
    options = audit["rules"]["options"]
    players = len(audit["due"]["net"]) - 2
    return options["exchange"] == "draw_then_discard" and (players, options["deck"]) not in TWO_DISCARDS


def _cards(text: str | int) -> set[str]:
    return set(text.split(" ")) if isinstance(text, str) else set()


def _dealt(record: Document, player: str) -> set[str]:
    return _cards(record["deal"]["hands"].get(player, 0))


def _kept(record: Document, audit: Document, player: str) -> set[str]:
    """What a player may have held after the exchange, at the most."""
    every = {rank + suit for rank in "23456789TJQKA" for suit in "SHDC"}
    elsewhere = {record["deal"]["turn_up"]}
    for other in audit["due"]["net"]:
        elsewhere |= _dealt(record, other) if other != player else set()
    if audit["stock"] and audit["stock"]["buyer"] == player:
        for action in _followed(record, audit):
            elsewhere |= _cards(action[2]) if action[:2] == [player, "discard"] else set()
    else:
        elsewhere |= _cards(record["deal"].get("stock", 0))
        elsewhere -= {action[2] for action in record["actions"] if action[:2] == [player, "play"]}
    dealt = _dealt(record, player)
    may_be = dealt if dealt and not (audit["stock"] and audit["stock"]["buyer"] == player) else every
    return may_be - elsewhere


def _declared(record: Document, audit: Document) -> Iterator[tuple[str, set[str]]]:
    """The cards that mournivals and a claim of Tiddy name, by who made them."""
    tiddy = LOWEST[audit["rules"]["options"]["deck"]] + record["deal"]["turn_up"][1]
    for player, verb, *rest in record["actions"]:
        if verb == "mournival":
            yield player, {rest[0] + suit for suit in "SHDC"}
        elif verb in {"tiddy", "towser", "tumbler"}:
            yield player, {{"tiddy": tiddy, "towser": "5" + tiddy[1], "tumbler": "6" + tiddy[1]}[verb]}
