"""Cards and sets of cards, and how they are written."""

from __future__ import annotations

import doctest

import pytest

from gleek_replay.engine import cards
from gleek_replay.engine.cards import PACKS, RANKS, SUITS


def test_every_card_is_written_as_rank_then_suit_and_read_back() -> None:
    names = [f"{rank}{suit}" for suit in SUITS for rank in RANKS]
    assert [cards.card_name(cards.parse_card(name)) for name in names] == names
    assert len({cards.parse_card(name) for name in names}) == 52


def test_a_set_of_cards_is_written_suit_by_suit_from_the_highest_down() -> None:
    assert cards.cards_text(cards.parse_cards("4H AS 2C KS TD AH")) == "AS KS AH 4H TD 2C"
    assert cards.card_names(cards.parse_cards("2C AC")) == ("AC", "2C")
    assert cards.cards_text(0) == ""


@pytest.mark.parametrize("text", ["", "as", "10S", "SA", "1S", "AS ", "A S", "🂡"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        cards.parse_card(text)


@pytest.mark.parametrize("text", ["AS  KS", " AS", "AS,KS", "AS KS "])
def test_cards_stand_apart_by_single_spaces(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        cards.parse_cards(text)


def test_a_card_stands_once_in_a_set() -> None:
    with pytest.raises(ValueError, match="AS stands twice"):
        cards.parse_cards("AS KS AS")


def test_a_card_has_a_rank_and_a_suit() -> None:
    ten = cards.parse_card("TH")
    assert (cards.rank_of(ten), cards.suit_letter(ten)) == ("T", "H")


def test_the_packs_are_made_of_the_highest_ranks() -> None:
    assert {size: pack.bit_count() for size, pack in PACKS.items()} == {44: 44, 48: 48, 52: 52}
    assert PACKS[44] & PACKS[48] == PACKS[44]
    assert PACKS[48] & PACKS[52] == PACKS[48]


def test_the_lowest_and_the_highest_of_a_suit() -> None:
    hearts = cards.parse_cards("4H KH 9H")
    assert cards.card_name(cards.lowest(hearts)) == "4H"
    assert cards.card_name(cards.highest(hearts)) == "KH"


def test_the_examples_in_the_text_hold() -> None:
    assert doctest.testmod(cards).failed == 0
