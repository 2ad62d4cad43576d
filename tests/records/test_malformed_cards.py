"""Cards: how they are written, how many there are of them, and that there is one of each in the pack."""

from __future__ import annotations

from typing import Any

import pytest

from tests.records.written import GONE, changed, example, faults, faults_after

HANDS: dict[str, str] = example()["deal"]["hands"]
BESS, PRU = HANDS["bess"], HANDS["pru"]  # bess has the Ace of Spades first, pru the Queen of Diamonds
SPELLING = "expected cards apart by single spaces, rank AKQJT98765432 then suit SHDC, such as AS TH; found "
CARD = "expected a card: rank AKQJT98765432, then suit SHDC, such as TH; found "
CARDS = "expected a string of cards apart by single spaces, such as AS TH; found "

MISSPELT = [
    "as",
    "aS",
    "As",
    "10S",
    "1S",
    "SA",
    "A♠",
    "A",
    "S",
    "ASS",
    "A S",
    "AS.",
    "XS",
    "AX",
    "🂡",
    "AS\n",
    "AS\0",
]


@pytest.mark.parametrize("name", [name for name in MISSPELT if " " not in name])
def test_a_misspelt_card_in_a_hand_is_quoted(name: str) -> None:
    [said] = faults_after({"/deal/hands/bess": BESS.replace("AS", name, 1)})["/deal/hands/bess"]
    assert said.startswith(SPELLING)


@pytest.mark.parametrize("name", [*MISSPELT, "", " AS", "AS ", "AS KS"])
def test_a_card_is_one_card_in_one_spelling(name: str) -> None:
    lift = [{"bess": name, "pru": "4S"}]
    found = faults_after({"/deal/turn_up": name, "/actions/-": ["bess", "play", name], "/lift": lift})
    assert sorted(found) == ["/actions/46", "/deal/turn_up", "/lift/0/bess"]
    assert found["/deal/turn_up"][0].startswith(CARD)
    assert found["/actions/46"][0].startswith(CARD)


@pytest.mark.parametrize("value", [None, 5, True, ["AS"], {"AS": 1}, 1.5])
def test_a_card_is_a_string(value: object) -> None:
    found = faults_after({"/deal/turn_up": value, "/actions/-": ["bess", "play", value]})
    assert sorted(found) == ["/actions/46", "/deal/turn_up"]


@pytest.mark.parametrize("value", [None, 12, BESS.split(), "", {}])
def test_a_hand_is_a_string_that_is_not_empty(value: object) -> None:
    found = faults_after({"/deal/hands/bess": value, "/deal/stock": value})
    assert sorted(found) == ["/deal/hands/bess", "/deal/stock"]
    assert all(said.startswith(CARDS) for [said] in found.values())


@pytest.mark.parametrize(
    "hand",
    [BESS.replace(" ", "  ", 1), f" {BESS}", f"{BESS} ", BESS.replace(" ", "\t"), BESS.replace(" ", ",")],
)
def test_cards_stand_apart_by_single_spaces(hand: str) -> None:
    [said] = faults_after({"/deal/hands/bess": hand})["/deal/hands/bess"]
    assert said.startswith(SPELLING)


def test_every_misspelt_card_of_a_hand_is_told_at_once() -> None:
    hand = BESS.replace("AS", "as").replace("TS", "10S").replace(" 5H", "  5H")
    said = f'{SPELLING}"as", a space too many, "10S"'
    assert faults_after({"/deal/hands/bess": hand}) == {"/deal/hands/bess": [said]}


def test_of_very_many_misspelt_cards_the_first_are_told() -> None:
    [said] = faults_after({"/deal/hands/bess": BESS.lower()})["/deal/hands/bess"]
    assert said == f'{SPELLING}"as", "js", "5h", "jc", "ad", "6d" and 6 more'


def test_a_card_twice_in_a_hand_is_a_fault_of_the_hand() -> None:
    found = faults_after({"/deal/hands/bess": BESS.replace("JS", "AS").replace("5H", "AS")})
    assert found == {"/deal/hands/bess": ["expected each card once; found AS 3 times"]}


@pytest.mark.parametrize("discards", ["AS AS", "AS KS AS KS"])
def test_a_card_twice_in_a_discard_is_a_fault_of_the_action(discards: str) -> None:
    found = faults_after({"/actions/-": ["bess", "discard", discards]})
    assert found["/actions/46"][0] == "expected each card once; found AS 2 times"


@pytest.mark.parametrize(
    ("changes", "place", "elsewhere"),
    [
        ({"/deal/hands/pru": PRU.replace("QD", "AS")}, "/deal/hands/pru", "/deal/hands/bess"),
        ({"/deal/turn_up": "AS"}, "/deal/turn_up", "/deal/hands/bess"),
        ({"/deal/stock": "AS TH 6H JH 4D 9D TD"}, "/deal/stock", "/deal/hands/bess"),
    ],
)
def test_a_card_twice_in_the_deal_is_a_fault_of_the_second_place(
    changes: dict[str, Any], place: str, elsewhere: str
) -> None:
    assert faults_after(changes) == {place: [f"AS stands twice in the deal: here and at {elsewhere}"]}


def test_the_turn_up_is_not_in_the_stock() -> None:
    found = faults_after({"/deal/stock": "7C TH 6H JH 4D 9D TD"})
    assert found == {"/deal/stock": ["7C stands twice in the deal: here and at /deal/turn_up"]}


def test_the_same_hand_twice_is_one_fault_that_names_every_card() -> None:
    [said] = faults_after({"/deal/hands/pru": BESS})["/deal/hands/pru"]
    assert said == "AS KS JS TS 4S KH 8H 5H AD 6D AC JC stand twice in the deal: here and at /deal/hands/bess"


def test_a_card_in_three_places_is_a_fault_of_each_after_the_first() -> None:
    found = faults_after({"/deal/hands/pru": PRU.replace("QD", "AS"), "/deal/turn_up": "AS"})
    assert sorted(found) == ["/deal/hands/pru", "/deal/turn_up"]
    assert len(found["/deal/turn_up"]) == 2


@pytest.mark.parametrize(("size", "hand"), [(11, BESS[3:]), (13, f"{BESS} QD"), (1, "AS")])
def test_a_hand_has_as_many_cards_as_the_layout_says(size: int, hand: str) -> None:
    found = faults_after({"/deal/hands/bess": hand, "/deal/hands/pru": GONE})
    assert found == {"/deal/hands/bess": [f"expected 12 cards; found {size}"]}


@pytest.mark.parametrize(("size", "stock"), [(6, "TH 6H JH 4D 9D TD"), (8, "QD 5D TH 6H JH 4D 9D TD")])
def test_the_stock_has_as_many_cards_as_the_layout_says(size: int, stock: str) -> None:
    found = faults_after({"/deal/stock": stock, "/deal/hands/pru": GONE})
    assert found == {"/deal/stock": [f"expected 7 cards; found {size}"]}


def test_a_misspelt_card_counts_as_a_card() -> None:
    said = faults_after({"/deal/hands/bess": BESS[3:].replace("TS", "10S")})["/deal/hands/bess"]
    assert said == [f'{SPELLING}"10S"', "expected 12 cards; found 11"]


def test_what_is_known_of_a_misspelt_hand_is_judged_too() -> None:
    hand, other = BESS.replace("TS", "10S").replace("JS", "2S"), PRU.replace("QD", "AS")
    found = faults_after({"/deal/hands/bess": hand, "/deal/hands/pru": other})
    assert found["/deal/hands/bess"] == [f'{SPELLING}"10S"', "expected cards of the pack of 44; found 2S"]
    assert found["/deal/hands/pru"] == ["AS stands twice in the deal: here and at /deal/hands/bess"]


LOW = "expected cards of the pack of 44; found "


@pytest.mark.parametrize("card", ["2S", "3H", "2D", "3C"])
def test_three_players_have_no_twos_and_threes_anywhere(card: str) -> None:
    found = faults_after(
        {
            "/deal/hands/bess": BESS.replace("AS", card),
            "/deal/stock": "5D TH 6H JH 4D 9D 2H",
            "/actions/4/2": f"AS JS 8H KS TS 6D {card}",
            "/actions/-": ["bess", "play", card],
            "/lift": [{"bess": card, "pru": "4S"}],
        }
    )
    card_found = [f"{LOW}{card}"]
    assert found == {
        "/actions/4": card_found,
        "/actions/46": card_found,
        "/deal/hands/bess": card_found,
        "/deal/stock": [f"{LOW}2H"],
        "/lift/0/bess": card_found,
    }


def test_the_turn_up_is_of_the_pack_too() -> None:
    assert faults_after({"/deal/turn_up": "3C"}) == {"/deal/turn_up": [f"{LOW}3C"]}


def test_a_pack_of_48_has_threes_but_no_twos() -> None:
    hand = example("four-players")["deal"]["hands"]["bess"]
    found = faults_after({"/deal/hands/bess": hand.replace("KH", "2H")}, "four-players")
    assert found == {"/deal/hands/bess": ["expected cards of the pack of 48; found 2H"]}


def test_the_sizes_are_those_of_the_layout_in_use() -> None:
    found = faults_after({"/rules/options": {}}, "four-players")
    assert found["/deal/stock"] == ["expected 3 cards; found 7", "expected cards of the pack of 44; found 3C"]


def test_hidden_cards_may_be_left_out() -> None:
    assert faults_after({"/deal": {"turn_up": "7C"}}) == {}
    assert faults_after({"/deal": {"turn_up": "7C", "hands": {}}}) == {}
    assert faults_after({"/deal/hands/bess": GONE, "/actions/4/2": 7}) == {}


def test_cards_the_record_contradicts_itself_on_are_for_the_audit() -> None:
    assert faults_after({"/actions/-": ["bess", "play", "AS"], "/actions/5": ["pru", "play", "7C"]}) == {}
    assert faults_after({"/lift": [{"bess": "4S", "pru": "4S"}, {}]}) == {}


@pytest.mark.parametrize(
    "deal", [None, [], "7C", {"stock": "5D TH 6H JH 4D 9D TD"}, {"turn_up": "7C", "bess": BESS}]
)
def test_the_deal_is_an_object_with_a_turn_up(deal: object) -> None:
    [place] = faults_after({"/deal": deal})
    assert place in {"/deal", "/deal/turn_up", "/deal/bess"}


@pytest.mark.parametrize("hands", [None, [BESS, PRU], BESS])
def test_hands_are_an_object_by_player(hands: object) -> None:
    assert sorted(faults_after({"/deal/hands": hands})) == ["/deal/hands"]


@pytest.mark.parametrize("lift", [None, {}, "4S"])
def test_lifts_are_an_array_of_rounds(lift: object) -> None:
    assert sorted(faults_after({"/lift": lift})) == ["/lift"]
    assert sorted(faults_after({"/lift": [{"bess": "4S"}, lift]})) == ([] if lift == {} else ["/lift/1"])


def test_a_card_that_cannot_be_read_hides_no_other_fault() -> None:
    document = changed(
        {"/deal/hands/bess": BESS[3:], "/deal/turn_up": "7", "/lift": [{"nobody": "4", "pru": "2S"}]}
    )
    assert sorted(faults(document)) == ["/deal/hands/bess", "/deal/turn_up", "/lift/0/nobody", "/lift/0/pru"]
