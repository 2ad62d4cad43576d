"""Managing keys by the API."""

from __future__ import annotations

from typing import Any

import pytest

from gleek_replay.services import clubs, keys
from gleek_replay.services.access import Role
from tests.web.conftest import Service


def test_a_key_is_made_used_and_revoked(service: Service) -> None:
    wanted = {"name": "telephone of Hester’s", "role": "player", "player": "hester", "owner": "mitre"}
    with service.caller() as administrator:
        made = administrator.post("/api/v1/keys", json=wanted)
        assert made.status_code == 201
        assert made.headers["Cache-Control"] == "no-store"
        token = made.json().pop("token")
        assert made.json() == wanted | {"expires_at": None, "token": token}
        key = {"Authorization": f"Bearer {token}"}
        assert service.get("/api/v1/hands", headers=key).status_code == 200
        assert administrator.delete("/api/v1/keys/telephone of Hester’s").status_code == 204
        assert service.get("/api/v1/hands", headers=key).status_code == 401
        gone = administrator.delete("/api/v1/keys/telephone of Hester’s")
        assert gone.status_code == 404
        assert gone.json()["detail"] == "There is no key telephone of Hester’s to revoke."
        assert administrator.post("/api/v1/keys", json=wanted).status_code == 409


def test_keys_are_listed_in_pages_and_none_has_its_token(service: Service) -> None:
    with service.caller() as administrator:
        made = administrator.post("/api/v1/keys", json={"name": "a guest", "role": "reader"}).json()
        page = administrator.get("/api/v1/keys?limit=2").json()
        assert [key["name"] for key in page["items"]] == ["a guest", "administrator"]
        assert page["items"][0] == {
            "name": "a guest",
            "role": "reader",
            "owner": "a guest",
            "player": None,
            "created_at": page["items"][0]["created_at"],
            "expires_at": None,
            "last_used_at": None,
            "state": "good",
        }
        assert page["items"][1]["last_used_at"] is not None
        further = administrator.get(page["next"]).json()
        assert further["items"][0]["name"] > "administrator"
        assert made["token"] not in administrator.get("/api/v1/keys").text
        assert administrator.get("/api/v1/keys?cursor=%00").status_code == 422


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ({}, ["/name", "/role"]),
        ({"name": "a", "role": "king"}, ["/role"]),
        ({"name": "a", "role": "player"}, ["/player"]),
        ({"name": "a", "role": "reader", "player": "bess"}, ["/player"]),
        ({"name": "a/b", "role": "reader"}, ["/name", "/owner"]),
        ({"name": "a", "role": "reader", "expires_at": "soon"}, ["/expires_at"]),
        ({"name": "a", "role": "reader", "expires_at": "2001-01-01"}, ["/expires_at"]),
        ({"name": "a", "role": "reader", "token": "mine"}, ["/token"]),
        ([], [""]),
    ],
)
def test_a_key_that_cannot_be_is_refused_with_every_fault(
    service: Service, wanted: Any, places: list[str]
) -> None:
    with service.caller() as administrator:
        refused = administrator.post("/api/v1/keys", json=wanted)
    assert refused.status_code == 422
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert [fault["pointer"] for fault in refused.json()["faults"]] == places


def test_what_is_no_json_is_a_bad_request(service: Service) -> None:
    with service.caller() as administrator:
        json = {"Content-Type": "application/json"}
        assert administrator.post("/api/v1/keys", content=b"{", headers=json).status_code == 400


def test_the_keys_of_another_club_are_as_if_there_were_none(service: Service) -> None:
    with service.database.session() as session:
        clubs.create_club(session, "southwark")
        there = keys.operator(session, "southwark")
        keys.create_key(session, there, name="theirs", role=Role.READER, owner="theirs")
    with service.caller() as administrator:
        listed = [key["name"] for key in administrator.get("/api/v1/keys?limit=200").json()["items"]]
        assert "theirs" not in listed
        theirs = administrator.delete("/api/v1/keys/theirs")
        none = administrator.delete("/api/v1/keys/none")
        assert (theirs.status_code, none.status_code) == (404, 404)
        assert theirs.json()["detail"].replace("theirs", "none") == none.json()["detail"]
        assert (
            administrator.post("/api/v1/keys", json={"name": "theirs", "role": "reader"}).status_code == 201
        )


def test_the_operator_cannot_be_revoked(service: Service) -> None:
    with service.caller() as administrator:
        assert administrator.delete("/api/v1/keys/operator").status_code == 409
