"""A record read under other rules than those that it states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from gleek_replay.audit.audit import Audit, audit_record
from gleek_replay.engine import LAYOUTS, PRESETS, RuleError, RuleSet, Unseen, Verb, resolve, usual_deck
from gleek_replay.records import HandRecord

_NUMBER: Final = re.compile("[0-9]{1,9}").fullmatch
_OF_CARDS: Final = frozenset({Verb.DISCARD, Verb.PLAY})


def rules_over(
    record: HandRecord, *, preset: str | None = None, options: Mapping[str, object] | None = None
) -> RuleSet:
    """The rules of a preset, or those that the record states, with some options overridden.

    The pack is the one that lay on the table, whatever preset is asked for, unless ``options`` name
    another. Raises ``RuleError`` with every fault.
    """
    own = record.options if preset is None else {"deck": record.hand.rules.deck}
    return resolve(PRESETS, preset or record.preset, {**own, **(options or {})}, record.hand.players)


def read_choice(word: str) -> str | int | bool:
    """A choice that is written as a word, as a hand history writes it.

    >>> read_choice("double"), read_choice("true"), read_choice("48")
    ('double', True, 48)
    """
    if word in ("true", "false"):
        return word == "true"
    return int(word) if _NUMBER(word) else word


def read_under(record: HandRecord, rules: RuleSet) -> Audit:
    """The audit of a record as if it stated these rules.

    Raises ``RuleError`` where the record is no hand by them: there is no layout for so many players, or the
    cards are not those of the pack.
    """
    if faults := tuple(misfits(record, rules)):
        raise RuleError(faults)
    return audit_record(reread(record, rules))


def reread(record: HandRecord, rules: RuleSet) -> HandRecord:
    """The record, stating these rules. They must fit it."""
    chosen = {option: choice for option, choice in rules.options().items() if option in rules.chosen}
    if rules.deck != usual_deck(record.hand.players):
        chosen["deck"] = rules.deck
    hand = replace(record.hand, rules=rules)
    return replace(record, preset=rules.name, options=chosen, hand=hand)


def misfits(record: HandRecord, rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Why a record is no hand by these rules: each place, ``"players"`` or ``"deck"``, and what is wrong."""
    hand = record.hand
    if hand.players not in rules.players:
        numbers = " or ".join(map(str, rules.players))
        yield "players", f"{rules.name} is for {numbers} players, not {hand.players}"
    elif (hand.players, rules.deck) not in LAYOUTS:
        yield "deck", f"there is no layout for {hand.players} players with a pack of {rules.deck}"
    elif rules.deck != hand.rules.deck:
        layout = LAYOUTS[hand.players, rules.deck]
        sizes = {cards.bit_count() for cards in hand.hands if cards is not None} - {layout.hand}
        if sizes or (hand.stock is not None and hand.stock.bit_count() != layout.stock):
            yield "deck", f"the hands and the stock are not as large as with a pack of {rules.deck}"
        elif any(cards & ~layout.pack for cards in _shown(record)):
            yield "deck", f"a card is not in a pack of {rules.deck}"


def _shown(record: HandRecord) -> Iterator[int]:
    """Every set of cards that a record shows."""
    hand = record.hand
    dealt: list[Any] = [*hand.hands, hand.stock, hand.turn_up]
    yield from (cards for cards in dealt if cards is not None)
    for lifted in hand.lift:
        yield from lifted.values()
    for _, verb, cards in hand.actions:
        if verb in _OF_CARDS and not isinstance(cards, Unseen):
            yield cards
