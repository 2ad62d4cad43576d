"""The sample histories show what their README says that they show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from gleek_replay.audit import audit_record
from gleek_replay.engine import PRESETS, Verb
from gleek_replay.records import HandRecord, read_record
from tests.cli.commands import QUIET, SAMPLES, gleek, objects

README = (SAMPLES / "README.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| \[([\w.-]+)\]\(\1\) \|.*\| (\w+) \|$", README, re.MULTILINE)
SHOWN = re.findall(r"^```console\n\$ ([^\n]+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def record(name: str) -> HandRecord:
    """A sample as it is read."""
    return read_record((SAMPLES / name).read_bytes())


def test_the_readme_lists_every_sample() -> None:
    files = {path.name for path in SAMPLES.iterdir()} - {"README.md"}
    assert {name for name, _ in ROWS} == files


@pytest.mark.parametrize(("name", "verdict"), ROWS)
def test_a_sample_has_the_verdict_that_the_readme_gives(name: str, verdict: str) -> None:
    found = objects(gleek("audit", "--format", "ndjson", name).stdout)
    assert {audit["verdict"] for audit in found if "verdict" in audit} == {verdict}


@pytest.mark.parametrize(("command", "output"), SHOWN)
def test_a_command_prints_what_the_readme_shows(command: str, output: str, tmp_path: Path) -> None:
    (tmp_path / "gleek-replay").write_text(f'#!/bin/sh\nexec {sys.executable} -m gleek_replay "$@"\n')
    (tmp_path / "gleek-replay").chmod(0o755)
    environment = QUIET | {"PATH": f"{tmp_path}:{QUIET['PATH']}"}
    ended = subprocess.run(
        ["bash", "-c", command], cwd=SAMPLES, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.stdout.rstrip("\n") == output.rstrip("\n")


def test_there_is_a_sample_of_every_preset() -> None:
    assert {record(f"{preset}.json").preset for preset in PRESETS} == PRESETS.keys()


def test_the_samples_are_hands_of_their_own() -> None:
    examples = Path(__file__).parents[1] / "examples"
    deals = {orjson.dumps(orjson.loads(path.read_bytes())["deal"]) for path in examples.glob("*.hand.json")}
    own = [orjson.loads(path.read_bytes()) for path in SAMPLES.glob("*.json")]
    assert not deals & {orjson.dumps(hand["deal"]) for hand in own if hand["hand_id"] != "malformed"}


def test_the_scene_of_the_play_is_as_the_play_has_it() -> None:
    scene = record("tu-quoque.json")
    document = orjson.loads((SAMPLES / "tu-quoque.json").read_bytes())
    names = [player.name for player in scene.players]
    assert document["deal"]["turn_up"] == "KH"
    assert names[scene.hand.eldest] == "Scattergood"
    said = [(names[seat], verb, argument) for seat, verb, argument in scene.hand.actions]
    calls = [argument for _, verb, argument in said[:9] if verb in (Verb.BID, Verb.PASS)]
    assert calls == [13, 14, None, 15, 16, 17, 18, None, None]
    assert [verb for _, verb, _ in said[10:14]] == [Verb.PASS, Verb.VIE, Verb.PASS, Verb.PASS]
    assert said[14:17] == [
        ("Staines", Verb.MOURNIVAL, "A"), ("Staines", Verb.GLEEK, "Q"), ("Longfield", Verb.GLEEK, "J"),
    ]  # fmt: skip
    played = [entry for entry in document["actions"] if entry[:2] == ["scattergood", "play"]]
    assert [card for _, _, card in played if card[0] in "AKQJ"] == ["JC"], (
        "one court card, the Knave of clubs"
    )
    assert audit_record(scene).verdict == "clean"
