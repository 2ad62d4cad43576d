"""What a player's hands can be narrowed to: whatever occurs among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np

from gleek_replay.audit.facts.layout import (
    MOST_OPPONENTS,
    POSITIONS_BY_CODE,
    PRESETS_BY_CODE,
    STAKES_BY_CODE,
    VERDICTS_BY_CODE,
)
from gleek_replay.services.player_hands import KnownPlayer, PlayerHands
from gleek_replay.statistics.columns import Lines
from gleek_replay.storage import line_queries

MOST_OPPONENTS_NAMED: Final = 40
"""Of more opponents, those are named with whom most hands were played."""

_Choice = TypeVar("_Choice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What there is to choose from, where there is more than one of a kind; opponents by name."""

    rules: tuple[str, ...]
    stakes: tuple[str, ...]
    players: tuple[int, ...]
    seats: tuple[str, ...]
    verdicts: tuple[str, ...]
    clients: tuple[str, ...]
    opponents: tuple[KnownPlayer, ...]


def choices_of(hands: PlayerHands) -> Choices:
    """The choices among all hands of a player, whatever was asked for of them."""
    every = hands.every
    numbers: list[int] = np.unique(every["players"]).tolist()
    return Choices(
        rules=_words(every, "preset", PRESETS_BY_CODE),
        stakes=_words(every, "stake", STAKES_BY_CODE),
        players=_several(tuple(numbers)),
        seats=_words(every, "position", POSITIONS_BY_CODE),
        verdicts=_words(every, "verdict", VERDICTS_BY_CODE),
        clients=_clients(hands),
        opponents=_opponents(hands),
    )


def _several(found: tuple[_Choice, ...]) -> tuple[_Choice, ...]:
    return found if len(found) > 1 else ()


def _words(every: Lines, field: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words that occur in a column of codes, in the order of their list."""
    return _several(tuple(words[code] for code in np.unique(every[field])))


def _clients(hands: PlayerHands) -> tuple[str, ...]:
    """The programs that recorded some of the hands, by name."""
    keys = set(np.unique(hands.every["client_key"]).tolist())
    known = line_queries.clients_of(hands.session, hands.caller.club_id)
    return _several(tuple(dict.fromkeys(client.name for client in known if client.key in keys)))


def _opponents(hands: PlayerHands) -> tuple[KnownPlayer, ...]:
    left = [hands.every[f"opponent_{place}"] for place in range(1, MOST_OPPONENTS + 1)]
    keys, together = np.unique(np.concatenate(left), return_counts=True)
    most = np.argsort(-together[keys != 0], kind="stable")[:MOST_OPPONENTS_NAMED]
    known = hands.known_players(keys[keys != 0][most].tolist())
    return tuple(sorted(known.values(), key=lambda player: (player.name or player.player_id).casefold()))
