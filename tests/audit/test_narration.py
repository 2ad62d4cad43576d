"""The hand told to be heard: everybody, every payment and every breach is in it, and nothing unspeakable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import reduce
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, Final, NamedTuple

import orjson
import pytest

from gleek_replay.audit import Audit, audit_record, read_under, rules_over, seen
from gleek_replay.audit.narration import VOICES, Narration, Part, Voice, narrate
from gleek_replay.audit.narration.naming import called
from gleek_replay.audit.sight import of_seat, of_the_table
from gleek_replay.engine import LAYOUTS, PRESETS, Code
from gleek_replay.records import read_record
from gleek_replay.records.record import Stake
from gleek_replay.simulation import simulate
from tests.hands import Table
from tests.histories import audited, document_of, history
from tests.open_cards import open_cards, own_cards
from tests.random_hands import played_wildly, random_hand, with_cards_hidden
from tests.random_rules import random_rules

SAMPLES = Path(__file__).parents[2] / "sample_histories"
EXAMPLES = Path(__file__).parents[1] / "examples"
WILD_HANDS = 240
BOTH = pytest.mark.parametrize("words", list(VOICES))


def sample(name: str) -> dict[str, Any]:
    """A sample history, to be changed at will."""
    document: dict[str, Any] = orjson.loads((SAMPLES / f"{name}.json").read_bytes())
    return document


def records() -> Iterator[dict[str, Any]]:
    """Hands of every kind: each preset and layout, the examples, and hands that break off and break rules."""
    for number, preset in enumerate(PRESETS):
        yield from simulate(preset, hands=4, seed=number, rare=True)
    for players, deck in LAYOUTS:
        yield from simulate(
            "knauer-2008", hands=3, seed=deck, players=players, options={"deck": deck}, rare=True
        )
    yield from (orjson.loads(path.read_bytes()) for path in sorted(EXAMPLES.glob("*.hand.json")))
    chance = Random(8)
    for number in range(WILD_HANDS):
        rules = random_rules(chance)
        hand = played_wildly(chance, random_hand(chance, rules), chance.choice([0, 0.01, 0.05]))
        hidden = with_cards_hidden(chance, hand) if chance.random() < 0.3 else hand
        stake = chance.choice(list(Stake)).value
        yield document_of(hidden, hand_id=f"wild-{number}", stake=stake)


class Told(NamedTuple):
    """A record, its audit, and what is said of it in each voice."""

    record: dict[str, Any]
    audit: Audit
    narrations: dict[str, Narration]


@pytest.fixture(scope="module")
def hands() -> list[Told]:
    """Every record told in every voice."""
    audits = [(record, audited(record)) for record in records()]
    return [
        Told(record, audit, {words: narrate(audit, words) for words in VOICES}) for record, audit in audits
    ]


def example(name: str) -> dict[str, Any]:
    """An example of the contract."""
    document: dict[str, Any] = orjson.loads((EXAMPLES / f"{name}.hand.json").read_bytes())
    return document


def sentences(told: Narration, part: Part | None = None) -> list[str]:
    """What is said, in one part or in all."""
    return [said for each in told.parts if part in (None, each.part) for said in each.sentences]


def of_part(document: dict[str, Any], part: Part, words: str = "plain") -> str:
    """A part as it is heard."""
    return " ".join(sentences(narrate(audited(document), words), part))


@BOTH
def test_every_player_is_named_and_said_to_have_won_lost_or_come_out_even(
    hands: list[Told], words: str
) -> None:
    for _, audit, narrations in hands:
        told = narrations[words]
        outcome = sentences(told, Part.SETTLEMENT)
        for name in called(audit.record):
            assert name in sentences(told)[0]
            assert any(said.startswith(name) for said in outcome)


@BOTH
def test_every_payment_is_told_by_whom_to_whom_and_how_much(hands: list[Told], words: str) -> None:
    number = VOICES[words].number
    for _, audit, narrations in hands:
        said = sentences(narrations[words])
        paying = [text.lower() for text in said if re.search(r"\b(paid|put|took|cast)\b", text)]
        accounts = (*called(audit.record), "the pot", "the ruff pot")
        for payer, payee, amount, *_ in audit.result.payments:
            wanted = (accounts[payer].lower(), accounts[payee].lower(), number(amount))
            assert any(all(word in text for word in wanted) for text in paying), (wanted, said)


@BOTH
def test_every_breach_is_told_where_it_happened_and_counted_in_the_end(hands: list[Told], words: str) -> None:
    voice, seen_codes = VOICES[words], set[Code]()
    for _, audit, narrations in hands:
        said = sentences(narrations[words])
        told_of = [said[place - 1] for place, text in enumerate(said) if text in voice.amiss.breach]
        players = called(audit.record)
        breakers = [players[violation.seat] for violation in audit.result.violations]
        assert len(told_of) == len(breakers)
        assert all(any(text.startswith(who) for text in told_of) for who in breakers)
        seen_codes |= {violation.code for violation in audit.result.violations}
        if breakers:
            times = voice.twice.get(len(breakers)) or f"{voice.number(len(breakers))} times"
            (count,) = (
                text for text in said if re.match(rf"(The rules were broken|They offended) {times}:", text)
            )
            assert all(who in count for who in breakers)
    assert len(seen_codes) > 20


@BOTH
def test_nothing_is_said_that_cannot_be_heard(hands: list[Told], words: str) -> None:
    for _, audit, narrations in hands:
        told = narrations[words]
        names = sorted(called(audit.record), key=len, reverse=True)
        titles = {part.title for part in told.parts}
        for text in [*sentences(told), *titles]:
            heard = reduce(lambda left, name: left.replace(name, "Somebody"), names, text)
            assert re.fullmatch(r"[A-Za-z ,.;:?'’“”-]+", heard), text
            assert heard.endswith((".", "”")) or text in titles
            assert "  " not in heard


@BOTH
def test_a_sentence_begins_with_a_capital(hands: list[Told], words: str) -> None:
    for _, audit, narrations in hands:
        for text in sentences(narrations[words]):
            assert re.match("“?[A-Z]", text) or text.startswith(called(audit.record)), text


@BOTH
def test_the_same_hand_is_told_in_the_same_words(hands: list[Told], words: str) -> None:
    for record, _, narrations in hands[:60]:
        assert narrate(audited(record), words) == narrations[words]


NAMED_TRUMPS = {"Tib": "A", "Tom": "J", "Towser": "5", "Tumbler": "6"}
RANKS = {
    **dict(zip(("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"), "23456789", strict=True)),
    "Ten": "T", "Jack": "J", "Knave": "J", "Queen": "Q", "King": "K", "Ace": "A",
}  # fmt: skip
OF_ONE_SUIT = re.compile(rf"((?:(?:{'|'.join(RANKS)})(?:, | and )?)+) of (Spades|Hearts|Diamonds|Clubs)")


OF_RULES: Final = re.compile(
    "On |Beforehand|But as to|Touching|No source|What was due|What is owing|As to|For |The Ace of trumps is"
)
"""How sentences begin that speak of Tiddy, Towser and Tumbler, or of Tib and Tom, as of rules."""
CLAIMED: Final = re.compile(
    r"(claimed|would be paid for|would be paid twice for|remembered|Here is|Pay me for)[^.]*"
)


def cards_told(told: Narration, trumps: str, tiddy: str) -> set[str]:
    """The codes of all cards that are named, several of a suit together or by the names of trumps."""
    text = " ".join(said for said in sentences(told) if not OF_RULES.match(said))
    found = {
        RANKS[rank] + suit[0]
        for ranks, suit in OF_ONE_SUIT.findall(text)
        for rank in re.findall("[A-Z][a-z]+", ranks)
    }
    named = NAMED_TRUMPS | {"Tiddy": tiddy}
    held = CLAIMED.sub("", text)
    return found | {rank + trumps for name, rank in named.items() if re.search(rf"\b{name}\b", held)}


LOWEST = {44: "4", 48: "3", 52: "2"}


@BOTH
def test_no_card_is_named_that_the_listener_may_not_see(hands: list[Told], words: str) -> None:
    masked_hands = 0
    for record, audit, _ in hands:
        table = of_the_table(audit)
        trumps, tiddy = record["deal"]["turn_up"][1], LOWEST[audit.record.hand.rules.deck]
        allowed = open_cards(record, audit.document)
        masked = seen(audit, table)
        masked_hands += masked is not audit
        assert cards_told(narrate(masked, words), trumps, tiddy) <= allowed
        for seat, player in enumerate(audit.record.players[:2]):
            own = allowed | own_cards(record, audit.document, player.id)
            theirs = narrate(seen(audit, table | of_seat(audit, seat)), words)
            assert cards_told(theirs, trumps, tiddy) <= own
    assert masked_hands > len(hands) // 2


@BOTH
def test_where_names_are_hidden_nobody_is_named(hands: list[Told], words: str) -> None:
    for _, audit, _ in hands:
        text = " ".join(sentences(narrate(audit, words, names_hidden=True)))
        for player in audit.record.players:
            name = player.name or player.id
            if name not in ("Tib", "Tom"):
                assert not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text), (name, text)
        assert "the dealer" in text.lower()


def phrases_of(value: Any) -> Iterator[tuple[str, str]]:
    """Every phrase of a voice that is said whole, with its name."""
    for field in fields(value):
        inner = getattr(value, field.name)
        if is_dataclass(inner):
            yield from ((f"{field.name}.{name}", phrase) for name, phrase in phrases_of(inner))
        elif isinstance(inner, tuple) and field.name != "positions":
            yield from ((field.name, phrase) for phrase in inner)


def pattern_of(phrase: str) -> re.Pattern[str]:
    """What a phrase may come out as."""
    parts = (re.escape(literal) + (".+" if name else "") for literal, name, _, _ in Formatter().parse(phrase))
    return re.compile("".join(parts), re.IGNORECASE)


@BOTH
def test_every_phrase_is_said_of_some_hand(hands: list[Told], words: str) -> None:
    narrations = [*(told.narrations[words] for told in hands), *rare(words)]
    heard = {text for told in narrations for text in sentences(told)}
    unheard = [
        name
        for name, phrase in phrases_of(VOICES[words])
        if not any(pattern_of(phrase).fullmatch(text) for text in heard)
    ]
    assert unheard == []


def rare(words: str) -> Iterator[Narration]:
    """What is said only where it is asked for: of a hand by other rules, and without names."""
    record = audited(sample("clean")).record
    other = read_under(record, rules_over(record, options={"odd_penny": "eldest"}))
    yield narrate(other, words, read_as=True, names_hidden=True)


def test_both_voices_have_a_title_for_every_part_and_words_for_every_stake_and_preset() -> None:
    for voice in VOICES.values():
        assert voice.titles.keys() == set(Part)
        assert voice.coins.keys() == voice.stakes.keys() == set(Stake)
        assert voice.rules.keys() == set(PRESETS)
        assert voice.violations.keys() == set(Code)


def test_the_parts_follow_the_game_and_those_not_reached_are_left_out() -> None:
    whole = narrate(audited(sample("clean")), "plain")
    assert [part.part for part in whole.parts] == list(Part)
    broken = narrate(audited(sample("truncated")), "plain")
    assert [part.part for part in broken.parts] == [part for part in Part if part is not Part.SCORE]
    assert sentences(broken, Part.TRICKS)[-1] == "There the record ends."


def test_long_bidding_is_told_in_one_breath() -> None:
    bids = ", ".join(f"{seat} bid {12 + number}" for number, seat in enumerate("bcabcabc"))
    table = Table().act(f"{bids}, a pass, b pass")
    assert of_part(history(table), Part.AUCTION).startswith(
        "Bess opened the bidding at twelve. From there Cat, Ann and Bess bid each other up by ones, until Cat"
        " stood at nineteen. Ann passed."
    )


def test_tricks_that_one_player_wins_in_a_row_with_what_he_leads_are_told_together() -> None:
    told = of_part(example("tu-quoque"), Part.TRICKS)
    assert re.search(
        r"Staines (led|played out) the Ace of Diamonds and the Ace of Spades( in turn)?, and (won|took) both"
        r" tricks\.",
        told,
    )


def test_an_honour_that_falls_to_another_is_lost_where_the_winner_scores_it() -> None:
    assert re.search(
        r"(That cost Longfield Tom|Longfield lost Tom to it)\.", of_part(example("tu-quoque"), Part.TRICKS)
    )


def test_the_scene_of_the_play_is_told_in_its_own_words() -> None:
    told = narrate(audited(sample("tu-quoque")), "period")
    assert "Scattergood, Staines and Longfield were set down" in sentences(told)[0]
    heard = " ".join(sentences(told))
    for words in ("bid thirteen,” said Scattergood", "“Give me a mournival of Aces,” said Staines.",
                  "“And me a gleek of Knaves,” said Longfield.", "“Nor I,” said Scattergood.",
                  "nine crowns apiece"):  # fmt: skip
        assert words in heard


def test_who_gives_up_the_better_ruff_is_beaten_out_of_a_vapour() -> None:
    table = Table(a="AS KS QS", b="4D 5D", c="4C 5C").exchanged("c").act("b vie, c pass, a pass")
    told = of_part(history(table), Part.RUFF, "period")
    assert "out of a vapour, for Bess had but" in told
    assert "It was a bluff: Bess had" in of_part(history(table), Part.RUFF)


def test_players_are_called_by_first_names_where_these_will_do() -> None:
    document = sample("clean")
    assert sentences(narrate(audited(document), "plain"))[0].startswith("Kate, Will and Nan played")
    document["players"][0]["name"] = "Will Hollin"
    assert "Will Hollin, Will Penn and Nan Askew" in sentences(narrate(audited(document), "plain"))[0]


def test_a_hand_read_by_other_rules_is_said_to_be() -> None:
    record = audited(sample("clean")).record
    other = read_under(record, rules_over(record, preset="cotgrave-1662"))
    assert "as if Cotgrave's rules of sixteen sixty-two had been in force" in " ".join(
        sentences(narrate(other, "plain", read_as=True))
    )


def test_a_third_voice_is_one_more_of_the_same() -> None:
    assert all(isinstance(voice, Voice) for voice in VOICES.values())
    first, *others = VOICES.values()
    names = {name for name, _ in phrases_of(first)}
    for voice in others:
        assert {name for name, _ in phrases_of(voice)} ^ names <= {"deal.names", "ending.in_coin"}


def test_the_narration_is_json_as_the_api_has_it() -> None:
    told = narrate(audit_record(read_record(orjson.dumps(sample("clean")))), "period")
    document = told.document
    assert document["hand_id"] == "clean"
    assert document["words"] == "period"
    assert [section["title"] for section in document["sections"]] == [part.title for part in told.parts]
