"""What a service answers that was given sample histories: the examples of the OpenAPI document.

Run as a program, this writes them anew. Lists are cut short, and what differs from run to run is set to a
word of ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx

from gleek_replay.web.api.dispute_answers import (
    WANTED_CLAIM,
    WANTED_COMMENT,
    WANTED_REOPENING,
    WANTED_RULING,
)
from gleek_replay.web.api.examples import EXAMPLES_FILE
from gleek_replay.web.api.key_answers import WANTED_KEY
from gleek_replay.web.api.people_answers import WANTED_MERGE, WANTED_NAME
from tests.conftest import LiveServer, serving

SAMPLES: Final = Path(__file__).parents[2] / "sample_histories"
RECORD: Final = SAMPLES / "misreported.json"
EVENING: Final = SAMPLES / "evening.ndjson"
DEFERRED: Final = {"Prefer": "respond-async", "Idempotency-Key": "the Mitre, 16 May"}
WHOLE: Final = {"audit_hands", "read_audit", "read_history", "read_record"}
"""What is worth showing without anything cut off."""
GIVEN: Final[dict[str, Any]] = {
    "id": "c5c6290f642902a",
    "upload": "c5c6290f642902a",
    "received_at": "2026-05-17T09:30:00+00:00",
    "finished_at": "2026-05-17T09:30:00.250000+00:00",
    "created_at": "2026-05-17T09:00:00.250000+00:00",
    "last_used_at": "2026-05-17T09:30:00+00:00",
    "changed_at": "2026-05-17T09:45:00.250000+00:00",
    "opened_at": "2026-05-17T09:40:00.250000+00:00",
    "taken_at": "2026-05-17T09:40:00.250000+00:00",
    "public_key": "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n"
    "-----END PUBLIC KEY-----\n",
    "fingerprint": "e744 c079 1320 c328 5460 eddb 523f 14c8",
    "pseudonym": "erased-k3q7wvc2mz5tb4a",
    "token": "gleek_shown-once-and-kept-by-its-holder-alone",
    "rate": 400.0,
    "cursor": "AAZR9NPTsQAMXGU2x5Nu4A",
}
"""What is shown of what every run has another of."""
PLACE: Final = re.compile(r"(?<=cursor=)AA[\w-]{20}")
"""The place of a hand in a list, which has its key in it."""


def asked(server: LiveServer) -> dict[str, Any]:
    """The examples as this service answers, which nobody has sent anything."""
    made = server.command("keys", "create", "--name", "ann", "--role", "steward").stdout.decode()
    administrator = server.command("keys", "create", "--name", "club", "--role", "administrator")
    server.command("signing-key")
    keys = [token.split()[-1] for token in (made, administrator.stdout.decode())]
    with ExitStack() as stack:
        ann, club = (stack.enter_context(client_of(server, key)) for key in keys)
        given = answers(ann) | answers_about_disputes(ann) | answers_about_keys(club)
        given |= answers_about_players(club)
        return {"bodies": bodies(), "answers": given}


def client_of(server: LiveServer, key: str) -> httpx.Client:
    """A client that sends a key."""
    headers = {"Authorization": f"Bearer {key}"}
    return httpx.Client(base_url=f"{server.url}/api/v1", headers=headers, timeout=60)


def bodies() -> dict[str, Any]:
    """A body of each type that has text."""
    lines = EVENING.read_text(encoding="utf-8").splitlines(keepends=True)
    return {
        "application/json": json.loads(RECORD.read_text(encoding="utf-8")),
        "application/x-ndjson": "".join(lines[:2]),
    }


def answers(client: httpx.Client) -> dict[str, Any]:
    """An answer of each operation, by its status."""
    received = client.post("/uploads", content=EVENING.read_bytes(), headers=DEFERRED)
    upload = received.headers["Location"].rpartition("/")[2]
    while client.get(f"/uploads/{upload}").json()["state"] != "done":
        pass
    found: dict[str, Any] = {
        "audit_hands": [client.post("/audits", content=RECORD.read_bytes())],
        "upload_hands": [client.post("/uploads", content=RECORD.read_bytes()), received],
    }
    for operation, address in {
        "list_uploads": "/uploads",
        "read_upload": f"/uploads/{upload}",
        "read_outcomes": f"/uploads/{upload}/outcomes?limit=2",
        "list_hands": "/hands?player=hester&limit=2",
        "export_hands": "/hands.ndjson?verdict=misreported",
        "export_table": "/hands.csv?verdict=misreported",
        "read_hand": "/hands/misreported",
        "read_account": "/hands/misreported/account?words=period",
        "read_audit": "/hands/misreported/audit",
        "read_history": "/hands/misreported/history",
        "read_record": "/hands/misreported/record",
        "read_readings": "/hands/misreported/readings",
        "read_replay": "/hands/misreported/replay",
        "read_rules_played": "/hands/misreported/rules-played",
        "read_transfers": "/hands/misreported/transfers",
        "read_comparison": "/hands/misreported/comparison",
        "list_sessions": "/sessions?limit=1",
        "read_session": "/sessions/mitre-2026-05-16",
        "read_session_rules_played": "/sessions/mitre-2026-05-16/rules-played",
        "read_session_transfers": "/sessions/mitre-2026-05-16/transfers",
        "list_players": "/players?limit=2",
        "read_player": "/players/hester",
        "read_statistics": "/players/hester/statistics",
        "export_statistics": "/players/hester/statistics.csv?verdict=clean",
        "list_hands_behind": "/players/hester/hands?measure=bought&side=numerator&limit=2",
        "export_hands_behind": "/players/hester/hands.csv?measure=price",
        "read_series": "/players/hester/series?measure=net&by=session",
        "export_series": "/players/hester/series.csv?measure=net&by=session",
        "read_opponents": "/players/hester/opponents",
        "export_opponents": "/players/hester/opponents.csv",
        "read_leaderboard": "/leaderboard?limit=2",
        "export_leaderboard": "/leaderboard.csv",
        "read_head_to_head": "/head-to-head?most=2",
        "export_head_to_head": "/head-to-head.csv?most=2",
        "read_club_statistics": "/club/statistics",
        "export_club_table": "/club/clients.csv",
        "read_signing_key": "/signing-key",
        "list_rules": "/rules",
        "read_preset": "/rules/parlett",
    }.items():
        found[operation] = [client.get(address)]
    return {
        operation: {str(answer.status_code): shown(operation, answer, upload) for answer in given}
        for operation, given in found.items()
    }


def answers_about_disputes(client: httpx.Client) -> dict[str, Any]:
    """The same of what is done in a dispute, step by step."""
    about, seen = "/disputes/misreported", {"If-Match": '"2"'}
    found = {
        "claim_otherwise": client.post("/hands/misreported/dispute", json=WANTED_CLAIM),
        "add_comment": client.post(f"{about}/comments", json=WANTED_COMMENT),
        "make_ruling": client.post(f"{about}/ruling", json=WANTED_RULING, headers=seen),
        "reopen_dispute": client.post(
            f"{about}/reopening", json=WANTED_REOPENING, headers={"If-Match": '"3"'}
        ),
        "read_dispute": client.get(about),
        "list_disputes": client.get("/disputes"),
        "list_records": client.get("/hands/misreported/records"),
    }
    return {
        operation: {str(answer.status_code): shown(operation, answer, "")}
        for operation, answer in found.items()
    }


def answers_about_keys(client: httpx.Client) -> dict[str, Any]:
    """The same of the operations that only an administrator may have."""
    made = client.post("/keys", json=WANTED_KEY)
    found = {"make_key": made, "read_keys": client.get("/keys")}
    return {
        operation: {str(answer.status_code): shown(operation, answer, "")}
        for operation, answer in found.items()
    }


def answers_about_players(client: httpx.Client) -> dict[str, Any]:
    """The same of what changes players, which comes last."""
    found = {
        "name_player": client.patch("/players/sam", json=WANTED_NAME),
        "merge_player": client.post("/players/sam/merge", json=WANTED_MERGE),
        "list_changes": client.get("/players/sam/changes"),
        "remove_player": client.delete("/players/moll"),
    }
    return {
        operation: {str(answer.status_code): shown(operation, answer, "")}
        for operation, answer in found.items()
    }


def shown(operation: str, answer: httpx.Response, upload: str) -> Any:
    """An answer as the document shows it."""
    assert answer.is_success, answer.text
    if not answer.headers["Content-Type"].startswith("application/json"):
        return answer.text
    value = answer.json()
    return value if operation in WHOLE else cut_short(value, upload)


def cut_short(value: Any, upload: str) -> Any:
    """The same with lists of two at most outside of hand histories, and without what differs from run to
    run.
    """
    if isinstance(value, Mapping) and "format" in value:
        return value
    if isinstance(value, Mapping):
        return {
            name: GIVEN[name]
            if name in GIVEN and isinstance(member, str | float)
            else cut_short(member, upload)
            for name, member in value.items()
        }
    if isinstance(value, list):
        return [cut_short(member, upload) for member in value[:2]]
    if isinstance(value, str) and upload:
        return PLACE.sub(GIVEN["cursor"], value.replace(upload, GIVEN["id"]))
    return value


def write() -> None:
    """Write the examples anew."""
    with TemporaryDirectory() as folder, serving(Path(folder)) as server:
        text = json.dumps(asked(server), ensure_ascii=False, indent=1)
    EXAMPLES_FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
