"""Luck and skill apart: results without what the cards dealt brought."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gleek_replay.audit.facts.layout import LUCK_FIELDS, STAKES_BY_CODE, Mark
from gleek_replay.simulation.temper import CAREFUL, EVEN, Gamester, Temper
from gleek_replay.statistics.columns import Lines
from gleek_replay.statistics.luck import (
    FEWEST_HANDS,
    LARGEST_NET,
    LeftOut,
    LuckFit,
    LuckSums,
    NetAHand,
    TooFewHands,
    adjusted,
    by_table,
    tell_luck,
)
from tests.statistics.dealt_lines import lines_of_evenings, made_up, seating, together

FOOL = Gamester(id="fool", name="Fool", temper=Temper(boldness=1.0, bluff=1.0, slyness=0.0), skill=0.0)
SOUND = (
    Gamester(id="ann", name="Ann", temper=EVEN, skill=0.95),
    Gamester(id="ben", name="Ben", temper=CAREFUL, skill=0.95),
)


def fit_of(*portions: Lines, version: int = 1) -> LuckFit:
    """The fit of lines at one kind of table."""
    ((preset, players, _),) = by_table(portions[0])
    sums = LuckSums(preset, players)
    for lines in portions:
        sums.add(lines)
    return sums.fit(version)


def changed(lines: Lines, field: str, values: Any, where: Any = slice(None)) -> Lines:
    """The same lines with other values in some rows of a field."""
    rows = lines.rows.copy()
    rows[field][where] = values
    return Lines(rows)


def ends(of: NetAHand) -> tuple[float, float]:
    """The ends of an interval, which there is."""
    assert of.low is not None
    assert of.high is not None
    return of.low, of.high


def of_seat(lines: Lines, seat: int) -> Lines:
    """The lines of one player of the made-up game."""
    return lines.where(lines["seat"] == seat)


@pytest.fixture(scope="module")
def table_with_a_fool() -> dict[str, Lines]:
    """3,000 hands by Parlett's rules of two sound players and one who bids and vies on anything, by id."""
    with seating(FOOL, *SOUND):
        return lines_of_evenings("parlett", 3_000, seed=5)


@pytest.fixture(scope="module")
def roster() -> Lines:
    """1,500 hands by Parlett's rules of all who come to the simulated evenings."""
    return together(list(lines_of_evenings("parlett", 1_500, seed=1).values()))


def test_a_fit_knows_what_cards_are_worth() -> None:
    fit = fit_of(made_up(20_000, seed=1, worth=2.0))
    assert (fit.preset, fit.players, fit.version, fit.hands) == ("parlett", 3, 1, 20_000)
    assert np.array(fit.coefficients) == pytest.approx(np.full((2, len(LUCK_FIELDS)), 2.0), abs=0.1)


def test_the_variance_removed_is_told_out_of_sample() -> None:
    few, many = made_up(FEWEST_HANDS, seed=1, worth=0.0), made_up(10_000, seed=2, worth=0.0)
    by_chance = fit_of(few)
    assert by_chance.removed < 0, "cards that are worth nothing account for less than nothing"
    truly = 1 - adjusted(many, [by_chance]).net.var() / many["net"].var()
    assert by_chance.removed == pytest.approx(truly, abs=0.06)


def test_by_parletts_rules_well_over_40_percent_of_the_variance_is_removed_also_elsewhere(
    roster: Lines, table_with_a_fool: dict[str, Lines]
) -> None:
    fit = fit_of(roster)
    assert fit.removed > 0.6
    for player_id, lines in table_with_a_fool.items():
        told = tell_luck(adjusted(lines, [fit]))
        assert told.removed is not None
        assert told.removed > 0.6, f"{player_id} never sat at the tables of the fit"


def test_the_cards_favour_nobody_however_well_he_plays(table_with_a_fool: dict[str, Lines]) -> None:
    fit = fit_of(*table_with_a_fool.values())
    edges = {}
    for player_id, lines in table_with_a_fool.items():
        without_luck = adjusted(lines, [fit])
        luck = without_luck.real - without_luck.net
        assert abs(luck.mean()) < 3.5 * luck.std() / np.sqrt(len(luck)), player_id
        edges[player_id] = without_luck.net.mean()
    assert edges["fool"] < -2.5
    assert min(edges["ann"], edges["ben"]) > 0.5


def test_the_interval_of_an_adjusted_result_covers_the_players_edge(
    table_with_a_fool: dict[str, Lines],
) -> None:
    fit, chance = fit_of(*table_with_a_fool.values()), np.random.default_rng(1)
    fool = table_with_a_fool["fool"]
    edge = fool["net"].mean()
    covered, narrower = 0, []
    for _ in range(1_000):
        told = tell_luck(adjusted(Lines(fool.rows[chance.integers(0, len(fool), 100)]), [fit]))
        low, high = ends(told.adjusted)
        covered += low <= edge <= high
        narrower.append((high - low) / (ends(told.real)[1] - ends(told.real)[0]))
    assert covered >= 930
    assert np.mean(narrower) < 0.65


def test_a_fit_never_learns_from_a_hand_that_it_is_told_of() -> None:
    edge, clubs = 12.0, 100
    lucky, lucky_in_sample = [], []
    for seed in range(clubs):
        lines = made_up(FEWEST_HANDS, seed, worth=0.0, edge=edge)
        best = of_seat(lines, 0)
        without_luck = adjusted(best, [fit_of(lines)])
        lucky.append((without_luck.real - without_luck.net).mean())
        fields, his = (np.column_stack([of[name] for name in LUCK_FIELDS]) for of in (lines, best))
        learnt = np.linalg.lstsq(fields.astype(float), lines["net"], rcond=None)[0]
        lucky_in_sample.append((his @ learnt).mean())
    assert abs(np.mean(lucky)) < 0.01 * edge
    assert np.mean(lucky_in_sample) > 0.03 * edge, "so a fit from the very hands takes skill for luck"


def test_what_luck_gave_to_some_it_took_from_the_others_of_a_hand(roster: Lines) -> None:
    without_luck = adjusted(roster, [fit_of(roster)])
    luck = without_luck.real - without_luck.net
    by_hand = np.bincount(roster["hand_key"], weights=luck)
    assert np.abs(luck).max() > 20
    assert np.abs(by_hand).max() < 1e-9


def test_neither_order_nor_portions_change_a_fit(roster: Lines) -> None:
    shuffled = Lines(np.random.default_rng(1).permutation(roster.rows))
    portions = [Lines(shuffled.rows[start : start + 701]) for start in range(0, len(shuffled), 701)]
    assert fit_of(*portions) == fit_of(roster)


def test_from_too_few_hands_there_is_no_fit() -> None:
    lines = made_up(FEWEST_HANDS, seed=1)
    assert fit_of(lines).hands == FEWEST_HANDS
    hidden = changed(lines, "marks", Mark.COMPLETE, where=slice(3))
    with pytest.raises(TooFewHands):
        fit_of(hidden)


def test_one_absurd_hand_does_not_spoil_a_fit() -> None:
    lines = made_up(1_000, seed=1)
    absurd = changed(lines, "net", [10**15, -(2**63)], where=[0, 1])
    assert absurd["net"].max() > LARGEST_NET
    assert fit_of(absurd).removed == pytest.approx(fit_of(lines).removed, abs=0.01)


def test_fields_that_are_always_alike_or_go_together_are_borne() -> None:
    lines = made_up(1_000, seed=1)
    alike = changed(lines, LUCK_FIELDS[3], 0)
    twice = changed(alike, LUCK_FIELDS[5], lines[LUCK_FIELDS[4]])
    twice = changed(twice, "net", twice["net"] - 2 * lines[LUCK_FIELDS[3]] - 2 * lines[LUCK_FIELDS[5]])
    fit = fit_of(twice)
    assert fit.removed > 0.6
    assert all(half[3] == 0 for half in fit.coefficients)
    assert all(half[4] == pytest.approx(1.0, abs=0.2) == half[5] for half in fit.coefficients)


def of_all_kinds(lines: Lines) -> Lines:
    """Six hands of one player: whole, void, not scored, hidden, not scored and hidden, and whole again."""
    whole, known = Mark.COMPLETE | Mark.DEAL_KNOWN, Mark.DEAL_KNOWN
    mine = Lines(of_seat(lines, 0).rows[:6])
    mine = changed(mine, "marks", [whole, whole, known, Mark.COMPLETE, 0, whole])
    return changed(mine, "standing", 0, where=1)


def test_hands_that_cannot_be_told_are_left_out_and_counted_by_reason() -> None:
    lines = made_up(1_000, seed=1)
    unfitted = of_seat(made_up(4, seed=2, preset="cotton-1674"), 0)
    fit = fit_of(lines)
    without_luck = adjusted(together([of_all_kinds(lines), unfitted]), [fit, replace(fit, players=4)])
    assert without_luck.told.tolist() == [True, False, False, False, False, True, *[False] * 4]
    assert without_luck.lines["hand_key"].tolist() == [1001, 1006]
    assert without_luck.left_out == {LeftOut.UNFINISHED: 2, LeftOut.HIDDEN: 1, LeftOut.NO_FIT: 4}
    assert without_luck.fits == (fit,)


def test_each_kind_of_table_has_its_own_fit() -> None:
    dear, cheap = made_up(500, seed=1, worth=2.0), made_up(500, seed=1, worth=1.0, players=4)
    fits = [fit_of(dear), fit_of(cheap)]
    both = adjusted(together([of_seat(cheap, 1), of_seat(dear, 1)]), fits)
    assert both.fits == tuple(fits)
    assert both.net.tolist() == [
        *adjusted(of_seat(cheap, 1), fits[1:]).net,
        *adjusted(of_seat(dear, 1), fits[:1]).net,
    ]


def test_money_is_counters_by_the_coin_they_stood_for() -> None:
    lines = made_up(500, seed=1)
    mine = of_seat(lines, 0)
    for stake, farthings in (("farthing", 1), ("penny", 4), ("sixpence", 24)):
        staked = changed(mine, "stake", STAKES_BY_CODE.index(stake))
        in_money = adjusted(staked, [fit_of(lines)], money=True)
        assert in_money.net == pytest.approx(adjusted(staked, [fit_of(lines)]).net * farthings)
        assert in_money.real.tolist() == (mine["net"] * farthings).tolist()


def test_what_is_told_of_luck_adds_up() -> None:
    lines = made_up(500, seed=1, edge=6.0)
    told = tell_luck(adjusted(of_seat(lines, 0), [fit_of(lines)]))
    assert told.hands == 500
    assert told.real.value == pytest.approx(of_seat(lines, 0)["net"].mean())
    assert told.real.value is not None
    assert told.adjusted.value is not None
    assert told.luck == pytest.approx(500 * (told.real.value - told.adjusted.value))
    low, high = ends(told.adjusted)
    assert low < 6.0 < high
    assert told.removed is not None
    assert told.removed > 0.6


def test_of_no_hands_or_one_nothing_is_made_up() -> None:
    lines = made_up(500, seed=1)
    none, one = Lines(lines.rows[:0]), Lines(lines.rows[:1])
    told = tell_luck(adjusted(none, [fit_of(lines)]))
    assert (told.hands, told.luck, told.fits, told.removed) == (0, 0.0, (), None)
    assert (told.adjusted.value, told.adjusted.low, told.adjusted.deviation) == (None, None, None)
    assert tell_luck(adjusted(one, [fit_of(lines)])).adjusted.low is None
    assert tell_luck(adjusted(lines, [])).left_out == {LeftOut.NO_FIT: len(lines)}
