"""Dossiers and signing keys by the API."""

from __future__ import annotations

import io
import zipfile

from gleek_replay.dossiers import fingerprint, public_key, verify_dossier
from gleek_replay.services.access import Role
from tests.web.conftest import Service
from tests.web.records import example


def test_a_steward_takes_a_dossier_that_the_published_key_verifies(service: Service) -> None:
    with service.caller(Role.STEWARD) as steward:
        assert service.get("/api/v1/signing-key").status_code == 404
        steward.post("/api/v1/uploads", json=example("revoke"))
        answer = steward.get(f"/api/v1/hands/{example('revoke')['hand_id']}/dossier.zip")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/zip"
    name = f"{example('revoke')['hand_id']}.dossier.zip"
    assert answer.headers["Content-Disposition"] == f"attachment; filename={name}"
    published = service.get("/api/v1/signing-key").json()
    key = public_key(published["public_key"])
    assert published["fingerprint"] == fingerprint(key)
    assert (published["club"], published["earlier"]) == ("home", [])
    assert verify_dossier(answer.content, key).faults == ()
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert b'"format"' in archive.read("records/1.json")


def test_a_hand_that_there_is_not_has_no_dossier(service: Service) -> None:
    with service.caller(Role.STEWARD) as steward:
        assert steward.get("/api/v1/hands/nowhere/dossier.zip").status_code == 404


def test_the_key_of_a_club_that_has_none_is_not_found_whatever_the_club(service: Service) -> None:
    for club in ("nowhere", "no%00where"):
        refused = service.get(f"/api/v1/signing-key?club={club}")
        assert refused.status_code == 404
        assert refused.json()["detail"].startswith("There is no signing key of a club")
    assert service.get("/api/v1/signing-key?club=").status_code == 422
    assert service.get("/api/v1/signing-key?of=home").status_code == 422
