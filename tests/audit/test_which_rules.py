"""Which rules were they playing? The true ones are found, slips told from house rules, nothing skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Final

import orjson
import pytest

from gleek_replay.audit import Audit, Trial, audit_record, evidence
from gleek_replay.audit.account import rules_played_section
from gleek_replay.audit.evidence import WEIGHTS, Ground
from gleek_replay.audit.explanations import Explanation, Supposed, WhichRules, which_rules_document
from gleek_replay.audit.misrecorded import misrecorded_payments
from gleek_replay.audit.rereading import read_under, rules_over
from gleek_replay.audit.which_rules import which_rules
from gleek_replay.engine import OPTIONS, PRESETS, Document, RuleError, choices
from gleek_replay.records import HandRecord
from gleek_replay.simulation import simulate
from tests.documentation import table
from tests.histories import hide, read
from tests.records.written import GONE, changed, example
from tests.relabelled import first_of, has, relabelled, with_a_payment_falsified

FEW, MANY = 10, 200
EVENINGS = pytest.mark.parametrize(
    "evenings", [pytest.param(FEW, id="few"), pytest.param(MANY, id="long", marks=pytest.mark.long)]
)
STAKES: Final = (1, 2, 3, 4, 5)


def changes_of(supposed: Supposed) -> dict[str, object]:
    return {change.option: change.choice for change in supposed.changes}


def evening(preset: str, stated: object, options: Mapping[str, object], seed: int = 1) -> list[HandRecord]:
    """Ten hands by a preset with options changed, recorded as by other rules."""
    hands = simulate(preset, hands=10, seed=seed, options=options)
    return [read({**hand, "rules": stated}) for hand in hands]


def only_first(found: WhichRules) -> Explanation:
    (first,) = first_of(found)
    return first


@EVENINGS
def test_the_true_rules_of_ten_hands_under_another_name_rank_first(evenings: int) -> None:
    """Alone, or tied with rules by which every payment of the evening is the same."""
    found = 0
    for seed in range(evenings):
        session = relabelled(seed)
        first = first_of(which_rules(session.records))
        found += len(first) == 1 and has(first[0], session.true)
    assert found >= 0.95 * evenings


@EVENINGS
def test_rules_that_explain_a_falsified_payment_away_hardly_ever_rank_first(evenings: int) -> None:
    explained_away = 0
    for seed in range(evenings):
        session, _ = with_a_payment_falsified(relabelled(seed), seed)
        first = first_of(which_rules(session.records))
        explained_away += any(not has(explanation, session.true) for explanation in first)
    assert explained_away <= 0.05 * evenings


def test_the_payment_falsified_is_named() -> None:
    for seed in range(5):
        session, number = with_a_payment_falsified(relabelled(seed), seed)
        first = only_first(which_rules(session.records))
        wrong = [record for record, hand in zip(session.records, first.hands, strict=True) if hand.wrong]
        assert [record.hand_id for record in wrong] == [session.hands[number]["hand_id"]]
        assert not first.is_complete


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("parlett", {"odd_penny": "eldest"}),
        ("parlett", {"honours_to": "winner", "odd_penny": "runner_up"}),
        ("parlett", {"vying": "ante", "unvied": "carry_pot"}),
        ("knauer-2008", {"settlement": "each_opponent"}),
        ("wikipedia", {"ruff_stake": 5}),
        ("wikipedia", {"ruff_stake": 3, "odd_penny": "eldest"}),
        ("du-coeur-letter", {"tiddy": "off"}),
        ("cotton-1674", {"towser_tumbler": "scored"}),
    ],
)
def test_options_that_a_table_changed_without_a_word_are_found(
    preset: str, options: dict[str, object]
) -> None:
    first = only_first(which_rules(evening(preset, preset, options)))
    assert first.is_complete
    stated = PRESETS[preset].options()
    assert stated | options in [stated | changes_of(supposed) for supposed in first.supposed]


def brute_force(record: HandRecord, own: Mapping[str, object]) -> Iterator[tuple[dict[str, object], Audit]]:
    """Every change of one option or two, each replayed."""
    single = [
        (option, choice)
        for option in OPTIONS
        for choice in (STAKES if option == "ruff_stake" else choices(option))
        if choice != own[option]
    ]
    for one, other in [*((change, change) for change in single), *combinations(single, 2)]:
        if one[0] != other[0] or one == other:
            options: dict[str, object] = dict([one, other])
            try:
                yield options, read_under(record, rules_over(record, options=options))
            except RuleError:
                continue


def explains(audit: Audit) -> bool:
    return not audit.result.violations and audit.payments_agree is not False


@pytest.mark.parametrize("seed", range(4))
def test_no_change_of_one_option_or_two_that_explains_a_hand_is_passed_over(seed: int) -> None:
    chance = Random(seed)
    true, stated = chance.choice([("wikipedia", "parlett"), ("parlett", "wikipedia")])
    options = {"odd_penny": "eldest"} if seed % 2 else {}
    hand = list(simulate(true, hands=5, seed=seed, options=options, rare=True))[chance.randrange(5)]
    record = read({**hand, "rules": stated})
    found = which_rules([record])
    told = [changes_of(each) for explanation in found.complete for each in explanation.supposed]
    tried = 0
    for changed_options, audit in brute_force(record, PRESETS[stated].options()):
        tried += 1
        if explains(audit):
            assert any(each.items() <= changed_options.items() for each in told), changed_options
    assert tried > 300
    for supposed in told:
        assert explains(read_under(record, rules_over(record, options=supposed)))


def test_the_fewest_wrong_payments_are_told_though_it_costs_less_to_suppose_more_of_them() -> None:
    _, hand = simulate("parlett", hands=2, seed=3, rare=True)
    del hand["result"]
    record = read(hand)
    both: dict[str, object] = {"ruff_stake": 1, "vying": "ante"}
    due = read_under(record, rules_over(record, options=both)).document["due"]["payments"]
    hand["payments"] = [{name: each[name] for name in ("from", "to", "amount", "for")} for each in due]
    hand["payments"][0]["amount"] += 40
    record = read(hand)
    found = which_rules([record])
    stated, fewest = only_first(found), found.fewest_wrong
    assert (stated.supposed[0].changes, stated.counts) == ((), {Ground.MISRECORDED: 2})
    assert fewest is not None
    assert fewest.counts[Ground.MISRECORDED] == 1
    assert both in [changes_of(supposed) for supposed in fewest.supposed]
    by_any = (audit for _, audit in brute_force(record, PRESETS["parlett"].options()))
    assert min(len(misrecorded_payments(audit)) for audit in by_any if not audit.result.violations) == 1


def test_of_changes_that_come_to_the_same_only_the_needful_are_told() -> None:
    record = read(changed({"/rules": "wikipedia"}))
    for explanation in which_rules([record]).explanations:
        told = [set(changes_of(each).items()) for each in explanation.supposed if each.preset is None]
        assert not any(one < other for one in told for other in told)


def test_rules_that_nothing_in_the_hands_tells_apart_are_one_explanation() -> None:
    found = which_rules([read(example())])
    first = only_first(found)
    assert first.supposed[0].preset is None
    assert first.supposed[0].changes == ()
    assert first.cost == 0
    presets = [each.preset for explanation in found.explanations for each in explanation.supposed]
    assert set(PRESETS) - {"parlett"} <= set(presets)


def test_one_wrong_payment_is_a_slip_and_two_are_a_house_rule() -> None:
    slip = changed({"/payments/1/amount": 17, "/result": GONE})
    first = only_first(which_rules([read(slip)]))
    assert (first.supposed[0].preset, first.supposed[0].changes) == (None, ())
    assert first.counts == {Ground.MISRECORDED: 1}
    house = changed({"/payments/5/amount": 7, "/payments/0": GONE, "/result": GONE})
    supposed = only_first(which_rules([read(house)])).supposed
    told = [(each.preset, changes_of(each)) for each in supposed]
    assert (None, {"odd_penny": "eldest"}) in told
    assert (None, {"odd_penny": "runner_up"}) in told, "eldest bid last but the buyer"
    assert all(changes["odd_penny"] != "pot" for _, changes in told)


def test_a_change_has_the_source_of_the_choice() -> None:
    first = only_first(which_rules(evening("parlett", "parlett", {"odd_penny": "runner_up"})))
    (change,) = first.supposed[0].changes
    assert (change.option, change.stated, change.choice) == ("odd_penny", "pot", "runner_up")
    assert (change.citation.document, change.decisive) == (Document.LETTER, True)


def test_where_nothing_explains_everything_the_fewest_wrong_payments_are_told() -> None:
    found = which_rules([read(changed({"/payments/1/amount": 17, "/payments/3/amount": 9, "/result": GONE}))])
    assert found.complete == ()
    fewest = found.fewest_wrong
    assert fewest is not None
    assert [wrong.index for hand in fewest.hands for wrong in hand.payments] == [1, 3]


def test_a_cost_is_the_sum_of_what_counts_against_an_explanation() -> None:
    for explanation in which_rules(relabelled(1).records).explanations:
        assert explanation.cost == sum(
            WEIGHTS[ground] * count for ground, count in explanation.counts.items()
        )
        assert explanation.supposed[0].cost <= min(each.cost for each in explanation.supposed)
        assert explanation.counts.get(Ground.VIOLATION, 0) == sum(
            len(hand.audit.result.violations) for hand in explanation.hands
        )


def test_the_page_about_the_rules_has_the_weights() -> None:
    told = {row["counted"].strip("`"): int(row["cost"]) for row in table("rules.md", "weights")}
    assert told == {ground.value: weight for ground, weight in WEIGHTS.items()}


def test_ranks_rise_with_the_cost_and_equal_costs_share_one() -> None:
    for seed in range(3):
        told = which_rules(relabelled(seed).records).explanations
        assert [each.cost for each in told] == sorted(each.cost for each in told)
        for one in told:
            assert one.rank == 1 + sum(other.cost < one.cost for other in told)


def test_what_is_found_does_not_depend_on_the_order_of_the_records() -> None:
    records = relabelled(4).records
    told = which_rules_document(which_rules(records))
    Random(1).shuffle(records)
    assert which_rules_document(which_rules(records)) == told


def test_what_was_carried_tells_rules_apart_by_which_all_payments_are_the_same() -> None:
    hands = list(simulate("parlett", hands=10, seed=2, options={"unvied": "nothing"}, rare=True))
    unvied = [
        number
        for number, hand in enumerate(hands[:-1])
        if audit_record(read(hand)).result.ruff.vied_by is None
    ]
    assert len(unvied) > 1
    found = which_rules([read({**hand, "rules": "parlett"}) for hand in hands])
    assert changes_of(only_first(found).supposed[0]) == {"unvied": "nothing"}
    stated = next(each for each in found.explanations if each.supposed[0].changes == ())
    assert stated.counts == {Ground.CARRIED: len(unvied)}
    assert stated.mismatched == tuple(hands[number + 1]["hand_id"] for number in unvied)
    alone = which_rules([read({**hands[unvied[0]], "rules": "parlett"})])
    assert only_first(alone).supposed[0].changes == ()


def test_a_result_alone_tells_of_the_rules_too() -> None:
    session = relabelled(3)
    told = [{key: hand[key] for key in hand if key != "payments"} for hand in session.hands]
    assert has(only_first(which_rules([read(hand) for hand in told])), session.true)


def test_hidden_cards_leave_the_true_rules_first() -> None:
    session = relabelled(6)
    seen = [hide(hand, [hand["players"][0]["id"]], stock=False, discards=False) for hand in session.hands]
    assert has(only_first(which_rules([read(hand) for hand in seen])), session.true)


def test_a_breach_of_the_rules_that_a_choice_allows_is_explained_by_it() -> None:
    hand = next(iter(simulate("parlett", hands=1, seed=9, options={"opening_bid": 13})))
    told = only_first(which_rules([read({**hand, "rules": "parlett"})]))
    assert {"opening_bid": 13} in [changes_of(each) for each in told.supposed]


def test_presets_that_have_no_layout_for_the_players_are_named() -> None:
    hand = next(iter(simulate("knauer-2008", hands=1, seed=2, players=5)))
    found = which_rules([read(hand)])
    assert set(found.misfits) == set(PRESETS) - {"knauer-2008"}


def test_a_change_of_a_preset_that_matters_is_told_from_one_that_does_not() -> None:
    hands = evening("cotgrave-1662", "cotton-1674", {})
    cotgrave = next(each for each in only_first(which_rules(hands)).supposed if each.preset)
    decisive = {change.option: change.decisive for change in cotgrave.changes}
    assert decisive["opening_bid"] is True
    assert set(decisive) == {"tiddy_turned_up", "towser_tumbler", "opening_bid", "unvied"}


def test_hands_that_state_different_rules_are_each_read_by_their_own() -> None:
    hands = list(simulate("parlett", hands=6, seed=3))
    mixed = [
        read({**hand, "rules": {"preset": "parlett", "options": {"challenge": number % 2 == 0}}})
        for number, hand in enumerate(hands)
    ]
    first = only_first(which_rules(mixed))
    assert first.supposed[0].preset is None
    assert first.is_complete


def with_payments(number: int) -> dict[str, object]:
    """A hand with so many payments more than were due, some in each direction."""
    hand = example()
    ids = [player["id"] for player in hand["players"]]
    more = [
        {"from": ids[each % 3], "to": ids[(each + 1) % 3], "amount": 1 + each % 7, "for": "ruff"}
        for each in range(number)
    ]
    return {**hand, "payments": hand["payments"] + more}


def with_raises(number: int) -> dict[str, object]:
    """A hand in which two players raised one another so many times."""
    hand = example()
    ids = [player["id"] for player in hand["players"]]
    vied = next(index for index, (_, verb, *_) in enumerate(hand["actions"]) if verb == "vie")
    raises = [[ids[each % 2], "revie" if each else "vie"] for each in range(number)]
    return {**hand, "actions": hand["actions"][:vied] + raises + hand["actions"][vied:]}


@pytest.mark.parametrize("hand", [with_payments(950), with_raises(2400)], ids=["payments", "raises"])
def test_of_records_that_are_stuffed_not_all_is_tried_and_that_is_told(
    hand: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = Counter[str]()

    def counted(record: HandRecord) -> Audit:
        judged[record.hand_id] += 1
        return audit_record(record)

    monkeypatch.setattr(evidence, "audit_record", counted)
    found = which_rules([read(hand)])
    assert found.untried == (Trial.PRESET_AND_OPTION, Trial.TWO_OPTIONS)
    presets = [each.preset for explanation in found.explanations for each in explanation.supposed]
    assert set(PRESETS) - {"parlett"} <= set(presets)
    assert judged.total() < 150
    assert which_rules_document(found)["untried"] == ["preset_and_option", "two_options"]
    assert any("two options were not all tried" in line.text for line in rules_played_section(found).lines)
    judged.clear()
    session = [read({**hand, "hand_id": f"stuffed-{number}"}) for number in range(24)]
    assert which_rules(session).untried
    assert judged.total() < 24 * 50


def test_hands_as_tables_play_them_are_tried_by_everything() -> None:
    assert which_rules(relabelled(1).records).untried == ()
    four = [read({**hand, "rules": "knauer-2008"}) for hand in simulate("knauer-2008", hands=24, seed=1)]
    assert which_rules(four).untried == ()
    seen = [read(hide(hand, [hand["players"][0]["id"]], stock=False)) for hand in relabelled(6).hands]
    assert which_rules(seen).untried == ()


def test_of_no_hands_nothing_can_be_said() -> None:
    with pytest.raises(ValueError, match="no hands"):
        which_rules([])


def test_what_is_found_is_told_as_json() -> None:
    session, number = with_a_payment_falsified(relabelled(2), 2)
    document = which_rules_document(which_rules(session.records))
    assert orjson.loads(orjson.dumps(document)) == document
    first = document["explanations"][0]
    assert first["rank"] == 1
    assert session.true in [rules["preset"] for rules in first["rules"]]
    assert {wrong["hand_id"] for wrong in first["wrong"]} == {session.hands[number]["hand_id"]}
    assert all(change["document"] for rules in first["rules"] for change in rules["changes"])
