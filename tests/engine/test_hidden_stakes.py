"""Payments that hidden cards may decide: the ruff, the declarations, and the small trumps."""

from __future__ import annotations

import pytest

from gleek_replay.engine import Reason, Result
from tests.hands import RUFFS, Breach, Table, breaches, net

STRONG = {
    "a": "AD KD QD",
    "b": "AS KS QS JS TS 9S 8S 7S 6S 5S 4S AH",
    "c": "AC KC QC JC TC 9C 8C 7C 6C 5C 4C KH",
}
"""b, who is eldest, has eleven spades worth 90, and c eleven clubs worth as much."""

ACES = {"a": "AS AH AD AC 4S 5S 4H 5H 4D 5D 4C 5C", "b": "6S", "c": "KS QS JS TS 9S 8S 7S KH QH JH TH KD"}


def vied(script: str, deal: dict[str, str], preset: str = "parlett", /, **options: object) -> Table:
    """A table after the vying."""
    return Table(preset, options=options, deal=deal).exchanged("b").act(script)


def gained(result: Result, reason: str) -> dict[str, int]:
    """What each won or lost for one reason."""
    return net(result, 3, reason)


def test_a_showdown_that_a_hidden_hand_decides_leaves_the_ruff_open() -> None:
    table = vied("b vie, c see, a pass", RUFFS)
    result = table.seen_from("b")
    assert (result.ruff.winner, result.ruff.pays, gained(result, "ruff")) == (None, {}, {})
    assert result.undecided == {Reason.RUFF}
    assert result.unverified == ("exchange", "ruff")
    assert result.ruff.reached


def test_the_ruffs_of_the_hands_known_are_shown() -> None:
    result = vied("b vie, c see, a pass", RUFFS).seen_from("bc", stock=True)
    assert set(result.ruff.shown) == {2}


def test_once_the_hands_were_played_out_the_ruff_is_settled() -> None:
    table = vied("b vie, c see, a pass", RUFFS).played_out()
    assert table.seen_from("a").ruff == table.result.ruff
    assert gained(table.seen_from("a"), "ruff") == {"a": -2, "b": 4, "c": -2}


def test_without_a_showdown_the_ruff_needs_no_cards() -> None:
    result = vied("b vie, c pass, a pass", RUFFS).seen_from("c")
    assert gained(result, "ruff") == {"a": -2, "b": 4, "c": -2}
    assert result.unverified == ("exchange",)


def strongest(count: str = "pips") -> Table:
    """A table where a has bought, and b vies, c sees."""
    table = Table(options={"ruff_count": count}, deal=STRONG).exchanged("a")
    return table.act("b vie, c see, a pass")


@pytest.mark.parametrize("count", ["pips", "flat", "cards"])
def test_a_ruff_that_no_hidden_hand_can_beat_is_due_though_not_all_is_shown(count: str) -> None:
    result = strongest(count).seen_from("b")
    assert result.ruff.winner == 1
    assert gained(result, "ruff") == {"a": -2, "b": 4, "c": -2}
    assert result.undecided == set()
    assert result.unverified == ("exchange", "ruff")


def test_an_equal_ruff_that_a_hidden_hand_may_have_wins_if_it_is_elder() -> None:
    assert strongest().result.ruff.winner == 1
    assert strongest().seen_from("c").ruff.winner is None


def test_four_aces_win_whatever_is_hidden_if_all_four_are_known() -> None:
    table = vied("b pass, c vie, a see, b pass", ACES)
    assert table.seen_from("a").ruff.winner == 0
    assert table.seen_from("c").ruff.winner is None


def test_the_antes_are_due_even_where_hidden_cards_decide_the_ruff() -> None:
    result = vied("b vie, c see, a pass", RUFFS, "du-coeur-letter").seen_from("b")
    assert gained(result, "ruff") == {"a": -2, "b": -2, "c": -2, "ruff_pot": 6}
    assert result.undecided == {Reason.RUFF}


SETS = {"a": "AS AH AD JS QH", "b": "KS KD KC KH", "c": "QS QD QC"}


def declared(script: str, preset: str = "parlett", /, **options: object) -> Table:
    """A table at the declarations, of which action 7 is the first."""
    return Table(preset, options=options, deal=SETS).unvied("b").act(script)


def test_a_declaration_neither_proved_nor_disproved_is_left_out() -> None:
    result = declared("a gleek A, c gleek Q").seen_from("a")
    assert gained(result, "gleek") == {"a": 8, "b": -4, "c": -4}
    assert result.undecided == {Reason.GLEEK}
    assert result.unverified == ("exchange", "declarations")


def test_a_declaration_is_proved_by_what_is_played_later() -> None:
    table = declared("c gleek Q").played_out()
    assert gained(table.seen_from("a"), "gleek") == {"a": -2, "b": -2, "c": 4}
    assert table.seen_from("a").unverified == ("exchange",)


def test_a_declaration_is_disproved_by_the_cards_that_lie_elsewhere() -> None:
    result = declared("c mournival Q").seen_from("a")
    assert breaches(result) == [Breach("false_declaration", 7, "c", "", "mournival Q")]
    assert result.unverified == ("exchange",)


def test_a_false_declaration_expects_what_is_known_to_be_held() -> None:
    result = declared("c mournival Q").seen_from("ac")
    assert breaches(result) == [Breach("false_declaration", 7, "c", "gleek Q", "mournival Q")]


def test_a_declaration_is_disproved_by_the_number_of_cards_that_a_buyer_can_have_kept() -> None:
    table = Table(b="KS KD KC AS AD AC QS QD QC JS JD JC", a="KH 5S 5D 7S", c="4S 4D 6S").sold("b")
    table.act("b discard #7, b pass, c pass, a pass, b gleek K, b play AS, c play 4S, a play 5S")
    table.act("b play AD, c play 4D, a play 5D")
    assert table.seen_from("ab").unverified == ("exchange", "declarations")
    table.act("b play QS")
    assert breaches(table.seen_from("ab")) == [Breach("false_declaration", 7, "b", "", "gleek K")]
    assert table.seen_from("ab").unverified == ("exchange",)


def test_a_declaration_is_proved_by_the_number_of_cards_that_a_buyer_must_have_kept() -> None:
    options = {"deck": 48}
    table = Table("knauer-2008", players=4, options=options, b="KS KD KC KH 3S 3H 3D 3C 4S 4D").sold("b")
    table.act("b discard 3S 3H 3D 3C 4S 4D, b discard #1, b pass, c pass, d pass, a pass, b gleek K")
    result = table.seen_from("b", discards=True)
    assert net(result, 4, "gleek") == {"a": -3, "b": 9, "c": -3, "d": -3}
    assert result.unverified == ("exchange",)


def test_with_best_an_unproved_declaration_leaves_open_all_that_it_may_outdo() -> None:
    table = declared("c gleek Q, a gleek A, b gleek K, b play KS", declarations_paid="best_combination")
    assert gained(table.seen_from("c"), "gleek") == {}
    assert table.seen_from("c").undecided == {Reason.GLEEK}
    assert gained(table.seen_from("a"), "gleek") == {"a": 8, "b": -4, "c": -4}
    assert table.seen_from("a").undecided == set()


def test_with_best_an_unproved_mournival_leaves_open_a_proved_gleek() -> None:
    table = declared("a gleek A, b mournival K, b play KS", declarations_paid="best_combination")
    result = table.seen_from("a")
    assert (gained(result, "gleek"), gained(result, "mournival")) == ({}, {})
    assert result.undecided == {Reason.GLEEK, Reason.MOURNIVAL}


def test_with_the_best_holder_proved_his_unproved_declarations_stay_open() -> None:
    deal = {"a": "AS AH AD", "c": "KS KD KC QS QD QC"}
    table = Table(options={"declarations_paid": "best_holder"}, deal=deal).unvied("b")
    table.act(
        "c gleek K, c gleek Q, b play JS, c play KS, a play AS, a play AH, c play KD, a play AD, c play KC"
    )
    result = table.seen_from("b")
    assert result.undecided == {Reason.GLEEK}


def test_with_best_a_lesser_unproved_declaration_of_another_player_is_not_paid_either_way() -> None:
    for paid in ("best_combination", "best_holder"):
        table = declared("a gleek A, c gleek Q, b play KS", declarations_paid=paid)
        result = table.seen_from("a")
        assert gained(result, "gleek") == {"a": 8, "b": -4, "c": -4}
        assert result.undecided == set()
        assert "declarations" in result.unverified


def test_a_challenge_of_an_unproved_declaration_leaves_both_payments_open() -> None:
    result = declared("c gleek J, a challenge c gleek J", "willughby-1665").seen_from("b")
    assert result.undecided == {Reason.GLEEK, Reason.CHALLENGE}
    assert gained(result, "challenge") == {}


def test_a_challenge_of_an_unproved_second_declaration_leaves_nothing_open_for_it() -> None:
    table = declared("c gleek J, c mournival J, a challenge c mournival J", "willughby-1665")
    assert table.seen_from("b").undecided == {Reason.GLEEK}


def test_tiddy_shown_from_a_hidden_hand_is_left_out_until_it_is_played() -> None:
    table = Table(c="4H").unvied("b").act("c tiddy")
    result = table.seen_from("a")
    assert gained(result, "tiddy") == {}
    assert result.undecided == {Reason.TIDDY}
    assert result.unverified == ("exchange", "declarations")
    assert gained(table.played_out().seen_from("a"), "tiddy") == {"a": -2, "b": -2, "c": 4}


def test_tiddy_shown_twice_from_a_hidden_hand_is_claimed_twice_whoever_holds_it() -> None:
    table = Table(c="4H").unvied("b").act("c tiddy, c tiddy")
    assert [breach.code for breach in breaches(table.seen_from("a"))] == ["claimed_twice"]


def test_tiddy_claimed_by_two_hidden_hands_is_not_claimed_twice() -> None:
    table = Table(c="4H").unvied("b").act("c tiddy, b tiddy")
    assert breaches(table.seen_from("a")) == []
    assert [breach.code for breach in breaches(table.result)] == ["false_claim"]


def test_tiddy_is_not_in_a_hidden_hand_when_it_is_seen_elsewhere() -> None:
    table = Table(a="4H").unvied("b").act("c tiddy")
    assert breaches(table.seen_from("a")) == [Breach("false_claim", 7, "c", "", "tiddy")]


def test_rights_of_hidden_hands_are_noted_as_far_as_they_are_known() -> None:
    table = declared("b play KS")
    assert [right.what for right in table.seen_from("c").rights] == ["gleek Q"]
    noted = {right.what for right in table.played_out().seen_from("c").rights}
    assert noted >= {"gleek A", "mournival K", "gleek Q"}
