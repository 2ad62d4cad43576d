"""Sessions over the API and on their page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from gleek_replay.services.access import Role
from tests.test_repository import ROOT
from tests.web.conftest import Service
from tests.web.records import ndjson
from tests.web.test_pages import check_outline
from tests.web.test_rules import text_of

MITRE = "mitre-2026-05-16"


def evening(session: str) -> list[dict[str, Any]]:
    """The sound evening of the sample histories, under another name."""
    text = (ROOT / "sample_histories" / "evening.ndjson").read_text(encoding="utf-8")
    return [json.loads(line.replace(MITRE, session)) for line in text.splitlines()]


@pytest.fixture(scope="module")
def reader(service: Service) -> Iterator[httpx.Client]:
    messy = evening("messy")
    messy[0]["carried"]["pot"] = 5
    messy[4]["stake"] = "groat"
    messy[9] = {name: part for name, part in messy[9].items() if name not in {"payments", "result"}}
    messy[9]["actions"] = messy[9]["actions"][:-4]
    del messy[6]
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*evening(MITRE), *messy))
    with service.caller(Role.READER) as client:
        yield client


def test_a_session_has_its_hands_by_number_and_what_they_come_to(reader: httpx.Client) -> None:
    session = reader.get(f"/api/v1/sessions/{MITRE}").json()
    assert session["session"] == MITRE
    assert [hand["session_hand"] for hand in session["hands"]] == list(range(1, 11))
    assert session["hands"][0] == reader.get(f"/api/v1/hands/{MITRE}-1").json()["hand"]
    assert session["net"] == {"lettice": -29, "roger": 73, "hester": -52, "pot": 8, "ruff_pot": 0}
    assert session["carried_in"] == {"ruff_multiplier": 1, "ruff_pot": 0, "pot": 0}
    assert session["carried_out"] == {"ruff_multiplier": 4, "ruff_pot": 0, "pot": 8}
    assert session["findings"] == []


def test_a_session_has_its_findings(reader: httpx.Client) -> None:
    session = reader.get("/api/v1/sessions/messy").json()
    assert [(found["code"], found["hand_id"]) for found in session["findings"]] == [
        ("carried_mismatch", "messy-2"), ("stake_changed", "messy-5"), ("stake_changed", "messy-6"),
        ("gap", "messy-8"),
    ]  # fmt: skip
    assert session["findings"][-1]["message"] == "Hand 7 is missing before this one."
    assert session["carried_out"] is None


def test_sessions_are_listed_in_pages(reader: httpx.Client) -> None:
    first = reader.get("/api/v1/sessions", params={"limit": 1}).json()
    assert first["items"] == [
        {
            "session": "messy",
            "hands": 9,
            "first_played_at": "2026-05-16T19:05:17+00:00",
            "last_played_at": "2026-05-16T20:10:38+00:00",
        }
    ]
    rest = reader.get(first["next"]).json()
    assert [found["session"] for found in rest["items"]] == [MITRE]
    assert rest["next"] is None


def test_the_page_of_sessions_leads_to_each_and_from_page_to_page(reader: httpx.Client) -> None:
    page = reader.get("/sessions").text
    assert re.findall(r'href="(/sessions/[^"]+)"', page) == ["/sessions/messy", f"/sessions/{MITRE}"]
    words = text_of(page)
    assert "messy 9 hands 16 May 2026" in words
    assert f"{MITRE} 10 hands 16 May 2026 Roger Bull +73 Lettice Ward −29 Hester Lowe −52" in words
    assert "1 incomplete" in words
    assert "More sessions" not in page
    rest = text_of(reader.get("/sessions", params={"cursor": "messy"}).text)
    assert f"{MITRE} 10 hands" in rest
    assert "messy 9 hands" not in rest
    assert "From the beginning" in rest
    assert "There are no more." in text_of(reader.get("/sessions", params={"cursor": "z"}).text)
    assert reader.get("/sessions", params={"limit": 2}).status_code == 422
    assert '<li><a href="/sessions">Sessions</a></li>' in page


def test_more_sessions_than_a_page_holds_go_on_on_the_next(service: Service) -> None:
    hand = evening("many")[0]
    many = [
        hand | {"hand_id": f"z{number:02}", "session": {"id": f"z{number:02}", "hand": 1}}
        for number in range(40)
    ]
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*many))
        path, found = "/sessions", []
        while path:
            page = uploader.get(path).text
            found += re.findall(r'href="/sessions/(z[^"]+)"', page)
            further = re.search(r'href="([^"]+)" rel="next"', page)
            path = further[1] if further else ""
    assert found == [hand["hand_id"] for hand in reversed(many)]


@pytest.mark.parametrize("path", ["/api/v1/sessions/nowhere", "/sessions/nowhere"])
def test_a_session_that_is_not_there_is_not_found(reader: httpx.Client, path: str) -> None:
    answer = reader.get(path)
    assert answer.status_code == 404
    assert answer.json()["detail"] == "There is no session nowhere."


def test_a_query_that_makes_no_sense_is_a_problem_at_its_place(reader: httpx.Client) -> None:
    answer = reader.get("/api/v1/sessions", params={"player": "ann"})
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.json()["faults"]] == ["/query/player"]


def test_the_page_runs_from_hand_to_hand_with_what_each_has_so_far(reader: httpx.Client) -> None:
    page = reader.get(f"/sessions/{MITRE}").text
    assert re.findall(r'href="/hands/([^"]+)"', page) == [f"{MITRE}-{number}" for number in range(1, 11)]
    words = text_of(page)
    assert "Hand 1 19:05 clean −13 so far −13 +3 so far +3 +10 so far +10 0 1" in words
    assert "Hand 2 19:12 clean +1 so far −12 +2 so far +5 −4 so far +6 1 1" in words
    assert "In all −29 +73 −52 8 4" in words
    assert 'class="stamp verdict-clean">sound' in page
    assert "The last hand left 8 in the pot, and the next ruff at 4 times its stake." in words
    assert "Of what the players lost 8 went into the pot, so that together they come to −8." in words
    assert "Carried in" not in words


def test_the_page_has_each_finding_before_the_hand_where_it_shows(reader: httpx.Client) -> None:
    words = text_of(reader.get("/sessions/messy").text)
    assert "4 findings" in words
    assert "Carried in 5 1 Hand 1 " in words
    assert "Gap. Hand 7 is missing before this one. Hand 8 19:55 clean" in words
    assert "The last hand did not end, so that nobody can say what it left." in words
    assert "Hand 10 20:10 incomplete" in words


def test_the_chart_has_every_players_total_after_every_hand_on_one_scale(reader: httpx.Client) -> None:
    page = reader.get(f"/sessions/{MITRE}").text
    courses = [
        [tuple(map(float, point.split(","))) for point in course.split()]
        for course in re.findall(r'<polyline class="of-\d" points="([^"]+)"/>', page)
    ]
    assert [len(course) for course in courses] == [11] * 3
    assert {x for course in courses for x, _ in course} == {10.0 * number for number in range(11)}
    zero = courses[0][0][1]
    assert [course[0][1] for course in courses] == [zero] * 3
    session = reader.get(f"/api/v1/sessions/{MITRE}").json()
    lowest = max(y for course in courses for _, y in course)
    unit = (courses[1][-1][1] - zero) / session["net"]["roger"]
    assert lowest == 100
    for course, player in zip(courses, ("lettice", "roger", "hester"), strict=True):
        assert (course[-1][1] - zero) / unit == pytest.approx(session["net"][player], abs=0.1)


def test_the_chart_says_in_words_what_it_shows(reader: httpx.Client) -> None:
    page = reader.get(f"/sessions/{MITRE}").text
    told = re.search(r'<desc id="courses-words">(.*?)</desc>', page)
    assert told is not None
    assert told[1].startswith("Roger Bull ends at +73")
    assert "Lettice Ward ends at −29, highest at +7 after hand 3" in told[1]
    assert 'aria-describedby="courses-words"' in page


def test_the_chart_marks_where_something_does_not_fit(reader: httpx.Client) -> None:
    assert 'class="found"' not in reader.get(f"/sessions/{MITRE}").text
    messy = reader.get("/sessions/messy").text
    marks = [float(at) for at in re.findall(r'class="found" x1="([^"]+)"', messy)]
    assert len(marks) == 4
    step = 100 / 9
    assert marks == pytest.approx([1.5 * step, 4.5 * step, 5.5 * step, 6.5 * step], abs=0.02)


def test_each_hand_says_what_happened_in_it(reader: httpx.Client) -> None:
    words = text_of(reader.get(f"/sessions/{MITRE}").text)
    assert (
        "Roger Bull bought the stock for 14; Hester Lowe won the ruff and 26 by it; "
        "the most besides: Lettice Ward to Roger Bull 2 for gleeks." in words
    )
    assert "Hester Lowe bought the stock for 15; the ruff was not won;" in words


def test_the_settling_up_is_told_and_drawn(reader: httpx.Client) -> None:
    page = reader.get(f"/sessions/{MITRE}").text
    transfers = reader.get(f"/api/v1/sessions/{MITRE}/transfers").json()["transfers"]
    assert page.count('class="flow-arrow"') == len(transfers) > 0
    assert "Who pays whom to settle the evening" in page


@pytest.mark.parametrize("path", [f"/sessions/{MITRE}", "/sessions/messy", "/sessions"])
def test_pages_of_sessions_can_be_read_without_seeing_them(reader: httpx.Client, path: str) -> None:
    check_outline(reader.get(path, headers={"Accept": "text/html"}).text)
