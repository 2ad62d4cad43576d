"""Vying the ruff: what may be said in turn, when it is over, and what may not be said."""

from __future__ import annotations

import pytest

from gleek_replay.engine import Stage, Verb
from tests.hands import RUFFS, Breach, Table

STANDING = {"vying_ends": "when_none_raise"}
OUT = {"initial_pass": "out"}


def vying(preset: str = "parlett", /, **options: object) -> Table:
    """A table about to vie; b is eldest, a would win a showdown, and action 4 is the first."""
    return Table(preset, options=options, deal=RUFFS).exchanged("b")


def test_eldest_speaks_first_and_may_vie_or_pass() -> None:
    table = vying()
    assert (table.turn, table.replay.open_verbs()) == ("b", (Verb.VIE, Verb.PASS))


def test_after_a_vie_each_in_turn_may_pass_see_or_revie() -> None:
    table = vying().act("b vie")
    assert (table.turn, table.replay.open_verbs()) == ("c", (Verb.PASS, Verb.SEE, Verb.REVIE))


def test_nobody_vies_and_the_vying_is_over() -> None:
    table = vying().act("b pass, c pass, a pass")
    assert (table.replay.stage, table.breaches) == (Stage.DECLARATIONS, [])
    assert (table.result.ruff.vied_by, table.result.ruff.winner) == (None, None)


def test_a_pass_before_any_vie_is_a_check_and_the_player_may_still_see() -> None:
    table = vying().act("b pass, c vie, a pass")
    assert (table.turn, table.breaches) == ("b", [])
    assert table.act("b see").result.ruff.winner == 1


def test_a_pass_after_a_vie_is_for_good() -> None:
    table = vying().act("b vie, c pass, a revie, c see")
    assert table.breaches == [Breach("not_in_ruff", 7, "c", "", "see")]
    assert table.result.stopped_at == 7


def test_an_initial_pass_is_final_where_it_puts_out() -> None:
    table = vying(**OUT).act("b pass, c vie, b see")
    assert table.breaches == [Breach("not_in_ruff", 6, "b", "", "see")]
    assert vying(**OUT).act("b pass, c vie").turn == "a"


def test_a_last_player_left_must_still_vie_and_wins_at_once() -> None:
    table = vying(**OUT).act("b pass, c pass")
    assert (table.turn, table.replay.stage) == ("a", Stage.VYING)
    assert table.act("a vie").result.ruff.winner == 0
    assert (table.breaches, table.replay.stage) == ([], Stage.DECLARATIONS)


def test_a_last_player_left_who_passes_leaves_the_ruff_unvied() -> None:
    table = vying(**OUT).act("b pass, c pass, a pass")
    assert (table.result.ruff.winner, table.replay.stage, table.breaches) == (None, Stage.DECLARATIONS, [])


def test_a_player_left_alone_after_a_vie_wins_without_showing() -> None:
    ruff = vying().act("b vie, c pass, a pass").result.ruff
    assert (ruff.vied_by, ruff.winner, ruff.shown) == (1, 1, {})


def test_the_vying_ends_when_the_turn_comes_back_to_the_last_who_revied() -> None:
    table = vying().act("b vie, c see, a revie, b see")
    assert table.replay.stage is Stage.VYING
    assert table.act("c see").replay.stage is Stage.DECLARATIONS
    assert table.result.ruff.winner == 0


def test_where_it_ends_when_none_raise_the_last_who_revied_may_revie_once_more_or_stand() -> None:
    table = vying(**STANDING).act("b vie, c see, a see")
    assert (table.turn, table.replay.open_verbs()) == ("b", (Verb.REVIE, Verb.STAND))
    assert table.act("b revie").turn == "c"
    table.act("c pass, a see")
    assert table.turn == "b"
    assert table.act("b stand").replay.stage is Stage.DECLARATIONS
    assert (table.breaches, table.result.ruff.winner) == ([], 0)


def test_a_last_player_left_in_never_stands() -> None:
    table = vying(**STANDING).act("b vie, c pass, a pass")
    assert table.replay.stage is Stage.DECLARATIONS
    assert table.act("b stand").breaches[0].code == "wrong_stage"


@pytest.mark.parametrize("verb", ["see", "revie", "stand"])
@pytest.mark.parametrize("options", [{}, STANDING])
def test_who_sees_revies_or_stands_before_a_vie_has_nothing_to_see(verb: str, options) -> None:
    table = vying(**options).act(f"b {verb}")
    assert table.breaches == [Breach("nothing_to_see", 4, "b", "vie pass", verb)]


@pytest.mark.parametrize("verb", ["see", "pass"])
def test_who_sees_or_passes_where_only_revie_and_stand_are_open_has_nothing_to_see(verb: str) -> None:
    table = vying(**STANDING).act(f"b vie, c see, a see, b {verb}")
    assert table.breaches == [Breach("nothing_to_see", 7, "b", "revie stand", verb)]


@pytest.mark.parametrize("verb", ["see", "pass"])
def test_out_of_turn_too_the_last_who_vied_has_nothing_to_see(verb: str) -> None:
    table = vying(**STANDING).act(f"b vie, c see, b {verb}")
    assert table.breaches == [Breach("nothing_to_see", 6, "b", "revie", verb)]


def test_a_second_vie_stops_the_replay() -> None:
    table = vying().act("b vie, c vie")
    assert table.breaches == [Breach("already_vied", 5, "c", "pass see revie", "vie")]


def test_who_has_passed_for_good_and_vies_is_not_in_the_ruff() -> None:
    assert vying().act("b vie, c pass, c vie").breaches == [Breach("not_in_ruff", 6, "c", "", "vie")]


def test_standing_is_not_open_where_the_vying_ends_when_seen() -> None:
    assert vying().act("b vie, c stand").breaches == [
        Breach("cannot_stand", 5, "c", "pass see revie", "stand")
    ]


def test_standing_is_open_to_the_last_who_revied_only() -> None:
    table = vying(**STANDING).act("b vie, c see, a stand")
    assert table.breaches == [Breach("cannot_stand", 6, "a", "pass see revie", "stand")]


def test_standing_is_not_open_before_all_have_answered() -> None:
    table = vying(**STANDING).act("b vie, c see, b stand")
    assert table.breaches == [Breach("cannot_stand", 6, "b", "revie", "stand")]


@pytest.mark.parametrize("line", ["b bid 13", "b discard #7", "b gleek A", "b tiddy", "b play AD"])
def test_nothing_but_vying_belongs_to_the_vying(line: str) -> None:
    table = vying().act(line)
    assert table.breaches == [Breach("wrong_stage", 4, "b", "vie pass", line.split(" ")[1])]


def test_a_challenge_before_the_vying_is_over_is_at_the_wrong_stage() -> None:
    assert vying("willughby-1665").act("b vie, c challenge b gleek A").breaches == [
        Breach("wrong_stage", 5, "c", "pass see revie", "challenge")
    ]


def test_a_pass_out_of_turn_before_a_vie_counts_and_the_turn_goes_to_who_has_not_acted_yet() -> None:
    table = vying().act("a pass")
    assert table.breaches == [Breach("out_of_turn", 4, "a", "b", "pass")]
    assert table.turn == "b"
    assert table.act("b pass").turn == "c"
    assert table.act("c pass").replay.stage is Stage.DECLARATIONS


def test_a_second_pass_out_of_turn_before_a_vie_changes_nothing() -> None:
    table = vying().act("b pass, b pass")
    assert [b.code for b in table.breaches] == ["out_of_turn"]
    assert table.turn == "c"


def test_who_passed_may_vie_out_of_turn_where_a_pass_is_a_check() -> None:
    table = vying().act("b pass, b vie")
    assert table.breaches == [Breach("out_of_turn", 5, "b", "c", "vie")]
    assert (table.result.ruff.vied_by, table.turn) == (1, "c")


def test_an_answer_out_of_turn_counts_and_the_vying_waits_for_all_who_have_not_answered() -> None:
    table = vying().act("b vie, a see")
    assert table.breaches == [Breach("out_of_turn", 5, "a", "c", "see")]
    assert (table.turn, table.replay.stage) == ("c", Stage.VYING)
    assert table.act("c pass").result.ruff.winner == 0


def test_after_an_answer_out_of_turn_the_turn_goes_on_from_his_left() -> None:
    table = Table("knauer-2008", players=4).exchanged("b").act("b vie, d see")
    assert table.turn == "a"
    assert table.act("a see").turn == "c"


def test_a_revie_out_of_turn_has_to_be_answered_by_all() -> None:
    table = vying().act("b vie, a revie")
    assert table.turn == "b"
    assert table.act("b see").turn == "c"


def test_the_last_who_vied_may_revie_out_of_turn_and_all_answer_anew() -> None:
    table = vying().act("b vie, c see, b revie")
    assert table.breaches == [Breach("out_of_turn", 6, "b", "a", "revie")]
    assert table.turn == "c"


def test_the_last_who_vied_may_see_himself_out_of_turn_and_nothing_changes() -> None:
    table = vying().act("b vie, b see")
    assert (table.turn, [b.code for b in table.breaches]) == ("c", ["out_of_turn"])


def test_the_last_who_vied_may_pass_out_of_turn_and_the_others_go_on() -> None:
    table = vying().act("b vie, b pass, c see")
    assert (table.turn, table.replay.stage) == ("a", Stage.VYING)
    assert table.act("a pass").result.ruff.winner == 2
    assert table.net("ruff") == {"a": -2, "b": -2, "c": 4}


def test_who_has_seen_may_pass_out_of_turn_and_still_owes_the_stake() -> None:
    table = vying().act("b vie, c see, c pass")
    assert table.breaches == [Breach("out_of_turn", 6, "c", "a", "pass")]
    assert table.act("a see").net("ruff") == {"a": 4, "b": -2, "c": -2}


def test_the_ruff_is_not_reached_while_the_vying_lasts() -> None:
    ruff = vying().act("b vie, c see").result.ruff
    assert (ruff.vied_by, ruff.winner, ruff.reached, ruff.pays) == (1, None, False, {})


def rule_of(table: Table) -> str:
    """What the one violation at a table is about."""
    (violation,) = table.result.violations
    return violation.rule


@pytest.mark.parametrize("calls", ["b pass, c vie, b see", "b pass, b vie", "b pass, c pass, b pass"])
def test_who_comes_in_after_a_first_pass_that_is_final_breaks_what_a_first_pass_is(calls: str) -> None:
    table = vying(**OUT).act(calls)
    assert (table.breaches[0].code, rule_of(table)) == ("not_in_ruff", "initial_pass")


@pytest.mark.parametrize("options", [{}, OUT])
def test_who_comes_in_after_passing_a_vie_breaks_the_ruff(options) -> None:
    table = vying(**options).act("b vie, c pass, c see")
    assert (table.breaches[0].code, rule_of(table)) == ("not_in_ruff", "ruff")


@pytest.mark.parametrize("calls", ["b vie, c see, a see, b see", "b vie, c see, b pass", "b vie, c stand"])
def test_what_only_the_end_of_the_vying_forbids_breaks_that(calls: str) -> None:
    assert rule_of(vying(**STANDING).act(calls)) == "vying_ends"


def test_who_sees_before_a_vie_breaks_the_ruff() -> None:
    assert rule_of(vying(**STANDING).act("b see")) == "ruff"
