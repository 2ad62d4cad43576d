"""A dossier says what was signed, or where it was changed."""

from __future__ import annotations

import copy
import hashlib
import io
import random
import zipfile

import orjson
import pytest

from gleek_replay.dossiers import (
    Broken,
    Dossier,
    NoKey,
    fingerprint,
    new_private_key,
    private_key,
    private_text,
    public_key,
    public_text,
    verify_dossier,
    write_dossier,
)
from gleek_replay.dossiers.envelope import pack, unpack
from gleek_replay.dossiers.signing import sign
from gleek_replay.engine import ENGINE_VERSION
from tests.dossiers.written import KEY, MADE_AT, RAW, dossier, record

WRITTEN = dossier(RAW)


def test_an_untouched_dossier_is_what_was_signed_and_is_judged_alike_today() -> None:
    found = verify_dossier(WRITTEN, KEY.public_key())
    assert found.faults == ()
    assert found.manifest["club"] == "home"
    assert found.manifest["signed_by"] == fingerprint(KEY.public_key())
    assert found.today is not None
    assert (found.today.engine, found.today.otherwise) == (ENGINE_VERSION, ())


def test_any_zip_program_can_open_it_and_finds_the_records_byte_for_byte() -> None:
    other = RAW.replace(b'"amount"', b'"amount" ', 1)
    with zipfile.ZipFile(io.BytesIO(dossier(RAW, other))) as archive:
        assert archive.testzip() is None
        assert archive.read("records/1.json") == RAW
        assert archive.read("records/2.json") == other
        assert archive.namelist()[:3] == ["manifest.json", "manifest.sig", "README.txt"]


def part_at(place: int) -> str:
    """The member whose contents or header a byte is of, or the directory behind the last."""
    with zipfile.ZipFile(io.BytesIO(WRITTEN)) as archive:
        entries = archive.infolist()
        if place >= archive.start_dir:
            return "the directory at the end"
    return max(
        (entry for entry in entries if entry.header_offset <= place), key=lambda e: e.header_offset
    ).filename


def places() -> list[int]:
    """Every byte that is not of a member's contents, and some hundred of those."""
    with zipfile.ZipFile(io.BytesIO(WRITTEN)) as archive:
        headers = [
            place
            for entry in archive.infolist()
            for place in range(entry.header_offset, entry.header_offset + 30 + len(entry.filename))
        ]
        directory = range(archive.start_dir, len(WRITTEN))
    some = random.Random(7).sample(range(len(WRITTEN)), 300)
    return [*headers, *directory, *some]


def refusals(packed: bytes) -> list[str]:
    """What is said against a file, a line each."""
    try:
        return [f"{fault.part} {fault.message}" for fault in verify_dossier(packed, KEY.public_key()).faults]
    except Broken as broken:
        return [str(broken)]


@pytest.mark.parametrize("flip", [0x01, 0x80])
def test_a_dossier_with_any_byte_changed_is_refused_and_says_which_part(flip: int) -> None:
    for place in places():
        changed = bytearray(WRITTEN)
        changed[place] ^= flip
        said = refusals(bytes(changed))
        assert said, place
        assert any(part_at(place) in line for line in said), (place, said)


@pytest.mark.parametrize("left", [-1, -100, -500])
def test_a_directory_that_is_cut_short_is_named(left: int) -> None:
    assert refusals(WRITTEN[:left]) == ["the directory at the end is not as a dossier is written"]


@pytest.mark.parametrize("more", [b"\0", b"PK", WRITTEN])
def test_nothing_may_stand_before_or_behind_it(more: bytes) -> None:
    for changed in (WRITTEN + more, more + WRITTEN):
        assert refusals(changed)


@pytest.mark.parametrize("changed", [b"", b"PK", RAW, WRITTEN[: len(WRITTEN) // 2]])
def test_what_is_no_dossier_is_told_apart_from_a_changed_one(changed: bytes) -> None:
    with pytest.raises(Broken, match="ZIP"):
        verify_dossier(changed, KEY.public_key())


def repacked(changes: dict[str, bytes | None]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(WRITTEN)) as old, zipfile.ZipFile(packed, "w") as new:
        for name in dict.fromkeys([*old.namelist(), *changes]):
            content = changes.get(name, old.read(name) if name in old.namelist() else None)
            if content is not None:
                new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("records/1.json", b"{}", "was changed"),
        ("audit.json", None, "is missing"),
        ("manifest.sig", None, "is missing"),
        ("manifest.sig", b"", "is not signed"),
        ("manifest.json", None, "is missing"),
        ("manifest.json", b"{}", "cannot be read"),
        ("manifest.json", b"[", "cannot be read"),
        ("manifest.json", b"[]", "cannot be read"),
        ("more.txt", b"", "is not in the list"),
    ],
)
def test_a_member_changed_taken_out_or_put_in_is_named(
    name: str, content: bytes | None, message: str
) -> None:
    faults = verify_dossier(repacked({name: content}), KEY.public_key()).faults
    assert any(name in fault.part and message in fault.message for fault in faults), faults


def test_a_compressed_copy_is_not_the_file_that_was_signed() -> None:
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(WRITTEN)) as old,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name))
    with pytest.raises(Broken, match="compressed"):
        verify_dossier(packed.getvalue(), KEY.public_key())


def test_members_that_lie_over_one_another_are_never_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("0", bytes(1 << 20))
        for number in range(1, 100):
            over_it = copy.copy(archive.filelist[0])
            over_it.filename = str(number)
            archive.filelist.append(over_it)
    with pytest.raises(Broken, match="more bytes than the file has"):
        verify_dossier(packed.getvalue(), KEY.public_key())


def test_another_clubs_key_does_not_verify_it() -> None:
    faults = verify_dossier(WRITTEN, new_private_key().public_key()).faults
    assert [fault.part for fault in faults] == ["manifest.json with manifest.sig"]


def test_what_todays_engine_finds_otherwise_is_said() -> None:
    signed = write_dossier(
        Dossier(
            club="home",
            hand_id="x",
            made_at=MADE_AT,
            records=[record(0, RAW), record(1, RAW.replace(b'"parlett"', b'"cotton-1674"'))],
            readings=[],
        ),
        KEY,
    )
    members = unpack(signed)
    earlier = orjson.loads(members["audits/2.json"]) | {"engine": "0.9.0"}
    older = resigned(members | {"audit.json": orjson.dumps(earlier)})
    found = verify_dossier(older, KEY.public_key())
    assert found.faults == ()
    assert found.today is not None
    assert "due" in found.today.otherwise
    assert {"hand_id", "engine"}.isdisjoint(found.today.otherwise)


def test_records_that_are_malformed_by_now_are_judged_otherwise_today() -> None:
    members = unpack(WRITTEN)
    older = resigned(members | {"records/1.json": RAW.replace(b'"gleek-hand/1"', b'"gleek-hand/0"')})
    found = verify_dossier(older, KEY.public_key())
    assert found.faults == ()
    assert found.today is not None
    assert found.today.otherwise == ("verdict",)


OWN = unpack(WRITTEN)
LISTED = orjson.loads(OWN["records.json"])[0]
OTHER = RAW.replace(b'"parlett"', b'"cotton-1674"')


@pytest.mark.parametrize(
    ("changes", "said", "part", "message"),
    [
        ({"records.json": b"["}, {}, "records.json", "it is no JSON"),
        ({"records.json": b"{}"}, {}, "records.json", "it is no list"),
        ({"records.json": b"[]"}, {}, "records.json", "the hand stands on no record"),
        ({"records.json": orjson.dumps([LISTED | {"stands": False}])}, {}, "records.json", "on no record"),
        ({"records.json": b"[7]"}, {}, "records.json", "its record 1 does not say what file it is"),
        ({"records.json": b'[{"stands": true}]'}, {}, "records.json", "its record 1 does not say what file"),
        ({"records.json": orjson.dumps([LISTED | {"file": []}])}, {}, "[]", "it is not there"),
        (
            {"records.json": orjson.dumps([LISTED, LISTED | {"file": "other"}]), "other": OTHER},
            {}, "records.json", "contradict one another",
        ),
        ({"audit.json": b"[]"}, {}, "audit.json", "it is no object"),
        ({"audit.json": b"\xff"}, {}, "audit.json", "it is no JSON"),
        ({"audit.json": None}, {}, "audit.json", "it is not there"),
        ({"records.json": None}, {}, "records.json", "it is not there"),
        ({"records/1.json": None}, {}, "records/1.json", "it is not there"),
        ({}, {"hand_id": None}, "manifest.json", "it does not say hand_id"),
        ({}, {"engine": 7}, "manifest.json", "it does not say engine"),
    ],
)  # fmt: skip
def test_what_was_signed_and_cannot_be_read_is_named_with_its_part(
    changes: dict[str, bytes | None], said: dict[str, object], part: str, message: str
) -> None:
    members = {name: content for name, content in (OWN | changes).items() if content is not None}
    found = verify_dossier(resigned(members, **said), KEY.public_key())
    assert (found.faults, found.today) == ((), None)
    assert found.unreadable is not None
    assert found.unreadable.part == part
    assert found.unreadable.message.startswith("cannot be read: ")
    assert message in found.unreadable.message


def resigned(members: dict[str, bytes], **said: object) -> bytes:
    """These members under a manifest that lists them as they are now, and says what else is ``said``."""
    manifest = orjson.loads(members["manifest.json"]) | said
    manifest["members"] = [
        {"name": name, "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in members.items()
        if name not in ("manifest.json", "manifest.sig")
    ]
    written = orjson.dumps(manifest)
    return pack(members | {"manifest.json": written, "manifest.sig": sign(KEY, written)})


def test_keys_are_written_as_pem_and_read_again() -> None:
    assert private_text(private_key(private_text(KEY))) == private_text(KEY)
    assert public_text(public_key(public_text(KEY.public_key()))) == public_text(KEY.public_key())
    assert public_text(KEY.public_key()).startswith("-----BEGIN PUBLIC KEY-----")
    assert len(fingerprint(KEY.public_key())) == 39


@pytest.mark.parametrize(
    "text", ["", "no key", private_text(KEY), "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"]
)
def test_what_is_no_public_key_is_refused(text: str) -> None:
    with pytest.raises(NoKey, match="Ed25519 public key"):
        public_key(text)
    with pytest.raises(NoKey, match="Ed25519 private key"):
        private_key(text.replace("PRIVATE", "PUBLIC"))
