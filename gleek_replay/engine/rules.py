"""A rule set is a value: one choice for each option, and the sources of each choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias, get_type_hints

from gleek_replay.engine.layouts import LAYOUTS, Layout, usual_deck
from gleek_replay.engine.options import (
    DeclarationsPaid,
    Exchange,
    Follow,
    HonoursTo,
    InitialPass,
    OddPenny,
    RaiseBy,
    RuffCount,
    Settlement,
    Tiddy,
    TowserTumbler,
    Unvied,
    VyingEnds,
    VyingStakes,
)
from gleek_replay.engine.sources import Citation

Choice: TypeAlias = StrEnum | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """The rules of one table. Another rule set is this one with some fields replaced.

    ``name`` is the preset it is or was made from, ``players`` the numbers of players it is made for.
    ``chosen`` names the options in which a table departs from its preset; ``citations`` say, for each
    option and each section of the game, who says so.
    """

    name: str
    players: tuple[int, ...] = (3,)

    deck: int = 44
    tiddy: Tiddy
    tiddy_turned_up: int
    tiddy_held: int = 2
    towser_tumbler: TowserTumbler = TowserTumbler.OFF
    opening_bid: int
    raise_by: RaiseBy
    passed_may_return: bool
    odd_penny: OddPenny
    exchange: Exchange
    ruff_stake: int = 2
    vying: VyingStakes
    vying_ends: VyingEnds = VyingEnds.WHEN_SEEN
    initial_pass: InitialPass = InitialPass.CHECK
    unvied: Unvied
    ruff_count: RuffCount = RuffCount.PIPS
    declarations_paid: DeclarationsPaid = DeclarationsPaid.ALL
    turn_up_in_gleek: bool = False
    challenge: bool = False
    follow: Follow
    honours_to: HonoursTo
    settlement: Settlement = Settlement.POT

    chosen: frozenset[str] = frozenset()
    citations: Mapping[str, Citation] = field(
        default_factory=lambda: MappingProxyType({}), repr=False, compare=False
    )

    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Remember the hash, since rule sets are looked up many times a hand."""
        values = (self.name, self.players, self.chosen, *self.options().values())
        object.__setattr__(self, "_hash", hash(values))

    def __hash__(self) -> int:
        return self._hash

    def options(self) -> dict[str, Choice]:
        """Every option with the choice made, in the order in which the game meets them."""
        return {name: getattr(self, name) for name in OPTIONS}


class RuleError(ValueError):
    """A rule set that is no rule set: ``faults`` names each place and what is wrong there.

    A place is the name of an option, ``"preset"`` or ``"players"``.
    """

    def __init__(self, faults: tuple[tuple[str, str], ...]) -> None:
        super().__init__("; ".join(f"{place}: {message}" for place, message in faults))
        self.faults = faults


_NOT_OPTIONS: Final = frozenset({"name", "players", "chosen", "citations", "_hash"})
OPTIONS: Final[tuple[str, ...]] = tuple(f.name for f in fields(RuleSet) if f.name not in _NOT_OPTIONS)
_TYPES: Final[dict[str, type[StrEnum | int]]] = {
    name: hint for name, hint in get_type_hints(RuleSet).items() if name in OPTIONS
}
_NUMBERS: Final[dict[str, tuple[int, ...] | range]] = {
    "deck": tuple(sorted({deck for _, deck in LAYOUTS})),
    "tiddy_turned_up": (2, 4),
    "tiddy_held": (2,),
    "opening_bid": (12, 13),
    "ruff_stake": range(1, 1001),
}


def choices(option: str) -> tuple[Choice, ...] | range:
    """Every value that an option may take, as a hand history writes it."""
    if option in _NUMBERS:
        return _NUMBERS[option]
    kind = _TYPES[option]
    return tuple(kind) if issubclass(kind, StrEnum) else (False, True)


def parse_choice(option: str, written: object) -> Choice:
    """The choice that a hand history writes for an option; ``ValueError`` says what is allowed."""
    kind = _TYPES[option]
    if issubclass(kind, StrEnum):
        if isinstance(written, str) and written in tuple(kind):
            return kind(written)
    elif isinstance(written, int) and type(written) is kind and written in choices(option):
        return written
    raise ValueError(f"expected {choices_text(option)}")


def choices_text(option: str) -> str:
    """The allowed values of an option in words, for messages: ``"claimed, automatic or off"``."""
    allowed = choices(option)
    if isinstance(allowed, range):
        return f"a whole number from {allowed[0]} to {allowed[-1]}"
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in allowed]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def resolve(
    presets: Mapping[str, RuleSet], preset: str, options: Mapping[str, object], players: int | None
) -> RuleSet:
    """The rule set of a table: a preset with some options overridden, for so many players.

    With ``players`` ``None`` (not known) whatever depends on the number of players is not judged.
    Raises :class:`RuleError` with every fault found.
    """
    base = presets.get(preset)
    if base is None:
        raise RuleError((("preset", f"expected one of {', '.join(presets)}"),))
    return _resolve(base, options, players) if options else _unchanged(base, players)


@lru_cache(maxsize=256)
def _unchanged(base: RuleSet, players: int | None) -> RuleSet:
    return _resolve(base, {}, players)


def _resolve(base: RuleSet, options: Mapping[str, object], players: int | None) -> RuleSet:
    faults: list[tuple[str, str]] = []
    chosen: dict[str, Any] = {}
    for name, written in options.items():
        if name not in _TYPES:
            faults.append((name, "no such option"))
            continue
        try:
            chosen[name] = parse_choice(name, written)
        except ValueError as error:
            faults.append((name, str(error)))
    deck = base.deck if players is None else usual_deck(players) or base.deck
    departures = frozenset(
        name for name, choice in chosen.items() if choice != (deck if name == "deck" else getattr(base, name))
    )
    chosen.setdefault("deck", deck)
    rules = replace(base, **chosen, chosen=departures)
    faults += _combination_faults(rules, players, options)
    if faults:
        raise RuleError(tuple(faults))
    return _shared(rules)


@lru_cache(maxsize=1024)
def _shared(rules: RuleSet) -> RuleSet:
    """One object for equal rule sets: what is looked up by it is then found without comparing fields."""
    return rules


def _combination_faults(
    rules: RuleSet, players: int | None, options: Mapping[str, object]
) -> list[tuple[str, str]]:
    faults = []
    if rules.unvied is Unvied.CARRY_POT and rules.vying is VyingStakes.STAKE:
        place = "vying" if "vying" in options and "unvied" not in options else "unvied"
        faults.append((place, "carry_pot needs vying: ante, since with stake nobody pays an ante"))
    if players is None:
        return faults
    if players not in rules.players:
        numbers = " or ".join(str(number) for number in rules.players)
        faults.append(("players", f"{rules.name} is for {numbers} players, not {players}"))
    elif (players, rules.deck) not in LAYOUTS:
        decks = " or ".join(str(deck) for number, deck in LAYOUTS if number == players)
        faults.append(("deck", f"{players} players use a pack of {decks}, not {rules.deck}"))
    return faults


def layout_of(rules: RuleSet, players: int) -> Layout:
    """The layout of a resolved rule set for so many players."""
    return LAYOUTS[players, rules.deck]
