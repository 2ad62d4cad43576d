"""Who meets whom and when in a club of three hundred players, of whom one has played 20,000 hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Final

from gleek_replay.services.parts import Part
from scripts.bench_large.evenings import HANDS_AN_EVENING, PLAYERS, Evening, Seated

REGULAR: Final = "player-000"
"""He who has played so much."""
_OTHERS: Final = 299
_RAREST: Final = 1 / 130
"""How much less often he comes who comes least than he of the others who comes most."""
_FROM: Final = datetime(2021, 11, 1, 17, tzinfo=UTC)
_YEARS: Final = timedelta(days=5 * 365)
_BETWEEN_HANDS: Final = timedelta(minutes=7)
_EVENINGS_TO_A_CONFLICT: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A session of the club: its hands, and what a second client tells of them otherwise."""

    parts: list[Part]
    contradictions: list[Part]


def sittings(evenings: list[Evening], hands: int, of_regular: int, start: int = 0) -> Iterator[Sitting]:
    """The sessions of a club with so many hands, in the order of time over five years, from the one numbered
    ``start`` on. The regular player sits in ``of_regular`` hands, as evenly as can be; the others come as
    chance has it, some a hundred times as often as others. The same arguments give the same sessions.
    """
    count, his = hands // HANDS_AN_EVENING, of_regular // HANDS_AN_EVENING
    weights = list(accumulate(_RAREST ** (rank / _OTHERS) for rank in range(_OTHERS)))
    others = [f"player-{number:03}" for number in range(1, _OTHERS + 1)]
    for number in range(start, count):
        chance = Random(number)  # noqa: S311 - seeded chance
        seated = [REGULAR] if (number + 1) * his // count > number * his // count else []
        while len(seated) < PLAYERS:
            (player,) = chance.choices(others, cum_weights=weights)
            if player not in seated:
                seated.append(player)
        chance.shuffle(seated)
        table = Seated(
            session_id=f"session-{number}",
            players=tuple((player, player.replace("player-", "Player ")) for player in seated),
        )
        begins = (_FROM + _YEARS * number / count).replace(microsecond=0)
        yield _sitting(chance.choice(evenings), number, begins, table)


def _sitting(evening: Evening, number: int, begins: datetime, table: Seated) -> Sitting:
    parts = [
        told.part(f"hand-{number}-{place}", place, begins + place * _BETWEEN_HANDS, table)
        for place, told in enumerate(evening.hands, 1)
    ]
    contradictions = []
    if number % _EVENINGS_TO_A_CONFLICT == 0:
        otherwise = evening.contradiction.part(f"hand-{number}-1", 1, begins + _BETWEEN_HANDS, table)
        contradictions.append(otherwise)
    return Sitting(parts=parts, contradictions=contradictions)
