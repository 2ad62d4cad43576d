from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from gleek_replay.audit.facts.layout import Standing
from gleek_replay.statistics.filters import LineFilter, microseconds, moment_of
from tests.statistics.packed import EVENING, FIRST_NIGHT, line, lines_of

HANDS = lines_of(
    [
        *EVENING,
        line(5, {}, stake="crown", session_key=7, client_key=3, opponent_1=11, opponent_2=12),
        line(6, {}, preset=2, players=4, session_key=8, opponent_1=12, opponent_2=13, opponent_3=11),
        line(7, {}, standing=Standing.RULED, opponent_1=13, opponent_2=12),
    ]
)


@pytest.mark.parametrize(
    ("wanted", "hands"),
    [
        ({}, [1, 2, 3, 4, 5, 6, 7]),
        ({"start": FIRST_NIGHT + timedelta(hours=6)}, [6, 7]),
        ({"end": FIRST_NIGHT + timedelta(hours=2)}, [1]),
        ({"positions": ("middle", "dealer")}, [2, 4]),
        ({"stakes": ("crown",)}, [5]),
        ({"presets": ("cotton-1674",)}, [6]),
        ({"players": (4, 5)}, [6]),
        ({"verdicts": ("incomplete", "irregular")}, [3, 4]),
        ({"session_keys": (7, 8)}, [5, 6]),
        ({"session_keys": ()}, []),
        ({"client_keys": (3,)}, [5]),
        ({"opponent_keys": (11,)}, [5, 6]),
        ({"opponent_keys": (12, 13)}, [6, 7]),
        ({"hand_keys": (2, 6)}, [2, 6]),
        ({"hand_keys": ()}, []),
        ({"other_than_hand_keys": (1, 2, 3, 4, 5)}, [6, 7]),
        ({"positions": ("dealer",), "verdicts": ("irregular",)}, []),
    ],
)
def test_a_filter_leaves_the_hands_that_are_wanted(wanted: dict[str, Any], hands: list[int]) -> None:
    assert list(LineFilter(**wanted).of(HANDS)["hand_key"]) == hands


def test_the_moment_of_a_line_is_told_to_the_microsecond() -> None:
    moment = FIRST_NIGHT + timedelta(microseconds=123_457)
    assert moment_of(microseconds(moment)) == moment
