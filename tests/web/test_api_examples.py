"""The examples of the OpenAPI document: what a service really answers, and as the document says it does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gleek_replay.web.api.examples import EXAMPLES_FILE
from gleek_replay.web.schemas_export import openapi_document
from tests.conftest import LiveServer
from tests.web.api_examples import asked


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return openapi_document()


def contents(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each body that is asked for or answered as JSON or text, with where it stands."""
    for path, operations in document["paths"].items():
        for method in operations.keys() - {"parameters"}:
            operation = operations[method]
            places = {"body": operation.get("requestBody", {})}
            places |= {status: answer for status, answer in operation["responses"].items() if status < "3"}
            for place, said in places.items():
                for kind, content in said.get("content", {}).items():
                    yield f"{method} {path} {place} {kind}", content


def test_the_examples_are_what_the_service_answers(live_server: Callable[..., LiveServer]) -> None:
    kept = json.loads(EXAMPLES_FILE.read_bytes())
    assert asked(live_server()) == kept, f"{EXAMPLES_FILE.name} is stale: run `make schemas`"


def test_every_example_is_as_its_schema_says(document: dict[str, Any]) -> None:
    for place, content in contents(document):
        if "example" in content:
            schema = {**content["schema"], "components": document["components"]}
            faults = Draft202012Validator(schema).iter_errors(content["example"])
            assert [f"{place}: {fault.json_path} {fault.message}" for fault in faults] == []


def test_whatever_is_json_has_an_example_but_for_figures(document: dict[str, Any]) -> None:
    lacking = [place for place, content in contents(document) if "json" in place and "example" not in content]
    assert lacking
    assert [place for place in lacking if "/figures/" not in place] == []
