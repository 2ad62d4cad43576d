"""Players renamed, merged and erased by the API, and how pages and lists show them then."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import httpx
import pytest

from gleek_replay.services.access import Role
from tests.web.conftest import Service
from tests.web.records import example

PLAYERS = "/api/v1/players"
numbers = count(1)


@pytest.fixture
def client(service: Service) -> Iterator[httpx.Client]:
    """An administrator."""
    with service.caller() as signed_in:
        yield signed_in


@pytest.fixture
def table(client: httpx.Client) -> tuple[str, str, str]:
    """The ids of three who sat together in the one hand that there is of them, which has their name."""
    number = next(numbers)
    ids = (f"tom-{number}", f"dick-{number}", f"harry-{number}")
    store(client, f"of-{number}", ids)
    return ids


def store(client: httpx.Client, hand_id: str, players: tuple[str, ...]) -> None:
    """Upload a hand of these players."""
    text = json.dumps(example("parlett", hand_id=hand_id))
    for player, new in zip(example("parlett")["players"], players, strict=True):
        text = text.replace(f'"{player["id"]}"', f'"{new}"')
    record = json.loads(text)
    record["players"] = [{"id": player, "name": player.title()} for player in players]
    assert client.post("/api/v1/uploads", json=record).status_code == 201


def faults(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.headers["Content-Type"] == "application/problem+json"
    found: list[dict[str, Any]] = answer.json()["faults"]
    return found


def test_a_name_is_given_and_taken_back(client: httpx.Client, table: tuple[str, str, str]) -> None:
    tom = table[0]
    given = client.patch(f"{PLAYERS}/{tom}", json={"name": "Thomas <b>"})
    assert (given.status_code, given.json()["name"]) == (200, "Thomas <b>")
    assert client.get(f"{PLAYERS}/{tom}").json() == given.json()
    hand = client.get("/api/v1/hands", params={"player": tom}).json()["items"][0]
    assert "Thomas <b>" in {player["name"] for player in hand["players"]}
    for page in (f"/players/{tom}", f"/hands/{hand['hand_id']}"):
        assert "Thomas &lt;b&gt;" in client.get(page, headers={"Accept": "text/html"}).text
    assert client.patch(f"{PLAYERS}/{tom}", json={"name": None}).json()["name"] == tom.title()


@pytest.mark.parametrize("name", ["", " ", "a\nb", "x" * 81, "a ", "\ud800"])
def test_what_cannot_be_a_name_is_refused(
    client: httpx.Client, table: tuple[str, str, str], name: str
) -> None:
    answer = client.patch(f"{PLAYERS}/{table[0]}", content=json.dumps({"name": name}).encode())
    assert answer.status_code in {415, 422}
    sent = {"Content-Type": "application/json"}
    answer = client.patch(f"{PLAYERS}/{table[0]}", content=json.dumps({"name": name}).encode(), headers=sent)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in faults(answer)] == ["/name"]


@pytest.mark.parametrize(
    ("body", "pointer"), [({}, "/name"), ({"name": 1}, "/name"), ({"name": "a", "age": 1}, "/age")]
)
def test_what_says_something_else_is_refused(
    client: httpx.Client, table: tuple[str, str, str], body: dict[str, Any], pointer: str
) -> None:
    answer = client.patch(f"{PLAYERS}/{table[0]}", json=body)
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in faults(answer)] == [pointer]


def test_ids_of_one_person_lead_to_him(client: httpx.Client, table: tuple[str, str, str]) -> None:
    number = next(numbers)
    other = (f"thomas-{number}", table[1], table[2])
    store(client, f"of-{number}", other)
    merged = client.post(f"{PLAYERS}/{other[0]}/merge", json={"into": table[0]})
    assert merged.status_code == 200
    assert (merged.json()["player_id"], merged.json()["hands"]) == (table[0], 2)
    assert merged.json()["aliases"] == [other[0]]
    assert client.get(f"{PLAYERS}/{other[0]}").json() == merged.json()
    assert client.get(f"{PLAYERS}/{other[0]}/statistics").json()["hands"] == 2
    assert client.get(f"{PLAYERS}/{other[0]}/figures/net_over_time").status_code == 200
    assert len(client.get("/api/v1/hands", params={"player": other[0]}).json()["items"]) == 2
    assert len(client.get("/api/v1/hands.csv", params={"player": other[0]}).text.splitlines()) == 7
    page = client.get(f"/players/{other[0]}", headers={"Accept": "text/html"})
    assert f"{table[0]}, also {other[0]}," in " ".join(page.text.split())
    assert client.delete(f"{PLAYERS}/{other[0]}/merge").status_code == 204
    assert client.get(f"{PLAYERS}/{other[0]}").json()["hands"] == 1
    assert client.delete(f"{PLAYERS}/{other[0]}/merge").status_code == 404


def test_those_who_sat_together_are_not_merged(client: httpx.Client, table: tuple[str, str, str]) -> None:
    answer = client.post(f"{PLAYERS}/{table[0]}/merge", json={"into": table[1]})
    assert answer.status_code == 409
    assert "both sat in the hand of-" in answer.json()["detail"]
    assert client.post(f"{PLAYERS}/{table[0]}/merge", json={"into": table[0]}).status_code == 409
    assert client.post(f"{PLAYERS}/{table[0]}/merge", json={"into": "nobody"}).status_code == 404
    answer = client.post(f"{PLAYERS}/{table[0]}/merge", json={"into": "no id"})
    assert (answer.status_code, faults(answer)[0]["pointer"]) == (422, "/into")


def test_who_is_erased_is_gone_by_his_id(client: httpx.Client, table: tuple[str, str, str]) -> None:
    tom = table[0]
    client.patch(f"{PLAYERS}/{tom}", json={"name": "Thomas"})
    before = client.get(f"{PLAYERS}/{tom}/statistics").json()
    erased = client.delete(f"{PLAYERS}/{tom}")
    assert erased.status_code == 200
    said = erased.json()
    assert (said["records"], said["keys"], said["pseudonym"][:7]) == (1, 0, "erased-")
    for gone in (f"{PLAYERS}/{tom}", f"{PLAYERS}/{tom}/statistics", f"/players/{tom}"):
        assert client.get(gone).status_code == 404
    assert client.delete(f"{PLAYERS}/{tom}").status_code == 404
    after = client.get(f"{PLAYERS}/{said['pseudonym']}/statistics").text
    assert json.loads(after.replace(said["pseudonym"], tom)) == before
    hand = client.get("/api/v1/hands", params={"player": said["pseudonym"]}).json()["items"][0]
    (record,) = client.get(f"/api/v1/hands/{hand['hand_id']}").json()["records"]
    assert record["rewritten_at"] is not None
    assert tom not in client.get(f"/api/v1/hands/{hand['hand_id']}/record").text
    changes = client.get(f"{PLAYERS}/{said['pseudonym']}/changes").json()["items"]
    assert [(change["what"], change["key"]) for change in changes] == [
        ("erased", "administrator"),
        ("named", "administrator"),
    ]
    assert (changes[0]["details"], changes[1]["details"]["name"]) == ({"records": 1}, said["pseudonym"])


def test_the_trail_comes_in_pages(client: httpx.Client, table: tuple[str, str, str]) -> None:
    for name in ("one", "two", "three"):
        client.patch(f"{PLAYERS}/{table[0]}", json={"name": name})
    first = client.get(f"{PLAYERS}/{table[0]}/changes", params={"limit": 2}).json()
    second = client.get(first["next"]).json()
    assert [change["details"]["name"] for change in first["items"] + second["items"]] == [
        "three", "two", "one",
    ]  # fmt: skip
    assert second["next"] is None
    assert first["items"][1]["undone_by"] == first["items"][0]["id"]
    assert client.get(f"{PLAYERS}/{table[0]}/changes", params={"cursor": "~"}).status_code == 422


def test_a_player_sees_his_own_cards_under_whatever_id(
    service: Service, client: httpx.Client, table: tuple[str, str, str]
) -> None:
    number = next(numbers)
    other = (f"thomas-{number}", table[1], table[2])
    store(client, f"of-{number}", other)
    wanted = {"name": f"key {number}", "role": Role.PLAYER.value, "player": table[0]}
    token = client.post("/api/v1/keys", json=wanted).json()["token"]
    address = f"/api/v1/hands/of-{number}/history"
    with service.caller(None) as his:
        his.headers["Authorization"] = f"Bearer {token}"
        assert other[0] not in his.get(address).json()["deal"].get("hands", {})
        client.post(f"{PLAYERS}/{other[0]}/merge", json={"into": table[0]})
        assert table[0] in his.get(address).json()["deal"]["hands"]
