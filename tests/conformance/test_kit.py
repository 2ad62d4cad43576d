"""The conformance kit has a hand for everything that a client may have to deal with."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from gleek_replay.audit import AuditSchema, Verdict, audit_record, malformed_document
from gleek_replay.conformance import Kit, make_kit, sample_files, write_kit
from gleek_replay.conformance.hands import _from_the_first
from gleek_replay.conformance.lawful import _STAKES
from gleek_replay.engine import LAYOUTS, OPTIONS, PRESETS, STOPPING, Code, Reason, Verb, choices, replay
from gleek_replay.records import MalformedRecord, read_record


def audits(kit: Kit, verdict: str | None = None) -> list[dict[str, Any]]:
    """The audits of hands that are well formed."""
    wanted = set(Verdict) if verdict is None else {verdict}
    return [audit for audit in kit.audits if audit["verdict"] in wanted]


def audit_of(kit: Kit, name: str) -> dict[str, Any]:
    return next(audit for audit in kit.audits if audit["case"] == name)


def test_the_kit_is_the_same_whenever_it_is_made(kit: Kit) -> None:
    _from_the_first.cache_clear()
    assert make_kit.__wrapped__() == kit


def test_a_few_hundred_hands_have_names_of_their_own(kit: Kit) -> None:
    names = [case.name for case in kit.cases] + [script.name for script in kit.scripts]
    assert len(set(names)) == len(names)
    assert 200 < len(kit.cases) < 500
    assert sum(len(case.raw) for case in kit.cases) < 2_000_000
    assert all(case.shows for case in kit.cases)


def test_the_audit_expected_is_the_engines(kit: Kit) -> None:
    for case, expected in zip(kit.cases, kit.audits, strict=True):
        try:
            found = audit_record(read_record(case.raw)).document
            assert AuditSchema().validate(found) == {}
            assert found["hand_id"] == case.name
        except MalformedRecord as malformed:
            found = malformed_document(malformed.faults, 1)
            del found["number"]
        assert expected == {"case": case.name, "shows": case.shows, **found}


def test_there_are_hands_by_every_preset_and_layout(kit: Kit) -> None:
    assert {audit["rules"]["preset"] for audit in audits(kit, "clean")} == PRESETS.keys()
    layouts = {
        (len(audit["due"]["net"]) - 2, audit["rules"]["options"]["deck"]) for audit in audits(kit, "clean")
    }
    assert layouts == LAYOUTS.keys()


@pytest.mark.parametrize("option", OPTIONS)
def test_there_is_a_clean_hand_by_every_choice_of_an_option(kit: Kit, option: str) -> None:
    allowed = choices(option)
    wanted = set(_STAKES) if isinstance(allowed, range) else set(allowed)
    assert wanted <= {audit["rules"]["options"][option] for audit in audits(kit, "clean")}


STRICTER = {
    "choice-raise_by-one": Code.RAISE_NOT_BY_ONE,
    "choice-challenge-false": Code.CHALLENGE_NOT_IN_RULES,
    "choice-follow-highest": Code.NOT_HIGHEST,
    "choice-follow-second_high": Code.NOT_HIGH_ENOUGH,
    "choice-exchange-discard_then_draw": Code.CARD_NOT_HELD,
}
"""What is legal by these is legal by a choice that allows more: what is not has a case of its own."""


def test_a_hand_for_a_choice_comes_out_otherwise_by_every_other_choice(kit: Kit) -> None:
    alike: set[str] = set()
    for case in kit.cases:
        _, _, option_and_choice = case.name.partition("choice-")
        option = option_and_choice.partition("-")[0]
        if not case.name.startswith("choice-"):
            continue
        hand = read_record(case.raw).hand
        allowed = choices(option)
        for other in _STAKES if isinstance(allowed, range) else allowed:
            if other == getattr(hand.rules, option):
                continue
            changed: Any = {option: other}
            by_other = replay(replace(hand, rules=replace(hand.rules, **changed)))
            if by_other._replace(tricks=(), stages={}) == replay(hand)._replace(tricks=(), stages={}):
                alike.add(case.name)
    assert alike <= STRICTER.keys()
    found = {violation["code"] for audit in audits(kit) for violation in audit["violations"]}
    assert set(STRICTER.values()) <= found


def test_every_code_is_found_three_times_alone(kit: Kit) -> None:
    codes = Counter(audit["violations"][0]["code"] for audit in audits(kit) if len(audit["violations"]) == 1)
    assert codes.keys() == set(Code)
    assert min(codes.values()) >= 2


def test_a_breach_that_stops_nothing_is_followed_to_the_end_and_settled(kit: Kit) -> None:
    for audit in audits(kit):
        if audit["case"].startswith("breach-") and audit["verdict"] == "irregular":
            assert audit["complete"]
            assert audit["payments_agree"] is (audit["case"] != "breach-challenged-unpaid")
            assert audit["violations"][0]["code"] not in STOPPING


def test_every_kind_of_verdict_comes_often(kit: Kit) -> None:
    verdicts = Counter(audit["verdict"] for audit in kit.audits)
    assert verdicts.keys() == {*Verdict, "malformed"}
    assert min(verdicts.values()) > 10


def test_every_reason_is_paid_and_misreported(kit: Kit) -> None:
    assert {reason for audit in audits(kit) for reason in audit["due"]["by_reason"]} == set(Reason)
    differing = {each["for"] for audit in audits(kit) for each in audit["differences"]}
    assert differing == {*Reason, "total"}


def test_hidden_cards_leave_every_stage_open_and_nothing_undone(kit: Kit) -> None:
    assert {stage for audit in audits(kit) for stage in audit["unverified"]} == {
        "exchange", "ruff", "declarations", "tricks",
    }  # fmt: skip
    assert audit_of(kit, "hidden-revoke-1")["verdict"] == "irregular"
    assert audit_of(kit, "hidden-parlett-all")["verdict"] == "clean"


def test_broken_records_have_faults_in_every_field(kit: Kit) -> None:
    faults = [fault for audit in audits(kit, "malformed") for fault in audit["faults"]]
    fields = {fault["pointer"].partition("/")[2].partition("/")[0] for fault in faults}
    assert fields == {
        "", "format", "client", "session", "played_at", "stake", "rules", "players", "dealer", "lift",
        "carried", "deal", "actions", "payments", "result", "notes", "winner", "extra", "daeler",
    }  # fmt: skip


def test_the_samples_are_in_it(kit: Kit) -> None:
    stems = {path.stem for path in sample_files()}
    assert "tu-quoque" in stems
    for stem in stems:
        assert any(case.name.startswith(f"sample-{stem}") for case in kit.cases)


def test_the_scripts_tell_every_preset_layout_and_verb(kit: Kit) -> None:
    hands = [script.record.hand for script in kit.scripts]
    assert {hand.rules.name for hand in hands} == PRESETS.keys()
    assert {(hand.players, hand.rules.deck) for hand in hands} == LAYOUTS.keys()
    assert {verb for hand in hands for _, verb, _ in hand.actions} == set(Verb)
    assert {script.seen_by for script in kit.scripts} == {None, 1, 2, 3}
    assert any(script.record.session for script in kit.scripts)
    assert any(hand.carried != (1, 0, 0) for hand in hands)
    assert any(hand.lift for hand in hands)


def test_a_script_has_no_word_of_the_format_nor_of_what_is_due(kit: Kit) -> None:
    for script in kit.scripts:
        text = orjson.dumps(script.document).decode()
        assert "payments" not in script.document
        assert "result" not in script.document
        assert '"turn_up"' not in text
        assert len(script.document["moves"]) == len(script.whole["actions"])


def test_the_kit_is_written_with_the_digest_of_every_file(kit: Kit, tmp_path: Path) -> None:
    written = [path.name for path in write_kit(kit, tmp_path / "kit")]
    assert written == ["hands", "audits.ndjson", "scripts.ndjson", "README.md", "manifest.json"]
    manifest = orjson.loads((tmp_path / "kit" / "manifest.json").read_bytes())
    files = {path for path in (tmp_path / "kit").rglob("*") if path.is_file()}
    assert {tmp_path / "kit" / name for name in manifest["files"]} == files - {
        tmp_path / "kit" / "manifest.json"
    }
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((tmp_path / "kit" / name).read_bytes()).hexdigest() == digest
    assert manifest["hands"] == len(kit.cases)
    assert (manifest["kit"], manifest["format"]) == ("1", "gleek-hand/1")


def test_the_kit_is_not_written_among_other_files(kit: Kit, tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(FileExistsError, match="not empty"):
        list(write_kit(kit, tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
