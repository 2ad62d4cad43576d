"""Rules: the preset, its options, and whether they go together and with the number of players."""

from __future__ import annotations

from typing import Any

import pytest

from gleek_replay.engine import OPTIONS, PRESETS, choices
from tests.records.written import changed, example, faults, faults_after

PRESET = f"expected one of the presets {', '.join(PRESETS)}; found "
CARRY_POT = "carry_pot needs vying: ante, since with stake nobody pays an ante"


def faults_of_rules(rules: object, name: str = "parlett") -> dict[str, list[str]]:
    return faults_after({"/rules": rules}, name)


@pytest.mark.parametrize("preset", ["", "Parlett", "parlett ", "willughby", "x" * 90])
def test_an_unknown_preset_is_pointed_at_where_it_stands(preset: str) -> None:
    assert sorted(faults_of_rules(preset)) == ["/rules"]
    assert sorted(faults_of_rules({"preset": preset})) == ["/rules/preset"]
    assert faults_of_rules("nope") == {"/rules": [f'{PRESET}"nope"']}


@pytest.mark.parametrize("preset", [None, 5, ["parlett"], {"parlett": {}}, True])
def test_a_preset_is_a_string(preset: object) -> None:
    assert sorted(faults_of_rules({"preset": preset})) == ["/rules/preset"]


@pytest.mark.parametrize("rules", [None, 5, ["parlett"], False])
def test_rules_are_a_name_or_an_object(rules: object) -> None:
    [said] = faults_of_rules(rules)["/rules"]
    assert said.startswith("expected a preset's name, or an object with preset and options; found ")


def test_an_object_of_rules_has_a_preset_and_options_only() -> None:
    assert faults_of_rules({}) == {"/rules/preset": ["this field is required"]}
    found = faults_of_rules({"preset": "parlett", "deck": 44})
    assert found == {"/rules/deck": ["no such field here; expected only preset, options"]}


@pytest.mark.parametrize("options", [None, [], "none", 0])
def test_options_are_an_object(options: object) -> None:
    assert sorted(faults_of_rules({"preset": "parlett", "options": options})) == ["/rules/options"]


def test_an_unknown_option_is_told_with_those_there_are() -> None:
    found = faults_of_rules({"preset": "parlett", "options": {"tidy": "off", "name": "x", "players": 3}})
    assert sorted(found) == ["/rules/options/name", "/rules/options/players", "/rules/options/tidy"]
    assert found["/rules/options/tidy"] == [f"no such option; expected only {', '.join(OPTIONS)}"]


BAD: dict[str, list[object]] = {
    "deck": [40, 44.0, "44", True, None],
    "tiddy": ["Claimed", "on", None, True, ["claimed"]],
    "tiddy_turned_up": [3, 2.0, "2", None],
    "tiddy_held": [4, 2.0, True],
    "opening_bid": [11, 14, 12.0, "12"],
    "passed_may_return": [0, 1, "true", None],
    "ruff_stake": [0, 1001, 2.0, -1, True, "2", 10**18],
    "challenge": [1, 1.0, "false", {}],
}


@pytest.mark.parametrize(("option", "value"), [(option, value) for option in BAD for value in BAD[option]])
def test_a_value_that_an_option_does_not_take_is_told_with_those_it_takes(option: str, value: object) -> None:
    found = faults_of_rules({"preset": "parlett", "options": {option: value}})
    place = f"/rules/options/{option}"
    assert sorted(found) == [place]
    assert found[place][0].startswith("expected ")


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_refuses_a_word_that_is_none_of_its_values(option: str) -> None:
    found = faults_of_rules({"preset": "knauer-2008", "options": {option: "whatever"}})
    assert sorted(found) == [f"/rules/options/{option}"]
    assert found[f"/rules/options/{option}"][0].endswith('; found "whatever"')


@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option in OPTIONS if option != "deck" for value in choices(option)[:5]],
)
def test_every_value_of_an_option_is_well_formed(option: str, value: Any) -> None:
    together = {"vying": "ante"} if value == "carry_pot" else {}
    assert faults_of_rules({"preset": "parlett", "options": {option: value} | together}) == {}


def test_every_fault_of_the_rules_is_told_at_once() -> None:
    options = {"tidy": 1, "deck": 45, "vying": "whatever", "unvied": "carry_pot"}
    found = faults_of_rules({"preset": "nope", "options": options, "more": 1})
    places = ["more", "options/deck", "options/tidy", "options/vying", "preset"]
    assert sorted(found) == [f"/rules/{place}" for place in places]


def test_a_ruff_pot_to_carry_needs_antes() -> None:
    told = {"/rules/options/unvied": [CARRY_POT]}
    assert faults_of_rules({"preset": "parlett", "options": {"unvied": "carry_pot"}}) == told
    both = {"vying": "stake", "unvied": "carry_pot"}
    assert faults_of_rules({"preset": "cotgrave-1662", "options": both}) == told
    assert faults_of_rules({"preset": "parlett", "options": {"vying": "ante", "unvied": "carry_pot"}}) == {}


def test_stakes_do_not_go_with_a_preset_that_carries_the_pot() -> None:
    found = faults_of_rules({"preset": "du-coeur-1996", "options": {"vying": "stake"}})
    assert found == {"/rules/options/vying": [CARRY_POT]}
    assert (
        faults_of_rules({"preset": "du-coeur-1996", "options": {"vying": "stake", "unvied": "nothing"}}) == {}
    )


def test_a_pack_needs_a_layout_with_so_many_players() -> None:
    found = faults_of_rules({"preset": "parlett", "options": {"deck": 48}})
    assert found == {"/rules/options/deck": ["3 players use a pack of 44, not 48"]}
    found = faults_of_rules({"preset": "knauer-2008", "options": {"deck": 52}}, "four-players")
    assert found == {"/rules/options/deck": ["4 players use a pack of 44 or 48, not 52"]}


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "knauer-2008"])
def test_only_knauers_game_is_for_other_than_three(preset: str) -> None:
    assert faults_of_rules(preset, "four-players") == {"/players": [f"{preset} is for 3 players, not 4"]}


PACKS = {2: [44], 3: [44], 4: [44, 48], 5: [44, 52], 6: [52]}


@pytest.mark.parametrize(("players", "deck"), [(players, deck) for players in PACKS for deck in (44, 48, 52)])
def test_every_layout_is_well_formed_and_no_other(players: int, deck: int) -> None:
    rules = {"preset": "knauer-2008", "options": {"deck": deck}}
    document = changed({"/players": [{"id": f"p{seat}"} for seat in range(players)], "/dealer": "p0"})
    document |= {"rules": rules, "deal": {"turn_up": "AH"}, "actions": [], "payments": [], "result": {}}
    assert sorted(faults(document)) == ([] if deck in PACKS[players] else ["/rules/options/deck"])
    assert faults(document | {"rules": "knauer-2008"}) == {}


@pytest.mark.parametrize(
    "options", [{}, {"tiddy": "whatever"}, {"tidy": 1}, {"deck": 48}, {"deck": "whatever"}]
)
def test_a_fault_of_the_rules_hides_none_of_the_cards(options: dict[str, object]) -> None:
    deal = example()["deal"]
    deal["hands"]["bess"] = deal["hands"]["bess"][3:]
    found = faults_after({"/rules": {"preset": "parlett", "options": options}, "/deal": deal})
    assert ("/deal/hands/bess" in found) == (options.get("deck") != 48)


def test_where_the_pack_is_in_doubt_sizes_are_not_judged() -> None:
    assert sorted(faults_after({"/rules/options/deck": "forty"}, "four-players")) == ["/rules/options/deck"]
    assert sorted(faults_after({"/rules": 5}, "four-players")) == ["/rules"]
    assert sorted(faults_after({"/rules/preset": "nope"}, "four-players")) == ["/rules/preset"]
