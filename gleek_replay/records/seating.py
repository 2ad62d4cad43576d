"""From players' names to seats: the parts of a record held against each other.

Each function takes what could be read and adds what is wrong to ``faults``. What could not be read has been
reported already, and raises no second fault here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from gleek_replay.engine import (
    LAYOUTS,
    PRESETS,
    Layout,
    RuleError,
    RuleSet,
    Verb,
    layout_of,
    resolve,
    usual_deck,
)
from gleek_replay.records.actions import UNREADABLE, WrittenAction, WrittenPayment
from gleek_replay.records.faults import MOST_FAULTS, Fault, Misread, pointer, short, shown
from gleek_replay.records.fields import WrittenRules
from gleek_replay.records.record import POT, RUFF_POT, Player
from gleek_replay.records.values import PlayerIdentifier

_MOST_NAMED: Final = 2 + max(players for players, _ in LAYOUTS)
"""The most accounts that a table can have; the names of more would not be told."""
Seats: TypeAlias = Mapping[str, int]
"""The seat of each player by his id."""


def resolve_rules(rules: WrittenRules, players: int | None, faults: list[Fault]) -> RuleSet | None:
    """The rule set that is meant, or ``None`` with the faults entered."""
    if rules.preset is None:
        return None
    try:
        return resolve(PRESETS, rules.preset, rules.options, players)
    except RuleError as error:
        for place, message in error.faults:
            if place == "players":
                faults.append(Fault("/players", message))
            elif place == "deck" or not rules.doubtful & {"vying", "unvied"}:
                faults.append(Fault(pointer("rules", "options", place), message))
        return None


def layout_meant(rules: WrittenRules | None, resolved: RuleSet | None, players: int | None) -> Layout | None:
    """The layout, also of rules that could not be resolved where their faults leave no doubt of it."""
    if players is None:
        return None
    if rules is None or "deck" in rules.doubtful:
        possible = [layout for (number, _), layout in LAYOUTS.items() if number == players]
        return possible[0] if len(possible) == 1 else None
    if resolved is not None:
        return layout_of(resolved, players)
    if rules.preset is not None and players not in PRESETS[rules.preset].players:
        return None
    return LAYOUTS.get((players, rules.options.get("deck", usual_deck(players))))


def seats_of(players: Sequence[Player | str | None] | None) -> Seats | None:
    """The seats of the players whose ids could be read; ``None`` where there is no list of players."""
    if players is None:
        return None
    return {
        player.id if isinstance(player, Player) else player: seat
        for seat, player in enumerate(players)
        if player is not None
    }


def judge_player(player: object, seats: Seats | None, faults: list[Fault], *place: str | int) -> None:
    """Enter a fault if this is nobody's id, or, where the players are not known, no id at all.

    ``seats`` may have the pots among the players, where a pot will do.
    """
    if seats is not None:
        if not isinstance(player, str) or player not in seats:
            faults.append(Fault(pointer(*place), f"expected {_known(seats)}; found {shown(player)}"))
        return
    try:
        PlayerIdentifier().read(player)
    except Misread as misread:
        faults += [Fault(pointer(*place), fault.message) for fault in misread.faults]


def _known(seats: Seats) -> str:
    if not seats:
        return "a player, but there are none"
    if len(seats) > _MOST_NAMED:
        return f"one of the {len(seats):,} players"
    return f"one of the players {', '.join(map(short, seats))}"


def seat_map(
    by_player: Mapping[str, Any], seats: Seats | None, faults: list[Fault], *place: str | int
) -> dict[int, Any]:
    """An object by player as a mapping by seat."""
    if seats is not None and by_player.keys() <= seats.keys():
        return {seats[player]: value for player, value in by_player.items()}
    for player in by_player:
        if len(faults) > MOST_FAULTS:
            break
        judge_player(player, seats, faults, *place, player)
    return {}


def judge_actions(actions: Sequence[WrittenAction], seats: Seats | None, faults: list[Fault]) -> None:
    """Enter whoever acts or is challenged and is none of the players."""
    for index, action in enumerate(actions):
        if len(faults) > MOST_FAULTS:
            break
        for player in _named(*action):
            judge_player(player, seats, faults, "actions", index)


def _named(player: Any, verb: Verb | None, argument: Any) -> list[Any]:
    """Whom an action names: who acts, and whom he challenges."""
    named = [player, argument[0]] if verb is Verb.CHALLENGE and argument else [player]
    return [name for name in named if name is not UNREADABLE]


def judge_payments(payments: Sequence[WrittenPayment], seats: Seats | None, faults: list[Fault]) -> None:
    """Enter whoever pays or is paid and is neither a player nor a pot."""
    accounts = None if seats is None else {**seats, POT: len(seats), RUFF_POT: len(seats) + 1}
    for index, payment in enumerate(payments):
        if len(faults) > MOST_FAULTS:
            break
        for end, name in zip(("from", "to"), payment, strict=False):
            if name is not UNREADABLE and name not in {POT, RUFF_POT}:
                judge_player(name, accounts, faults, "payments", index, end)
