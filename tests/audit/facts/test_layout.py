"""Lines outlive the program that wrote them: what a number stands for never changes."""

from __future__ import annotations

import pytest

from gleek_replay.audit.facts import layout
from gleek_replay.audit.facts.layout import (
    FACT_FIELDS,
    HEAD_FIELDS,
    LINE_FIELDS,
    LINE_SIZE,
    LUCK_FIELDS,
    Mark,
)
from gleek_replay.engine import LAYOUTS

WORDS = {
    "PRESETS_BY_CODE": (
        "cotgrave-1662 willughby-1665 cotton-1674 parlett wikipedia du-coeur-letter du-coeur-1996 knauer-2008"
    ),
    "STAKES_BY_CODE": "farthing halfpenny penny twopence threepence groat sixpence shilling crown",
    "VERDICTS_BY_CODE": "unplayable irregular misreported incomplete clean",
    "POSITIONS_BY_CODE": "eldest middle dealer",
    "BREACHES_BY_BIT": (
        "wrong_dealer out_of_turn opening_bid raise_not_by_one returned_after_passing false_declaration "
        "declared_twice challenge_not_in_rules nothing_to_challenge claim_not_in_rules false_claim "
        "claim_out_of_time claimed_twice revoke not_highest not_high_enough must_open bid_too_low "
        "not_the_buyer wrong_discard_count card_not_held nothing_to_see already_vied not_in_ruff "
        "cannot_stand played_twice wrong_stage"
    ),
    "MISREPORTED_BY_BIT": ("turn_up stock ruff gleek mournival tiddy towser tumbler challenge score total"),
}
"""The words of the closed lists in the order in which lines count them. New ones come behind."""


@pytest.mark.parametrize("name", WORDS)
def test_the_words_of_closed_lists_keep_their_places(name: str) -> None:
    places = list(getattr(layout, name))
    assert places[: len(WORDS[name].split())] == WORDS[name].split()


def test_every_field_has_a_name_of_its_own_and_a_place_in_the_line() -> None:
    names = [name for name, _ in LINE_FIELDS]
    assert len(set(names)) == len(names)
    assert (
        len(layout.HEAD.pack(*[0] * len(HEAD_FIELDS)) + layout.FACTS.pack(*[0] * len(FACT_FIELDS)))
        == LINE_SIZE
    )
    assert set(LUCK_FIELDS) <= set(names)


def test_there_is_a_bit_for_every_code_and_every_mark() -> None:
    bits = {"B": 8, "H": 16, "I": 32, "Q": 64}
    fields = dict(FACT_FIELDS)
    assert len(layout.BREACHES_BY_BIT) <= bits[fields["breaches"]]
    assert len(layout.MISREPORTED_BY_BIT) <= bits[fields["misreported"]]
    assert len(Mark) <= bits[fields["marks"]]
    assert sum(mark.value for mark in Mark) == (1 << len(Mark)) - 1


def test_there_is_room_for_the_opponents_of_every_layout() -> None:
    assert max(players for players, _ in LAYOUTS) - 1 == layout.MOST_OPPONENTS
