"""A hand told in words over the API and on its page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from gleek_replay.audit import audit_record, read_under, rules_over
from gleek_replay.audit.narration import VOICES, narrate
from gleek_replay.services.access import Role
from tests.histories import audited
from tests.web.conftest import Service
from tests.web.records import example, ndjson

HANDS = {name: example(name) for name in ("revoke", "hidden-cards", "tu-quoque", "unplayable")}
ACCOUNT = "/api/v1/hands/{}/account"


@pytest.fixture(scope="module")
def steward(service: Service) -> Iterator[httpx.Client]:
    """Somebody who sees every card; the hands are there."""
    with service.caller(Role.UPLOADER) as uploader:
        uploader.post("/api/v1/uploads", content=ndjson(*HANDS.values()))
    with service.caller(Role.STEWARD) as client:
        yield client


def answer(client: httpx.Client, name: str, **query: Any) -> Any:
    """The account of a hand."""
    found = client.get(ACCOUNT.format(HANDS[name]["hand_id"]), params=query)
    assert found.status_code == 200, found.text
    return found.json()


def text_of(account: dict[str, Any]) -> str:
    """All that is said."""
    return " ".join(said for section in account["sections"] for said in section["sentences"])


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("words", VOICES)
def test_a_hand_is_told_in_the_words_asked_for(steward: httpx.Client, name: str, words: str) -> None:
    assert answer(steward, name, words=words) == narrate(audited(HANDS[name]), words).document


def test_plain_english_is_spoken_unless_something_else_is_asked_for(steward: httpx.Client) -> None:
    assert answer(steward, "revoke") == answer(steward, "revoke", words="plain")


def test_a_hand_by_other_rules_is_told_by_them_and_says_so(steward: httpx.Client) -> None:
    record = audited(HANDS["revoke"]).record
    other = read_under(record, rules_over(record, preset="cotgrave-1662", options={"odd_penny": "pot"}))
    told = answer(steward, "revoke", rules="cotgrave-1662", option="odd_penny:pot")
    assert told == narrate(other, "plain", read_as=True).document
    assert "as if Cotgrave's rules" in told["sections"][0]["sentences"][0]


def test_from_one_seat_no_card_is_named_that_was_hidden_from_it(steward: httpx.Client) -> None:
    assert "threw out the" in text_of(answer(steward, "tu-quoque"))
    assert "threw out seven cards" in text_of(answer(steward, "tu-quoque", eyes="staines"))


def test_without_names_nobody_is_named(steward: httpx.Client) -> None:
    text = text_of(answer(steward, "tu-quoque", words="period", names="hidden"))
    assert not re.search("Scattergood|Staines|Longfield", text)
    assert "“Give me a mournival of Aces,” said the middlemost." in text


def test_who_may_not_see_a_card_is_not_told_of_it(service: Service, steward: httpx.Client) -> None:
    with service.caller(Role.READER) as reader:
        assert "threw out seven cards, which are not shown" in text_of(answer(reader, "tu-quoque"))
        assert "threw out the" in text_of(answer(steward, "tu-quoque"))


@pytest.mark.parametrize(
    ("query", "place"), [({"words": "latin"}, "/query/words"), ({"eyes": "nobody"}, "/query/eyes")]
)
def test_what_cannot_be_told_is_refused(steward: httpx.Client, query: dict[str, str], place: str) -> None:
    refused = steward.get(ACCOUNT.format(HANDS["revoke"]["hand_id"]), params=query)
    assert refused.status_code == 422
    assert place in refused.text


def test_a_hand_that_there_is_not_is_not_told(steward: httpx.Client) -> None:
    assert steward.get(ACCOUNT.format("no-such-hand")).status_code == 404


@pytest.mark.parametrize("words", VOICES)
def test_the_page_of_a_hand_tells_it_without_scripts(steward: httpx.Client, words: str) -> None:
    hand_id = HANDS["tu-quoque"]["hand_id"]
    page = steward.get(f"/hands/{hand_id}", params={"words": words, "eyes": "staines"}).text
    section = page[page.index('id="read-aloud"') :]
    assert section.count('<h3 class="said">') == len(answer(steward, "tu-quoque")["sections"])
    for other in VOICES:
        (link,) = re.findall(rf'<a href="([^"]*words={other}[^"]*)"', section)
        assert link.endswith("#read-aloud")
        assert "eyes=staines" in link
    assert re.search(rf'words={words}[^"]*" aria-current="true"', section)
    first = narrate(audit_record(audited(HANDS["tu-quoque"]).record), words).parts[0].sentences[0]
    assert f'<span class="said">{first}</span>'.replace("'", "&#39;") in section
