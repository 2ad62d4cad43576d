"""`gleek-replay rules`: the presets side by side, each choice with its source."""

from __future__ import annotations

from gleek_replay.engine import OPTIONS, PRESETS, authority
from tests.cli.commands import complaints, gleek


def test_every_option_has_a_row_and_every_choice_its_source() -> None:
    ended = gleek("rules")
    assert ended.returncode == 0
    lines = ended.stdout.decode().splitlines()
    assert lines[0].split() == ["option", *PRESETS]
    assert lines[2].split() == ["players", *(["3"] * 7), "2–6"]
    assert [line.split()[0] for line in lines[3 : 3 + len(OPTIONS)]] == list(OPTIONS)
    for rules in PRESETS.values():
        for option in ("players", *OPTIONS):
            citation = authority(rules, option)
            assert any(rules.name in line and citation.passage in line for line in lines), (
                rules.name,
                option,
            )


def test_a_comparison_shows_only_where_two_differ() -> None:
    ended = gleek("rules", "--diff", "parlett", "wikipedia")
    lines = ended.stdout.decode().splitlines()
    assert lines[0].split() == ["option", "parlett", "wikipedia"]
    assert lines[2].split() == ["honours_to", "holder", "winner", "†"]
    assert lines[3] == ""
    assert "honours_to: holder or winner" in lines


def test_a_comparison_shows_for_how_many_players_each_is_where_that_differs() -> None:
    lines = gleek("rules", "--diff", "parlett", "knauer-2008").stdout.decode().splitlines()
    assert lines[2].split() == ["players", "3", "2–6"]
    assert "players: how many may play" in lines
    assert "players" not in gleek("rules", "--diff", "parlett", "wikipedia").stdout.decode().split("\n\n")[0]


def test_presets_that_choose_alike_are_said_not_to_differ() -> None:
    ended = gleek("rules", "--diff", "parlett", "parlett")
    assert (ended.returncode, ended.stdout) == (0, b"parlett and parlett do not differ.\n")


def test_a_preset_that_there_is_not_is_refused() -> None:
    ended = gleek("rules", "--diff", "parlett", "hoyle")
    assert ended.returncode == 2
    assert complaints(ended)[0].startswith("gleek-replay: There is no preset hoyle")
