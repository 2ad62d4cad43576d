"""The rows in which the facts of a hand are gathered: a number for each field of each player."""

from __future__ import annotations

from struct import Struct
from typing import Final, TypeAlias

from gleek_replay.audit.facts.layout import FACT_FIELDS, LUCK_FIELDS, MOST_OPPONENTS

Row: TypeAlias = list[int]
"""The facts of a seat in the order of ``FACT_FIELDS``, but for the luck fields, which stand at their end."""

_FIELDS: Final = FACT_FIELDS[: -len(LUCK_FIELDS)]
_PLACES: Final = {name: place for place, (name, _) in enumerate(_FIELDS)}
NUMBERS: Final = Struct("<" + "".join(kind for _, kind in _FIELDS))
"""How a row is packed."""

OWN_BID, DRIVEN_UP, FROM_LEFT, FROM_POTS, BREACHES, MARKS, MISREPORTED, BREAK_EVEN, RAISES = map(
    _PLACES.__getitem__,
    (
        "own_bid", "driven_up", "from_1", "from_pots", "breaches", "marks", "misreported", "break_even",
        "raises",
    ),
)  # fmt: skip
"""The places of the fields in a row; ``FROM_LEFT`` is that of the player on the left, the others follow."""
GLEEKS, MOURNIVALS, UNDECLARED, UNCLAIMED, FALSE_DECLARATIONS, CHALLENGED, CHALLENGES = map(
    _PLACES.__getitem__,
    (
        "gleeks", "mournivals", "undeclared", "unclaimed", "false_declarations", "challenged", "challenges",
    ),
)  # fmt: skip
HONOURS_HELD, HONOURS_LOST, STOCK_HONOURS, STOCK_ACES = map(
    _PLACES.__getitem__, ("honours_held", "honours_lost", "stock_honours", "stock_aces")
)
_NOTHING: Final = [0] * len(_FIELDS)
_LARGEST_COUNT: Final = 255

assert FROM_POTS == FROM_LEFT + MOST_OPPONENTS, "what was had of each opponent, from the left round"


def new_rows(players: int) -> list[Row]:
    """Rows in which nothing is told yet."""
    return [_NOTHING.copy() for _ in range(players)]


def with_counts_stopped(row: Row) -> Row:
    """A row whose counts stop at the largest there is room for."""
    return [*row[:RAISES], *(min(count, _LARGEST_COUNT) for count in row[RAISES:])]
