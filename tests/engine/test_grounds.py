"""What a settlement rests on: every rule on which it depends, and no open reading hidden by a firm one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from gleek_replay.engine import PRESETS, Grounds, Hand, Reason, RuleSet, is_open, replay
from gleek_replay.engine.options import RuffCount
from gleek_replay.simulation import simulate
from tests.engine.test_score import HONOURS_OUT, WHOLE_SUIT, scored
from tests.hands import RUFFS, Table, hidden
from tests.histories import read


def grounds(table: Table) -> Grounds:
    """What the hand of a table rests on."""
    return Grounds(table.record, table.result)


def rules_for(table: Table, reason: str) -> list[tuple[str, ...]]:
    """What each payment for one reason rests on."""
    result = table.result
    of_each = zip(result.payments, Grounds(table.record, result).payments, strict=True)
    return [rules for payment, rules in of_each if payment.reason is Reason(reason)]


COUNTS: Final = {
    "a": "AS KS QS JS 4D 5D 6D 7D 4C 5C 6C 7C", "b": "4H 5H 6H 7H 8H TH JH 8D 9D 8C 9C TC", "c": "AC KC QC",
}  # fmt: skip
"""a has 41 in spades by pips and flat; b, whose hearts are 50 by pips, only 16 when counted flat."""


def shown(preset: str, calls: str = "b vie, c pass, a see", /, **options: object) -> Table:
    """A showdown of a and b, which a wins where plain cards count 1, and else b."""
    return Table(preset, options=options, deal=COUNTS).exchanged("c").act(calls)


def test_a_ruff_that_another_count_would_give_to_another_rests_on_how_it_is_counted() -> None:
    table = shown("cotgrave-1662")
    assert table.result.ruff.winner == 1
    assert rules_for(table, "ruff") == [("ruff_count", "vying")] * 2


def test_a_ruff_that_every_count_gives_to_the_same_player_rests_on_the_vying_alone() -> None:
    table = Table("cotgrave-1662", deal=RUFFS).exchanged("b").act("b vie, c pass, a see")
    assert table.result.ruff.winner == 0
    assert rules_for(table, "ruff") == [("vying",)] * 2


def test_a_ruff_counted_as_a_source_states_rests_on_the_vying_alone() -> None:
    assert rules_for(shown("parlett"), "ruff") == [("vying",)] * 2


def test_a_ruff_that_nobody_shows_rests_on_no_count() -> None:
    table = shown("cotgrave-1662", "b vie, c pass, a pass")
    assert rules_for(table, "ruff") == [("vying",)] * 2


def test_a_showdown_of_hidden_hands_rests_on_the_count_unless_every_count_gives_it_to_the_same() -> None:
    aces = {"a": "AS AH AD AC", "b": "4H 5H 6H 7H 8H", "c": "KC QC"}
    calls = "c bid 14, a pass, b pass, c discard #7, b vie, c pass, a see"
    for deal, expected in ((aces, [("vying",)] * 2), (COUNTS, [])):
        table = Table("cotgrave-1662", deal=deal).act("b bid 13").act(calls)
        result = replay(hidden(table.record, "a"))
        assert result.unverified == ("exchange", "ruff")
        found = Grounds(hidden(table.record, "a"), result).payments
        paid = zip(result.payments, found, strict=True)
        assert [rules for payment, rules in paid if payment.reason is Reason.RUFF] == expected


@pytest.mark.parametrize("preset", ["knauer-2008", "du-coeur-1996"])
def test_where_a_player_comes_in_who_had_passed_the_ruff_rests_on_what_a_first_pass_is(preset: str) -> None:
    for calls, expected in (
        ("b pass, c vie, a pass, b see", True),
        ("b pass, c vie, a pass, b revie, c pass", True),
        ("b pass, c vie, a see, b pass", False),
        ("b vie, c see, a pass", False),
    ):
        table = Table(preset, deal=RUFFS).exchanged("b").act(calls)
        after = [rules for rules in rules_for(table, "ruff") if "vying" in rules]
        assert after
        assert {("initial_pass" in rules, rules[0] == "initial_pass") for rules in after} == {
            (expected, expected)
        }
        assert ("initial_pass" in grounds(table).play) == expected


def test_with_the_stake_who_passes_again_owes_it_only_because_a_first_pass_is_a_check() -> None:
    table = Table("knauer-2008", options={"vying": "stake"}, deal=RUFFS).exchanged("b")
    table.act("b pass, c vie, a pass, b pass")
    rules = {
        payment.payer: rules
        for payment, rules in zip(table.result.payments, grounds(table).payments, strict=True)
        if payment.reason is Reason.RUFF
    }
    assert rules == {0: ("vying",), 1: ("initial_pass", "vying")}


def test_where_a_first_pass_is_final_the_ruff_rests_on_that_if_anybody_passed_first() -> None:
    for calls, expected in (("b pass, c vie, a see", True), ("b vie, c see, a pass", False)):
        table = Table("parlett", options={"initial_pass": "out"}, deal=RUFFS).exchanged("b").act(calls)
        assert {"initial_pass" in rules for rules in rules_for(table, "ruff")} == {expected}


def test_antes_rest_on_what_is_done_with_an_unvied_ruff() -> None:
    table = Table("du-coeur-letter", deal=RUFFS).unvied("b")
    assert rules_for(table, "ruff") == [("unvied",)] * 3


def rules_of_score(table: Table) -> set[str]:
    """All that the payments for the score rest on."""
    return {rule for rules in rules_for(table, "score") for rule in rules}


def test_every_payment_for_the_score_rests_on_how_it_is_settled() -> None:
    for deal in (HONOURS_OUT, WHOLE_SUIT):
        for settlement in ("pot", "each_opponent"):
            found = rules_for(scored(deal, settlement=settlement), "score")
            assert all("settlement" in rules for rules in found)


def test_an_honour_thrown_out_is_an_open_reading_and_comes_before_the_settlement() -> None:
    assert "discarded_honour" not in rules_of_score(scored(HONOURS_OUT))
    assert {rules[0] for rules in rules_for(scored(WHOLE_SUIT), "score")} == {"discarded_honour"}


def test_an_honour_turned_up_was_not_thrown_out() -> None:
    turned_up = {"a": "AH", "b": "QH", "c": "JH", "turn_up": "KH"}
    assert "discarded_honour" not in rules_of_score(scored(turned_up))
    thrown_out = {
        **WHOLE_SUIT, "b": "AS KS QS JS TS", "turn_up": "KC", "c": WHOLE_SUIT["c"].replace("KC", "9C"),
    }  # fmt: skip
    assert "discarded_honour" in rules_of_score(scored(thrown_out))


def test_the_score_of_an_honour_that_another_won_rests_on_who_scores_it_too() -> None:
    table = scored(WHOLE_SUIT)
    found = dict(zip((p.payer for p in table.result.payments), grounds(table).payments, strict=True))
    assert found[2] == ("discarded_honour", "honours_to", "settlement")
    assert found[0] == ("discarded_honour", "settlement")


def test_no_open_reading_of_a_score_is_hidden_by_another_rule() -> None:
    table = scored(WHOLE_SUIT, "cotgrave-1662")
    assert {rules[:2] for rules in rules_for(table, "score")} == {("discarded_honour", "settlement")}
    assert rules_of_score(table) == {"discarded_honour", "settlement", "honours_to"}


def test_between_opponents_a_payment_rests_on_the_points_of_both() -> None:
    found = rules_for(scored(WHOLE_SUIT, settlement="each_opponent"), "score")
    assert sum("honours_to" in rules for rules in found) > 1


def test_towser_and_tumbler_counted_in_a_score_are_part_of_what_it_rests_on() -> None:
    deal = {"a": "5H 6H AH", "b": "KH", "c": "QH JH"}
    for towser_tumbler, expected in (("scored", True), ("off", False)):
        table = scored(deal, towser_tumbler=towser_tumbler)
        assert ("towser_tumbler" in rules_of_score(table)) == expected
    turned_up = scored({**HONOURS_OUT, "turn_up": "6H"}, towser_tumbler="scored", honours_to="winner")
    by_seat = dict(
        zip(((p.payer, p.payee) for p in turned_up.result.payments), grounds(turned_up).payments, strict=True)
    )
    assert "towser_tumbler" in next(rules for seats, rules in by_seat.items() if 0 in seats and 3 in seats)


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ("b bid 13, c pass, a bid 14, b pass", True),
        ("b bid 13, c bid 14, a bid 15, b pass, c pass", False),
    ],
)
def test_a_sale_rests_on_whether_a_pass_is_final_where_it_kept_somebody_from_speaking(
    bids: str, expected: bool
) -> None:
    table = Table("cotgrave-1662").act(bids)
    assert {"passed_may_return" in rules for rules in rules_for(table, "stock")} == {expected}


def test_what_a_source_states_does_not_stand_before_the_rule_of_a_payment() -> None:
    table = Table("knauer-2008").act("b bid 12, c pass, a bid 13, b pass, c bid 14, a pass, b pass")
    assert rules_for(table, "stock") == [("auction",)] * 2, "Knauer states that he may"
    assert grounds(table).open_readings == ()


def test_what_an_option_allowed_and_another_choice_would_not_is_part_of_what_the_play_rests_on() -> None:
    table = Table("willughby-1665").act("b bid 12, c bid 20")
    assert (grounds(table).play, grounds(table).open_readings) == (("raise_by",), ("raise_by",))
    assert grounds(Table("willughby-1665").act("b bid 12, c bid 13")).play == ()
    bought = Table("cotgrave-1662", b="AS", stock="AD").sold("b")
    assert grounds(bought).play == ()
    assert grounds(bought.act("b discard AD 4S 4H 4D 4C 5S 5H")).play in ((), ("exchange",))


def test_a_card_of_the_stock_thrown_out_rests_on_when_the_stock_is_taken_up() -> None:
    deal = {"b": "4S 5S 6S 7S 8S 9S", "stock": "AD KD QD"}
    for thrown, expected in (("AD 4S 5S 6S 7S 8S 9S", ("exchange",)), ("#7", ())):
        table = Table("cotgrave-1662", deal=deal).sold("b").act(f"b discard {thrown}")
        assert grounds(table).play == expected


def test_a_ruff_that_nobody_vied_is_handed_on_by_an_open_reading_where_the_source_is_silent() -> None:
    table = Table("cotgrave-1662", deal=HONOURS_OUT).unvied("b")
    assert "unvied" not in grounds(table).open_readings, "the hand is not over"
    table.played_out()
    assert grounds(table).carried_out == ("unvied",)
    assert "unvied" in grounds(table).open_readings
    assert "unvied" not in grounds(Table("parlett", deal=HONOURS_OUT).unvied("b").played_out()).open_readings
    vied = Table("cotgrave-1662", deal=HONOURS_OUT).exchanged("b").act("b vie, c pass, a pass").played_out()
    assert grounds(vied).carried_out == ()


def test_a_violation_of_an_open_reading_is_among_the_open_readings() -> None:
    table = Table("cotton-1674").act("b bid 12, c bid 14")
    assert grounds(table).open_readings == ("raise_by",)


def test_what_goes_back_for_a_gleek_of_two_rests_on_the_turn_up_and_on_the_challenge() -> None:
    deal = {"a": "KS KD", "b": "KC", "turn_up": "KH"}
    table = Table("willughby-1665", deal=deal).unvied("c").act("a gleek K, b challenge a gleek K")
    assert rules_for(table, "gleek") == [("turn_up_in_gleek",)] * 2
    assert rules_for(table, "challenge") == [("turn_up_in_gleek", "challenge")] * 2
    table = Table("willughby-1665", deal=deal).unvied("c").act("a gleek Q, b challenge a gleek Q")
    assert rules_for(table, "gleek") == [("declarations",)] * 2
    assert rules_for(table, "challenge") == [("challenge",)] * 2


def worth(cards: str, count: RuffCount) -> tuple[bool, int]:
    """The best suit of a hand by another way to reckon than the engine's."""
    names = cards.split(" ")
    plain: dict[str, Callable[[str], int]] = {
        "pips": lambda rank: "23456789T".index(rank) + 2,
        "flat": lambda _: 1,
    }
    best = 0
    for suit in "SHDC":
        ranks = [name[0] for name in names if name[1] == suit]
        if count is RuffCount.CARDS:
            best = max(best, len(ranks))
        else:
            of = [11 if rank == "A" else 10 if rank in "KQJ" else plain[count](rank) for rank in ranks]
            best = max(best, sum(of))
    return sum(name[0] == "A" for name in names) == 4, best


@pytest.mark.parametrize("preset", ["cotgrave-1662", "willughby-1665"])
def test_a_simulated_showdown_names_the_count_just_when_another_count_has_another_winner(preset: str) -> None:
    seen = set()
    for document in simulate(preset, hands=150, seed=8):
        hand = read(document).hand
        result = replay(hand)
        if len(result.ruff.shown) < 2:
            continue
        ids = [player["id"] for player in document["players"]]
        dealer = ids.index(document["dealer"])
        by_age = [seat % 3 for seat in range(dealer + 1, dealer + 4) if seat % 3 in result.ruff.shown]
        plays = [action for action in document["actions"] if action[1] == "play"]
        held = {seat: " ".join(card for who, _, card in plays if who == ids[seat]) for seat in by_age}
        winners = {max(by_age, key=lambda seat: worth(held[seat], count)) for count in RuffCount}
        assert result.ruff.winner in winners
        paid = zip(result.payments, Grounds(hand, result).payments, strict=True)
        rests = {"ruff_count" in rules for payment, rules in paid if payment.reason is Reason.RUFF}
        assert rests == {len(winners) > 1}
        seen |= rests
    assert seen == {True, False}


@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_a_simulated_hand_rests_on_an_open_reading_comes_first(preset: str) -> None:
    for document in simulate(preset, hands=40, seed=4, rare=True):
        hand = read(document).hand
        result = replay(hand)
        found = Grounds(hand, result)
        rules: RuleSet = hand.rules
        for payment, each in zip(result.payments, found.payments, strict=True):
            assert payment.rule in each
            assert len(set(each)) == len(each)
            standings = [is_open(rules, rule) for rule in each]
            assert standings == sorted(standings, reverse=True)
        open_paid = {rule for each in found.payments for rule in each if is_open(rules, rule)}
        assert open_paid <= set(found.open_readings)
        assert all(is_open(rules, rule) for rule in found.open_readings)


def test_a_hand_without_actions_rests_on_nothing_open() -> None:
    hand: Hand = replace(Table().hand, actions=())
    found = Grounds(hand, replay(hand))
    assert (found.payments, found.play, found.carried_out, found.open_readings) == ((), (), (), ())
