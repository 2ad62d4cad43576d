"""The pages of `docs/` say all that there is, and nothing that there is not.

`test_docs_service.py` asks it of the command line and the API, and `test_docs_examples.py` runs the examples.
"""

from __future__ import annotations

import re
from enum import StrEnum
from importlib import import_module
from typing import Any

import pytest

from gleek_replay import __version__
from gleek_replay.audit import AuditSchema, FindingCode, Verdict
from gleek_replay.engine import (
    LAYOUTS,
    OPTIONS,
    PRESETS,
    STOPPING,
    Code,
    Document,
    Layout,
    Reason,
    Standing,
    Verb,
    choices,
    choices_text,
)
from gleek_replay.records import HandHistorySchema, Stake
from tests.documentation import PAGES, ROOT, code_in, codes, page, table
from tests.test_architecture import MAY_IMPORT
from tests.test_repository import LINK


def written(choice: object) -> str:
    """A choice as a table of presets or options writes it."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def option_tables() -> dict[str, list[str]]:
    """The values that the page about the rules has for each option."""
    found: dict[str, list[str]] = {}
    option = ""
    for rows in re.findall(r"^\| option \| value \|.*\n\|.*\n((?:\|.*\n)+)", page("rules.md"), re.MULTILINE):
        for row in rows.splitlines():
            cells = row.strip("|").split(" | ")
            option = (code_in(cells[0]) or [option])[0]
            found.setdefault(option, []).extend(code_in(cells[1]))
    return found


def test_the_options_are_told_with_all_their_values_in_the_order_of_the_game() -> None:
    told = option_tables()
    assert list(told) == list(OPTIONS)
    for option, values in told.items():
        allowed = choices(option)
        ends = (allowed[0], allowed[-1]) if isinstance(allowed, range) else allowed
        assert values == [written(choice) for choice in ends], f"{option} may be {choices_text(option)}"


def test_the_table_of_presets_is_that_of_the_program() -> None:
    rows = {row.pop("option").strip("`"): row for row in table("rules.md", "presets")}
    assert rows == {
        option: {name: written(preset.options()[option]) for name, preset in PRESETS.items()}
        for option in OPTIONS
    }


def test_the_table_of_layouts_is_that_of_the_program() -> None:
    def row(layout: Layout) -> tuple[str, ...]:
        numbers = (layout.players, layout.deck, layout.hand, layout.stock, layout.tib, layout.tom)
        discards = ", then ".join(map(str, layout.discards))
        assert layout.king == layout.queen
        return (*map(str, numbers), str(layout.king), str(layout.break_even), discards)

    assert [tuple(shown.values()) for shown in table("rules.md", "layouts")] == [
        row(layout) for layout in LAYOUTS.values()
    ]


@pytest.mark.parametrize(
    ("name", "note", "words"),
    [
        ("rules.md", "followed", [code for code in Code if code not in STOPPING]),
        ("rules.md", "stopped", [code for code in Code if code in STOPPING]),
        ("rules.md", "reasons", list(Reason)),
        ("rules.md", "verdicts", list(Verdict)),
        ("format.md", "verbs", list(Verb)),
        ("format.md", "findings", list(FindingCode)),
        ("format.md", "record fields", list(HandHistorySchema().fields)),
        ("format.md", "audit fields", list(AuditSchema().fields)),
    ],
)
def test_a_table_lists_exactly_the_words_that_there_are(name: str, note: str, words: list[str]) -> None:
    assert sorted(codes(name, note)) == sorted(words)


def test_the_format_tells_what_hidden_cards_may_leave_open() -> None:
    stages: Any = AuditSchema().fields["unverified"]
    assert codes("format.md", "unverified") == list(stages.inner.validate.choices)


def test_the_format_says_which_fields_are_required() -> None:
    said = {row["field"].strip("`"): row["required"] == "yes" for row in table("format.md", "record fields")}
    assert said == {name: field.required for name, field in HandHistorySchema().fields.items()}


@pytest.mark.parametrize("words", [Stake, Standing, Reason, Verdict], ids=lambda words: words.__name__)
def test_the_format_names_every_word_that_its_fields_may_hold(words: type[StrEnum]) -> None:
    assert {word.value for word in words} <= set(code_in(page("format.md")))


def test_the_page_about_the_sources_names_every_document() -> None:
    documents = {document.value for document in Document if document is not Document.TABLE}
    assert documents <= set(code_in(page("sources.md")))


def test_the_map_has_every_room_with_what_it_may_import() -> None:
    def named(cell: str) -> set[str]:
        return set(code_in(cell))

    rooms = {path.stem for path in (ROOT / "gleek_replay").iterdir() if not path.name.startswith("_")}
    told = {row["room"].strip("`"): named(row["may import"]) for row in table("architecture.md", "rooms")}
    assert told.keys() == (rooms & MAY_IMPORT.keys()) - {"wsgi"}
    assert told == {room: MAY_IMPORT[room] for room in told}


def glossary() -> list[tuple[str, str, str]]:
    """The entries: word, meaning, and where it stands in the code."""
    rows = re.findall(r"^\| (.+?) \| (.+) \| `([\w.]+)` \|$", page("glossary.md"), re.MULTILINE)
    assert len(rows) == page("glossary.md").count("\n|") - 4, "every row but two headings is an entry"
    return rows


@pytest.mark.parametrize(("word", "place"), [(word, place) for word, _, place in glossary()])
def test_a_word_of_the_glossary_stands_where_it_says(word: str, place: str) -> None:
    parts = place.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(["gleek_replay", *parts[:cut]]))
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            found = getattr(found, name)
        return
    pytest.fail(f"{word}: there is no {place}")


def test_the_glossary_is_in_order_and_explains_its_own_words() -> None:
    entries = glossary()
    words = [word for word, _, _ in entries]
    for heading in ("The game", "The service"):
        section = page("glossary.md").partition(f"## {heading}\n")[2].partition("\n## ")[0]
        listed = [word for word in re.findall(r"^\| (.+?) \|", section, re.MULTILINE) if word in words]
        assert listed == sorted(listed, key=str.lower)
    named = {name for _, meaning, _ in entries for name in re.findall(r"\*\*(.+?)\*\*", meaning)}
    assert named <= set(words)


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\S+)\] – \d{4}-\d\d-\d\d$", changelog, re.MULTILINE)
    assert versions[0] == __version__


def test_the_index_leads_to_every_page() -> None:
    linked = {first or second for first, second in LINK.findall(page("README.md"))}
    assert {path.name for path in PAGES} - {"README.md"} <= {link.partition("#")[0] for link in linked}
