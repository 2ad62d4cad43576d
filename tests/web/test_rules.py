"""The rules over the API and on their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import httpx
import pytest

from gleek_replay.engine import OPTIONS, PRESETS, SECTIONS, authority, choices
from gleek_replay.services.access import Role
from tests.web.conftest import Service

CELLS = (len(OPTIONS) + 1) * len(PRESETS)
OPEN = {"silent", "contradicted"}


@pytest.fixture(scope="module")
def reader(service: Service) -> Iterator[httpx.Client]:
    with service.caller(Role.READER) as client:
        yield client


def text_of(page: str) -> str:
    """The words of a page, without its marks."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_the_rules_are_every_option_and_every_preset(reader: httpx.Client) -> None:
    rules = reader.get("/api/v1/rules").json()
    assert [option["name"] for option in rules["options"]] == list(OPTIONS)
    assert [preset["name"] for preset in rules["presets"]] == list(PRESETS)
    for preset in rules["presets"]:
        assert {found["option"]: found["choice"] for found in preset["options"]} == PRESETS[
            preset["name"]
        ].options()
        assert [section["section"] for section in preset["sections"]] == list(SECTIONS)


def test_an_option_says_all_that_it_may_be(reader: httpx.Client) -> None:
    options = {option["name"]: option for option in reader.get("/api/v1/rules").json()["options"]}
    for name, option in options.items():
        if name != "ruff_stake":
            assert [value["value"] for value in option["values"]] == list(choices(name))
    assert options["challenge"]["values"][0] == {
        "value": False,
        "meaning": "a declaration cannot be challenged",
    }
    assert options["ruff_stake"] == {
        "name": "ruff_stake", "about": "the stake of the ruff", "values": None, "least": 1, "most": 1000,
    }  # fmt: skip


def test_a_choice_comes_with_its_source_and_whether_it_is_open(reader: httpx.Client) -> None:
    preset = reader.get("/api/v1/rules/wikipedia").json()
    assert (preset["title"], preset["players"]) == ("Wikipedia, Gleek (card game)", [3])
    for found in (*preset["options"], *preset["sections"]):
        cited = authority(PRESETS["wikipedia"], found.get("option") or found["section"])
        assert (found["document"], found["passage"], found["standing"]) == (
            cited.document, cited.passage, cited.standing,
        )  # fmt: skip
        assert found["open"] is (cited.standing in OPEN)
    (honours,) = [found for found in preset["options"] if found["option"] == "honours_to"]
    assert (honours["choice"], honours["open"]) == ("winner", True)


@pytest.mark.parametrize("path", ["/api/v1/rules/hoyle", "/rules/hoyle", "/rules?compare=parlett,hoyle"])
def test_a_preset_that_there_is_not_is_not_found(reader: httpx.Client, path: str) -> None:
    answer = reader.get(path)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"].startswith("There is no preset hoyle; there are cotgrave-1662, ")


def test_the_page_has_every_choice_of_every_preset_with_its_source(reader: httpx.Client) -> None:
    page = reader.get("/rules").text
    assert len(re.findall('class="choice"', page)) == CELLS
    words = text_of(page)
    for rules in PRESETS.values():
        for option in OPTIONS:
            assert f'popovertarget="{option}-{rules.name}"' in page
            assert f'id="{option}-{rules.name}"' in page
            passage = authority(rules, option).passage
            assert passage[1:] in words, (rules.name, option)


def test_open_readings_are_marked_and_the_mark_is_explained(reader: httpx.Client) -> None:
    page = reader.get("/rules").text
    cells = re.findall(r'<button type="button" class="choice" popovertarget="([^"]+)">(.*?)</button>', page)
    marked = {note for note, cell in cells if "†" in cell and "an open reading" in cell}
    assert marked == {
        f"{option}-{rules.name}"
        for rules in PRESETS.values()
        for option in OPTIONS
        if authority(rules, option).standing in OPEN
    }
    assert "† An open reading: the sources are silent on it, or contradict each other." in text_of(page)


@pytest.mark.parametrize(
    "query", ["compare=parlett,wikipedia", "compare=parlett&compare=wikipedia", "compare=parlett,,wikipedia,"]
)
def test_a_comparison_shows_only_where_presets_differ(reader: httpx.Client, query: str) -> None:
    page = reader.get(f"/rules?{query}").text
    assert re.findall(r'popovertarget="([^"]+)">', page) == ["honours_to-parlett", "honours_to-wikipedia"]
    assert len(re.findall(r'name="compare" value="[^"]+" checked', page)) == 2


def test_a_comparison_shows_for_how_many_players_presets_are_where_they_differ_in_that(
    reader: httpx.Client,
) -> None:
    page = reader.get("/rules?compare=parlett,knauer-2008").text
    assert re.findall(r'popovertarget="(players-[^"]+)">', page) == ["players-parlett", "players-knauer-2008"]
    assert authority(PRESETS["parlett"], "players").passage[1:] in text_of(page)


def test_one_preset_alone_is_compared_with_nothing(reader: httpx.Client) -> None:
    page = reader.get("/rules?compare=parlett,parlett").text
    assert len(re.findall('class="choice"', page)) == CELLS
    assert "Choose another to hold it against." in page


@pytest.mark.parametrize("name", PRESETS)
def test_a_presets_page_has_all_its_sources_in_full(reader: httpx.Client, name: str) -> None:
    page = reader.get(f"/rules/{name}").text
    words = text_of(page)
    for rule in (*OPTIONS, *SECTIONS):
        assert f'id="{rule}"' in page
        assert authority(PRESETS[name], rule).passage[1:] in words
    assert f'href="/?rules={name}"' in page


def test_the_rules_are_one_step_from_every_page(reader: httpx.Client) -> None:
    assert '<li><a href="/rules">Rules</a></li>' in reader.get("/sign-in").text
