"""A hand's page as it is sent: its steps, whose eyes, what names, by which rules; read without a script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from gleek_replay.services.access import Role
from tests.cards_in_text import cards_in
from tests.open_cards import open_cards
from tests.web.conftest import Service
from tests.web.records import example, ndjson
from tests.web.test_pages import check_outline
from tests.web.test_rules import text_of

REVOKE, MISREPORTED, STOPPED, FOUR = "example-00023", "example-00025", "example-00024", "four"
API = "/api/v1/hands"


@pytest.fixture(scope="module")
def browser(service: Service) -> Iterator[httpx.Client]:
    """Signed in as the operator, who may see every card; the hands are an uploader's."""
    four = example("four-players", hand_id=FOUR)
    parlett = example("parlett", hand_id="plain", session={"id": "friday", "hand": 7})
    revoke = example("revoke", notes="<script>alert(1)</script>")
    stopped = example("unplayable", hand_id=STOPPED)
    stopped["actions"] += [[stopped["dealer"], "pass"], [stopped["dealer"], "vie"]]
    sent = ndjson(
        revoke, example("misreported"), stopped, four, parlett, example("hidden-cards", hand_id="hidden")
    )
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=sent).raise_for_status()
    client = service.browser()
    yield client
    client.close()


def table_of(page: str) -> dict[str, Any]:
    """What the page has for its table."""
    found = re.search(r'<script type="application/json" id="replay">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    table: dict[str, Any] = json.loads(found[1])
    return table


def list_of(page: str) -> str:
    """The list of what was done, as it stands in the page."""
    return page[page.index('id="told"') : page.index('id="replay"')]


@pytest.mark.parametrize(
    "path",
    [
        f"/hands/{REVOKE}", f"/hands/{MISREPORTED}", f"/hands/{STOPPED}", f"/hands/{FOUR}", "/hands/hidden",
        "/hands/plain?rules=cotton-1674", "/hands/plain?names=hidden&eyes=eldest",
        f"/hands/{REVOKE}?words=period&rules=willughby-1665&names=hidden",
    ],
)  # fmt: skip
def test_the_page_can_be_read_without_seeing_it(browser: httpx.Client, path: str) -> None:
    check_outline(browser.get(path).text)


@pytest.mark.parametrize("hand", [REVOKE, MISREPORTED, STOPPED, FOUR, "plain", "hidden"])
def test_every_step_of_the_replay_stands_in_the_list(browser: httpx.Client, hand: str) -> None:
    page = browser.get(f"/hands/{hand}").text
    replay = browser.get(f"{API}/{hand}/replay").json()
    listed = re.findall(r'<li id="(\d+)" data-step="(\d+)"', page)
    assert listed == [(str(step["number"]),) * 2 for step in replay["steps"]]
    table = table_of(page)
    assert [step["text"] for step in table["steps"]] == [step["text"] for step in replay["steps"]]
    assert [step["moves"] for step in table["steps"]] == [step["moves"] for step in replay["steps"]]
    assert table["places"] == replay["places"]


def test_the_table_gets_the_payments_of_each_step_and_no_more(browser: httpx.Client) -> None:
    replay = browser.get(f"{API}/plain/replay").json()
    table = table_of(browser.get("/hands/plain").text)
    for shown, step in zip(table["steps"], replay["steps"], strict=True):
        paid = [(payment["from"], payment["to"], payment["amount"]) for payment in step["payments"]]
        assert [tuple(payment.values()) for payment in shown["payments"]] == paid


def test_the_steps_are_told_in_the_words_of_the_game_stage_by_stage(browser: httpx.Client) -> None:
    told = list_of(browser.get("/hands/plain").text)
    heads = re.findall(r"<h3>([^<]+)</h3>", told)
    assert heads[:3] == ["The deal", "The auction", "The exchange"]
    assert heads[-2:] == ["The tricks", "The score"]
    assert re.findall(r'<h4 id="trick-(\d+)">', told) == [str(number) for number in range(1, 13)]
    words = text_of(told)
    assert re.search(r"\w+ bids 12\.", words)
    assert re.search(r"throws out 7 cards\..* Out: (\w+ [♠♥♦♣]\S* ?){7}", words)


def test_each_payment_has_its_rule_and_source_at_its_step(browser: httpx.Client) -> None:
    told = list_of(browser.get("/hands/plain").text)
    replay = browser.get(f"{API}/plain/replay").json()
    sold = next(step for step in replay["steps"] if step["payments"])
    step = told[told.index(f'<li id="{sold["number"]}"') : told.index(f'<li id="{sold["number"] + 1}"')]
    source = sold["payments"][0]["authority"]
    assert '<details class="finding-of-step is-due">' in step
    assert f"{source['document']}, {source['passage']} ({source['standing']})" in text_of(step)
    assert f" {sold['payments'][0]['amount']} for the stock." in text_of(step)


def test_those_who_pay_alike_are_told_of_in_one_sentence(browser: httpx.Client) -> None:
    told = text_of(list_of(browser.get(f"/hands/{REVOKE}").text))
    assert "Sir W. Forrest and Catherine d’Aragon each pay bess 8 for the mournival." in told


def test_a_violation_stands_at_its_step_with_the_sign_and_is_pointed_to(browser: httpx.Client) -> None:
    page = browser.get(f"/hands/{REVOKE}").text
    (violation,) = browser.get(f"{API}/{REVOKE}/audit").json()["violations"]
    step = violation["action"] + 1
    assert f'<a href="#{step}">/actions/{violation["action"]}</a>' in page
    assert re.search(rf'<li id="{step}" data-step="{step}" class="play [^"]*wrong', page)
    told = list_of(page)
    assert 'class="finding-of-step is-wrong"' in told
    assert 'aria-label="against the rules"' in told
    assert violation["message"] in text_of(told)


def test_a_trick_shows_who_leads_and_whose_card_takes_it(browser: httpx.Client) -> None:
    page = browser.get("/hands/plain").text
    replay = browser.get(f"{API}/plain/replay").json()
    won = [(step["trick"], step["winner"]) for step in replay["steps"] if step["winner"] is not None]
    for trick, winner in won:
        row = page[page.index(f'<h4 id="trick-{trick}">') :].partition("</ol>")[0]
        assert re.findall(r'class="play seat-(\d)[^"]* wins', row) == [str(winner)]
        assert len(re.findall(r'class="play seat-\d leads', row)) == 1


def test_what_could_not_be_followed_is_told_as_such(browser: httpx.Client) -> None:
    told = list_of(browser.get(f"/hands/{STOPPED}").text)
    replay = browser.get(f"{API}/{STOPPED}/replay").json()
    assert replay["not_followed"]
    _, _, after = text_of(told).partition("Not followed")
    assert all(action["text"] in after for action in replay["not_followed"])


def test_without_a_script_the_table_is_a_picture(browser: httpx.Client) -> None:
    page = browser.get(f"/hands/{FOUR}?names=hidden").text
    shown = re.search(r'<noscript><img class="table-picture" src="([^"]+)"', page)
    assert shown is not None
    assert shown[1].endswith("?names=hidden")
    assert browser.get(shown[1]).headers["Content-Type"].startswith("image/svg+xml")


def test_with_the_names_hidden_no_paper_tells_them(browser: httpx.Client) -> None:
    papers = '"(/(?:api/v1/)?hands/plain[/.][^"]*)"'
    assert len(re.findall(papers, browser.get("/hands/plain").text)) > 5
    names = {player.get("name", player["id"]) for player in example("parlett")["players"]}
    left = set(re.findall(papers, browser.get("/hands/plain?names=hidden").text))
    assert len(left) == 2
    for paper in left:
        told = browser.get(paper).text
        assert not any(name in told for name in names), paper


def test_the_ledger_marks_what_the_record_says_otherwise(browser: httpx.Client) -> None:
    page = browser.get(f"/hands/{MISREPORTED}").text
    marked = re.findall(r'class="differs">([^<]+)<del><span class="hidden">[^<]+</span>([^<]+)<', page)
    assert marked[:2] == [("+6", "+7"), ("+7", "+6")]


def test_what_a_record_says_cannot_end_the_script_of_the_table(
    service: Service, browser: httpx.Client
) -> None:
    players = [{"id": "a", "name": "</script><script>alert(1)"}, {"id": "b"}, {"id": "c"}]
    seats = dict(zip((player["id"] for player in example("parlett")["players"]), "abc", strict=True))
    text = json.dumps(example("parlett", hand_id="closing"))
    for player, seat in seats.items():
        text = text.replace(f'"{player}"', f'"{seat}"')
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=json.dumps(json.loads(text) | {"players": players}).encode())
    page = browser.get("/hands/closing").text
    assert "</script><script>alert" not in page
    assert table_of(page)["players"][0]["name"] == "</script><script>alert(1)"


def test_from_a_seat_the_cards_of_the_others_are_neither_in_the_list_nor_in_the_table(
    browser: httpx.Client,
) -> None:
    record = example("parlett", hand_id="plain")
    audit = browser.get(f"{API}/plain/audit").json()
    for player in record["players"]:
        page = browser.get("/hands/plain", params={"eyes": player["id"]}).text
        own = {*record["deal"]["hands"][player["id"]].split()}
        if audit["stock"]["buyer"] == player["id"]:
            own |= {*record["deal"]["stock"].split()}
        assert cards_in(page) <= own | open_cards(record, audit), player["id"]
        assert own <= cards_in(page)
        assert f"Seen from the seat of {player.get('name', player['id'])}" in text_of(page)


@pytest.mark.parametrize("query", ["", "?eyes=eldest&names=hidden", "?names=hidden", "?rules=cotton-1674"])
def test_who_may_not_see_a_card_does_not_get_it_by_asking(
    service: Service, browser: httpx.Client, query: str
) -> None:
    record = example("parlett", hand_id="plain")
    audit = browser.get(f"{API}/plain/audit").json()
    with service.caller(Role.READER, accept="text/html") as reader:
        page = reader.get(f"/hands/plain{query}").text
    assert cards_in(page) <= open_cards(record, audit)
    assert "Cards that were not open at the table are shown to those who knew them." in text_of(page)


@pytest.mark.parametrize("hand", ["plain", REVOKE, MISREPORTED, FOUR, STOPPED])
def test_with_names_masked_nobody_is_named_anywhere(browser: httpx.Client, hand: str) -> None:
    replay = browser.get(f"{API}/{hand}/replay").json()
    for more in ({}, {"eyes": "eldest"}, {"words": "period"}):
        page = browser.get(f"/hands/{hand}", params={"names": "hidden", **more}).text
        words = {player[part] for player in replay["players"] for part in ("id", "name")}
        first_names = {name.split()[0] for name in words if name != "Sir W. Forrest"}
        for name in words | first_names | {"Forrest"} & {"Forrest" if hand == REVOKE else ""}:
            assert not re.search(rf"\b{re.escape(name)}\b", page), name
        assert "/players/" not in page
        assert "/sessions/" not in page
        assert Role.UPLOADER.value not in page
        assert 'class="records"' not in page
        assert "Players are called by their seats." in text_of(page)


def test_a_player_as_whose_eyes_see_is_not_named_by_the_address_where_names_are_masked(
    browser: httpx.Client,
) -> None:
    replay = browser.get(f"{API}/plain/replay").json()
    for player in replay["players"]:
        asked = {"names": "hidden", "eyes": player["id"], "words": "period", "rules": "cotton-1674"}
        answer = browser.get("/hands/plain", params=asked)
        assert answer.status_code == 302
        told = parse_qs(urlsplit(answer.headers["Location"]).query)
        assert told == {name: [value] for name, value in (asked | {"eyes": player["position"]}).items()}
        page = browser.get(answer.headers["Location"])
        assert page.status_code == 200
        assert f'<option value="{player["position"]}" selected>' in page.text
        for other in replay["players"]:
            assert not re.search(rf"\b{re.escape(other['id'])}\b", page.text), other["id"]


def test_by_other_rules_the_page_says_so_and_marks_what_changes(browser: httpx.Client) -> None:
    query = "?rules=cotton-1674"
    page = browser.get(f"/hands/plain{query}").text
    replay = browser.get(f"{API}/plain/replay{query}").json()
    changed = replay["reading"]["changed"]
    assert changed
    said = text_of(page)
    assert (
        "Read by cotton-1674 ; it was played by parlett" in said
        or "Read by cotton-1674; it was played" in said
    )
    marked = re.findall(r'data-step="(\d+)" class="[^"]* changed', page)
    assert marked == [str(number) for number in changed]
    assert page.count('<div class="by-its-own">') == len(changed)
    assert "What is due by cotton-1674" in said
    assert '<option value="cotton-1674" selected>' in page


def test_only_rules_that_fit_the_number_of_players_are_offered(browser: httpx.Client) -> None:
    offered = re.findall(
        r'<option value="([^"]*)"', browser.get(f"/hands/{FOUR}").text.partition('id="ask-rules"')[2]
    )
    assert set(offered) <= {"", "knauer-2008", "2200", "1300", "650"}


def test_fields_that_were_left_empty_are_left_out_of_the_address(browser: httpx.Client) -> None:
    answer = browser.get("/hands/plain?eyes=&names=hidden&rules=")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/hands/plain?names=hidden"


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("eyes=nobody-here", "eyes"),
        ("rules=hoyle", "rules"),
        ("names=some", "names"),
        ("words=loud", "words"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_the_place(
    browser: httpx.Client, query: str, place: str
) -> None:
    answer = browser.get(f"/hands/plain?{query}")
    assert answer.status_code == 422
    assert f"<code>/query/{place}</code>" in answer.text
