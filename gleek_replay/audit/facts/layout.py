"""How a player's part in a hand is laid out as one row of bytes: the *line* that statistics read.

A line is a fixed row of little-endian numbers without padding, so that thousands of them are read as one
table. Its *head* is what storage knows (keys, moment, what counts), its *facts* are what the audit knows.
Amounts are whole counters. A line never holds a moment, word or id in any other way than as a number: words
of a closed list stand as their place in :data:`PRESETS_BY_CODE` and its like, which only ever grow.
"""

from __future__ import annotations

from enum import IntFlag
from struct import Struct
from typing import Final

from gleek_replay.audit.audit import Verdict
from gleek_replay.engine import PRESETS, Code, Reason
from gleek_replay.records import Stake

LAYOUT_VERSION: Final = 1
"""Rises whenever a field changes its place or its meaning; lines of another version wait for a rebuild."""

MOST_OPPONENTS: Final = 5

PRESETS_BY_CODE: Final = tuple(PRESETS)
STAKES_BY_CODE: Final = tuple(stake.value for stake in Stake)
FARTHINGS_BY_CODE: Final = tuple(stake.farthings for stake in Stake)
"""What a counter is worth at each stake."""
VERDICTS_BY_CODE: Final = tuple(verdict.value for verdict in Verdict)
POSITIONS_BY_CODE: Final = ("eldest", "middle", "dealer")
BREACHES_BY_BIT: Final = tuple(Code)
"""The codes of violations, by their bit in ``breaches``."""
MISREPORTED_BY_BIT: Final = (*(reason.value for reason in Reason), "total")
"""What a record misstates, by its bit in ``misreported``."""


class Standing(IntFlag):
    """The ``standing`` of a line: whether, and as what, the hand counts."""

    COUNTS = 1
    """The hand was not ruled void."""
    RECORDED = 2
    """``recorded_net`` is known."""
    RULED = 4
    """There is a ruling in force."""


class Mark(IntFlag):
    """The ``marks`` of a line: what is true of this player in this hand, as far as its cards are known."""

    COMPLETE = 1 << 0
    """The hand was scored."""
    SOLD = 1 << 1
    """Somebody bought the stock."""
    BOUGHT = 1 << 2
    """He did."""
    CONTESTED = 1 << 3
    """Another than the buyer bid of his own accord, eldest's opening aside."""
    TAKEN = 1 << 4
    """As eldest he had to open, and nobody took it from him: his was the only bid."""
    RAISED = 1 << 5
    """He bid of his own accord: anything but the opening that eldest has to make."""
    VYING_OVER = 1 << 6
    """The vying came to its end."""
    VIED = 1 << 7
    """He opened the vying."""
    SAW = 1 << 8
    """He saw (called) at least once."""
    REVIED = 1 << 9
    """He revied (raised) at least once."""
    GAVE_UP = 1 << 10
    """He passed once somebody had vied."""
    RUFF_VIED = 1 << 11
    """Somebody vied in this hand."""
    RUFF_WON = 1 << 12
    """He won the ruff."""
    UNSEEN = 1 << 13
    """All but one gave up: no ruff was shown."""
    SHOWN = 1 << 14
    """He was still in when ruffs were shown."""
    RUFFS_KNOWN = 1 << 15
    """Every player's ruff is known."""
    BEST_RUFF = 1 << 16
    """His was the best ruff at the table, equal ruffs falling to the elder (where ``RUFFS_KNOWN``)."""
    HOLDINGS_KNOWN = 1 << 17
    """The cards are known with which he began the tricks."""
    STOCK_KNOWN = 1 << 18
    """The cards of the stock are known."""
    DEAL_KNOWN = 1 << 19
    """All cards dealt are known, and with them what luck is reckoned from."""
    RUFF_DECIDED = 1 << 20
    """Somebody vied, the vying came to its end, and it is known who won the ruff."""


LUCK_FIELDS: Final = (
    "luck_tib", "luck_tom", "luck_king", "luck_queen", "luck_trumps", "luck_trumps_squared", "luck_aces",
    "luck_kings", "luck_queens", "luck_knaves", "luck_gleeks", "luck_small_trumps", "luck_stock",
    "luck_ruff", "luck_best_ruff", "luck_four_aces", "luck_turn_up", "luck_turned_up_points", "luck_eldest",
    "luck_dealer",
)  # fmt: skip
"""What was dealt, each as a whole number: the player's own times the number of his opponents, less the sum of
theirs. So the numbers of one hand add up to nothing over its players.

``luck_king`` and ``luck_queen`` are of trumps, ``luck_kings`` and their like count all four suits.
``luck_gleeks`` and ``luck_small_trumps`` are what the gleeks, mournivals and small trumps of the hand as
dealt are worth from each opponent. ``luck_stock`` is the points of the honours in the stock, as often as he
has a card to throw out for them: no trump, Ace or court card. ``luck_ruff`` is the value of the best suit
dealt, ``luck_best_ruff`` whether nobody's is better. The card turned up brings the dealer ``luck_turn_up``
from each opponent, and ``luck_turned_up_points`` in the score.
"""

HEAD_FIELDS: Final[tuple[tuple[str, str], ...]] = (
    ("version", "B"),
    ("seat", "B"),
    ("players", "B"),
    ("position", "B"),
    ("preset", "B"),
    ("stake", "B"),
    ("verdict", "B"),
    ("standing", "B"),
    ("hand_key", "q"),
    ("played_at", "q"),
    ("session_key", "q"),
    ("client_key", "q"),
    *((f"opponent_{left}", "q") for left in range(1, MOST_OPPONENTS + 1)),
    ("net", "q"),
    *((f"net_{reason.value}", "q") for reason in Reason),
    ("net_ruling", "q"),
    ("recorded_net", "q"),
    ("price", "q"),
    ("points", "h"),
    ("tricks", "b"),
)
"""What storage knows: name and :mod:`struct` character of each field.

Keys are the database's own, 0 for none; ``opponent_1`` is the player on his left, and so round. ``net`` is
the sum of what was due for each reason and of ``net_ruling``. ``points`` and ``tricks`` are -1 where the
hand was not scored. ``price`` is what the stock was sold for to whomever, 0 if it was not.
"""

FACT_FIELDS: Final[tuple[tuple[str, str], ...]] = (
    ("own_bid", "q"),
    ("driven_up", "q"),
    *((f"from_{left}", "q") for left in range(1, MOST_OPPONENTS + 1)),
    ("from_pots", "q"),
    ("breaches", "Q"),
    ("marks", "I"),
    ("misreported", "H"),
    ("break_even", "h"),
    ("raises", "B"),
    ("gleeks", "B"),
    ("mournivals", "B"),
    ("undeclared", "B"),
    ("unclaimed", "B"),
    ("false_declarations", "B"),
    ("challenged", "B"),
    ("challenges", "B"),
    ("honours_held", "B"),
    ("honours_lost", "B"),
    ("stock_honours", "B"),
    ("stock_aces", "B"),
    *((name, "h") for name in LUCK_FIELDS),
)
"""What the audit knows: name and :mod:`struct` character of each field.

``own_bid`` is the highest that he bid, 0 for none; ``driven_up`` by how many counters his bids raised the
price above what was bid before them, eldest's opening aside. ``from_1`` is what he had of the player on his
left in all, over every payment due between the two, ``from_pots`` what he had of both pots. ``breaches`` and
``misreported`` have a bit for each code of a violation that is his, and for each reason of which the record
misstates what he won or lost. ``raises`` counts vies and revies. ``gleeks`` and ``mournivals`` are those he
declared rightly, ``undeclared`` and ``unclaimed`` the rights that he let go by, ``false_declarations`` those
that were not true, ``challenged`` how many of his were challenged, ``challenges`` how many he made.
``honours_held`` are the trump honours (Tib, Tom, King and Queen) with which he began the tricks,
``honours_lost`` those of them that others took. ``stock_honours`` and ``stock_aces`` are in the stock, if he
bought it. Counts stop at 255.
"""

LINE_FIELDS: Final = HEAD_FIELDS + FACT_FIELDS
HEAD: Final = Struct("<" + "".join(kind for _, kind in HEAD_FIELDS))
FACTS: Final = Struct("<" + "".join(kind for _, kind in FACT_FIELDS))
LINE_SIZE: Final = HEAD.size + FACTS.size
"""Bytes of a line."""
