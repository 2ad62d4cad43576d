"""The presets have the values of the rules' table, and every value says who stands behind it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from gleek_replay.engine.authority import SECTIONS, authority
from gleek_replay.engine.choice_sources import CHOICE_CITATIONS
from gleek_replay.engine.layouts import LAYOUTS
from gleek_replay.engine.options import HonoursTo
from gleek_replay.engine.presets import PRESETS
from gleek_replay.engine.rules import OPTIONS, RuleSet, choices, resolve
from gleek_replay.engine.sources import Citation, Document, Standing

SOURCES_PAGE = Path(__file__).parents[2] / "docs" / "sources.md"

TABLE = """
option cotgrave-1662 willughby-1665 cotton-1674 parlett wikipedia du-coeur-letter du-coeur-1996 knauer-2008
deck 44 44 44 44 44 44 44 44
tiddy claimed automatic claimed claimed claimed automatic automatic automatic
tiddy_turned_up 2 2 4 4 4 2 2 2
tiddy_held 2 2 2 2 2 2 2 2
towser_tumbler off off side_payment off off off off off
opening_bid 13 12 12 12 12 13 13 12
raise_by one any one any any one one any
passed_may_return false false false false false false true true
odd_penny eldest runner_up eldest pot pot runner_up eldest runner_up
exchange draw_then_discard discard_then_draw draw_then_discard discard_then_draw discard_then_draw
    discard_then_draw discard_then_draw discard_then_draw
ruff_stake 2 2 2 2 2 2 2 2
vying ante ante ante stake stake ante ante ante
vying_ends when_seen when_none_raise when_seen when_seen when_seen when_seen when_seen when_seen
initial_pass check check check check check check check check
unvied nothing double double double double carry_pot carry_pot double
ruff_count pips pips pips pips pips pips pips flat
declarations_paid all all all all all all all all
turn_up_in_gleek false false false false false false false true
challenge false true false false false false false true
follow suit highest suit suit suit suit suit second_high
honours_to holder winner holder holder winner winner winner winner
settlement pot pot pot pot pot pot pot pot
"""
"""Nine words a row: what it is about, then each preset's value."""

KNOWN_ONLY_BY_REPORT = {"willughby-1665": Document.WILLUGHBY, "cotton-1674": Document.COTTON}

CITED = [(name, rule) for name in PRESETS for rule in dict.fromkeys((*OPTIONS, *SECTIONS))]


def table_rows() -> list[list[str]]:
    """The rows of ``TABLE``, the names of the presets first."""
    words = TABLE.split()
    return [words[start : start + 9] for start in range(0, len(words), 9)]


def cells(rows: list[list[str]]) -> dict[tuple[str, str], str]:
    """The cells of a table by preset and by what its rows are about."""
    presets = rows[0][1:]
    return {
        (preset, about): cell for about, *row in rows[1:] for preset, cell in zip(presets, row, strict=True)
    }


def printed(table: str) -> dict[tuple[str, str], str]:
    """The cells of the table of ``docs/sources.md`` that follows the comment of this name."""
    text = SOURCES_PAGE.read_text(encoding="utf-8").split(f"<!-- {table} -->\n\n")[1].split("\n\n")[0]
    head, _, *rows = text.splitlines()
    return cells([[cell.strip() for cell in row.strip("| ").split("|")] for row in (head, *rows)])


def written(choice: object) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def citation(preset: str, rule: str) -> Citation:
    return PRESETS[preset].citations[rule]


def test_the_presets_have_exactly_the_values_of_the_table() -> None:
    ours = {
        (name, option): written(choice)
        for name, preset in PRESETS.items()
        for option, choice in preset.options().items()
    }
    assert ours == cells(table_rows())


def test_the_presets_stand_in_the_order_of_the_table_under_their_own_names() -> None:
    assert ["option", *PRESETS] == table_rows()[0]
    assert all(preset.name == name and not preset.chosen for name, preset in PRESETS.items())


def test_only_knauers_preset_is_for_other_than_three_players() -> None:
    assert {name: preset.players for name, preset in PRESETS.items() if preset.players != (3,)} == {
        "knauer-2008": (2, 3, 4, 5, 6)
    }


def test_six_players_use_the_whole_pack_and_all_others_forty_four_cards() -> None:
    packs = {n: resolve(PRESETS, "knauer-2008", {}, n).deck for n in PRESETS["knauer-2008"].players}
    assert packs == {2: 44, 3: 44, 4: 44, 5: 44, 6: 52}


@pytest.mark.parametrize(
    ("players", "deck", "chosen"),
    [
        (6, 52, set()),
        (5, 52, {"deck"}),
        (5, 44, set()),
        (4, 48, {"deck"}),
        (None, 44, set()),
        (None, 52, {"deck"}),
    ],
)
def test_a_table_departs_from_its_preset_only_by_another_pack_than_so_many_use(
    players: int | None, deck: int, chosen: set[str]
) -> None:
    assert resolve(PRESETS, "knauer-2008", {"deck": deck}, players).chosen == chosen


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_resolves_to_itself_for_three_players(name: str) -> None:
    resolved = resolve(PRESETS, name, {}, 3)
    assert resolved == PRESETS[name]
    assert resolved.citations is PRESETS[name].citations


def test_every_option_and_every_section_of_every_preset_is_cited_and_nothing_else() -> None:
    for preset in PRESETS.values():
        assert set(preset.citations) == {*OPTIONS, *SECTIONS}


@pytest.mark.parametrize(("name", "rule"), CITED)
def test_a_citation_points_to_a_passage_in_well_formed_words(name: str, rule: str) -> None:
    passage = citation(name, rule).passage
    assert 10 < len(passage) <= 200
    assert passage == " ".join(passage.split())
    assert passage.count("“") == passage.count("”")


@pytest.mark.parametrize(("name", "rule"), CITED)
def test_a_source_at_hand_speaks_for_itself_and_one_that_is_not_is_reported(name: str, rule: str) -> None:
    cited = citation(name, rule)
    if name not in KNOWN_ONLY_BY_REPORT:
        assert cited.document == name
        assert cited.standing is not Standing.REPORTED
    elif cited.standing is Standing.SILENT:
        assert cited.document is KNOWN_ONLY_BY_REPORT[name]
    else:
        assert cited.document in {Document.PARLETT, Document.REDACTION, Document.KNAUER}
        assert cited.standing is not Standing.STATED


def test_nobody_says_what_a_discarded_honour_does_to_the_pot() -> None:
    assert {citation(name, "discarded_honour").standing for name in PRESETS} == {Standing.SILENT}


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("wikipedia", "honours_to"),
        ("wikipedia", "odd_penny"),
        ("parlett", "odd_penny"),
        ("knauer-2008", "initial_pass"),
        ("du-coeur-1996", "initial_pass"),
        ("cotgrave-1662", "exchange"),
        ("cotgrave-1662", "ruff_count"),
        ("willughby-1665", "ruff_count"),
        ("willughby-1665", "honours_to"),
        ("willughby-1665", "tiddy_turned_up"),
        ("willughby-1665", "turn_up_in_gleek"),
        ("cotton-1674", "towser_tumbler"),
        ("cotton-1674", "tiddy_turned_up"),
    ],
)
def test_a_choice_against_which_a_passage_speaks_is_contradicted(name: str, rule: str) -> None:
    assert citation(name, rule).standing is Standing.CONTRADICTED


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("cotgrave-1662", "unvied"),
        ("cotgrave-1662", "settlement"),
        ("cotgrave-1662", "follow"),
        ("cotgrave-1662", "odd_penny"),
        ("cotton-1674", "follow"),
        ("cotton-1674", "settlement"),
        ("du-coeur-1996", "honours_to"),
        ("knauer-2008", "tiddy_turned_up"),
        ("parlett", "lift"),
        ("parlett", "challenge"),
        ("du-coeur-letter", "challenge"),
    ],
)
def test_a_choice_of_which_the_source_says_nothing_is_silent(name: str, rule: str) -> None:
    assert citation(name, rule).standing is Standing.SILENT


def test_the_sources_page_prints_every_choice_with_its_standing() -> None:
    marks = {Standing.SILENT: " (s)", Standing.CONTRADICTED: " (c)"}
    ours = {
        (name, option): written(choice) + marks.get(citation(name, option).standing, "")
        for name, preset in PRESETS.items()
        for option, choice in preset.options().items()
    }
    assert printed("choices") == ours


def test_the_sources_page_prints_the_standing_of_every_section() -> None:
    ours = {
        (name, section): citation(name, section).standing.value
        for name in PRESETS
        for section in SECTIONS
        if section not in OPTIONS
    }
    assert printed("sections") == ours


def test_the_sources_page_names_every_document_that_an_audit_can_name() -> None:
    text = SOURCES_PAGE.read_text(encoding="utf-8")
    assert [
        document for document in Document if document is not Document.TABLE and f"`{document}`" not in text
    ] == []


def test_an_invented_ninth_preset_takes_one_replace() -> None:
    club = replace(PRESETS["parlett"], name="our-club", honours_to=HonoursTo.WINNER)
    rules = resolve({**PRESETS, club.name: club}, "our-club", {"opening_bid": 13}, 3)
    assert (rules.name, rules.honours_to, rules.opening_bid) == ("our-club", HonoursTo.WINNER, 13)
    assert rules.chosen == {"opening_bid"}


def test_a_preset_is_never_changed_by_a_table_that_departs_from_it() -> None:
    before = dict(PRESETS["parlett"].options())
    resolve(PRESETS, "parlett", {"opening_bid": 13, "odd_penny": "eldest"}, 3)
    assert PRESETS["parlett"].options() == before
    assert isinstance(PRESETS["parlett"].citations, MappingProxyType)


def test_sources_are_cited_for_choices_that_an_option_has() -> None:
    possible = {(option, str(choice)) for option in OPTIONS for choice in choices(option)}
    assert set(CHOICE_CITATIONS) <= possible


def test_only_other_ruff_stakes_and_an_unvied_ruff_that_leaves_nothing_are_in_no_source() -> None:
    possible = {
        (option, str(choice)) for option in OPTIONS if option != "ruff_stake" for choice in choices(option)
    }
    assert possible - set(CHOICE_CITATIONS) == {("unvied", "nothing")}
    assert [choice for option, choice in CHOICE_CITATIONS if option == "ruff_stake"] == ["2"]


def test_silence_is_no_source_of_a_choice() -> None:
    assert Standing.SILENT not in {cited.standing for cited in CHOICE_CITATIONS.values()}


@pytest.mark.parametrize(
    ("option", "choice", "document", "standing"),
    [
        ("opening_bid", "13", Document.COTGRAVE, Standing.STATED),
        ("odd_penny", "eldest", Document.REDACTION, Standing.STATED),
        ("odd_penny", "pot", Document.REDACTION, Standing.REPORTED),
        ("initial_pass", "out", Document.REDACTION, Standing.CONTRADICTED),
        ("towser_tumbler", "scored", Document.REDACTION, Standing.CONTRADICTED),
        ("ruff_count", "cards", Document.REDACTION, Standing.CONTRADICTED),
        ("ruff_count", "flat", Document.KNAUER, Standing.STATED),
        ("follow", "highest", Document.PARLETT, Standing.REPORTED),
        ("settlement", "each_opponent", Document.LETTER, Standing.CONTRADICTED),
        ("declarations_paid", "best_holder", Document.PARLETT, Standing.CONTRADICTED),
        ("passed_may_return", "True", Document.REDACTION, Standing.STATED),
        ("honours_to", "holder", Document.COTGRAVE, Standing.STATED),
        ("honours_to", "winner", Document.LETTER, Standing.STATED),
    ],
)
def test_the_best_source_of_a_choice_has_the_strongest_standing_and_is_the_oldest_of_equals(
    option: str, choice: str, document: Document, standing: Standing
) -> None:
    cited = CHOICE_CITATIONS[option, choice]
    assert (cited.document, cited.standing) == (document, standing)


def test_a_table_that_departs_from_its_preset_is_told_the_source_of_its_own_choice() -> None:
    rules = resolve(PRESETS, "wikipedia", {"honours_to": "holder"}, 3)
    assert authority(rules, "honours_to") is CHOICE_CITATIONS["honours_to", "holder"]
    assert authority(rules, "follow") is PRESETS["wikipedia"].citations["follow"]


def test_a_choice_that_no_source_has_rests_on_the_agreement_of_the_players() -> None:
    rules: RuleSet = resolve(PRESETS, "parlett", {"ruff_stake": 6, "unvied": "nothing"}, 3)
    assert {authority(rules, rule).document for rule in ("ruff_stake", "unvied")} == {Document.TABLE}


def test_every_layout_is_for_a_number_of_players_that_some_preset_allows() -> None:
    allowed = {number for preset in PRESETS.values() for number in preset.players}
    assert {players for players, _ in LAYOUTS} == allowed
