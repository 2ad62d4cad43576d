"""`gleek-replay verify`, as somebody runs it who has a dossier and the club's key and nothing else."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from gleek_replay.dossiers import fingerprint, new_private_key, public_text
from gleek_replay.dossiers.envelope import unpack
from gleek_replay.engine import ENGINE_VERSION
from tests.cli.commands import gleek
from tests.dossiers.test_dossiers import resigned
from tests.dossiers.written import KEY, RAW, dossier


@pytest.fixture
def club_key(tmp_path: Path) -> Path:
    path = tmp_path / "club.pem"
    path.write_text(public_text(KEY.public_key()))
    return path


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "hand.zip"
    path.write_bytes(dossier(RAW))
    return path


def test_a_dossier_as_it_was_signed_says_whose_it_is_and_what_today_makes_of_it(
    club_key: Path, written: Path
) -> None:
    done = gleek("verify", "--key", club_key, written)
    assert done.returncode == 0
    assert "is as it was signed" in done.stdout.decode()
    assert fingerprint(KEY.public_key()) in done.stdout.decode()
    assert f"Today's engine {ENGINE_VERSION} finds the same." in done.stdout.decode()


def test_a_changed_dossier_says_which_part_was_changed(club_key: Path, written: Path) -> None:
    written.write_bytes(written.read_bytes().replace(b'"bid"', b'"Bid"', 1))
    done = gleek("verify", "--key", club_key, written)
    assert done.returncode == 1
    assert "records/1.json was changed" in done.stdout.decode()


def test_the_key_of_another_club_is_told(tmp_path: Path, written: Path) -> None:
    other = tmp_path / "other.pem"
    other.write_text(public_text(new_private_key().public_key()))
    done = gleek("verify", "--key", other, written)
    assert done.returncode == 1
    assert "is not signed by the holder of this key" in done.stdout.decode()


def test_what_a_club_has_signed_cannot_write_to_the_terminal(club_key: Path, written: Path) -> None:
    members = unpack(written.read_bytes())
    audit = orjson.loads(members["audit.json"]) | {"\x1b[2K\rall is well": True}
    written.write_bytes(resigned(members | {"audit.json": orjson.dumps(audit)}))
    done = gleek("verify", "--key", club_key, written)
    assert done.returncode == 0
    assert "finds otherwise: \ufffd[2K\ufffdall is well." in done.stdout.decode()


def test_what_was_signed_and_cannot_be_read_is_named_with_its_part(club_key: Path, written: Path) -> None:
    members = unpack(written.read_bytes())
    written.write_bytes(resigned(members | {"records.json": b"{}"}))
    done = gleek("verify", "--key", club_key, written)
    assert (done.returncode, done.stderr) == (2, b"")
    assert "records.json cannot be read: it is no list" in done.stdout.decode()
    assert "NOT" not in done.stdout.decode()


def test_what_cannot_be_checked_is_told_in_a_line(club_key: Path, written: Path, tmp_path: Path) -> None:
    for arguments, expected in {
        (written, written): "expected an Ed25519 public key",
        (club_key, club_key): "no ZIP file",
        (club_key, tmp_path / "missing.zip"): "No such file",
        (tmp_path / "missing.pem", written): "No such file",
    }.items():
        done = gleek("verify", "--key", *arguments)
        assert done.returncode == 2
        assert expected in done.stderr.decode()
        assert len(done.stderr.splitlines()) == 1
