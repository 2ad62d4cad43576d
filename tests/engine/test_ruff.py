"""The ruff: what it is worth, who wins it, and what each loser pays in each way to stake."""

from __future__ import annotations

import pytest

from gleek_replay.engine import Carried, best_ruff, parse_cards, replay
from gleek_replay.engine.options import RuffCount
from tests.hands import RUFFS, Table, payments_at

TIED = {**RUFFS, "c": "AC KC QC JC TC 4S 5S 7S 8S 6D 7D 8D"}
"""Now c, who is elder than a, shows 51 in clubs."""

ACES = {"c": "AS AH AD AC 4S 5S 4H 5H 4D 5D 4C 5C", "a": "KS QS JS TS 9S 8S 7S 6S 6H 7H 6D 7D"}
"""c has four Aces, a eight spades worth 70."""


def vied(script: str, carried: Carried | None = None, /, **options: object) -> Table:
    """A table after the vying, in which a wins a showdown, and b one against c."""
    return Table(options=options, carried=carried, deal=RUFFS).exchanged("b").act(script)


def anted(script: str, **options: object) -> dict[str, int]:
    """What each wins or loses where everyone stands one unit in."""
    return vied(script, vying="ante", **options).net("ruff")


@pytest.mark.parametrize(
    ("count", "cards", "value"),
    [
        (RuffCount.PIPS, "AS KS QS JS TS 9S 4S", 64),
        (RuffCount.FLAT, "AS KS QS JS TS 9S 4S", 44),
        (RuffCount.CARDS, "AS KS QS JS TS 9S 4S", 7),
        (RuffCount.PIPS, "2H 3H", 5),
        (RuffCount.FLAT, "2H 3H", 2),
    ],
)
def test_a_ruff_counts_pips_or_one_for_each_small_card_or_the_cards(
    count: RuffCount, cards: str, value: int
) -> None:
    assert best_ruff(parse_cards(cards), count).value == value


def test_the_best_ruff_is_the_best_suit_of_a_hand() -> None:
    hand = parse_cards("AS KS 9H 8H 7H 6H TD AC KC 4C")
    assert best_ruff(hand, RuffCount.PIPS)[:2] == ("H", 30)
    assert best_ruff(hand, RuffCount.FLAT)[:2] == ("C", 22)
    assert best_ruff(hand, RuffCount.CARDS)[:2] == ("H", 4)


def test_the_better_ruff_wins_the_showdown_and_those_still_in_show() -> None:
    ruff = vied("b vie, c see, a pass").result.ruff
    assert ruff.winner == 1
    assert {seat: shown[:2] for seat, shown in ruff.shown.items()} == {1: ("D", 41), 2: ("S", 33)}


def test_of_equal_ruffs_the_elder_wins() -> None:
    ruff = Table(deal=TIED).exchanged("b").act("b pass, c pass, a vie, b pass, c see").result.ruff
    assert ruff.shown[0].value == ruff.shown[2].value
    assert ruff.winner == 2


def test_four_aces_in_one_hand_beat_every_ruff() -> None:
    ruff = Table(deal=ACES).exchanged("b").act("b pass, c vie, a see, b pass").result.ruff
    assert ruff.shown[0].value > ruff.shown[2].value
    assert (ruff.shown[2].four_aces, ruff.winner) == (True, 2)


def test_the_turn_up_belongs_to_no_hand() -> None:
    table = Table(a="AS AD AC KS", turn_up="AH").exchanged("b").act("b pass, c pass, a vie, b see, c pass")
    assert not table.result.ruff.shown[0].four_aces


def test_with_a_stake_who_passes_owes_it_as_it_stood_and_who_loses_the_showdown_the_final_stake() -> None:
    assert vied("b vie, c pass, a pass").net("ruff") == {"a": -2, "b": 4, "c": -2}
    assert vied("b vie, c see, a pass").net("ruff") == {"a": -2, "b": 4, "c": -2}
    assert vied("b vie, c pass, a revie, b see").net("ruff") == {"a": 6, "b": -4, "c": -2}
    assert vied("b vie, c revie, a revie, b pass, c see").net("ruff") == {"a": 12, "b": -6, "c": -6}


def test_with_a_stake_who_passes_again_owes_no_more_than_the_stake_he_passed_at() -> None:
    table = vied("b vie, c pass, a revie, b revie, a revie, b pass")
    assert table.net("ruff") == {"a": 10, "b": -8, "c": -2}


def test_with_a_stake_a_check_that_becomes_a_pass_owes_the_stake_at_the_pass() -> None:
    assert vied("b pass, c vie, a pass, b pass").net("ruff") == {"a": -2, "b": -2, "c": 4}


def test_with_a_stake_an_initial_pass_that_is_final_owes_nothing() -> None:
    table = vied("b pass, c vie, a see", initial_pass="out")
    assert table.net("ruff") == {"a": 2, "c": -2}
    assert table.result.ruff.pays == {1: 0, 2: 2}


def test_with_antes_an_initial_pass_that_is_final_loses_the_ante() -> None:
    assert anted("b pass, c vie, a see", initial_pass="out") == {"a": 6, "b": -2, "c": -4}


def test_with_antes_a_last_player_left_who_vies_wins_the_antes() -> None:
    assert anted("b pass, c pass, a vie", initial_pass="out") == {"a": 4, "b": -2, "c": -2}


def test_vied_not_seen_each_loser_pays_2() -> None:
    assert anted("b vie, c pass, a pass") == {"a": -2, "b": 4, "c": -2}


def test_vied_seen_the_loser_pays_4_and_a_third_player_who_never_came_in_2() -> None:
    assert anted("b vie, c see, a pass") == {"a": -2, "b": 6, "c": -4}


def test_vied_seen_and_revied_not_seen_each_loser_pays_4() -> None:
    assert anted("b vie, c see, a revie, b pass, c pass") == {"a": 8, "b": -4, "c": -4}


def test_vied_seen_and_revied_seen_each_loser_pays_6() -> None:
    assert anted("b vie, c see, a revie, b see, c see") == {"a": 12, "b": -6, "c": -6}


def test_vied_revied_revied_again_not_seen_each_loser_pays_6() -> None:
    assert anted("b vie, c revie, a see, b revie, c pass, a pass") == {"a": -6, "b": 12, "c": -6}


def test_vied_revied_revied_again_seen_each_loser_pays_8() -> None:
    assert anted("b vie, c revie, a see, b revie, c see, a see") == {"a": 16, "b": -8, "c": -8}


def test_cotgraves_example_the_loser_of_the_showdown_pays_6_and_player_2_pays_4() -> None:
    table = Table("cotgrave-1662", deal=RUFFS).exchanged("b")
    table.act("b vie, c see, a revie, b see, c pass")
    assert table.net("ruff") == {"a": 10, "b": -6, "c": -4}
    assert table.result.ruff.pays == {1: 6, 2: 4}


def test_a_unit_is_the_ruff_stake_times_the_multiplier_carried_in() -> None:
    carried = Carried(ruff_multiplier=4)
    assert vied("b vie, c pass, a pass", carried).net("ruff") == {"a": -8, "b": 16, "c": -8}
    assert vied("b vie, c pass, a pass", carried, ruff_stake=5).net("ruff") == {"a": -20, "b": 40, "c": -20}


def test_an_unvied_ruff_costs_nothing_without_a_pot() -> None:
    for unvied in ("double", "nothing"):
        assert vied("b pass, c pass, a pass", vying="ante", unvied=unvied).net("ruff") == {}


POT = Carried(ruff_pot=12)


def test_with_a_ruff_pot_everyones_ante_is_paid_into_it_before_the_vying() -> None:
    table = Table("du-coeur-letter", carried=POT, deal=RUFFS).exchanged("b")
    assert table.net("ruff") == {"a": -2, "b": -2, "c": -2, "ruff_pot": 6}
    assert {payment.action for payment in table.result.payments if payment.reason == "ruff"} == {3}


def test_an_unclaimed_ruff_pot_stays() -> None:
    table = Table("du-coeur-letter", carried=POT, deal=RUFFS).unvied("b")
    assert table.net("ruff") == {"a": -2, "b": -2, "c": -2, "ruff_pot": 6}


def test_the_winner_takes_what_everybody_put_in_and_the_pot_carried_in() -> None:
    table = Table("du-coeur-letter", carried=POT, deal=RUFFS).exchanged("b")
    table.act("b vie, c see, a pass")
    assert table.net("ruff") == {"a": -2, "b": 18, "c": -4, "ruff_pot": -12}
    assert table.result.ruff.pays == {0: 2, 2: 4}


def test_with_a_ruff_pot_a_record_that_ends_during_the_vying_owes_the_antes_and_no_more() -> None:
    table = Table("du-coeur-letter", carried=POT, deal=RUFFS).exchanged("b").act("b vie, c see")
    assert table.net("ruff") == {"a": -2, "b": -2, "c": -2, "ruff_pot": 6}
    assert payments_at(table.result, 5) == []


def test_without_a_ruff_pot_a_record_that_ends_during_the_vying_owes_nothing() -> None:
    assert vied("b vie, c see").net("ruff") == {}


def test_a_ruff_pot_carried_into_a_hand_without_one_is_not_won() -> None:
    assert vied("b vie, c pass, a pass", POT).net("ruff") == {"a": -2, "b": 4, "c": -2}


@pytest.mark.parametrize(
    ("script", "unvied", "multiplier"),
    [
        ("b pass, c pass, a pass", "double", 8),
        ("b vie, c pass, a pass", "double", 1),
        ("b pass, c pass, a pass", "nothing", 1),
        ("b vie, c pass, a pass", "nothing", 1),
        ("b pass, c pass, a pass", "carry_pot", 1),
    ],
)
def test_the_multiplier_handed_on_is_doubled_by_an_unvied_ruff_and_else_1(
    script: str, unvied: str, multiplier: int
) -> None:
    table = vied(script, Carried(ruff_multiplier=4, ruff_pot=5), vying="ante", unvied=unvied).played_out()
    carried = table.result.carried_out
    assert carried
    assert carried.ruff_multiplier == multiplier
    assert carried.ruff_pot == (5 + 3 * 8 if unvied == "carry_pot" else 5)


def test_nothing_is_carried_out_of_a_hand_that_did_not_end() -> None:
    assert vied("b vie, c pass, a pass").result.carried_out is None


def test_every_counter_of_a_four_handed_ruff_comes_from_a_loser() -> None:
    table = Table("knauer-2008", players=4).exchanged("b").act("b vie, c see, d pass, a revie, b pass, c see")
    assert sum(table.net("ruff").values()) == 0
    assert replay(table.record).ruff.pays[3] == 2
