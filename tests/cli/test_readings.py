"""`gleek-replay audit` by other rules, `--all-rules`, `--which-rules`, and `gleek-replay settle`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import orjson
import pytest

from gleek_replay.audit import (
    audit_record,
    audit_sessions,
    evening_document,
    read_under,
    reading_document,
    readings,
    rules_over,
    settle_evening,
    settlement_document,
    which_rules,
    which_rules_document,
)
from gleek_replay.engine import PRESETS
from gleek_replay.records import HandRecord, read_record, split_records
from tests.cli.commands import SAMPLES, complaints, gleek, objects
from tests.relabelled import relabelled


def records_of(name: str) -> list[HandRecord]:
    with (SAMPLES / name).open("rb") as stream:
        return [read_record(part.raw) for part in split_records(stream)]


def as_json(document: Any) -> Any:
    return json.loads(json.dumps(document))


def lines_of(hands: Any) -> bytes:
    return b"\n".join(map(orjson.dumps, hands))


def test_a_hand_is_audited_by_another_preset_and_other_options() -> None:
    asked = ["--rules", "cotgrave-1662", "--option", "opening_bid=12", "--option", "challenge=true"]
    ended = gleek("audit", "--format", "ndjson", *asked, "misreported.json")
    (record,) = records_of("misreported.json")
    rules = rules_over(record, preset="cotgrave-1662", options={"opening_bid": 12, "challenge": True})
    assert objects(ended.stdout) == [as_json(read_under(record, rules).document)]
    assert ended.returncode == 1


def test_the_status_is_that_of_the_rules_asked_for() -> None:
    assert gleek("audit", "clean.json").returncode == 0
    assert gleek("audit", "--rules", "willughby-1665", "clean.json").returncode == 1


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (["--option", "no_such=1"], "misreported.json, record 1: no_such: no such option"),
        (["--option", "unvied=trouble"],
         "misreported.json, record 1: unvied: expected double, carry_pot or nothing"),
        (["--rules", "knauer-2008", "--option", "deck=52"],
         "misreported.json, record 1: deck: 3 players use a pack of 44, not 52"),
    ],
)  # fmt: skip
def test_rules_that_a_hand_cannot_be_read_by_are_told_with_their_place(
    asked: list[str], complaint: str
) -> None:
    ended = gleek("audit", *asked, "misreported.json")
    assert complaints(ended) == [f"gleek-replay: {complaint}"]
    assert ended.returncode == 2


def test_the_other_hands_are_audited_where_one_cannot_be_read_by_the_rules() -> None:
    ended = gleek("audit", "--format", "ndjson", "--rules", "parlett", "four-players.json", "clean.json")
    assert [audit["hand_id"] for audit in objects(ended.stdout)] == ["clean"]
    assert "four-players.json, record 1: players: parlett is for 3 players" in complaints(ended)[0]
    assert ended.returncode == 2


@pytest.mark.parametrize("asked", [["--rules", "hoyle"], ["--rules", "parlett", "--all-rules"]])
def test_what_does_not_go_together_is_refused(asked: list[str]) -> None:
    assert gleek("audit", *asked, "clean.json").returncode == 2


@pytest.mark.parametrize("asked", ["--all-rules", "--which-rules"])
def test_options_go_with_one_reading_only(asked: str) -> None:
    ended = gleek("audit", asked, "--option", "unvied=double", "clean.json")
    assert ended.returncode == 2
    assert complaints(ended) == [
        f"gleek-replay: --option goes with the rules that hands state, or with --rules, not with {asked}"
    ]


def test_all_rules_as_objects_are_the_readings() -> None:
    names = ["misreported.json", "four-players.json"]
    ended = gleek("audit", "--all-rules", "--format", "ndjson", *names)
    expected = [
        {"hand_id": record.hand_id, **reading_document(record, reading)}
        for name in names
        for record in records_of(name)
        for reading in readings(record)
    ]
    assert objects(ended.stdout) == as_json(expected)
    assert ended.returncode == 1


def test_a_name_cannot_write_to_the_terminal_from_the_head_of_a_table() -> None:
    record = orjson.loads((SAMPLES / "clean.json").read_bytes())
    record["players"][0]["name"] = "Kate\x1b]0;gone\x07\u202e"
    printed = gleek("audit", "--all-rules", "-", stdin=orjson.dumps(record)).stdout.decode()
    assert "Kate\ufffd]0;gone\ufffd\ufffd" in printed
    assert not set(printed) & {"\x1b", "\x07", "\u202e"}


def test_all_rules_as_a_table_have_a_row_for_each_preset() -> None:
    ended = gleek("audit", "--all-rules", "misreported.json", "four-players.json", "malformed.json")
    text = ended.stdout.decode()
    table, other = text.split("Hand four-players")
    rows = [line.split("  ") for line in table.splitlines()[4:] if line]
    assert [row[0] for row in rows] == ["as stated", *PRESETS]
    cells = {row[0]: [cell.strip() for cell in row[1:] if cell.strip()] for row in rows}
    assert cells["as stated"] == ["misreported", "−10", "+19", "−9"]
    assert cells["parlett"] == ["misreported", "–", "−10", "+19", "−9", "–"]
    assert cells["cotgrave-1662"] == [
        "irregular", "/actions/0", "−8", "+19", "−11", "Moll Carver +2d, Beth Rainsford −2d",
    ]  # fmt: skip
    assert "parlett is for 3 players, not 4" in other
    assert "Malformed: it is no hand history" in other
    assert ended.returncode == 2


def test_which_rules_are_asked_of_each_session_and_of_each_hand_of_none() -> None:
    evening = relabelled(1)
    ended = gleek(
        "audit", "--which-rules", "--format", "ndjson", "misreported.json", "-", stdin=lines_of(evening.hands)
    )
    (record,) = records_of("misreported.json")
    session = evening.records[0].session
    assert session is not None
    assert objects(ended.stdout) == as_json(
        [
            {"session": None, **which_rules_document(which_rules([record]))},
            {"session": session.id, **which_rules_document(which_rules(evening.records))},
        ]
    )
    assert ended.returncode == 1


def test_which_rules_are_told_with_what_decides_and_who_says_so() -> None:
    evening = (SAMPLES / "evening.ndjson").read_bytes().replace(b'"parlett"', b'"willughby-1665"')
    lines = gleek("audit", "--which-rules", "-", stdin=evening).stdout.decode().splitlines()
    assert lines[0] == "Session mitre-2026-05-16"
    assert "    1. parlett: all is legal, and every recorded payment is due." in lines
    assert any(
        line.startswith("  · On following suit: suit, stated highest. David Parlett") for line in lines
    )
    assert lines[-2].startswith("  ≠ 8. as stated: 23 recorded amounts are not due, 50 breaches of the rules")


def test_where_no_rules_explain_everything_what_is_wrong_is_told() -> None:
    text = gleek("audit", "--which-rules", "misreported.json").stdout.decode()
    assert "≠ 1. as stated or wikipedia: 3 recorded amounts are not due." in text
    paid, due = (f"{amount} from Moll Carver to Sam Oakes for the ruff" for amount in (6, 4))
    assert f"≠ misreported: {paid}; {due} is due." in text
    assert "≠ misreported: Moll Carver in all: recorded −14, due −10." in text


def test_changed_options_are_told_beside_the_rules_that_they_change() -> None:
    (record,) = [json.loads((SAMPLES / "clean.json").read_bytes())]
    record["rules"] = {"preset": record["rules"], "options": {"opening_bid": 13}}
    record["actions"][0][2] = 12
    text = gleek("audit", "--which-rules", "-", stdin=json.dumps(record).encode()).stdout.decode()
    assert "parlett" in text
    assert "On the opening bid: 12, stated 13." in text


def test_settling_as_objects_is_the_librarys() -> None:
    names = ["misreported.json", "truncated.json", "evening.ndjson"]
    ended = gleek("settle", "--format", "ndjson", *names)
    audits = [audit_record(record) for name in names for record in records_of(name)]
    evenings = [evening_document(settle_evening(session)) for session in audit_sessions(audits)]
    assert objects(ended.stdout) == as_json([*map(settlement_document, audits), *evenings])
    assert ended.returncode == 1


def test_settling_tells_the_hands_that_need_it_and_every_session() -> None:
    ended = gleek("settle", "misreported.json", "evening.ndjson")
    assert ended.stdout.decode().splitlines() == [
        "Hand misreported",
        "================",
        "What should be paid now",
        "  → Sam Oakes pays 2 (2d) to Moll Carver.",
        "",
        "Session mitre-2026-05-16",
        "========================",
        "The settling-up",
        "    Lettice Ward −2s 5d, Roger Bull +6s 1d, Hester Lowe −4s 4d.",
        "  → Hester Lowe pays 4s 4d to Roger Bull.",
        "  → Lettice Ward pays 1s 9d to Roger Bull.",
        "  → Lettice Ward pays 8d to the pot.",
        "  · If all was paid as recorded, nothing more is to be paid.",
        "  · Left when the last hand is over: 8d in the pot, which is nobody's by the rules.",
        "",
        "11 hands: 1 not paid as was due.",
    ]
    assert ended.returncode == 1


def test_settling_what_was_paid_as_was_due_ends_well(tmp_path: Path) -> None:
    assert gleek("settle", "clean.json", "evening.ndjson").returncode == 0
    (tmp_path / "empty.json").write_bytes(b"{}")
    assert gleek("settle", "clean.json", tmp_path / "empty.json").returncode == 2


def test_settling_says_where_it_cannot_be_said() -> None:
    record = json.loads((SAMPLES / "clean.json").read_bytes())
    record.pop("payments")
    record["result"] = dict([next(iter(record["result"].items()))])
    ended = gleek("settle", "-", stdin=json.dumps(record).encode())
    assert "It cannot be said" in ended.stdout.decode()
    assert ended.returncode == 1
