"""Players: who they are, and everybody that a record names without being one of them."""

from __future__ import annotations

import pytest

from tests.records.written import changed, faults, faults_after

THEM = "bess, pru, geraldine"
NOBODY = f'expected one of the players {THEM}; found "nobody"'


@pytest.mark.parametrize(
    ("place", "value", "pointer"),
    [
        ("/dealer", "nobody", "/dealer"),
        ("/actions/0", ["nobody", "bid", 12], "/actions/0"),
        ("/actions/1", ["nobody", "pass"], "/actions/1"),
        ("/actions/-", ["nobody", "play", "AS"], "/actions/46"),
        ("/actions/-", ["nobody", "challenge", "bess", "gleek", "A"], "/actions/46"),
        ("/actions/-", ["bess", "challenge", "nobody", "gleek", "A"], "/actions/46"),
        ("/result/nobody", 0, "/result/nobody"),
        ("/lift", [{"bess": "4S"}, {"nobody": "5S"}], "/lift/1/nobody"),
    ],
)
def test_a_name_that_is_nobodys_is_a_fault(place: str, value: object, pointer: str) -> None:
    assert faults_after({place: value}) == {pointer: [NOBODY]}


@pytest.mark.parametrize("end", ["from", "to"])
def test_a_payment_is_from_and_to_a_player_or_a_pot(end: str) -> None:
    found = faults_after({f"/payments/0/{end}": "nobody"})
    said = f'expected one of the players {THEM}, pot, ruff_pot; found "nobody"'
    assert found == {f"/payments/0/{end}": [said]}


def test_a_hand_dealt_to_nobody_is_a_fault() -> None:
    deal = changed({})["deal"]
    deal["hands"]["nobody"] = deal["hands"].pop("pru")
    assert faults_after({"/deal": deal}) == {"/deal/hands/nobody": [NOBODY]}


def test_an_id_in_another_case_is_another_id() -> None:
    found = faults_after({"/dealer": "Bess"})
    assert found == {"/dealer": [f'expected one of the players {THEM}; found "Bess"']}


@pytest.mark.parametrize("name", ["a/b", "a~b", "", "_schema", "0", 'say "so"'])
def test_a_name_that_is_no_id_is_pointed_at_with_its_characters_escaped(name: str) -> None:
    step = name.replace("~", "~0").replace("/", "~1")
    found = faults_after({f"/result/{step}": 0})
    assert sorted(found) == [f"/result/{step}"]


@pytest.mark.parametrize("player", [None, 5, True, ["bess"], {"bess": 1}, 1.5])
def test_who_acts_is_named_by_a_string(player: object) -> None:
    found = faults_after({"/actions/-": [player, "pass"], "/dealer": player})
    assert sorted(found) == ["/actions/46", "/dealer"]


@pytest.mark.parametrize("pot", ["pot", "ruff_pot"])
def test_the_pots_are_accounts_but_no_players(pot: str) -> None:
    assert faults_after({"/payments/1/to": pot, "/payments/2/from": pot}) == {}
    found = faults_after(
        {"/dealer": pot, "/actions/-": [pot, "pass"], f"/result/{pot}": 0, "/lift": [{pot: "4S"}]}
    )
    assert sorted(found) == ["/actions/46", "/dealer", f"/lift/0/{pot}", f"/result/{pot}"]


@pytest.mark.parametrize("pot", ["pot", "ruff_pot"])
def test_no_player_may_be_called_like_a_pot(pot: str) -> None:
    found = faults_after({"/players/1/id": pot})
    assert found["/players/1/id"] == [
        f'expected a player\'s id, which pot and ruff_pot are not; found "{pot}"'
    ]


def test_two_players_of_one_id_are_a_fault_of_the_second() -> None:
    found = faults_after({"/players/1/id": "bess"})
    assert found["/players/1/id"] == ['expected an id of his own; "bess" is also at /players/0']
    assert found["/result/pru"] == ['expected one of the players bess, geraldine; found "pru"']


def test_an_id_is_told_twice_for_every_player_after_the_first() -> None:
    found = faults_after({"/players": [{"id": "bess"}] * 3})
    assert found["/players/1/id"] == found["/players/2/id"]


@pytest.mark.parametrize(
    ("player", "pointer"),
    [
        ("bess", "/players/1"),
        (None, "/players/1"),
        ({}, "/players/1/id"),
        ({"id": None}, "/players/1/id"),
        ({"id": "p ru"}, "/players/1/id"),
        ({"id": "pru", "name": ""}, "/players/1/name"),
        ({"id": "pru", "name": "x" * 81}, "/players/1/name"),
        ({"id": "pru", "name": None}, "/players/1/name"),
        ({"id": "pru", "seat": 2}, "/players/1/seat"),
    ],
)
def test_a_player_is_an_object_with_an_id_and_perhaps_a_name(player: object, pointer: str) -> None:
    found = faults_after({"/players/1": player})
    assert pointer in found
    assert [place for place in found if place.startswith("/players")] == [pointer]


def test_a_fault_of_a_players_name_raises_no_other() -> None:
    assert sorted(faults_after({"/players/1/name": 5})) == ["/players/1/name"]


def test_a_misspelt_id_is_a_players_all_the_same() -> None:
    document = changed({"/players/1/id": "p ru", "/result": {"p ru": 0}, "/payments": [], "/dealer": "bess"})
    document["actions"] = [["p ru", "bid", 12]]
    document["deal"]["hands"]["p ru"] = document["deal"]["hands"].pop("pru")
    assert sorted(faults(document)) == ["/players/1/id"]


@pytest.mark.parametrize("players", [None, {}, "bess pru geraldine", 3])
def test_players_are_an_array(players: object) -> None:
    assert sorted(faults_after({"/players": players})) == ["/players"]


def test_where_players_are_unknown_a_name_must_still_be_an_id() -> None:
    found = faults_after(
        {
            "/players": 3,
            "/dealer": "a/b",
            "/actions/-": ["a b", "pass"],
            "/payments/0/from": "",
            "/result/a b": 0,
            "/deal/hands/pot": "AS",
        }
    )
    assert sorted(found) == [
        "/actions/46",
        "/deal/hands/pot",
        "/dealer",
        "/payments/0/from",
        "/players",
        "/result/a b",
    ]


@pytest.mark.parametrize("number", [0, 1, 2, 4, 5, 6, 7])
def test_parletts_game_is_for_three(number: int) -> None:
    players = [{"id": name} for name in ("bess", "pru", "geraldine", "ann", "cat", "dol", "eve")[:number]]
    assert faults_after({"/players": players})["/players"] == [f"parlett is for 3 players, not {number}"]


@pytest.mark.parametrize("number", [0, 1, 7])
def test_no_layout_is_for_fewer_than_two_or_more_than_six(number: int) -> None:
    players = [{"id": f"p{seat}"} for seat in range(number)]
    found = faults_after({"/players": players}, "four-players")
    assert found["/players"] == [f"knauer-2008 is for 2 or 3 or 4 or 5 or 6 players, not {number}"]
