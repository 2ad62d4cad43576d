"""Gleeks and mournivals: what they are worth, which are paid, and what it costs to be challenged."""

from __future__ import annotations

import pytest

from gleek_replay.engine import Reason
from tests.hands import Breach, Table, payments_at

SETS = {"a": "AS AH AD JS QH", "b": "KS KD KC KH", "c": "QS QD QC"}
"""a holds a gleek of Aces, b a mournival of Kings, c a gleek of Queens; the other court cards are apart."""


def declared(script: str, preset: str = "parlett", /, **options: object) -> Table:
    """A table at the declarations, of which action 7 is the first."""
    table = Table(preset, options=options, deal=SETS).unvied("b")
    return table.act(script) if script else table


@pytest.mark.parametrize(("rank", "worth"), [("A", 4), ("K", 3), ("Q", 2), ("J", 1)])
def test_a_gleek_is_worth_from_each_opponent_4_of_aces_3_of_kings_2_of_queens_1_of_knaves(
    rank: str, worth: int
) -> None:
    table = Table(a=f"{rank}S {rank}H {rank}D").unvied().act(f"a gleek {rank}")
    assert table.net("gleek") == {"a": 2 * worth, "b": -worth, "c": -worth}


@pytest.mark.parametrize(("rank", "worth"), [("A", 8), ("K", 6), ("Q", 4), ("J", 2)])
def test_a_mournival_is_worth_twice_the_gleek(rank: str, worth: int) -> None:
    table = Table(a=f"{rank}S {rank}H {rank}D {rank}C").unvied().act(f"a mournival {rank}")
    assert table.net("mournival") == {"a": 2 * worth, "b": -worth, "c": -worth}
    assert table.net("gleek") == {}


def test_with_six_players_each_of_the_five_opponents_pays() -> None:
    table = Table("knauer-2008", players=6, a="AS AH AD").unvied().act("a gleek A")
    assert table.net("gleek") == {"a": 20, "b": -4, "c": -4, "d": -4, "e": -4, "f": -4}


def test_declaring_has_no_turns() -> None:
    assert declared("c gleek Q, a gleek A, b mournival K").breaches == []


def test_who_holds_four_may_declare_the_lesser_gleek() -> None:
    table = declared("b gleek K")
    assert (table.breaches, table.net("gleek")) == ([], {"a": -3, "b": 6, "c": -3})


def test_what_is_not_declared_is_not_paid() -> None:
    assert declared("").net() == declared("").net("stock")


def test_a_false_gleek_is_followed_and_nothing_is_due_for_it() -> None:
    table = declared("a gleek J")
    assert table.breaches == [Breach("false_declaration", 7, "a", "gleek A", "gleek J")]
    assert table.net("gleek") == {}


def test_three_are_no_mournival() -> None:
    table = declared("a mournival A")
    assert table.breaches == [Breach("false_declaration", 7, "a", "gleek A", "mournival A")]
    assert table.net("mournival") == {}


@pytest.mark.parametrize(
    ("first", "second"),
    [("gleek K", "gleek K"), ("mournival K", "gleek K"), ("gleek K", "mournival K")],
)
def test_a_second_declaration_of_one_rank_by_one_player_is_never_paid(first: str, second: str) -> None:
    table = declared(f"b {first}, b {second}")
    assert table.breaches == [Breach("declared_twice", 8, "b", "", second)]
    assert payments_at(table.result, 8) == []
    assert payments_at(table.result, 7)


def test_a_true_declaration_after_a_false_one_of_the_same_rank_is_not_paid_either() -> None:
    table = declared("a mournival A, a gleek A")
    assert [(b.code, b.action) for b in table.breaches] == [("false_declaration", 7), ("declared_twice", 8)]
    assert table.net("gleek") == {}


def test_a_false_declaration_made_twice_breaks_both_rules() -> None:
    codes = [(b.code, b.action) for b in declared("a gleek J, a gleek J").breaches]
    assert codes == [("false_declaration", 7), ("declared_twice", 8), ("false_declaration", 8)]


def test_one_rank_declared_by_two_players_is_not_twice() -> None:
    assert [b.code for b in declared("a gleek A, c gleek A").breaches] == ["false_declaration"]


def test_the_buyer_declares_what_he_holds_after_the_exchange() -> None:
    table = Table(b="KS QS", stock="KD KC 4S 5S 6S 7S 8S").unvied("b").act("b gleek K")
    assert table.breaches == []


def test_cards_thrown_out_make_no_gleek() -> None:
    table = Table(b="KS KD KC 4S 5S 6S 7S 8S 9S TS JS QS").sold("b")
    table.act("b discard KS KD KC 4S 5S 6S 7S, b pass, c pass, a pass, b gleek K")
    assert [b.code for b in table.breaches] == ["false_declaration"]


TURNED = {"a": "KS KD QH", "b": "QS QD QC", "c": "JS JD KC", "turn_up": "KH"}


def test_two_in_hand_and_the_turn_up_make_a_gleek_where_the_rules_say_so() -> None:
    table = Table(deal=TURNED, options={"turn_up_in_gleek": True}).unvied().act("a gleek K")
    assert (table.breaches, table.net("gleek")) == ([], {"a": 6, "b": -3, "c": -3})
    assert table.result.payments[-1].rule == "turn_up_in_gleek"


def test_two_in_hand_and_the_turn_up_make_no_gleek_where_the_rules_do_not_say_so() -> None:
    table = Table(deal=TURNED).unvied().act("a gleek K")
    assert [b.code for b in table.breaches] == ["false_declaration"]


def test_three_in_hand_and_the_turn_up_are_a_gleek_and_never_a_mournival() -> None:
    table = Table(a="KS KD KC", turn_up="KH", options={"turn_up_in_gleek": True}).unvied()
    table.act("a mournival K")
    assert table.breaches == [Breach("false_declaration", 7, "a", "gleek K", "mournival K")]


def test_the_turn_up_helps_only_its_own_rank() -> None:
    table = Table(deal=TURNED, options={"turn_up_in_gleek": True}).unvied().act("c gleek J")
    assert [b.code for b in table.breaches] == ["false_declaration"]


def test_where_only_the_best_combination_is_paid_any_mournival_beats_any_gleek() -> None:
    table = declared("a gleek A, b mournival K, c gleek Q", declarations_paid="best_combination")
    assert table.net("mournival") == {}
    table.act("b play KS")
    assert table.net("mournival") == {"a": -6, "b": 12, "c": -6}
    assert table.net("gleek") == {}
    assert payments_at(table.result, 10)[0].reason is Reason.MOURNIVAL


def test_of_gleeks_the_best_combination_is_that_of_the_highest_rank() -> None:
    table = declared("c gleek Q, b gleek K, b play KS", declarations_paid="best_combination")
    assert table.net("gleek") == {"a": -3, "b": 6, "c": -3}


def test_the_best_holder_is_paid_all_his_true_declarations() -> None:
    table = Table(a="AS AH AD QS QH QD", c="KS KD KC", options={"declarations_paid": "best_holder"})
    table.unvied().act("c gleek K, a gleek Q, a gleek A, a gleek J, b play JS")
    assert table.net("gleek") == {"a": 12, "b": -6, "c": -6}


def test_a_false_declaration_never_ranks_as_the_best() -> None:
    for paid in ("best_combination", "best_holder"):
        table = declared("c mournival A, a gleek A, b play KS", declarations_paid=paid)
        assert table.net("gleek") == {"a": 8, "b": -4, "c": -4}
        assert table.net("mournival") == {}


def test_nothing_declared_leaves_nothing_for_the_best() -> None:
    assert declared("b play KS", declarations_paid="best_combination").net("gleek") == {}


def test_with_best_nothing_is_due_before_the_declarations_end() -> None:
    assert declared("a gleek A", declarations_paid="best_combination").net("gleek") == {}


def test_a_first_lead_that_stops_the_replay_does_not_end_the_declarations() -> None:
    table = declared("a gleek A, b play AS", declarations_paid="best_combination")
    assert [(b.code, b.action) for b in table.breaches] == [("card_not_held", 8)]
    assert table.net("gleek") == {}
    assert payments_at(table.result, 8) == []


def test_the_first_lead_ends_the_declarations() -> None:
    table = declared("b play KS, a gleek A")
    assert table.breaches == [Breach("wrong_stage", 8, "a", "play", "gleek")]


def test_a_false_declaration_that_is_challenged_was_paid_and_is_paid_back_double() -> None:
    table = declared("a gleek J, c challenge a gleek J", "willughby-1665")
    assert table.net("gleek") == {"a": 2, "b": -1, "c": -1}
    assert table.net("challenge") == {"a": -4, "b": 2, "c": 2}
    assert {payment.action for payment in payments_at(table.result, 8)} == {8}
    assert len(payments_at(table.result, 8)) == 4
    assert [b.code for b in table.breaches] == ["false_declaration"]


def test_a_true_declaration_that_is_challenged_costs_nothing() -> None:
    table = declared("a gleek A, c challenge a gleek A", "willughby-1665")
    assert (table.breaches, table.net("challenge")) == ([], {})
    assert table.net("gleek") == {"a": 8, "b": -4, "c": -4}


def test_the_discards_may_be_looked_through_after_the_last_trick() -> None:
    table = declared("a mournival A", "willughby-1665").played_out().act("b challenge a mournival A")
    assert [b.code for b in table.breaches] == ["false_declaration"]
    assert table.net("mournival") == {"a": 16, "b": -8, "c": -8}
    assert table.net("challenge") == {"a": -32, "b": 16, "c": 16}


def test_a_challenge_where_the_rules_know_none_has_no_effect() -> None:
    table = declared("a gleek J, c challenge a gleek J")
    assert table.breaches[1] == Breach("challenge_not_in_rules", 8, "c", "", "challenge gleek J")
    assert table.net("challenge") == table.net("gleek") == {}


@pytest.mark.parametrize(
    "script",
    [
        "c challenge a gleek A",
        "a gleek A, c challenge b gleek A",
        "a gleek A, c challenge a mournival A",
        "a gleek A, c challenge a gleek K",
        "a gleek A, a challenge a gleek A",
    ],
)
def test_there_is_nothing_to_challenge_in_no_such_declaration_or_ones_own(script: str) -> None:
    table = declared(script, "willughby-1665")
    assert [b.code for b in table.breaches] == ["nothing_to_challenge"]
    seat, _, _, declared_as = script.rsplit(", ", maxsplit=1)[-1].split(" ", 3)
    assert table.breaches[0][2:] == (seat, "", f"challenge {declared_as}")


def test_there_is_nothing_to_challenge_in_a_declaration_already_challenged() -> None:
    table = declared("a gleek J, c challenge a gleek J, b challenge a gleek J", "willughby-1665")
    assert [(b.code, b.action) for b in table.breaches] == [
        ("false_declaration", 7),
        ("nothing_to_challenge", 9),
    ]
    assert table.net("challenge") == {"a": -4, "b": 2, "c": 2}


def test_a_challenge_of_a_second_declaration_of_the_rank_pays_nothing_since_it_was_never_paid() -> None:
    table = declared("a gleek A, a mournival A, c challenge a mournival A", "willughby-1665")
    assert [b.code for b in table.breaches] == ["declared_twice", "false_declaration"]
    assert table.net("mournival") == table.net("challenge") == {}


def test_with_best_too_a_false_declaration_that_is_challenged_is_paid_and_paid_back_double() -> None:
    table = declared(
        "a gleek J, c challenge a gleek J, b play KS", "willughby-1665", declarations_paid="best_holder"
    )
    assert table.net("gleek") == {"a": 2, "b": -1, "c": -1}
    assert table.net("challenge") == {"a": -4, "b": 2, "c": 2}


def test_gleeks_and_mournivals_not_declared_are_noted_once_the_first_card_is_led() -> None:
    table = declared("a gleek A")
    assert not table.result.rights
    table.act("b play KS")
    noted = [(right.code, right.seat, right.what, right.worth) for right in table.result.rights]
    assert noted == [("undeclared", 1, "mournival K", 6), ("undeclared", 2, "gleek Q", 2)]


def test_a_mournival_declared_as_a_gleek_is_declared() -> None:
    rights = declared("a gleek A, b gleek K, c gleek Q, b play KS").result.rights
    assert rights == ()


def test_a_gleek_with_the_turn_up_that_is_not_declared_is_noted_where_it_counts() -> None:
    table = Table(deal=TURNED, options={"turn_up_in_gleek": True}).unvied().act("b play QS")
    assert [(right.seat, right.what) for right in table.result.rights] == [(0, "gleek K"), (1, "gleek Q")]


@pytest.mark.parametrize(
    ("line", "rule"),
    [("a gleek K", "turn_up_in_gleek"), ("b gleek K", "declarations"), ("a mournival K", "declarations"),
     ("a gleek Q", "declarations")],
)  # fmt: skip
def test_a_gleek_of_two_with_the_turn_up_is_false_by_the_rule_that_does_not_count_it(
    line: str, rule: str
) -> None:
    table = Table(deal={"a": "KS KD QH", "b": "KC QS QD", "c": "JS", "turn_up": "KH"}).unvied("c").act(line)
    (violation,) = table.result.violations
    assert (violation.code.value, violation.rule) == ("false_declaration", rule)


def test_a_second_false_gleek_of_two_breaks_that_rule_and_the_declarations() -> None:
    table = Table(deal={"a": "KS KD", "b": "KC", "turn_up": "KH"}).unvied("c").act("a gleek K, a gleek K")
    assert [(violation.code.value, violation.rule) for violation in table.result.violations] == [
        ("false_declaration", "turn_up_in_gleek"), ("declared_twice", "declarations"),
        ("false_declaration", "turn_up_in_gleek"),
    ]  # fmt: skip
