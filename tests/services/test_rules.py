"""The rules as they are told: options, presets, and the source of every choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gleek_replay.engine import OPTIONS, PRESETS, SECTIONS, Standing, authority, choices
from gleek_replay.services import rules
from gleek_replay.services.meanings import STAGES, meaning_of
from gleek_replay.services.refusals import NotFound


def test_the_stages_meet_every_option_in_its_order() -> None:
    assert [option for options in STAGES.values() for option in options] == list(OPTIONS)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_choice_has_a_meaning_of_its_own(option: str) -> None:
    meanings = [meaning_of(option, choice) for choice in choices(option)]
    assert len(set(meanings)) == len(meanings)
    assert not [meaning for meaning in meanings if meaning.endswith(".") or meaning != meaning.strip()]


def test_the_book_has_every_option_with_all_it_may_be() -> None:
    book = rules.get_rule_book()
    assert [option.name for option in book.options] == list(OPTIONS)
    for option in book.options:
        allowed = choices(option.name)
        if isinstance(allowed, range):
            assert (option.values, option.least, option.most) == (None, allowed[0], allowed[-1])
        else:
            assert option.values is not None
            assert tuple(value.value for value in option.values) == allowed
            assert (option.least, option.most) == (None, None)


def test_the_book_has_every_preset_with_its_choices_and_their_sources() -> None:
    book = rules.get_rule_book()
    assert [preset.name for preset in book.presets] == list(PRESETS)
    for preset in book.presets:
        known = PRESETS[preset.name]
        assert {choice.rule: choice.choice for choice in preset.options} == known.options()
        assert [section.rule for section in preset.sections] == list(SECTIONS)
        for sourced in (*preset.options, *preset.sections):
            cited = authority(known, sourced.rule)
            assert (sourced.document, sourced.passage, sourced.standing) == (
                cited.document, cited.passage, cited.standing,
            )  # fmt: skip
            assert sourced.is_open is (cited.standing in (Standing.SILENT, Standing.CONTRADICTED))
        assert sum(preset.standings.values()) == len(OPTIONS)


def test_an_open_reading_is_told_as_such() -> None:
    honours = rules.get_preset("wikipedia").choice_of("honours_to")
    assert (honours.choice, honours.standing, honours.is_open) == ("winner", "contradicted", True)
    assert honours.meaning == "whoever won the trick in which it fell"
    assert "won in tricks" in honours.passage
    assert not rules.get_preset("parlett").choice_of("honours_to").is_open


def test_a_section_leaves_nothing_to_choose() -> None:
    sections = rules.get_preset("parlett").sections
    assert {(section.choice, section.meaning) for section in sections} == {(None, None)}


def test_standings_are_counted_the_firmest_first() -> None:
    assert rules.get_preset("wikipedia").standings == {"stated": 19, "silent": 1, "contradicted": 2}
    assert next(iter(rules.get_preset("willughby-1665").standings)) == "reported"


def test_a_comparison_has_only_the_options_in_which_presets_differ() -> None:
    book = rules.compare_presets(["parlett", "wikipedia"])
    assert [option.name for option in book.options] == ["honours_to"]
    assert [preset.name for preset in book.presets] == ["parlett", "wikipedia"]
    assert list(book.stages) == ["The tricks and the score"]


def test_a_preset_differs_in_nothing_from_itself() -> None:
    assert rules.compare_presets(["parlett", "parlett"]).options == ()


def test_a_preset_that_there_is_not_is_not_found() -> None:
    for ask in (rules.get_preset, lambda name: rules.compare_presets(["parlett", name])):
        with pytest.raises(NotFound, match=r"^There is no preset hoyle; there are cotgrave-1662, "):
            ask("hoyle")


def test_a_preset_made_on_the_spot_is_told_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ninth = replace(PRESETS["parlett"], name="ninth", opening_bid=13)
    monkeypatch.setitem(PRESETS, "ninth", ninth)
    book = rules.get_rule_book()
    assert (book.presets[-1].name, book.presets[-1].title) == ("ninth", None)
    assert [option.name for option in rules.compare_presets(["parlett", "ninth"]).options] == ["opening_bid"]


def test_what_an_option_may_be_is_said_in_words() -> None:
    assert rules.allowed_values("odd_penny") == "eldest, runner_up or pot"


def test_the_presets_for_a_number_of_players_are_those_that_have_a_table_for_it() -> None:
    assert rules.presets_for(3) == rules.preset_names()
    assert {rules.presets_for(players) for players in (2, 4, 5, 6)} == {("knauer-2008",)}
    assert rules.presets_for(7) == ()
