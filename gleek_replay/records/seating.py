"""From players' names to seats: the parts of a record held against each other.

Each function takes what could be read, enters what is wrong in ``faults`` (nested as marshmallow nests its
messages) and returns the part as the engine takes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from gleek_replay.engine import (
    PRESETS,
    Layout,
    RuleError,
    RuleSet,
    Unseen,
    Verb,
    card_names,
    cards_text,
    resolve,
)
from gleek_replay.engine.cards import PACKS
from gleek_replay.records.faults import shown
from gleek_replay.records.record import POT, RUFF_POT, RecordedPayment

Faults: TypeAlias = dict[str | int, Any]
Seats: TypeAlias = Mapping[Any, int]


def resolve_rules(
    rules: tuple[str, dict[str, Any], bool], players: int | None, faults: Faults
) -> RuleSet | None:
    """The rule set that is meant, or ``None`` with the faults entered."""
    preset, options, bare = rules
    try:
        return resolve(PRESETS, preset, options, players)
    except RuleError as error:
        for place, message in error.faults:
            if place == "players":
                put(faults, message, "players")
            elif place == "preset":
                put(
                    faults,
                    f"{message}; found {shown(preset)}",
                    *(("rules",) if bare else ("rules", "preset")),
                )
            else:
                found = f"; found {shown(options[place])}" if place in options else ""
                put(faults, message + found, "rules", "options", place)
        return None


def put(faults: Faults, message: str, *place: str | int) -> None:
    """Enter one fault at a place."""
    for step in place[:-1]:
        faults = faults.setdefault(step, {})
        if isinstance(faults, list):  # the whole is already at fault
            return
    found = faults.setdefault(place[-1], [])
    if isinstance(found, dict):
        found = found.setdefault("_schema", [])
    found.append(message)


def seat_of(player: Any, seats: Seats) -> int | None:
    """The seat of a player's id; ``None`` if nobody here has it."""
    return seats.get(player) if type(player) is str else None


def unknown_player(player: Any, seats: Seats) -> str:
    """The fault of an id that is nobody's."""
    return f"expected one of the players {', '.join(seats)}; found {shown(player)}"


def seat_actions(actions: Sequence[tuple[Any, ...]], seats: Seats, faults: Faults) -> tuple[Any, ...]:
    """The actions with seats for ids."""
    try:
        return tuple(
            [
                (seats[player], verb, argument)
                if verb is not Verb.CHALLENGE
                else (seats[player], verb, (seats[argument[0]], *argument[1:]))
                for player, verb, argument in actions
            ]
        )
    except (KeyError, TypeError, ValueError):
        for index, action in enumerate(actions):
            named = (action[0], *(action[2][:1] if action[1] is Verb.CHALLENGE else ())) if action else ()
            for player in named:
                if seat_of(player, seats) is None:
                    put(faults, unknown_player(player, seats), "actions", index)
        return ()


def seat_payments(
    payments: Sequence[tuple[Any, ...]], seats: Seats, faults: Faults
) -> tuple[RecordedPayment, ...]:
    """The recorded payments with account numbers for names."""
    accounts = {**seats, POT: len(seats), RUFF_POT: len(seats) + 1}
    try:
        return tuple(
            [
                RecordedPayment(accounts[payer], accounts[payee], amount, reason)
                for payer, payee, amount, reason in payments
            ]
        )
    except (KeyError, ValueError):
        for index, payment in enumerate(payments):
            for end, name in zip(("from", "to"), payment, strict=False):
                if name not in accounts:
                    put(faults, unknown_player(name, accounts), "payments", index, end)
        return ()


def seat_map(by_player: Mapping[str, Any], seats: Seats, faults: Faults, *place: str | int) -> dict[int, Any]:
    """An object by player as a mapping by seat."""
    for player in by_player:
        if player not in seats:
            put(faults, unknown_player(player, seats), *place, player)
    return {seats[player]: value for player, value in by_player.items() if player in seats}


def judge_cards(
    deal: Mapping[str, Any], lift: Iterable[Mapping[str, int]], actions: Sequence[tuple[Any, ...]],
    layout: Layout, faults: Faults,
) -> None:  # fmt: skip
    """Judge sizes, repeats, and whether every card belongs to the pack."""
    hands: Mapping[str, int] = deal.get("hands", {})
    parts: list[tuple[int, tuple[str | int, ...]]] = [
        (cards, ("deal", "hands", player)) for player, cards in hands.items()
    ]
    for player, cards in hands.items():
        _judge_size(cards, layout.hand, faults, "deal", "hands", player)
    if "turn_up" in deal:
        parts.append((deal["turn_up"], ("deal", "turn_up")))
    if "stock" in deal:
        parts.append((deal["stock"], ("deal", "stock")))
        _judge_size(deal["stock"], layout.stock, faults, "deal", "stock")
    _judge_repeats(parts, faults)
    for number, lifted in enumerate(lift):
        parts += [(card, ("lift", number, player)) for player, card in lifted.items()]
    seen = 0
    for action in actions:
        if action and (action[1] is Verb.PLAY or action[1] is Verb.DISCARD) and type(action[2]) is int:
            seen |= action[2]
    if seen & ~layout.pack:
        parts += [
            (action[2], ("actions", index))
            for index, action in enumerate(actions)
            if action and action[1] in (Verb.PLAY, Verb.DISCARD) and not isinstance(action[2], Unseen)
        ]
    _judge_pack(parts, layout.deck, faults)


def _judge_size(cards: int, size: int, faults: Faults, *place: str | int) -> None:
    if cards.bit_count() != size:
        put(faults, f"expected {size} cards; found {cards.bit_count()}", *place)


def _judge_repeats(parts: Sequence[tuple[int, tuple[str | int, ...]]], faults: Faults) -> None:
    for index, (cards, place) in enumerate(parts):
        for earlier, elsewhere in parts[:index]:
            for name in card_names(cards & earlier):
                there = "/".join(str(step) for step in elsewhere)
                put(faults, f"{name} stands twice in the deal: here and at /{there}", *place)


def _judge_pack(parts: Sequence[tuple[int, tuple[str | int, ...]]], deck: int, faults: Faults) -> None:
    for cards, place in parts:
        if foreign := cards & ~PACKS[deck]:
            are = "is" if foreign.bit_count() == 1 else "are"
            put(faults, f"{cards_text(foreign)} {are} not in a pack of {deck}", *place)
