"""Disputes by the API: two clients tell a hand otherwise, it is argued, ruled on, and numbers follow."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from typing import Any

import httpx
import pytest

from gleek_replay.services import keys
from gleek_replay.services.access import Role
from tests.services.disputed_hands import DUE, PAID, mispaid
from tests.web.conftest import UNENCRYPTED, Service
from tests.web.records import example

API = "/api/v1"
numbers = count(1)


class Callers:
    """Clients of the service, one for each role, and a second uploader."""

    def __init__(self, service: Service, stack: ExitStack) -> None:
        enter = stack.enter_context
        self.reader = enter(service.caller(Role.READER))
        self.player = enter(service.caller(Role.PLAYER))
        self.uploader = enter(service.caller(Role.UPLOADER))
        self.steward = enter(service.caller(Role.STEWARD))
        with service.database.session() as session:
            operator = keys.operator(session)
            name = f"second {next(numbers)}"
            key = keys.create_key(session, operator, name=name, role=Role.UPLOADER, owner=name)
        header = {"Authorization": f"Bearer {key.token}"}
        self.second = enter(httpx.Client(base_url=service.url, headers=header, verify=UNENCRYPTED))


@pytest.fixture
def callers(service: Service) -> Any:
    """Those who come in the tests."""
    with ExitStack() as stack:
        yield Callers(service, stack)


@pytest.fixture
def disputed(callers: Callers) -> str:
    """The id of a hand that two uploaders tell otherwise: the first with a wrong payment."""
    hand_id = f"disputed-{next(numbers)}"
    players = {player: f"{player}-{hand_id}" for player in DUE if player != "bess"}
    for client, record in ((callers.uploader, mispaid()), (callers.second, example("parlett"))):
        sent = client.post(f"{API}/uploads", json=renamed(record, players) | {"hand_id": hand_id})
        assert sent.status_code == 201, sent.text
    return hand_id


def renamed(value: Any, names: dict[str, str]) -> Any:
    """A record with other ids for some of its players, so that each hand has players of its own."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(member, names) for key, member in value.items()}
    if isinstance(value, list):
        return [renamed(member, names) for member in value]
    return names.get(value, value) if isinstance(value, str) else value


def dispute_of(client: httpx.Client, hand_id: str) -> httpx.Response:
    found = client.get(f"{API}/disputes/{hand_id}")
    assert found.status_code == 200, found.text
    assert found.headers["ETag"] == f'"{found.json()["version"]}"'
    return found


def rule(client: httpx.Client, hand_id: str, tag: str | None, **ruling: Any) -> httpx.Response:
    headers = {} if tag is None else {"If-Match": tag}
    body = {"grounds": "so be it"} | ruling
    return client.post(f"{API}/disputes/{hand_id}/ruling", json=body, headers=headers)


def test_the_whole_way_of_a_dispute(callers: Callers, disputed: str) -> None:
    opened = dispute_of(callers.steward, disputed).json()
    assert (opened["state"], opened["ruling"], [step["by"] for step in opened["steps"]]) == (
        "open", None, [None],
    )  # fmt: skip
    claimed = callers.player.post(f"{API}/hands/{disputed}/dispute", json={"claim": "It was sixteen."})
    assert (claimed.status_code, claimed.headers["ETag"]) == (201, '"2"')
    assert claimed.headers["Location"] == f"{API}/disputes/{disputed}"
    said = callers.second.post(f"{API}/disputes/{disputed}/comments", json={"text": "So it was."})
    assert (said.status_code, said.headers["ETag"], said.json()["state"]) == (201, '"3"', "open")
    player = f"pru-{disputed}"
    before = callers.reader.get(f"{API}/players/{player}/statistics").json()
    assert (before["net"], before["disputed"], before["ruled"]) == (DUE["pru"], 1, 0)
    done = rule(callers.steward, disputed, said.headers["ETag"], ruling="record", record=1)
    assert (done.status_code, done.headers["ETag"]) == (200, '"4"')
    assert (done.json()["state"], done.json()["ruling"], done.json()["record"]) == ("ruled", "record", 1)
    assert [step["claimant"] for step in done.json()["steps"]] == [None, "bess", None, None]
    assert [step["text"] for step in done.json()["steps"]] == [
        None, "It was sixteen.", "So it was.", "so be it",
    ]  # fmt: skip
    after = callers.reader.get(f"{API}/players/{player}/statistics").json()
    assert (after["net"], after["disputed"], after["ruled"], after["void"]) == (PAID["pru"], 0, 1, 0)
    stages = {stage["stage"]: stage["net"] for stage in after["by_stage"]}
    assert stages["ruling"] == PAID["pru"] - DUE["pru"]
    hand = callers.reader.get(f"{API}/hands/{disputed}").json()["hand"]
    assert (hand["disputed"], hand["ruling"]) == (False, "record")
    again = callers.steward.post(
        f"{API}/disputes/{disputed}/reopening",
        json={"reason": "A witness."},
        headers={"If-Match": done.headers["ETag"]},
    )
    assert (again.status_code, again.json()["state"]) == (200, "reopened")
    void = rule(callers.steward, disputed, again.headers["ETag"], ruling="void")
    assert void.json()["ruling"] == "void"
    left = callers.reader.get(f"{API}/players/{player}").json()
    assert (left["hands"], left["net"], left["void"]) == (0, 0, 1)


def test_what_was_said_is_not_for_strangers(callers: Callers, disputed: str) -> None:
    callers.player.post(f"{API}/hands/{disputed}/dispute", json={"claim": "It was sixteen."})
    seen = dispute_of(callers.reader, disputed).json()
    assert [step["withheld"] for step in seen["steps"]] == [False, True]
    assert "sixteen" not in str(seen)
    assert (seen["may_comment"], seen["may_rule"]) == (False, False)
    assert all(step["audit"] is None for step in seen["steps"])
    steward = dispute_of(callers.steward, disputed).json()
    assert steward["steps"][0]["audit"]["verdict"] == steward["steps"][0]["verdict"] == "misreported"


@pytest.mark.parametrize("tag", [None, "*"])
@pytest.mark.parametrize("way", ["ruling", "reopening"])
def test_who_does_not_say_what_he_has_seen_is_told_to(
    callers: Callers, disputed: str, way: str, tag: str | None
) -> None:
    body = {"ruling": "void", "grounds": "so"} if way == "ruling" else {"reason": "so"}
    headers = {} if tag is None else {"If-Match": tag}
    refused = callers.steward.post(f"{API}/disputes/{disputed}/{way}", json=body, headers=headers)
    assert refused.status_code == 428
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert "If-Match" in refused.json()["detail"]
    assert dispute_of(callers.steward, disputed).json()["state"] == "open"


def test_a_claim_about_a_lapsed_dispute_says_which_version_it_opens_again(
    callers: Callers, disputed: str
) -> None:
    withdrawn = callers.uploader.delete(f"{API}/hands/{disputed}/record")
    assert withdrawn.is_success, withdrawn.text
    lapsed = callers.second.get(f"{API}/disputes/{disputed}")
    assert lapsed.json()["state"] == "lapsed"
    address, claim = f"{API}/hands/{disputed}/dispute", {"claim": "It is wrong all the same."}
    for tag, status in ((None, 428), ("*", 428), ('"1"', 412)):
        headers = {} if tag is None else {"If-Match": tag}
        refused = callers.second.post(address, json=claim, headers=headers)
        assert (refused.status_code, refused.json()["status"]) == (status, status), refused.text
    said = callers.second.post(f"{API}/disputes/{disputed}/comments", json={"text": "I looked at it."})
    assert (said.status_code, said.json()["state"]) == (201, "lapsed")
    opened = callers.second.post(address, json=claim, headers={"If-Match": said.headers["ETag"]})
    assert (opened.status_code, opened.json()["state"], opened.headers["ETag"]) == (201, "open", '"4"')


@pytest.mark.parametrize("tag", ['"0"', '"2"', 'W/"1"', '""', '"one"', f'"{"9" * 5000}"', '"2", "3"', "1"])
def test_who_has_seen_another_version_is_refused(callers: Callers, disputed: str, tag: str) -> None:
    refused = rule(callers.steward, disputed, tag, ruling="void")
    assert refused.status_code == (200 if tag == "1" else 412), refused.text
    if tag != "1":
        assert refused.headers["Content-Type"] == "application/problem+json"
        assert dispute_of(callers.steward, disputed).json()["state"] == "open"


def test_one_of_several_versions_seen_is_enough(callers: Callers, disputed: str) -> None:
    callers.second.post(f"{API}/disputes/{disputed}/comments", json={"text": "Wait."})
    assert rule(callers.steward, disputed, '"1", "2"', ruling="void").status_code == 200


def test_a_stale_page_is_told_apart_from_a_dispute_that_is_closed(callers: Callers, disputed: str) -> None:
    assert rule(callers.steward, disputed, '"1"', ruling="void").status_code == 200
    assert rule(callers.steward, disputed, '"1"', ruling="settlement").status_code == 412
    assert rule(callers.steward, disputed, '"2"', ruling="settlement").status_code == 409


def test_of_stewards_who_rule_at_once_one_wins(service: Service, callers: Callers, disputed: str) -> None:
    def rule_once(number: int) -> int:
        with service.caller(Role.STEWARD) as steward:
            return rule(steward, disputed, '"1"', ruling=["void", "settlement"][number % 2]).status_code

    with ThreadPoolExecutor(6) as threads:
        assert sorted(threads.map(rule_once, range(6))) == [200] + [412] * 5
    assert dispute_of(callers.steward, disputed).json()["version"] == 2


@pytest.mark.parametrize(
    ("way", "body", "pointer"),
    [
        ("ruling", {"ruling": "record", "grounds": "so"}, "/record"),
        ("ruling", {"ruling": "record", "record": 3, "grounds": "so"}, "/record"),
        ("ruling", {"ruling": "void", "record": 1, "grounds": "so"}, "/record"),
        ("ruling", {"ruling": "both", "grounds": "so"}, "/ruling"),
        ("ruling", {"ruling": "record", "record": "1", "grounds": "so"}, "/record"),
        ("ruling", {"ruling": "void"}, "/grounds"),
        ("ruling", {"ruling": "void", "grounds": " "}, "/grounds"),
        ("comments", {"text": "x" * 4001}, "/text"),
        ("comments", {"text": "a\u0000b"}, "/text"),
        ("comments", {"text": None}, "/text"),
        ("reopening", {"reason": ""}, "/reason"),
    ],
)
def test_a_fault_is_named_with_its_place(
    callers: Callers, disputed: str, way: str, body: dict[str, Any], pointer: str
) -> None:
    address = f"{API}/disputes/{disputed}/{way}"
    refused = callers.steward.post(address, json=body, headers={"If-Match": '"1"'})
    assert refused.status_code == 422
    assert [fault["pointer"] for fault in refused.json()["faults"]] == [pointer]
    assert dispute_of(callers.steward, disputed).json()["version"] == 1


@pytest.mark.parametrize("claimant", ["nobody-at-all", "no id", "\\ud800"])
def test_a_claim_for_one_who_did_not_sit_there_is_refused(
    callers: Callers, disputed: str, claimant: str
) -> None:
    body = f'{{"claim": "He says so.", "claimant": "{claimant}"}}'
    headers = {"Content-Type": "application/json"}
    refused = callers.steward.post(f"{API}/hands/{disputed}/dispute", content=body, headers=headers)
    assert refused.status_code == 422
    assert [fault["pointer"] for fault in refused.json()["faults"]] == ["/claimant"]


def test_disputes_are_listed_by_state_and_player_in_pages(callers: Callers, disputed: str) -> None:
    player = {"player": f"pru-{disputed}"}
    found = callers.reader.get(f"{API}/disputes", params=player).json()
    (item,) = found["items"]
    assert (item["hand_id"], item["state"], item["version"]) == (disputed, "open", 1)
    assert item["hand"]["hand_id"] == disputed
    assert callers.reader.get(f"{API}/disputes", params={**player, "state": "ruled"}).json()["items"] == []
    rule(callers.steward, disputed, '"1"', ruling="void")
    assert callers.reader.get(f"{API}/disputes", params={**player, "state": "ruled"}).json()["items"]
    for bad in ({"state": "closed"}, {"player": "a b"}, {"cursor": "x"}, {"limit": 0}, {"colour": "red"}):
        assert callers.reader.get(f"{API}/disputes", params=bad).status_code == 422
    seen: list[str] = []
    address: str | None = f"{API}/disputes?limit=2"
    while address is not None:
        page = callers.reader.get(address)
        seen += [item["hand_id"] for item in page.json()["items"]]
        address = page.json()["next"]
    assert len(seen) == len(set(seen))
    assert seen[0] == disputed


def test_the_records_of_a_hand_are_told_each_by_itself(callers: Callers, disputed: str) -> None:
    callers.second.delete(f"{API}/hands/{disputed}/record")
    callers.second.post(f"{API}/uploads", json=example("parlett", hand_id=disputed))
    found = callers.steward.get(f"{API}/hands/{disputed}/records").json()
    assert found["next"] is None
    first, second, third = found["items"]
    assert [record["number"] for record in found["items"]] == [1, 2, 3]
    assert [record["status"] for record in found["items"]] == ["accepted", "withdrawn", "conflicting"]
    assert [record["stands"] for record in found["items"]] == [True, False, False]
    assert (first["owner"], first["client"]) == ("uploader", {"name": "gleek-online", "version": "2.3.1"})
    assert (first["verdict"], first["payments_agree"]) == ("misreported", False)
    assert (first["due"]["bess"], first["recorded"][f"pru-{disputed}"]) == (DUE["bess"], PAID["pru"])
    assert (third["verdict"], third["recorded"]["pru"]) == ("clean", DUE["pru"])
    assert second["history"] is not None
    first_page = callers.reader.get(f"{API}/hands/{disputed}/records", params={"limit": 2}).json()
    assert [record["number"] for record in first_page["items"]] == [1, 2]
    (last,) = callers.reader.get(first_page["next"]).json()["items"]
    assert last["number"] == 3
    withheld = first_page["items"][1]
    assert {withheld[name] for name in ("client", "verdict", "due", "recorded", "history")} == {None}
    wrong = callers.reader.get(f"{API}/hands/{disputed}/records", params={"cursor": "-1"})
    assert wrong.status_code == 422
    assert callers.reader.get(f"{API}/hands/nowhere/records").status_code == 404


def test_of_no_dispute_there_is_nothing_to_read(callers: Callers) -> None:
    assert callers.steward.get(f"{API}/disputes/nowhere").status_code == 404
    assert rule(callers.steward, "nowhere", '"1"', ruling="void").status_code == 404
    claim = {"claim": "There was a hand."}
    assert callers.steward.post(f"{API}/hands/nowhere/dispute", json=claim).status_code == 404


def test_pages_say_what_numbers_follow_a_ruling(callers: Callers) -> None:
    evening = f"ruled-{next(numbers)}"
    names = {player: f"{player}-{evening}" for player in DUE if player != "bess"}
    for number in (1, 2):
        record = mispaid(hand_id=f"{evening}-{number}", session={"id": evening, "hand": number})
        callers.uploader.post(f"{API}/uploads", json=renamed(record, names))
        callers.player.post(f"{API}/hands/{evening}-{number}/dispute", json={"claim": "No."})
    rule(callers.steward, f"{evening}-1", '"1"', ruling="void")
    rule(callers.steward, f"{evening}-2", '"1"', ruling="record", record=1)

    def page(address: str) -> str:
        answer = callers.reader.get(address, headers={"Accept": "text/html"})
        assert answer.status_code == 200
        return " ".join(answer.text.split())

    player = page(f"/players/{names['pru']}")
    assert "1 hand counts as a steward has ruled." in player
    assert "1 hand was ruled void, and is left out of every number here." in player
    assert re.search(r'<th scope="row">Rulings.{,900}?>\+10</a> won or lost by what was ruled', player)
    session = page(f"/sessions/{evening}")
    assert "A hand that was ruled on counts as it was ruled, a void one for nothing." in session
    net = callers.reader.get(f"{API}/sessions/{evening}").json()["net"]
    assert {player: net[names.get(player, player)] for player in PAID} == PAID
    assert sum(net.values()) == 0
