"""`gleek-replay audit`: what it prints, in which order, and how it ends."""

from __future__ import annotations

import gzip
import os
import pty
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from gleek_replay.audit import AuditSchema
from gleek_replay.simulation import simulate
from tests.cli.commands import QUIET, SAMPLES, complaints, gleek, objects

CLEAN = (SAMPLES / "clean.json").read_bytes()
REVOKE = (SAMPLES / "revoke.json").read_bytes()
MALFORMED = (SAMPLES / "malformed.json").read_bytes()


def one_line(record: bytes) -> bytes:
    """A record as a line of NDJSON."""
    return orjson.dumps(orjson.loads(record))


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["clean.json"], 0),
        (["clean.json", "tu-quoque.json"], 0),
        (["revoke.json"], 1),
        (["misreported.json"], 1),
        (["truncated.json"], 1),
        (["malformed.json"], 2),
        (["clean.json", "revoke.json"], 1),
        (["malformed.json", "revoke.json", "clean.json"], 2),
        (["clean.json", "no-such-file.json"], 2),
    ],
)
@pytest.mark.parametrize("form", ["text", "ndjson"])
def test_the_exit_status_is_that_of_the_worst(names: list[str], status: int, form: str) -> None:
    assert gleek("audit", "--format", form, *names).returncode == status


def test_an_account_is_plain_text_where_nobody_watches() -> None:
    ended = gleek("audit", "clean.json", environment={"TERM": "xterm-256color"})
    assert b"\x1b" not in ended.stdout
    assert "    1. Kate Hollin A♥, Will Penn 6♥, Nan Askew 4♥ → Kate Hollin\n" in ended.stdout.decode()
    assert ended.stderr == b""


def test_ndjson_has_one_audit_a_line_in_the_order_of_the_input() -> None:
    stream = b"\n".join(map(one_line, [REVOKE, MALFORMED, CLEAN]))
    ended = gleek("audit", "--format", "ndjson", "tu-quoque.json", "-", "misreported.json", stdin=stream)
    assert [audit["verdict"] for audit in objects(ended.stdout)] == [
        "clean", "irregular", "malformed", "clean", "misreported",
    ]  # fmt: skip
    assert ended.stderr == b""


def test_every_audit_object_is_as_the_schema_says() -> None:
    ended = gleek("audit", "--format", "ndjson", *sorted(SAMPLES.glob("*.json")))
    for audit in objects(ended.stdout):
        if audit["verdict"] != "malformed":
            assert AuditSchema().validate(audit) == {}


def test_a_malformed_record_gives_an_object_with_every_fault_and_its_place() -> None:
    (found,) = objects(gleek("audit", "--format", "ndjson", "malformed.json").stdout)
    assert found["verdict"] == "malformed"
    assert {fault["pointer"] for fault in found["faults"]} == {
        "/played_at", "/dealer", "/daeler", "/actions/1", "/actions/8", "/payments/0/to", "/deal/hands/will",
    }  # fmt: skip
    assert all(fault["message"] for fault in found["faults"])


def test_a_malformed_record_is_told_with_its_number_and_the_rest_goes_on() -> None:
    stream = b"\n".join([one_line(CLEAN), b"{", one_line(CLEAN)])
    ended = gleek("audit", "-", stdin=stream)
    text = ended.stdout.decode()
    assert "Record 2 of standard input\n" in text
    assert text.count("Hand clean\n") == 2
    assert text.endswith("3 records: 2 clean, 1 malformed.\n")
    assert ended.returncode == 2


@pytest.mark.parametrize("wrap", [lambda raw: raw, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize(
    "stream",
    [
        CLEAN,
        b"[" + CLEAN + b"]",
        one_line(CLEAN),
        b"\xef\xbb\xbf" + one_line(CLEAN) + b"\r\n\r\n",
    ],
    ids=["object", "array", "ndjson", "ndjson of another system"],
)
def test_a_file_may_be_an_object_an_array_or_ndjson_plain_or_gzip(
    stream: bytes, wrap: object, tmp_path: Path
) -> None:
    assert callable(wrap)
    (tmp_path / "hands").write_bytes(wrap(stream))
    from_file = gleek("audit", "--format", "ndjson", tmp_path / "hands")
    from_stdin = gleek("audit", "--format", "ndjson", "-", stdin=wrap(stream))
    assert [audit["hand_id"] for audit in objects(from_file.stdout)] == ["clean"]
    assert from_stdin.stdout == from_file.stdout


def test_a_gzip_file_that_breaks_off_gives_what_it_holds(tmp_path: Path) -> None:
    hands = b"\n".join(orjson.dumps(hand) for hand in simulate("parlett", hands=150, seed=1))
    (tmp_path / "hands.gz").write_bytes(gzip.compress(hands)[:-2000])
    ended = gleek("audit", "--format", "ndjson", tmp_path / "hands.gz")
    *whole, last = [found["verdict"] for found in objects(ended.stdout) if "verdict" in found]
    assert set(whole) == {"clean"}
    assert last == "malformed"
    assert ended.returncode == 2


def test_files_that_cannot_be_read_are_one_line_each_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "empty.json").touch()
    names: list[str | Path] = ["no-such-file.json", tmp_path, tmp_path / "empty.json", "clean.json"]
    ended = gleek("audit", "--format", "ndjson", *names)
    assert complaints(ended) == [
        "gleek-replay: no-such-file.json: No such file or directory",
        f"gleek-replay: {tmp_path}: Is a directory",
        f"gleek-replay: {tmp_path}/empty.json: there is no hand history in it",
    ]
    assert [audit["verdict"] for audit in objects(ended.stdout)] == ["clean"]
    assert ended.returncode == 2


@pytest.mark.parametrize(
    "rubbish", [b"\0\1\2", b"[1, 2", b'"hand"', b"\xff\xfe{}", b"[[[[[" * 500, b"null\n"]
)
def test_whatever_comes_in_nothing_breaks(rubbish: bytes) -> None:
    ended = gleek("audit", "--format", "ndjson", "-", stdin=rubbish)
    assert ended.returncode == 2
    assert {found["verdict"] for found in objects(ended.stdout)} == {"malformed"}
    assert b"Traceback" not in ended.stderr


def test_the_sessions_follow_the_hands() -> None:
    ended = gleek("audit", "--format", "ndjson", "evening.ndjson", "clean.json")
    *hands, session = objects(ended.stdout)
    assert [hand["hand_id"] for hand in hands[-2:]] == ["mitre-2026-05-16-10", "clean"]
    assert session == {
        "session": "mitre-2026-05-16",
        "hands": 10,
        "net": {"lettice": -29, "roger": 73, "hester": -52, "pot": 8, "ruff_pot": 0},
        "findings": [],
    }
    assert ended.returncode == 0


@pytest.mark.parametrize("form", ["text", "ndjson"])
def test_a_hand_that_begins_from_something_else_is_found_between_the_hands(form: str) -> None:
    lines = (SAMPLES / "evening.ndjson").read_bytes().splitlines()
    ended = gleek("audit", "--format", form, "-", stdin=b"\n".join(lines[:3] + lines[4:]))
    assert ended.returncode == 1
    if form == "text":
        assert "✗ mitre-2026-05-16-5: " in ended.stdout.decode()
        assert ended.stdout.decode().endswith("\n9 records: 9 clean. 1 session: 1 finding.\n")
    else:
        (finding,) = objects(ended.stdout)[-1]["findings"]
        assert finding["code"] == "gap"


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    hands = b"\n".join(orjson.dumps(hand) for hand in simulate("parlett", hands=150, seed=1))
    (tmp_path / "hands.ndjson").write_bytes(hands)
    process = subprocess.Popen(
        [sys.executable, "-m", "gleek_replay", "audit", str(tmp_path / "hands.ndjson")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=QUIET,
    )
    assert process.stdout
    assert process.stderr
    with process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def watched(*arguments: str, **environment: str) -> bytes:
    """What a command prints to a terminal."""
    watching, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "gleek_replay", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        cwd=SAMPLES,
        env=QUIET | {"TERM": "xterm-256color", "COLUMNS": "100"} | environment,
    )
    os.close(terminal)
    printed = b""
    while True:
        try:
            piece = os.read(watching, 65536)
        except OSError:  # the terminal is gone with its last writer
            piece = b""
        if not piece:
            break
        printed += piece
    os.close(watching)
    assert process.wait(60) == 0
    return printed


def test_on_a_terminal_an_account_has_colours_and_is_folded() -> None:
    printed = watched("audit", "clean.json")
    assert b"\x1b[" in printed
    assert max(map(len, printed.decode().splitlines())) < 160


@pytest.mark.parametrize("plain", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_a_terminal_that_wants_no_colours_gets_none(plain: dict[str, str]) -> None:
    assert b"\x1b" not in watched("audit", "clean.json", **plain)


def test_a_name_cannot_write_to_the_terminal() -> None:
    record = orjson.loads(CLEAN)
    record["players"][0]["name"] = "Kate\x1b]0;gone\x07\u202e"
    printed = gleek("audit", "-", stdin=orjson.dumps(record)).stdout.decode()
    assert "Kate\ufffd]0;gone\ufffd\ufffd bids 12" in printed
    assert not set(printed) & {"\x1b", "\x07", "\u202e"}


def test_a_terminal_without_the_marks_of_suits_gets_their_codes() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "gleek_replay", "audit", "clean.json"],
        capture_output=True,
        check=True,
        cwd=SAMPLES,
        env={**QUIET, "PYTHONIOENCODING": "ascii"},
    )
    assert b"A\\u2665" in ended.stdout


@pytest.mark.parametrize("words", ["plain", "period"])
def test_a_hand_can_be_told_to_be_heard(words: str) -> None:
    heard = gleek("audit", "--words", words, "revoke.json")
    lines = heard.stdout.decode().splitlines()
    assert heard.returncode == 1
    (document,) = objects(gleek("audit", "--words", words, "--format", "ndjson", "revoke.json").stdout)
    assert document["words"] == words
    told = []
    for section in document["sections"]:
        told += [section["title"], *(f"    {said}" for said in section["sentences"]), ""]
    assert lines == ["Hand revoke", "===========", *told]


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        (["--option", "odd_penny=eldest"], "David Parlett's rules"),
        (["--rules", "cotgrave-1662"], "Cotgrave's rules of sixteen sixty-two"),
        (["--rules", "cotgrave-1662", "--option", "opening_bid=12"], "Cotgrave's rules of sixteen sixty-two"),
    ],
)
def test_what_is_told_to_be_heard_says_that_it_goes_by_other_rules(asked: list[str], rules: str) -> None:
    heard = gleek("audit", "--words", "plain", *asked, "clean.json")
    assert f"It is told here as if {rules} had been in force." in heard.stdout.decode()


def test_what_is_told_to_be_heard_is_what_is_due_by_the_rules_asked_for() -> None:
    told = ["--words", "plain", "--format", "ndjson", "misreported.json"]
    (own,), (other,) = (
        objects(gleek("audit", *asked, *told).stdout) for asked in ([], ["--rules", "cotgrave-1662"])
    )
    assert own["sections"][-1] != other["sections"][-1]


@pytest.mark.parametrize("switch", ["--all-rules", "--which-rules"])
@pytest.mark.parametrize("other", [["--words", "plain"], ["--option", "odd_penny=eldest"]])
def test_what_is_for_one_reading_does_not_go_with_all_of_them(switch: str, other: list[str]) -> None:
    ended = gleek("audit", switch, *other, "clean.json")
    assert ended.returncode == 2
    assert ended.stdout == b""
    assert complaints(ended) == [
        f"gleek-replay: {other[0]} goes with the rules that hands state, or with --rules, not with {switch}"
    ]
