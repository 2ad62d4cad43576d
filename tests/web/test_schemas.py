"""The published contracts: as the code says, and true of what the service reads and answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator

from gleek_replay.audit import audit_record
from gleek_replay.records import MalformedRecord, RawRecord, read_record, split_records
from gleek_replay.web.schemas_export import contracts, write_schemas
from tests.web.records import EXAMPLES

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "schemas"
SAMPLES = sorted(
    [*EXAMPLES.glob("*.hand.json"), *(ROOT / "sample_histories").glob("*.json"),
     *(ROOT / "sample_histories").glob("*.ndjson")]
)  # fmt: skip
MALFORMED_SAMPLES = {"malformed.json"}


def validator(name: str) -> Draft202012Validator:
    schema = json.loads((PUBLISHED / name).read_bytes())
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def records_of(path: Path) -> list[RawRecord]:
    with path.open("rb") as stream:
        return list(split_records(stream))


def test_the_published_contracts_are_what_the_code_says(tmp_path: Path) -> None:
    for fresh in write_schemas(tmp_path):
        published = (PUBLISHED / fresh.name).read_text(encoding="utf-8")
        assert published == fresh.read_text(encoding="utf-8"), f"{fresh.name} is stale: run `make schemas`"


@pytest.mark.parametrize("name", ["hand-history.schema.json", "audit.schema.json"])
def test_a_published_schema_is_json_schema_of_2020(name: str) -> None:
    schema = contracts()[name]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_sample_and_its_audit_are_valid(path: Path) -> None:
    hands, audits = validator("hand-history.schema.json"), validator("audit.schema.json")
    for part in records_of(path):
        if path.name in MALFORMED_SAMPLES:
            with pytest.raises(MalformedRecord):
                read_record(part.raw)
            continue
        record: dict[str, Any] = orjson.loads(part.raw)
        assert [error.message for error in hands.iter_errors(record)] == []
        audit = orjson.loads(orjson.dumps(audit_record(read_record(part.raw)).document))
        assert [f"{error.json_path}: {error.message}" for error in audits.iter_errors(audit)] == []


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("format", "gleek-hand/2"),
        ("hand_id", "no good"),
        ("played_at", "yesterday"),
        ("stake", "guinea"),
        ("rules", {"preset": "parlett", "options": {"follow": "never"}}),
        ("actions", [["ann", "sing"]]),
        ("surprise", 1),
    ],
)
def test_the_schema_of_a_hand_refuses_what_the_reader_refuses(place: str, value: Any) -> None:
    record = json.loads((EXAMPLES / "parlett.hand.json").read_bytes()) | {place: value}
    assert not validator("hand-history.schema.json").is_valid(record)
    with pytest.raises(MalformedRecord):
        read_record(orjson.dumps(record))


def test_every_operation_documents_its_errors_as_problems() -> None:
    openapi = contracts()["openapi.json"]
    assert openapi["openapi"].startswith("3.1")
    for path, operations in openapi["paths"].items():
        for method, operation in operations.items():
            if method == "parameters":
                continue
            assert operation["operationId"]
            refused = set() if operation.get("security") == [] else {"401", "403"}
            assert {*refused, "default"} <= operation["responses"].keys(), (path, method)
            assert any(status.startswith("2") for status in operation["responses"]), (path, method)
            for status, answer in operation["responses"].items():
                if not status.startswith("2"):
                    assert answer["$ref"].startswith("#/components/responses/")
    for name, response in openapi["components"]["responses"].items():
        assert list(response["content"]) == ["application/problem+json"], name


def test_every_reference_of_the_contracts_leads_somewhere() -> None:
    for contract in contracts().values():
        for reference in references(contract):
            place: Any = contract
            for step in reference.removeprefix("#/").split("/"):
                place = place[step]


def references(value: Any) -> list[str]:
    """Every reference anywhere in a document."""
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [found for member in value.values() for found in references(member)]
    return [found for member in value for found in references(member)] if isinstance(value, list) else []
