"""What the facts say of hands in which one thing happens. Seats are letters: a deals, b is eldest."""

from __future__ import annotations

from typing import Any

import pytest

from tests.audit.facts.unpacked import Facts, unpacked
from tests.hands import RUFFS, Table
from tests.histories import audited, hide, history

SETS = {"a": "AS AH AD JS QH", "b": "KS KD KC KH", "c": "QS QD QC"}
ON_RUFFS = {"VIED", "SAW", "REVIED", "GAVE_UP", "RUFF_WON", "UNSEEN", "SHOWN", "BEST_RUFF"}


def facts(table: Table) -> dict[str, Facts]:
    """The facts of each seat by its letter."""
    return by_letter(history(table))


def by_letter(document: dict[str, Any]) -> dict[str, Facts]:
    return dict(zip("abcdef", unpacked(audited(document)), strict=False))


def on_ruffs(table: Table) -> dict[str, set[str]]:
    return {seat: set(own.marks & ON_RUFFS) for seat, own in facts(table).items()}


def test_eldest_is_taken_if_nobody_else_bids() -> None:
    found = facts(Table().act("b bid 12, c pass, a pass"))
    assert {"SOLD", "BOUGHT", "TAKEN"} <= found["b"].marks
    assert not found["b"].marks & {"RAISED", "CONTESTED"}
    assert (found["b"]["own_bid"], found["b"]["driven_up"]) == (12, 0)


def test_the_opening_alone_makes_no_contest_and_a_bid_of_ones_own_accord_does() -> None:
    uncontested = facts(Table().act("b bid 12, c bid 15, a pass, b pass"))
    assert not uncontested["b"].marks & {"RAISED", "CONTESTED", "TAKEN"}
    assert {"BOUGHT", "RAISED"} <= uncontested["c"].marks
    contested = facts(Table().act("b bid 12, c bid 15, a pass, b bid 16, c pass"))
    assert all("CONTESTED" in own.marks for own in contested.values())
    assert {seat: own["driven_up"] for seat, own in contested.items()} == {"a": 0, "b": 1, "c": 3}


def test_who_opens_in_eldests_place_raises_from_the_opening_bid() -> None:
    found = facts(Table().act("c bid 14, a pass, b pass"))
    assert {"BOUGHT", "RAISED"} <= found["c"].marks
    assert found["c"]["driven_up"] == 2
    assert found["c"].breaches == {"opening_bid", "out_of_turn"}


def test_an_auction_that_is_not_over_has_no_buyer() -> None:
    found = facts(Table().act("b bid 12, c bid 13"))
    assert found["c"].marks == {"RAISED", "STOCK_KNOWN", "DEAL_KNOWN"}
    assert (found["c"]["own_bid"], found["c"]["stock_aces"]) == (13, 0)


def test_a_ruff_that_nobody_sees_is_won_unseen() -> None:
    table = Table(deal=RUFFS).exchanged().act("b vie, c pass, a pass")
    assert on_ruffs(table) == {
        "a": {"GAVE_UP", "UNSEEN", "BEST_RUFF"}, "b": {"VIED", "RUFF_WON", "UNSEEN"},
        "c": {"GAVE_UP", "UNSEEN"},
    }  # fmt: skip


def test_a_showdown_shows_those_still_in() -> None:
    table = Table(deal=RUFFS).exchanged().act("b pass, c vie, a revie, b pass, c see")
    assert on_ruffs(table) == {
        "a": {"REVIED", "SHOWN", "RUFF_WON", "BEST_RUFF"}, "b": {"GAVE_UP"}, "c": {"VIED", "SAW", "SHOWN"},
    }  # fmt: skip
    assert {seat: own["raises"] for seat, own in facts(table).items()} == {"a": 1, "b": 0, "c": 1}


def test_a_first_pass_that_is_final_is_no_giving_up() -> None:
    table = Table(deal=RUFFS, options={"initial_pass": "out"}).exchanged()
    assert on_ruffs(table.act("b pass, c vie, a see")) == {
        "a": {"SAW", "SHOWN", "RUFF_WON", "BEST_RUFF"}, "b": set(), "c": {"VIED", "SHOWN"},
    }  # fmt: skip


def test_an_unvied_ruff_is_over_and_has_no_winner() -> None:
    found = facts(Table(deal=RUFFS).unvied())
    assert all("VYING_OVER" in own.marks for own in found.values())
    assert not any(own.marks & {"RUFF_VIED", "RUFF_DECIDED", "UNSEEN", "SHOWN"} for own in found.values())


def test_a_showdown_that_hidden_cards_decide_is_shown_and_not_decided() -> None:
    table = Table(deal=RUFFS).exchanged().act("b vie, c see, a pass")
    found = by_letter(hide(history(table), ["ann"], stock=False, discards=False))
    assert "SHOWN" in found["b"].marks
    assert not any(own.marks & {"RUFF_DECIDED", "RUFF_WON", "RUFFS_KNOWN"} for own in found.values())
    assert "HOLDINGS_KNOWN" in found["a"].marks
    assert not found["b"].marks & {"HOLDINGS_KNOWN", "STOCK_KNOWN", "DEAL_KNOWN"}


def test_declarations_are_counted_as_right_false_or_twice() -> None:
    script = "a gleek A, a gleek A, a gleek J, b mournival K, c gleek J"
    found = facts(Table(deal=SETS).unvied("b").act(script))
    assert [found["a"][name] for name in ("gleeks", "mournivals", "false_declarations")] == [1, 0, 1]
    assert (found["b"]["mournivals"], found["c"]["false_declarations"]) == (1, 1)
    assert found["a"].breaches == {"declared_twice", "false_declaration"}


def test_what_was_let_go_by_is_counted_once_a_card_is_led() -> None:
    table = Table(deal=SETS).unvied("b").act("a gleek A")
    assert facts(table)["c"]["undeclared"] == 0
    found = facts(table.played_out())
    assert [found[seat]["undeclared"] for seat in "abc"] == [0, 1, 1]
    assert sum(own["unclaimed"] for own in found.values()) == 1


def test_challenges_count_for_both_unless_there_was_nothing_to_challenge() -> None:
    table = Table(deal=SETS, options={"challenge": True}).unvied("b").act("a gleek J, b mournival K")
    table.act("c challenge a gleek J, a challenge b mournival K, a challenge c gleek A").played_out()
    found = facts(table)
    assert {seat: own["challenged"] for seat, own in found.items()} == {"a": 1, "b": 1, "c": 0}
    assert {seat: own["challenges"] for seat, own in found.items()} == {"a": 1, "b": 0, "c": 1}


def test_a_declaration_that_hidden_cards_decide_is_neither_right_nor_false() -> None:
    table = Table(deal=SETS).unvied("b").act("a gleek A, b mournival K, c gleek J")
    found = by_letter(hide(history(table), ["ann"], stock=False, discards=False))
    assert found["a"]["gleeks"] == 1
    assert (found["b"]["mournivals"], found["b"]["false_declarations"]) == (0, 0)


def test_a_gleek_with_the_turn_up_is_known_by_the_two_in_hand() -> None:
    table = Table(deal={"turn_up": "KH", "b": "KS KD"}, options={"turn_up_in_gleek": True}).unvied("c")
    document = history(table.act("b gleek K"))
    assert by_letter(document)["b"]["gleeks"] == 1
    assert by_letter(hide(document, ["bess"], stock=False, discards=False))["b"]["gleeks"] == 1
    assert by_letter(hide(document, ["ann"], stock=False, discards=False))["b"]["gleeks"] == 0


def test_honours_that_others_take_are_lost() -> None:
    hands = {"a": "AH 4S", "b": "KH QH JH", "c": "TH 8H"}
    table = Table(deal=hands).unvied("c").act("b play KH, c play 8H, a play AH")
    found = facts(table)
    assert {seat: own["honours_held"] for seat, own in found.items()} == {"a": 1, "b": 3, "c": 0}
    assert {seat: own["honours_lost"] for seat, own in found.items()} == {"a": 0, "b": 1, "c": 0}


def test_the_buyer_alone_finds_what_is_in_the_stock() -> None:
    found = facts(Table(stock="AH AS KH 4S 5S 6S 7S").sold("c"))
    assert [(own["stock_honours"], own["stock_aces"]) for own in found.values()] == [(0, 0), (0, 0), (2, 2)]


def test_what_a_record_misstates_is_a_fact_of_the_players_it_touches() -> None:
    document = history(Table(deal=RUFFS).unvied().played_out(), settled=True)
    stock = next(payment for payment in document["payments"] if payment["for"] == "stock")
    stock["amount"] += 1
    found = by_letter(document)
    touched = {"abc"[["ann", "bess", "cat"].index(stock[side])] for side in ("from", "to")}
    assert {seat for seat, own in found.items() if own.misreported} == touched
    assert all(own.misreported <= {"stock"} for own in found.values())
    totals = by_letter({**history(Table().unvied().played_out()), "result": {"ann": 99, "bess": 0, "cat": 0}})
    assert totals["a"].misreported == {"total"}


def test_counts_stop_at_255() -> None:
    table = Table(deal=SETS).unvied("b")
    found = facts(table.act(", ".join(["c gleek J"] * 300)))
    assert found["c"]["false_declarations"] == 255


@pytest.mark.parametrize(
    ("dealer", "paid"), [("a", {"a": 8, "b": -4, "c": -4}), ("c", {"a": -4, "b": -4, "c": 8})]
)
def test_the_card_turned_up_is_the_dealers_luck(dealer: str, paid: dict[str, int]) -> None:
    found = facts(Table(dealer=dealer, turn_up="4H"))
    assert {seat: own.luck["luck_turn_up"] for seat, own in found.items()} == paid
    points = facts(Table(dealer=dealer, turn_up="AH"))
    assert points[dealer].luck["luck_turned_up_points"] == 30
    assert points[dealer].luck["luck_turn_up"] == 0


def test_luck_is_made_of_what_was_dealt_whoever_bought_and_whatever_he_threw_out() -> None:
    dealt = {"a": "AS KS QS", "stock": "AH KH QH JH AD KD QD"}
    untouched = facts(Table(deal=dealt))
    for buyer in "abc":
        after = facts(Table(deal=dealt).unvied(buyer).played_out())
        assert [own.luck for own in after.values()] == [own.luck for own in untouched.values()]


def test_equal_ruffs_are_dealt_to_both_whoever_is_elder() -> None:
    found = facts(Table(a="AS KS QS JS TS 9S 4C 5C 6C 4H 5H 6H", b="AD KD QD JD TD 9D 7C 8C 9C 7H 8H TH"))
    luck = [own.luck["luck_best_ruff"] for own in found.values()]
    assert luck == [1, 1, -2]
