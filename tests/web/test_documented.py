"""Whatever comes to the API is answered as the OpenAPI document says; schemathesis thinks up what comes."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from schemathesis import Case, GenerationMode
from schemathesis.core.transport import Response
from schemathesis.specs.openapi import checks as openapi_checks

from gleek_replay.services.access import Action, Role, allows
from gleek_replay.web.problems import API_PREFIX
from gleek_replay.web.schemas_export import openapi_document
from tests.web.conftest import PLAYER, Service
from tests.web.records import example

DOCUMENT: Final = openapi_document()
API: Final = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS: Final = [
    (method, path)
    for path, methods in DOCUMENT["paths"].items()
    for method in methods
    if method != "parameters"
]
CHECKS: Final = [
    schemathesis.checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance,
]
CALLERS: Final = (None, *Role)
"""Nobody, and somebody in every role; each sends the same."""


@pytest.fixture(scope="module")
def known(service: Service) -> dict[str, str]:
    """Ids of what there is."""
    with service.caller(Role.UPLOADER) as client:
        upload = client.post("/api/v1/uploads", json=example("parlett")).json()["upload"]
    with service.caller() as client:
        hand = client.get("/api/v1/hands").json()["items"][0]
    others = [seat["player_id"] for seat in hand["players"] if seat["player_id"] != PLAYER]
    return {
        "upload_id": upload["id"],
        "hand_id": hand["hand_id"],
        "player_id": others[0],
        "preset": "parlett",
    }


def faults_of(response: Response, answers: dict[str, Any]) -> list[str]:
    """What of an answer is not as the document describes it."""
    answer = answers[str(response.status_code)]
    if "$ref" in answer:
        answer = DOCUMENT["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    kind = response.headers.get("content-type", [""])[0].partition(";")[0]
    schema = answer.get("content", {}).get(kind, {}).get("schema")
    if schema is None or kind not in {"application/json", "application/problem+json"}:
        return []
    validator = Draft202012Validator({**schema, "components": DOCUMENT["components"]})
    return [f"{fault.json_path}: {fault.message}" for fault in validator.iter_errors(response.json())]


def roles_kept_out(service: Service, operation: str) -> set[Role]:
    """The roles that may not do what a view of the API does."""
    (view,) = {
        service.app.view_functions[rule.endpoint]
        for rule in service.app.url_map.iter_rules()
        if rule.rule.startswith(API_PREFIX) and rule.endpoint.endswith(f".{operation}")
    }
    action: Action | None = view.__dict__["gleek_action"]
    return set() if action is None else {role for role in Role if not allows(role, action)}


@pytest.mark.parametrize("examples", [6, pytest.param(100, marks=pytest.mark.long)], ids=["few", "many"])
@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_documented(
    service: Service, known: dict[str, str], method: str, path: str, mode: GenerationMode, examples: int
) -> None:
    operation = API[path][method]
    documented = DOCUMENT["paths"][path][method]["responses"]
    kept_out = roles_kept_out(service, DOCUMENT["paths"][path][method]["operationId"])
    looked_at: set[tuple[int, bytes]] = set()

    @settings(
        max_examples=examples, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode), places=st.data())
    def each(case: Case[Any], places: Any) -> None:
        for name in case.path_parameters or {}:
            if name in known and places.draw(st.booleans()):
                case.path_parameters[name] = known[name]
        assume((case.path_parameters or {}).get("name") not in tuple(Role))  # the callers' own keys
        for role in CALLERS:
            headers = {"Authorization": f"Bearer {service.tokens[role]}"} if role else {}
            response = case.call(base_url=service.url, headers=headers)
            case.validate_response(response, checks=CHECKS)
            assert str(response.status_code) in documented, role
            if (answer := (response.status_code, response.content)) not in looked_at:
                assert faults_of(response, documented) == [], role
                looked_at.add(answer)
            if role is None and operation.definition.raw.get("security") != []:
                assert response.status_code in {HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND}
            if role in kept_out:
                assert response.status_code in {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}, role

    each()
