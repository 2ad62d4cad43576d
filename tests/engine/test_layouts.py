"""The layouts are those of the rules' table, and its own check holds in every row."""

from __future__ import annotations

import pytest

from gleek_replay.engine import (
    LAYOUTS,
    PRESETS,
    Layout,
    RuleError,
    card_names,
    layout_of,
    resolve,
    usual_deck,
)

TABLE = """
2 44 17 1+9 9 3 15 32 9 0
3 44 12 1+7 9 3 15 22 7 0
4 44 10 1+3 8 3 14 17 3 0
4 48 10 1+7 8 3 14 17 6 1
5 44  8 1+3 9 3 15 14 3 0
5 52  9 1+6 9 3 15 15 5 1
6 52  8 1+3 9 3 15 13 3 0
"""
"""Players, deck, hand, left, Tom, King and Queen, Tib, break-even, first and second discard."""

ROWS = list(LAYOUTS.values())
EVERY_ROW = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.players} of {row.deck}")


def printed(row: Layout) -> str:
    """A row as the rules print it."""
    first, second = (*row.discards, 0)[:2]
    numbers = (row.tom, row.king, row.tib, row.break_even, first, second)
    return f"{row.players} {row.deck} {row.hand} 1+{row.stock} {' '.join(map(str, numbers))}"


def test_the_layouts_are_those_of_the_rules() -> None:
    assert [printed(row) for row in ROWS] == [" ".join(line.split()) for line in TABLE.strip().splitlines()]
    assert all(row.king == row.queen for row in ROWS)


@EVERY_ROW
def test_hand_times_players_and_honours_are_break_even_times_players(row: Layout) -> None:
    assert row.hand * row.players + sum(row.honours.values()) == row.break_even * row.players


@EVERY_ROW
def test_hands_stock_and_turn_up_are_the_whole_deck(row: Layout) -> None:
    assert row.hand * row.players + row.stock + 1 == row.deck == row.pack.bit_count()


@EVERY_ROW
def test_as_many_cards_are_thrown_as_the_stock_has(row: Layout) -> None:
    assert sum(row.discards) == row.stock


@pytest.mark.parametrize(("deck", "lowest"), [(44, "4"), (48, "3"), (52, "2")])
def test_a_smaller_deck_leaves_out_the_lowest_ranks(deck: int, lowest: str) -> None:
    row = next(row for row in ROWS if row.deck == deck)
    ranks = {name[0] for name in card_names(row.pack)}
    assert ranks == set("AKQJT98765432"[: deck // 4])
    assert lowest in ranks


def test_the_deck_is_44_but_52_for_six_players() -> None:
    assert {players: usual_deck(players) for players in range(1, 8)} == {
        1: None, 2: 44, 3: 44, 4: 44, 5: 44, 6: 52, 7: None,
    }  # fmt: skip
    for players in range(2, 7):
        rules = resolve(PRESETS, "knauer-2008", {}, players)
        assert rules.deck == layout_of(rules, players).deck == usual_deck(players)


@pytest.mark.parametrize(("players", "deck"), [(4, 48), (5, 52)])
def test_four_and_five_players_may_choose_a_larger_deck(players: int, deck: int) -> None:
    assert layout_of(resolve(PRESETS, "knauer-2008", {"deck": deck}, players), players).deck == deck


@pytest.mark.parametrize(("players", "deck"), [(2, 48), (3, 52), (4, 52), (5, 48), (6, 44), (6, 48)])
def test_a_deck_for_which_there_is_no_layout_is_refused(players: int, deck: int) -> None:
    with pytest.raises(RuleError) as refused:
        resolve(PRESETS, "knauer-2008", {"deck": deck}, players)
    assert [place for place, _ in refused.value.faults] == ["deck"]


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "knauer-2008"])
@pytest.mark.parametrize("players", [2, 4, 5, 6])
def test_only_knauers_rules_are_for_others_than_three(preset: str, players: int) -> None:
    with pytest.raises(RuleError) as refused:
        resolve(PRESETS, preset, {}, players)
    assert [place for place, _ in refused.value.faults] == ["players"]


@pytest.mark.parametrize("players", [1, 7])
def test_nobody_plays_with_fewer_than_two_or_more_than_six(players: int) -> None:
    with pytest.raises(RuleError) as refused:
        resolve(PRESETS, "knauer-2008", {}, players)
    assert [place for place, _ in refused.value.faults] == ["players"]


def test_a_ruff_pot_needs_antes() -> None:
    with pytest.raises(RuleError, match="carry_pot needs vying: ante") as refused:
        resolve(PRESETS, "parlett", {"unvied": "carry_pot"}, 3)
    assert [place for place, _ in refused.value.faults] == ["unvied"]
    with pytest.raises(RuleError) as refused:
        resolve(PRESETS, "du-coeur-letter", {"vying": "stake"}, 3)
    assert [place for place, _ in refused.value.faults] == ["vying"]
    with pytest.raises(RuleError) as refused:
        resolve(PRESETS, "du-coeur-letter", {"vying": "stake", "unvied": "carry_pot"}, 3)
    assert [place for place, _ in refused.value.faults] == ["unvied"]


@pytest.mark.parametrize(
    ("option", "written", "expected"),
    [
        ("tiddy", "always", "expected claimed, automatic or off"),
        ("tiddy", 1, "expected claimed, automatic or off"),
        ("tiddy_turned_up", 3, "expected 2 or 4"),
        ("tiddy_held", 4, "expected 2"),
        ("opening_bid", 14, "expected 12 or 13"),
        ("opening_bid", 12.0, "expected 12 or 13"),
        ("opening_bid", True, "expected 12 or 13"),
        ("ruff_stake", 0, "expected a whole number from 1 to 1000"),
        ("ruff_stake", 1001, "expected a whole number from 1 to 1000"),
        ("challenge", 1, "expected false or true"),
        ("challenge", "true", "expected false or true"),
        ("deck", 40, "expected 44, 48 or 52"),
        ("honours", "holder", "no such option"),
    ],
)
def test_a_value_that_an_option_has_not_is_refused_with_those_it_has(
    option: str, written: object, expected: str
) -> None:
    with pytest.raises(RuleError) as refused:
        resolve(PRESETS, "knauer-2008", {option: written}, 3)
    assert (option, expected) in refused.value.faults


@pytest.mark.parametrize("stake", [1, 1000])
def test_the_table_agrees_on_the_ruff_stake(stake: int) -> None:
    assert resolve(PRESETS, "parlett", {"ruff_stake": stake}, 3).ruff_stake == stake


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(RuleError) as refused:
        resolve(PRESETS, "parlett", {"tiddy": 1, "opening_bid": 9, "unvied": "carry_pot"}, 4)
    assert [place for place, _ in refused.value.faults] == ["tiddy", "opening_bid", "unvied", "players"]


def test_a_preset_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleError, match=r"preset: expected one of .*parlett"):
        resolve(PRESETS, "hoyle", {}, 3)


def test_what_depends_on_the_number_of_players_is_not_judged_while_that_is_unknown() -> None:
    assert resolve(PRESETS, "parlett", {"deck": 52}, None).deck == 52
