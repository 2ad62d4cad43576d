"""`gleek-replay dossier` and `signing-key`, and `verify` where there is nothing but the two files."""

from __future__ import annotations

from pathlib import Path

from tests.cli.commands import SAMPLES, complaints, gleek

HAND = "misreported"


def test_a_dossier_made_here_verifies_on_a_machine_without_database_or_settings(tmp_path: Path) -> None:
    club, elsewhere = tmp_path / "club", tmp_path / "elsewhere"
    club.mkdir()
    elsewhere.mkdir()
    assert gleek("import", SAMPLES / "misreported.json", folder=club).returncode == 0
    made = gleek("dossier", HAND, "--output", elsewhere / "hand.zip", folder=club)
    assert made.returncode == 0, made.stderr
    assert b"gleek-replay verify" in made.stdout
    key = gleek("signing-key", folder=club)
    assert key.stdout.startswith(b"-----BEGIN PUBLIC KEY-----")
    (elsewhere / "club.pem").write_bytes(key.stdout)
    said, fingerprint = complaints(key)
    assert said.startswith("The club home signs with this key since ")
    verified = gleek("verify", "--key", "club.pem", "hand.zip", folder=elsewhere)
    assert verified.returncode == 0, verified.stderr
    assert fingerprint in verified.stdout.decode()
    assert {path.name for path in elsewhere.iterdir()} == {"hand.zip", "club.pem"}
    whole = (elsewhere / "hand.zip").read_bytes()
    (elsewhere / "hand.zip").write_bytes(whole.replace(b"Moll", b"Noll", 1))
    refused = gleek("verify", "--key", "club.pem", "hand.zip", folder=elsewhere)
    assert refused.returncode == 1
    assert "records/1.json was changed" in refused.stdout.decode()


def test_a_new_key_is_another_and_one_that_there_is_stays(tmp_path: Path) -> None:
    first = gleek("signing-key", folder=tmp_path).stdout
    assert gleek("signing-key", folder=tmp_path).stdout == first
    second = gleek("signing-key", "--new", folder=tmp_path).stdout
    assert second != first
    assert gleek("signing-key", folder=tmp_path).stdout == second


def test_without_the_secret_that_sealed_the_key_a_dossier_is_refused_in_a_line(tmp_path: Path) -> None:
    gleek("import", SAMPLES / "misreported.json", folder=tmp_path)
    gleek("signing-key", folder=tmp_path)
    other = {"GLEEK_SECRET_KEY": "another"}
    refused = gleek("dossier", HAND, "--output", "hand.zip", folder=tmp_path, environment=other)
    assert refused.returncode == 2
    (said,) = complaints(refused)
    assert "sealed with another GLEEK_SECRET_KEY" in said
    assert not (tmp_path / "hand.zip").exists()
    assert gleek("signing-key", "--new", folder=tmp_path, environment=other).returncode == 0
    assert gleek("dossier", HAND, "--output", "hand.zip", folder=tmp_path, environment=other).returncode == 0


def test_what_cannot_be_written_is_told_in_a_line(tmp_path: Path) -> None:
    gleek("import", SAMPLES / "misreported.json", folder=tmp_path)
    for asked, expected in {
        (HAND, "no/such/folder.zip"): "No such file or directory",
        ("nowhere", "hand.zip"): "There is no hand nowhere.",
        (HAND, "hand.zip", "--club", "nowhere"): "There is no club nowhere.",
    }.items():
        hand, output, *more = asked
        refused = gleek("dossier", hand, "--output", output, *more, folder=tmp_path)
        assert refused.returncode == 2
        (said,) = complaints(refused)
        assert expected in said
    broken = gleek("signing-key", folder=tmp_path, environment={"GLEEK_PORT": "none"})
    assert (broken.returncode, len(complaints(broken))) == (2, 1)
    broken = gleek("dossier", HAND, "--output", "x.zip", folder=tmp_path, environment={"GLEEK_PORT": "none"})
    assert (broken.returncode, len(complaints(broken))) == (2, 1)
