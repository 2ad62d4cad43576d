"""The commands that manage keys and clubs."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gleek_replay.services import keys
from gleek_replay.services.access import Role
from gleek_replay.services.opening import open_database
from gleek_replay.settings import Settings
from tests.cli.commands import SAMPLES, complaints, gleek, objects


def test_a_key_is_shown_once_and_alone_on_standard_output(tmp_path: Path) -> None:
    asked = ["keys", "create", "--name", "bot", "--role", "uploader", "--owner", "mitre"]
    ended = gleek(*asked, folder=tmp_path)
    assert ended.returncode == 0
    assert ended.stdout.startswith(b"gleek_")
    assert ended.stdout.count(b"\n") == 1
    assert complaints(ended) == ["The key bot (uploader) of mitre; it cannot be shown again:"]
    again = gleek(*asked, folder=tmp_path)
    assert (again.returncode, again.stdout) == (2, b"")
    assert complaints(again) == ["gleek-replay: There is a key bot already."]


def test_a_key_needs_a_role_that_there_is(tmp_path: Path) -> None:
    ended = gleek("keys", "create", "--name", "bot", "--role", "king", folder=tmp_path)
    assert ended.returncode == 2
    assert complaints(ended)[0].startswith("gleek-replay: --role: expected one of reader, ")


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (["--role", "player"], "--player: expected, since the role is that of a player"),
        (
            ["--role", "reader", "--player", "bess"],
            "--player: only a key with the role of a player is bound to one",
        ),
        (["--role", "player", "--player", "no id"], "--player: expected an id of 1 to 64 letters"),
        (
            ["--role", "reader", "--expires", "2026-01-01"],
            "--expires: expected a moment that is still to come",
        ),
        (["--role", "reader", "--owner", "a/b"], "--owner: expected 1 to 80 characters without a slash"),
    ],
)
def test_a_key_that_cannot_be_is_refused_with_what_is_wrong(
    asked: list[str], complaint: str, tmp_path: Path
) -> None:
    ended = gleek("keys", "create", "--name", "bot", *asked, folder=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, b"")
    (said,) = complaints(ended)
    assert said.startswith(f"gleek-replay: {complaint}")


def test_when_a_key_expires_is_a_moment_or_a_time_from_now(tmp_path: Path) -> None:
    asked = ["keys", "create", "--role", "reader", "--name"]
    begun = datetime.now(UTC)
    for name, when in {"a": "12h", "b": "90d", "c": "8w", "d": "2099-01-02T03:04:05+01:00"}.items():
        assert gleek(*asked, name, "--expires", when, folder=tmp_path).returncode == 0
    listed = objects(gleek("keys", "list", "--format", "ndjson", folder=tmp_path).stdout)
    expires = [datetime.fromisoformat(key["expires_at"]) for key in listed if key["name"] != "operator"]
    assert expires[3] == datetime(2099, 1, 2, 2, 4, 5, tzinfo=UTC)
    lasting = [timedelta(hours=12), timedelta(days=90), timedelta(weeks=8)]
    for expiry, long in zip(expires[:3], lasting, strict=True):
        assert begun + long <= expiry <= datetime.now(UTC) + long
    for wrong in ("0d", "-1d", "3m", "soon"):
        ended = gleek(*asked, "e", f"--expires={wrong}", folder=tmp_path)
        assert ended.returncode == 2
        assert "expected 12h, 90d, 8w or a moment" in complaints(ended)[-1]


def test_the_list_of_keys_is_a_table_and_never_has_a_token(tmp_path: Path) -> None:
    asked = ["keys", "create", "--name", "bess-at-home", "--role", "player", "--player", "bess"]
    token = gleek(*asked, "--owner", "mitre", folder=tmp_path).stdout.decode().strip()
    gleek("keys", "create", "--name", "old", "--role", "reader", folder=tmp_path)
    assert gleek("keys", "revoke", "old", folder=tmp_path).stdout == b"The key old is revoked.\n"
    ended = gleek("keys", "list", folder=tmp_path)
    assert ended.returncode == 0
    header, _, *rows = [re.split(" {2,}", line) for line in ended.stdout.decode().rstrip().splitlines()]
    assert header == ["name", "role", "owner", "player", "created", "expires", "last used", "state"]
    assert [[row[0], row[1], row[2], row[3], row[5], row[6], row[7]] for row in rows] == [
        ["bess-at-home", "player", "mitre", "bess", "never", "never", "good"],
        ["old", "reader", "old", "–", "never", "never", "revoked"],
        ["operator", "administrator", "operator", "–", "never", "never", "good"],
    ]
    everything = ended.stdout + gleek("keys", "list", "--format", "ndjson", folder=tmp_path).stdout
    assert token.encode() not in everything


def test_a_key_that_is_revoked_opens_nothing(tmp_path: Path) -> None:
    made = gleek("keys", "create", "--name", "bot", "--role", "uploader", folder=tmp_path)
    token = made.stdout.decode().strip()
    database = open_database(Settings(secret_key="x", database_url=f"sqlite:///{tmp_path}/var/gleek.sqlite3"))
    with database.session() as session:
        assert keys.authenticate(session, token) is not None
    assert gleek("keys", "revoke", "bot", folder=tmp_path).returncode == 0
    with database.session() as session:
        assert keys.authenticate(session, token) is None
    database.close()
    again = gleek("keys", "revoke", "bot", folder=tmp_path)
    assert complaints(again) == ["gleek-replay: There is no key bot to revoke."]
    assert again.returncode == 2
    assert complaints(gleek("keys", "revoke", "operator", folder=tmp_path)) == [
        "gleek-replay: The operator's key cannot be revoked: the command line acts as it."
    ]


def test_a_link_signs_in_as_the_key_that_it_was_made_for(tmp_path: Path) -> None:
    gleek("keys", "create", "--name", "wat", "--role", "steward", folder=tmp_path)
    ended = gleek("keys", "link", "wat", "--address", "https://gleek.example/", folder=tmp_path)
    assert complaints(ended) == ["It signs one browser in, once, within 30 minutes:"]
    address, _, token = ended.stdout.decode().strip().partition("/sign-in?token=")
    assert address == "https://gleek.example"
    database = open_database(Settings(secret_key="x", database_url=f"sqlite:///{tmp_path}/var/gleek.sqlite3"))
    with database.session() as session:
        assert keys.redeem_sign_in_link(session, token).caller.role is Role.STEWARD
    database.close()
    here = gleek("keys", "link", "wat", folder=tmp_path, environment={"GLEEK_PORT": "8099"})
    assert here.stdout.startswith(b"http://127.0.0.1:8099/sign-in?token=")
    none = gleek("keys", "link", "nobody", folder=tmp_path)
    assert complaints(none) == ["gleek-replay: There is no key nobody that could be signed in with."]


def test_a_club_has_keys_and_hands_of_its_own(tmp_path: Path) -> None:
    assert gleek("clubs", "list", folder=tmp_path).stdout == b"home\n"
    made = gleek("clubs", "create", "southwark", folder=tmp_path)
    assert made.stdout.startswith(b"The club southwark; ")
    assert gleek("clubs", "list", folder=tmp_path).stdout == b"home\nsouthwark\n"
    there = ["--club", "southwark"]
    assert gleek("keys", "create", "--name", "a", "--role", "reader", *there, folder=tmp_path).returncode == 0
    names = {
        club: [
            key["name"]
            for key in objects(gleek("keys", "list", "--format", "ndjson", *asked, folder=tmp_path).stdout)
        ]
        for club, asked in {"home": [], "southwark": there}.items()
    }
    assert names == {"home": ["operator"], "southwark": ["a", "operator"]}
    hand = SAMPLES / "clean.json"
    assert gleek("import", hand, *there, folder=tmp_path).stdout.endswith(b": 1 accepted\n")
    assert gleek("export", folder=tmp_path).stdout == b""
    assert len(objects(gleek("export", *there, folder=tmp_path).stdout)) == 1


def test_a_club_has_days_of_its_own_time_zone(tmp_path: Path) -> None:
    assert gleek("clubs", "time-zone", "home", folder=tmp_path).stdout == b"UTC\n"
    for asked in (["home", "Asia/Kolkata"], ["home"]):
        assert gleek("clubs", "time-zone", *asked, folder=tmp_path).stdout == b"Asia/Kolkata\n"


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (["clubs", "time-zone", "nowhere"], "There is no club nowhere."),
        (["clubs", "time-zone", "home", "Mars"], "time_zone: expected the name of a time zone"),
        (["clubs", "create", "home"], "There is a club home already."),
        (["clubs", "create", "a/b"], "name: expected 1 to 80 characters without a slash"),
        (["keys", "list", "--club", "nowhere"], "There is no club nowhere."),
        (
            ["import", "x.json", "--to", "https://x", "--club", "home"],
            "--club: at another service the key says",
        ),
    ],
)
def test_a_club_that_cannot_be_is_one_clear_line(asked: list[str], complaint: str, tmp_path: Path) -> None:
    ended = gleek(*asked, folder=tmp_path)
    assert ended.returncode == 2
    (said,) = complaints(ended)
    assert said.startswith(f"gleek-replay: {complaint}")


def test_a_link_has_an_address_that_a_browser_opens(tmp_path: Path) -> None:
    ended = gleek("keys", "link", "operator", "--address", "gleek.example", folder=tmp_path)
    assert ended.returncode == 2
    assert b"expected an address that begins with https:// or http://, not 'gleek.example'" in ended.stderr
