"""The auction for the stock: who may bid what and when, who buys, and who is paid."""

from __future__ import annotations

import pytest

from gleek_replay.engine import Stage
from tests.hands import Breach, Table

RETURNING = {"passed_may_return": True}


def buyer_and_price(table: Table) -> tuple[int, int] | None:
    sale = table.result.sale
    return (sale.buyer, sale.price) if sale else None


def test_eldest_opens_and_buys_when_both_others_pass() -> None:
    table = Table().act("b bid 12, c pass, a pass")
    assert (buyer_and_price(table), table.breaches, table.replay.stage) == ((1, 12), [], Stage.EXCHANGE)


def test_the_turn_goes_to_the_left_past_those_who_passed() -> None:
    table = Table().act("b bid 12, c pass, a bid 13")
    assert table.turn == "b"
    assert table.act("b bid 14").turn == "a"


def test_nobody_has_the_stock_before_the_last_opponent_passed() -> None:
    table = Table().act("b bid 12, c pass")
    assert (table.result.sale, table.turn, table.net()) == (None, "a", {})


@pytest.mark.parametrize(("preset", "opening"), [("parlett", 12), ("cotgrave-1662", 13)])
def test_the_opening_bid_is_what_the_rules_say(preset: str, opening: int) -> None:
    table = Table(preset)
    assert table.replay.least_bid == opening
    assert table.act(f"b bid {opening}").breaches == []
    assert table.replay.least_bid == opening + 1


@pytest.mark.parametrize("bid", [1, 11, 13, 1_000_000])
def test_another_first_bid_than_the_opening_bid_is_followed_as_a_breach(bid: int) -> None:
    table = Table().act(f"b bid {bid}, c pass, a pass")
    assert table.breaches == [Breach("opening_bid", 0, "b", "12", str(bid))]
    assert buyer_and_price(table) == (1, bid)


def test_any_higher_bid_may_follow_where_raises_are_free() -> None:
    assert Table().act("b bid 12, c bid 40, a bid 41").breaches == []


def test_a_raise_of_more_than_one_is_followed_as_a_breach_where_raises_are_by_one() -> None:
    table = Table("cotgrave-1662").act("b bid 13, c bid 15, a bid 16, b pass, c pass")
    assert table.breaches == [Breach("raise_not_by_one", 1, "c", "14", "15")]
    assert buyer_and_price(table) == (0, 16)


@pytest.mark.parametrize("bid", [12, 13])
def test_a_bid_not_above_the_last_stops_the_replay(bid: int) -> None:
    table = Table().act(f"b bid 12, c bid 13, a bid {bid}, b pass")
    assert table.breaches == [Breach("bid_too_low", 2, "a", "more than 13", str(bid))]
    assert (table.result.stopped_at, table.result.sale, table.net()) == (2, None, {})


def test_eldest_who_passes_before_any_bid_stops_the_replay() -> None:
    table = Table().act("b pass, c bid 12")
    assert table.breaches == [Breach("must_open", 0, "b", "bid 12", "pass")]
    assert table.result.stopped_at == 0


def test_eldest_may_pass_once_there_is_a_bid() -> None:
    table = Table().act("b bid 12, c bid 13, a pass, b pass")
    assert (table.breaches, buyer_and_price(table)) == ([], (2, 13))


def test_a_bid_out_of_turn_counts_and_the_turn_goes_on_from_the_bidders_left() -> None:
    table = Table().act("b bid 12, a bid 13")
    assert table.breaches == [Breach("out_of_turn", 1, "a", "c", "bid 13")]
    assert table.turn == "b"


def test_a_pass_out_of_turn_counts_and_the_turn_goes_on_from_the_passers_left() -> None:
    table = Table().act("b bid 12, a pass")
    assert table.breaches == [Breach("out_of_turn", 1, "a", "c", "pass")]
    assert table.turn == "c"


def test_after_an_act_out_of_turn_the_last_bidder_is_passed_over() -> None:
    table = Table().act("b bid 12, a pass, c bid 13")
    assert table.turn == "b"
    assert Table().act("b bid 12, b pass").turn == "c"


def test_others_who_pass_before_eldest_opens_are_out_of_turn_and_eldest_then_buys() -> None:
    table = Table().act("c pass, a pass, b bid 12")
    assert [breach.code for breach in table.breaches] == ["out_of_turn"]
    assert buyer_and_price(table) == (1, 12)


def test_a_bid_before_eldest_is_out_of_turn_and_may_be_the_wrong_opening_too() -> None:
    table = Table().act("c bid 13")
    assert table.breaches == [
        Breach("out_of_turn", 0, "c", "b", "bid 13"),
        Breach("opening_bid", 0, "c", "12", "13"),
    ]
    assert table.turn == "a"


def test_eldest_need_not_open_what_another_opened_before_him() -> None:
    table = Table().act("c bid 12, a pass, b pass")
    assert [breach.code for breach in table.breaches] == ["out_of_turn"]
    assert buyer_and_price(table) == (2, 12)


def test_what_stops_the_replay_comes_before_what_is_out_of_turn() -> None:
    assert Table().act("b bid 12, a bid 12").breaches == [Breach("bid_too_low", 1, "a", "more than 12", "12")]


def test_a_passed_player_who_bids_has_returned_and_is_in_again() -> None:
    table = Table().act("b bid 12, c pass, a bid 13, c bid 14")
    assert table.breaches == [Breach("returned_after_passing", 3, "c", "b", "bid 14")]
    assert table.turn == "a"
    assert buyer_and_price(table.act("a pass, b pass")) == (2, 14)


def test_a_passed_player_who_passes_again_is_out_of_turn() -> None:
    table = Table().act("b bid 12, c pass, a bid 13, c pass")
    assert table.breaches == [Breach("out_of_turn", 3, "c", "b", "pass")]
    assert table.turn == "b"


def test_a_passed_player_may_bid_in_his_turn_where_passing_is_not_final() -> None:
    table = Table(options=RETURNING).act("b bid 12, c pass, a bid 13, b bid 14, c bid 15, a pass, b pass")
    assert (table.breaches, buyer_and_price(table)) == ([], (2, 15))


def test_where_passing_is_not_final_all_others_must_pass_in_a_row_since_the_last_bid() -> None:
    table = Table(options=RETURNING).act("b bid 12, c pass, a bid 13, b pass")
    assert (table.result.sale, table.turn) == (None, "c")
    assert buyer_and_price(table.act("c pass")) == (0, 13)


def test_a_passed_player_who_bids_out_of_turn_is_merely_out_of_turn_where_passing_is_not_final() -> None:
    table = Table(options=RETURNING).act("b bid 12, c pass, a bid 13, c bid 14")
    assert table.breaches == [Breach("out_of_turn", 3, "c", "b", "bid 14")]


@pytest.mark.parametrize("options", [{}, RETURNING])
def test_the_last_bidders_own_pass_changes_nothing(options: dict[str, object]) -> None:
    table = Table(options=options).act("b bid 12, c pass, b pass")
    assert table.breaches == [Breach("out_of_turn", 2, "b", "a", "pass")]
    assert (table.result.sale, table.turn) == (None, "a")
    assert buyer_and_price(table.act("a pass")) == (1, 12)


def test_the_last_bidders_own_raise_counts() -> None:
    table = Table().act("b bid 12, b bid 13, c pass, a pass")
    assert table.breaches == [Breach("out_of_turn", 1, "b", "c", "bid 13")]
    assert buyer_and_price(table) == (1, 13)


def test_the_last_bidders_own_raise_starts_the_passes_anew_where_passing_is_not_final() -> None:
    table = Table(options=RETURNING).act("b bid 12, c pass, b bid 13, a pass")
    assert (table.turn, table.result.sale) == ("c", None)
    table = Table(options=RETURNING).act("b bid 12, c pass, b bid 13, c pass, a pass")
    assert buyer_and_price(table) == (1, 13)


def test_an_even_price_is_split_between_the_opponents() -> None:
    table = Table().sold("b", 12)
    assert table.net("stock") == {"a": 6, "b": -12, "c": 6}
    assert {payment.rule for payment in table.result.payments} == {"auction"}


def test_the_odd_penny_goes_to_the_eldest_of_the_opponents() -> None:
    options = {"odd_penny": "eldest"}
    assert Table(options=options).sold("c", 13).net("stock") == {"a": 6, "b": 7, "c": -13}
    assert Table(options=options).sold("b", 13).net("stock") == {"a": 6, "b": -13, "c": 7}


def test_the_odd_penny_goes_to_the_runner_up_who_made_the_previous_bid() -> None:
    table = Table(options={"odd_penny": "runner_up"})
    table.act("b bid 12, c bid 14, a bid 15, b pass, c pass")
    assert table.net("stock") == {"a": -15, "b": 7, "c": 8}


def test_the_runner_up_is_another_even_when_the_buyer_raised_himself() -> None:
    table = Table(options={"odd_penny": "runner_up"})
    table.act("b bid 12, a bid 13, a bid 15, b pass, c pass")
    assert table.net("stock") == {"a": -15, "b": 8, "c": 7}


def test_the_odd_penny_goes_to_the_opponent_who_passed_last_if_nobody_else_bid() -> None:
    table = Table(options={"odd_penny": "runner_up"}).act("b bid 13, c pass, a pass")
    assert table.net("stock") == {"a": 7, "b": -13, "c": 6}
    out_of_order = Table(options={"odd_penny": "runner_up"}).act("b bid 13, a pass, c pass")
    assert out_of_order.net("stock") == {"a": 6, "b": -13, "c": 7}


def test_the_buyers_own_pass_makes_no_runner_up_of_him() -> None:
    table = Table(options={"odd_penny": "runner_up"}).act("b bid 13, c pass, a pass, b pass")
    assert table.breaches[-1].code == "wrong_stage"
    table = Table(options={"odd_penny": "runner_up"}).act("b bid 13, c pass, b pass, a pass")
    assert table.net("stock") == {"a": 7, "b": -13, "c": 6}


def test_the_odd_penny_goes_to_the_pot() -> None:
    table = Table(options={"odd_penny": "pot"}).sold("b", 13)
    assert table.net("stock") == {"a": 6, "b": -13, "c": 6, "pot": 1}
    assert {payment.rule for payment in table.result.payments} == {"odd_penny"}


@pytest.mark.parametrize(
    ("odd_penny", "shares"),
    [
        ("eldest", {"b": 5, "c": -14, "d": 3, "e": 3, "a": 3}),
        ("runner_up", {"b": 3, "c": -14, "d": 3, "e": 3, "a": 5}),
        ("pot", {"b": 3, "c": -14, "d": 3, "e": 3, "a": 3, "pot": 2}),
    ],
)
def test_several_odd_pennies_go_together(odd_penny: str, shares: dict[str, int]) -> None:
    table = Table("knauer-2008", players=5, options={"odd_penny": odd_penny})
    table.act("b bid 12, c pass, d pass, e pass, a bid 13, b pass, c bid 14, d pass, e pass, a pass, b pass")
    assert table.net("stock") == shares


def test_a_price_below_the_number_of_opponents_is_all_odd_pennies() -> None:
    table = Table("knauer-2008", players=4, options={"odd_penny": "eldest"})
    table.act("b bid 2, c pass, d pass, a pass")
    assert table.net("stock") == {"b": -2, "c": 2}


def test_of_two_players_the_one_opponent_is_paid_the_whole_price() -> None:
    assert Table("knauer-2008", players=2).sold("b", 13).net("stock") == {"a": 13, "b": -13}


@pytest.mark.parametrize(
    "line", ["b discard #7", "b vie", "b see", "b gleek A", "b tiddy", "b challenge c gleek A", "b play 4S"]
)
def test_nothing_but_bids_and_passes_belongs_to_the_auction(line: str) -> None:
    table = Table().act(line)
    assert table.breaches == [Breach("wrong_stage", 0, "b", "bid pass", line.split(" ")[1])]


def test_the_scene_of_greenes_tu_quoque_has_longfield_come_in_again() -> None:
    table = Table("du-coeur-1996")
    table.act("b bid 13, c bid 14, a pass, b bid 15, c bid 16, a bid 17, b bid 18, c pass, a pass")
    assert (table.breaches, buyer_and_price(table)) == ([], (1, 18))
    assert table.net("stock") == {"a": 9, "b": -18, "c": 9}


@pytest.mark.parametrize(("raise_by", "legal"), [("one", "14"), ("any", "more than 13")])
def test_the_bid_expected_is_what_the_raise_leaves_open(raise_by: str, legal: str) -> None:
    table = Table(options={"raise_by": raise_by}).act("b bid 12, c bid 13, a bid 13")
    assert table.breaches == [Breach("bid_too_low", 2, "a", legal, "13")]
