"""What a service answers that was given sample histories: the examples of the OpenAPI document.

Run as a program, this writes them anew. Lists are cut short, and what differs from run to run is set to a
word of ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx

from gleek_replay.web.api.examples import EXAMPLES_FILE
from tests.conftest import LiveServer, serving

SAMPLES: Final = Path(__file__).parents[2] / "sample_histories"
RECORD: Final = SAMPLES / "misreported.json"
EVENING: Final = SAMPLES / "evening.ndjson"
DEFERRED: Final = {"Prefer": "respond-async", "Idempotency-Key": "the Mitre, 16 May"}
WHOLE: Final = {"audit_hands", "read_audit", "read_record"}
"""What is worth showing without anything cut off."""
GIVEN: Final[dict[str, Any]] = {
    "id": "c5c6290f642902a",
    "upload": "c5c6290f642902a",
    "received_at": "2026-05-17T09:30:00+00:00",
    "finished_at": "2026-05-17T09:30:00.250000+00:00",
    "rate": 400.0,
    "cursor": "AAZR9NPTsQAMXGU2x5Nu4A",
}
"""What is shown of what every run has another of."""
PLACE: Final = re.compile(r"(?<=cursor=)AA[\w-]{20}")
"""The place of a hand in a list, which has its key in it."""


def asked(server: LiveServer) -> dict[str, Any]:
    """The examples as this service answers, which nobody has sent anything."""
    made = server.command("keys", "create", "--name", "ann", "--role", "steward").stdout.decode()
    key = {"Authorization": f"Bearer {made.split()[-1]}"}
    with httpx.Client(base_url=f"{server.url}/api/v1", headers=key, timeout=60) as client:
        return {"bodies": bodies(), "answers": answers(client)}


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
        "read_audit": "/hands/misreported/audit",
        "read_record": "/hands/misreported/record",
        "list_sessions": "/sessions?limit=1",
        "read_session": "/sessions/mitre-2026-05-16",
        "list_players": "/players?limit=2",
        "read_statistics": "/players/hester/statistics",
        "list_rules": "/rules",
        "read_preset": "/rules/parlett",
    }.items():
        found[operation] = [client.get(address)]
    return {
        operation: {str(answer.status_code): shown(operation, answer, upload) for answer in given}
        for operation, given in found.items()
    }


def shown(operation: str, answer: httpx.Response, upload: str) -> Any:
    """An answer as the document shows it."""
    assert answer.is_success, answer.text
    if not answer.headers["Content-Type"].startswith("application/json"):
        return answer.text
    value = answer.json()
    return value if operation in WHOLE else cut_short(value, upload)


def cut_short(value: Any, upload: str) -> Any:
    """The same with lists of two at most, and without what differs from run to run."""
    if isinstance(value, Mapping):
        return {
            name: GIVEN[name]
            if name in GIVEN and isinstance(member, str | float)
            else cut_short(member, upload)
            for name, member in value.items()
        }
    if isinstance(value, list):
        return [cut_short(member, upload) for member in value[:2]]
    if isinstance(value, str):
        return PLACE.sub(GIVEN["cursor"], value.replace(upload, GIVEN["id"]))
    return value


def write() -> None:
    """Write the examples anew."""
    with TemporaryDirectory() as folder, serving(Path(folder)) as server:
        text = json.dumps(asked(server), ensure_ascii=False, indent=1)
    EXAMPLES_FILE.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
