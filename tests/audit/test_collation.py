"""Two accounts of one hand beside each other, and what they disagree on in words."""

from __future__ import annotations

import copy
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit import audit_record, compare, comparison_document
from gleek_replay.audit.account import Account, account
from gleek_replay.audit.account.collation import Chapter, Passage, collate
from gleek_replay.audit.account.disagreements import Disagreements
from gleek_replay.records import HandRecord, MalformedRecord
from tests.records.tellings import CHANGES, Change, Document, part_of, played_hand, told_otherwise
from tests.records.written import example, read

ONE = example("parlett")
PRU = "Catherine d’Aragon"


def otherwise(change: str) -> HandRecord:
    """The example with one thing told otherwise."""
    document: Document = copy.deepcopy(ONE)
    actions = document["actions"]
    plays = [index for index, action in enumerate(actions) if action[1] == "play"]
    match change:
        case "bid":
            actions[2][2] += 1
        case "card":
            one, other = (
                plays[6],
                next(each for each in plays[7:] if actions[each][0] == actions[plays[6]][0]),
            )
            actions[one][2], actions[other][2] = actions[other][2], actions[one][2]
        case "missing":
            del actions[plays[5]]
        case "foreign card":
            actions[plays[0]][2] = actions[plays[-1]][2]
        case "payment":
            document["payments"][0]["amount"] += 1
    return read(document)


def beside(first: HandRecord, second: HandRecord) -> tuple[Chapter, ...]:
    """Their accounts collated where they part."""
    parted = compare(first, second).parted_at
    return collate(account(audit_record(first)), account(audit_record(second)), parted)


def passages(chapters: tuple[Chapter, ...]) -> list[Passage]:
    """All passages in their order."""
    return [passage for chapter in chapters for passage in chapter.passages]


def told_by(chapters: tuple[Chapter, ...], side: int) -> list[tuple[str, list[str]]]:
    """What one side tells, put together again from the words."""
    found = []
    for chapter in chapters:
        lines = []
        for passage in chapter.passages:
            lines += [passage.alike.text] if passage.alike else []
            lines += ["".join(words.text for words in told.words) for told in passage.versions[side]]
        if lines:
            found.append((chapter.title, lines))
    return found


def sections(told: Account) -> list[tuple[str, list[str]]]:
    """An account as titles with lines."""
    return [(section.title, [line.text for line in section.lines]) for section in told.sections]


def test_of_one_account_beside_itself_all_is_alike() -> None:
    chapters = beside(read(ONE), read(ONE))
    assert all(chapter.is_alike for chapter in chapters)
    assert not any(passage.parts for passage in passages(chapters))


@pytest.mark.parametrize("change", ["bid", "card", "missing", "payment"])
def test_neither_account_loses_a_line_or_a_word(change: str) -> None:
    records = read(ONE), otherwise(change)
    chapters = beside(*records)
    for side, record in enumerate(records):
        assert dict(told_by(chapters, side)) == dict(sections(account(audit_record(record))))


@pytest.mark.parametrize("change", ["bid", "card", "missing", "foreign card"])
def test_the_passage_in_which_they_part_is_marked_once_and_is_the_first_of_the_story(change: str) -> None:
    chapters = beside(read(ONE), otherwise(change))
    (parting,) = [passage for passage in passages(chapters) if passage.parts]
    assert parting.alike is None
    story = [each for chapter in chapters if chapter.title != "The hand" for each in chapter.passages]
    assert next(each for each in story if each.alike is None) is parting


def test_the_very_words_that_differ_are_marked() -> None:
    (parting,) = [each for each in passages(beside(read(ONE), otherwise("bid"))) if each.parts]
    (one,), (other,) = parting.versions
    amount = ONE["actions"][2][2]
    assert [words.text for words in one.words if words.apart] == [str(amount)]
    assert [words.text for words in other.words if words.apart] == [str(amount + 1)]


def test_accounts_of_any_length_are_laid_beside_each_other() -> None:
    records = bidding(2000, 13), bidding(2000, 14)
    chapters = beside(*records)
    for side, record in enumerate(records):
        assert dict(told_by(chapters, side)) == dict(sections(account(audit_record(record))))
    (parting,) = [each for each in passages(chapters) if each.parts]
    assert parting.alike is None


def bidding(bids: int, first: int) -> HandRecord:
    """The example with so many bids more before all else, one counter apart."""
    players = [player["id"] for player in ONE["players"]]
    eldest = players.index(ONE["actions"][0][0])
    more = [[players[(eldest + each) % len(players)], "bid", first + each] for each in range(bids)]
    return read({**ONE, "actions": more + ONE["actions"]})


@given(seed=st.integers(0, 2**32 - 1), change=st.sampled_from(CHANGES))
def test_whatever_is_told_otherwise_of_whatever_hand_is_put_into_words(seed: int, change: Change) -> None:
    chance = Random(seed)
    document = played_hand(chance)
    first = read(part_of(chance, document))
    try:
        second = read(part_of(chance, told_otherwise(chance, document, change)))
    except MalformedRecord:  # the change does not go together with what was left out
        return
    chapters = beside(first, second)
    for side, record in enumerate((first, second)):
        assert dict(told_by(chapters, side)) == dict(sections(account(audit_record(record))))
    assert all(topic and one and other for topic, one, other in words_of(first, second))


def test_other_players_are_told_by_their_ids() -> None:
    other = json.loads(json.dumps(ONE).replace('"pru"', '"lettice"'))
    (players,) = in_words(other)
    assert players == ("The players, clockwise", f"bess, {PRU}, geraldine", "bess, lettice, geraldine")


def test_lines_that_have_little_in_common_stand_whole() -> None:
    opening, *_ = beside(read(ONE), otherwise("missing"))
    verdicts = opening.passages[0].versions
    assert [[len(version.words) for version in versions] for versions in verdicts] == [[1], [1]]


def test_what_one_account_alone_tells_stands_together() -> None:
    (wrong,) = [each for each in beside(read(ONE), otherwise("card")) if each.title == "What is wrong"]
    (passage,) = wrong.passages
    assert (len(passage.versions[0]), len(passage.versions[1]) > 1) == (0, True)


def test_who_part_over_payments_alone_tell_one_story() -> None:
    chapters = beside(read(ONE), otherwise("payment"))
    assert not any(passage.parts for passage in passages(chapters))
    apart = [chapter.title for chapter in chapters if not chapter.is_alike]
    assert apart == ["The hand", "Recorded and due"]


def in_words(other: Document) -> list[tuple[str, str, str]]:
    """What the example and another record of the hand disagree on."""
    return words_of(read(ONE), read(other))


def words_of(first: HandRecord, second: HandRecord) -> list[tuple[str, str, str]]:
    """What two records disagree on."""
    words = Disagreements({player.id: first.name_of(seat) for seat, player in enumerate(first.players)})
    return [
        (
            words.topic(each["fact"], each["first"]["at"] or each["second"]["at"]),
            words.told(each["fact"], each["first"]["at"], each["first"]["told"]),
            words.told(each["fact"], each["second"]["at"], each["second"]["told"]),
        )
        for each in comparison_document(compare(first, second))["disagreements"]
    ]


def with_action(index: int, action: list[object] | None) -> Document:
    """The example with another action, or without one."""
    document: Document = copy.deepcopy(ONE)
    document["actions"][index : index + 1] = [] if action is None else [action]
    return document


def with_payment(amount: int | None) -> Document:
    """The example with another amount in its third payment, or without it."""
    document: Document = copy.deepcopy(ONE)
    payments = document["payments"]
    payments[2:3] = [] if amount is None else [payments[2] | {"amount": amount}]
    return document


def with_cards(card: str, other: str) -> Document:
    """The example with two cards dealt the other way round."""
    document: Document = copy.deepcopy(ONE)
    dealt = json.dumps(ONE["deal"]).replace(card, "??").replace(other, card).replace("??", other)
    document["deal"] = json.loads(dealt)
    return document


@pytest.mark.parametrize(
    ("other", "topic", "one", "two"),
    [
        (ONE | {"stake": "farthing"}, "The stake", "groat", "farthing"),
        (ONE | {"dealer": "pru"}, "Who dealt", "bess", PRU),
        (ONE | {"carried": ONE["carried"] | {"pot": 3}}, "Carried in the pot", "-4", "3"),
        (
            ONE | {"rules": {"preset": "parlett", "options": {"odd_penny": "eldest"}}},
            "The odd penny",
            "pot",
            "eldest",
        ),
        (with_action(0, ["pru", "bid", 11]), "Action 1", f"{PRU} bids 12", f"{PRU} bids 11"),
        (with_action(6, ["geraldine", "see"]), "Action 7", "geraldine vies", "geraldine sees it"),
        (
            with_action(9, ["bess", "mournival", "A"]),
            "Action 10",
            "bess declares a gleek of Aces",
            "bess declares a mournival of Aces",
        ),
        (
            with_action(9, ["pru", "challenge", "bess", "gleek", "A"]),
            "Action 10",
            "bess declares a gleek of Aces",
            f"{PRU} challenges bess's gleek of Aces",
        ),
        (
            with_action(9, ["bess", "tiddy"]),
            "Action 10",
            "bess declares a gleek of Aces",
            "bess claims Tiddy",
        ),
        (with_action(10, ["pru", "play", "TS"]), "Action 11", f"{PRU} plays 9♣", f"{PRU} plays 10♠"),
        (
            with_action(4, ["bess", "discard", 6]),
            "Action 5",
            "bess throws out K♠, J♠, 10♠, 4♠, 8♥, 5♥ and 6♦",
            "bess throws out 6 cards",
        ),
        (
            with_payment(7),
            "A payment",
            "geraldine pays bess 4 for gleeks",
            "geraldine pays bess 7 for gleeks",
        ),
        (with_payment(None), "A payment", "geraldine pays bess 4 for gleeks", "nothing"),
        (with_cards("4S", "QD"), "Cards dealt to bess", "4♠", "Q♦"),
        (with_action(20, None), "Action 21", "geraldine plays 4♥", "nothing"),
    ],
)
def test_what_records_disagree_on_is_said_in_words(other: Document, topic: str, one: str, two: str) -> None:
    assert in_words(other)[0] == (topic, one, two)
