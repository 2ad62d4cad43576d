"""Simulated evenings: legal, the same for the same seed, and worth looking at."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

import orjson
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gleek_replay.audit import Audit, Verdict, audit_record, audit_sessions
from gleek_replay.engine import LAYOUTS, OPTIONS, PRESETS, Carried, Reason, Verb, choices
from gleek_replay.engine.options import Unvied
from gleek_replay.records import read_record
from gleek_replay.simulation import RuleError, simulate
from gleek_replay.simulation.evenings import FIRST_DAY
from gleek_replay.simulation.roster import GAMESTERS
from gleek_replay.simulation.temper import BOLD, CAREFUL

BY_KNAUER = [
    {"preset": "knauer-2008", "players": players, "options": {"deck": deck}} for players, deck in LAYOUTS
]
TABLES: list[dict[str, Any]] = [*({"preset": preset} for preset in PRESETS), *BY_KNAUER]


def audited(hands: list[dict[str, Any]]) -> list[Audit]:
    """The hands as any reader of their JSON would audit them."""
    return [audit_record(read_record(orjson.dumps(hand))) for hand in hands]


def told(table: dict[str, Any]) -> str:
    """A table's name among the parameters."""
    return "-".join(
        str(part) for part in (table["preset"], table.get("players", 3), table.get("options", ""))
    )


@pytest.mark.parametrize("table", TABLES, ids=told)
@pytest.mark.parametrize("rare", [False, True], ids=["fair", "rare"])
def test_every_hand_of_every_table_audits_clean(table: dict[str, Any], rare: bool) -> None:
    for audit in audited(list(simulate(**table, hands=30, seed=11, rare=rare))):
        assert audit.verdict is Verdict.CLEAN, audit.document["violations"]
        assert audit.payments_agree
        assert audit.result.complete


def some_choice(option: str) -> st.SearchStrategy[Any]:
    """A choice of an option as a hand history writes it."""
    return st.sampled_from([str(choice) if isinstance(choice, str) else choice for choice in choices(option)])


@settings(max_examples=60)
@given(
    layout=st.sampled_from(list(LAYOUTS)),
    preset=st.sampled_from(list(PRESETS)),
    options=st.fixed_dictionaries(
        {}, optional={option: some_choice(option) for option in OPTIONS if option != "deck"}
    ),
    seed=st.integers(0, 10_000),
    rare=st.booleans(),
)
def test_any_options_that_go_together_can_be_played(
    layout: tuple[int, int], preset: str, options: dict[str, Any], seed: int, rare: bool
) -> None:
    players, deck = layout if preset == "knauer-2008" else (3, 44)
    vying = options.get("vying", PRESETS[preset].vying)
    assume((options.get("unvied", PRESETS[preset].unvied), vying) != ("carry_pot", "stake"))
    asked = {**options, "deck": deck}
    hands = list(simulate(preset, hands=4, seed=seed, players=players, options=asked, rare=rare))
    assert [audit.verdict for audit in audited(hands)] == [Verdict.CLEAN] * 4


def test_the_same_arguments_give_the_same_hands_and_another_seed_gives_others() -> None:
    first, again, other = (list(simulate("parlett", hands=25, seed=seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert {hand["hand_id"] for hand in first}.isdisjoint(hand["hand_id"] for hand in other)


@pytest.mark.parametrize("hands", [0, 1, 7, 8, 100])
def test_there_are_as_many_hands_as_were_asked_for(hands: int) -> None:
    found = list(simulate("parlett", hands=hands, seed=5))
    assert len(found) == len({hand["hand_id"] for hand in found}) == hands


def test_an_evening_has_eight_to_fourteen_hands_and_only_the_last_is_cut_short() -> None:
    numbers = Counter(hand["session"]["id"] for hand in simulate("parlett", hands=200, seed=4))
    *whole, last = numbers.values()
    assert all(8 <= count <= 14 for count in whole)
    assert last <= 14


@pytest.mark.parametrize("preset", ["parlett", "du-coeur-letter", "knauer-2008"])
def test_each_hand_of_an_evening_begins_where_the_last_one_ended(preset: str) -> None:
    audits = audited(list(simulate(preset, hands=120, seed=8, rare=True)))
    sessions = audit_sessions(audits)
    assert [session.findings for session in sessions] == [()] * len(sessions)
    assert any(audit.record.hand.carried != Carried() for audit in audits)


def test_the_first_dealer_of_an_evening_is_found_by_lifting_the_lowest_card() -> None:
    hands = list(simulate("parlett", hands=300, seed=6))
    assert all(("lift" in hand) == (hand["session"]["hand"] == 1) for hand in hands)
    rounds = [len(hand["lift"]) for hand in hands if "lift" in hand]
    assert max(rounds) > 1, "those who tie lift again"
    assert not any(audit.result.violations for audit in audited(hands))


def test_the_evenings_are_spread_over_a_year_in_the_order_of_their_dates() -> None:
    hands = list(simulate("parlett", hands=1000, seed=9))
    moments = [datetime.fromisoformat(hand["played_at"]) for hand in hands]
    assert all(earlier < later for earlier, later in pairwise(moments) if earlier.date() != later.date())
    days = {moment.date() for moment in moments}
    assert min(days) - FIRST_DAY < timedelta(days=20)
    assert max(days) - FIRST_DAY > timedelta(days=345)
    assert len({(day.year, day.month) for day in days}) == 12
    assert max(days) < FIRST_DAY.replace(year=FIRST_DAY.year + 1)


def test_nobody_sits_at_two_tables_on_one_evening() -> None:
    seated: dict[date, list[str]] = {}
    for hand in simulate("parlett", hands=2500, seed=3):
        if hand["session"]["hand"] == 1:
            day = datetime.fromisoformat(hand["played_at"]).date()
            seated.setdefault(day, []).extend(player["id"] for player in hand["players"])
    assert any(len(ids) > 3 for ids in seated.values()), "two tables on some evening"
    assert all(len(ids) == len(set(ids)) for ids in seated.values())


def test_the_bold_vie_more_often_than_the_careful() -> None:
    spoke, vied = Counter[str](), Counter[str]()
    for hand in simulate("cotgrave-1662", hands=600, seed=2):
        calls = [entry for entry in hand["actions"] if entry[1] in ("vie", "see", "revie")]
        spoke.update(player["id"] for player in hand["players"])
        vied.update({player for player, _ in calls})
    share = {player: vied[player] / spoke[player] for player in spoke}
    bold = [share[gamester.id] for gamester in GAMESTERS if gamester.temper is BOLD]
    careful = [share[gamester.id] for gamester in GAMESTERS if gamester.temper is CAREFUL]
    assert min(bold) > max(careful)


def test_skill_pays_in_the_long_run() -> None:
    net, hands = Counter[str](), Counter[str]()
    for hand in simulate("parlett", hands=4000, seed=1):
        net.update(hand["result"])
        hands.update(hand["result"].keys())
    by_skill = sorted(GAMESTERS, key=lambda gamester: gamester.skill)
    poor, good = by_skill[:4], by_skill[-4:]
    assert sum(net[one.id] / hands[one.id] for one in good) > sum(net[one.id] / hands[one.id] for one in poor)


def rare_things(audits: list[Audit]) -> Counter[str]:
    """How many hands had each of the rare things."""
    found = Counter[str]()
    for audit in audits:
        hand, result = audit.record.hand, audit.result
        ruffs = sorted(ruff.strength for ruff in result.ruff.shown.values())
        unit = hand.rules.ruff_stake * hand.carried.ruff_multiplier
        found.update(
            {
                "mournival": any(payment.reason is Reason.MOURNIVAL for payment in result.payments),
                "four Aces": any(four_aces for four_aces, _ in ruffs),
                "tied ruffs": len(ruffs) > 1 and ruffs[-1] == ruffs[-2],
                "long vying": max(result.ruff.pays.values(), default=0) >= 6 * unit,
                "unvied": result.ruff.vied_by is None,
                "doubled": hand.carried.ruff_multiplier > 1,
                "ruff pot": hand.carried.ruff_pot > 0,
                "discarded honour": any("discarded_honour" in rules for rules in audit.grounds.payments),
                "turn-up gleek": any(payment.rule == "turn_up_in_gleek" for payment in result.payments),
                "returned": _returned(hand.actions),
            }
        )
    return found


def _returned(actions: Any) -> bool:
    passed = set()
    for seat, verb, _ in actions:
        if verb is Verb.PASS:
            passed.add(seat)
        elif verb is not Verb.BID:
            return False
        elif seat in passed:
            return True
    return False


@pytest.mark.parametrize("table", TABLES, ids=told)
def test_rare_things_come_oftener_than_in_fair_deals_when_they_are_asked_for(table: dict[str, Any]) -> None:
    hands = 200
    fair, found = (
        rare_things(audited(list(simulate(**table, hands=hands, seed=1, rare=rare))))
        for rare in (False, True)
    )
    often = {"mournival", "four Aces", "tied ruffs", "long vying", "unvied", "discarded honour"}
    rules = PRESETS[table["preset"]]
    often |= {"turn-up gleek"} if rules.turn_up_in_gleek else set()
    often |= {"doubled"} if rules.unvied is Unvied.DOUBLE else set()
    often |= {"ruff pot"} if rules.unvied is Unvied.CARRY_POT else set()
    assert {thing for thing in often if found[thing] <= max(fair[thing], hands // 50)} == set(), (fair, found)


def test_a_player_who_passed_comes_in_again_where_he_may() -> None:
    found = rare_things(audited(list(simulate("knauer-2008", hands=200, seed=1, rare=True))))
    assert found["returned"] > 4


def test_rules_that_do_not_go_together_are_refused_at_once_with_every_fault() -> None:
    with pytest.raises(RuleError) as refused:
        simulate("parlett", hands=1, seed=1, players=4, options={"unvied": "carry_pot", "tidy": "off"})
    assert {place for place, _ in refused.value.faults} == {"tidy", "unvied", "players"}
