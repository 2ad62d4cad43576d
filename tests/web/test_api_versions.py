"""No client is broken by surprise: the API of today beside the one last released."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from gleek_replay.web.schemas_export import openapi_document
from tests.web.breaking_changes import breaking_changes
from tests.web.released_api import RELEASED, contract


@pytest.fixture(scope="module")
def released() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(RELEASED.read_bytes())
    return document


def version(document: dict[str, Any]) -> tuple[int, ...]:
    return tuple(int(part) for part in document["info"]["version"].split("."))


def test_a_break_raises_the_first_number_of_the_version_and_anything_new_the_second(
    released: dict[str, Any],
) -> None:
    today = openapi_document()
    breaks = breaking_changes(released, today)
    if breaks:
        assert version(today)[0] > version(released)[0], "\n".join(breaks)
    if contract(today) != released | {"info": contract(today)["info"]}:
        assert version(today)[:2] > version(released)[:2], "the API has changed: raise its version"


def test_a_document_breaks_nothing_of_itself(released: dict[str, Any]) -> None:
    assert breaking_changes(released, released) == []


def remove_an_endpoint(document: dict[str, Any]) -> str:
    del document["paths"]["/api/v1/hands"]
    return "GET /api/v1/hands: is gone"


def remove_a_parameter(document: dict[str, Any]) -> str:
    operation = document["paths"]["/api/v1/hands"]["get"]
    operation["parameters"] = [one for one in operation["parameters"] if one.get("name") != "verdict"]
    return "GET /api/v1/hands: the parameter verdict (query) is gone"


def require_a_parameter(document: dict[str, Any]) -> str:
    operation = document["paths"]["/api/v1/hands"]["get"]
    operation["parameters"].append(
        {"name": "club", "in": "query", "required": True, "schema": {"type": "string"}}
    )
    return "GET /api/v1/hands: the parameter club (query) is required now"


def lower_a_limit(document: dict[str, Any]) -> str:
    parameters = document["paths"]["/api/v1/hands"]["get"]["parameters"]
    next(one for one in parameters if one.get("name") == "limit")["schema"]["maximum"] = 5
    return "GET /api/v1/hands limit (query): maximum is 5 now"


def take_no_gzip(document: dict[str, Any]) -> str:
    content = document["paths"]["/api/v1/uploads"]["post"]["requestBody"]["content"]
    kind = next(kind for kind in content if "ndjson" in kind)
    del content[kind]
    return f"POST /api/v1/uploads: takes no {kind} any more"


def refuse_a_stake(document: dict[str, Any]) -> str:
    stakes = document["components"]["schemas"]["HandHistory"]["properties"]["stake"]["enum"]
    stakes.remove("groat")
    return "/stake: groat is no longer taken"


def require_a_field(document: dict[str, Any]) -> str:
    document["components"]["schemas"]["HandHistory"]["required"].append("notes")
    return "/notes: is required now"


def answer_without_a_field(document: dict[str, Any]) -> str:
    del document["components"]["schemas"]["Hand"]["properties"]["verdict"]
    return "/verdict: is gone"


def answer_with_null(document: dict[str, Any]) -> str:
    document["components"]["schemas"]["Hand"]["properties"]["verdict"]["type"] = ["string", "null"]
    return "/verdict: may be null now"


def answer_with_another_status(document: dict[str, Any]) -> str:
    answers = document["paths"]["/api/v1/uploads"]["post"]["responses"]
    answers["200"] = answers.pop("201")
    return "POST /api/v1/uploads: no longer answers 201"


@pytest.mark.parametrize(
    "change",
    [
        remove_an_endpoint, remove_a_parameter, require_a_parameter, lower_a_limit, take_no_gzip,
        refuse_a_stake, require_a_field, answer_without_a_field, answer_with_null, answer_with_another_status,
    ],
)  # fmt: skip
def test_what_would_break_a_client_is_found(released: dict[str, Any], change: Any) -> None:
    changed = deepcopy(released)
    expected = change(changed)
    found = breaking_changes(released, changed)
    assert found
    assert all(line.endswith(expected) for line in found)


def test_more_is_no_break(released: dict[str, Any]) -> None:
    more = deepcopy(released)
    more["components"]["schemas"]["Hand"]["properties"]["weather"] = {"type": "string"}
    more["components"]["schemas"]["HandHistory"]["properties"]["weather"] = {"type": "string"}
    more["components"]["schemas"]["HandHistory"]["properties"]["stake"]["enum"].append("guinea")
    more["paths"]["/api/v1/weather"] = {"get": {"responses": {"200": {}}}}
    more["paths"]["/api/v1/hands"]["get"]["parameters"].append(
        {"name": "weather", "in": "query", "required": False, "schema": {"type": "string"}}
    )
    assert breaking_changes(released, more) == []
