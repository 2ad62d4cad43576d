"""The published contracts, written from the schemas that the service itself reads and answers by."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sqlalchemy.orm import sessionmaker

from gleek_replay.settings import Settings
from gleek_replay.web.factory import create_app

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_COMPONENTS: Final = "#/components/schemas/"
_PUBLISHED: Final = {
    "hand-history.schema.json": ("HandHistory", "urn:gleek-replay:hand-history:1", "A hand of Gleek"),
    "audit.schema.json": ("Audit", "urn:gleek-replay:audit:1", "The audit of a hand of Gleek"),
}


def write_schemas(directory: Path) -> list[Path]:
    """Write the JSON Schemas (2020-12) and the OpenAPI document into a directory; gives back their paths."""
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for name, contract in contracts().items():
        path = directory / name
        path.write_text(json.dumps(contract, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        written.append(path)
    return written


def contracts() -> dict[str, dict[str, Any]]:
    """Every contract by the name of its file."""
    openapi = openapi_document()
    components = openapi["components"]["schemas"]
    schemas = {
        name: standing_alone(components, component, {"$schema": DIALECT, "$id": urn, "title": title})
        for name, (component, urn, title) in _PUBLISHED.items()
    }
    return {**schemas, "openapi.json": openapi}


def openapi_document() -> dict[str, Any]:
    """The OpenAPI document, made without a database."""
    app = create_app(Settings(secret_key=secrets.token_urlsafe()), sessions=sessionmaker())
    document: dict[str, Any] = app.extensions["gleek_api"].spec.to_dict()
    return document


def standing_alone(components: dict[str, Any], name: str, head: dict[str, str]) -> dict[str, Any]:
    """A component as a JSON Schema of its own, with what it refers to under ``$defs``."""
    needed: dict[str, Any] = {}
    waiting = list(_references(components[name]))
    while waiting:
        other = waiting.pop()
        if other not in needed:
            needed[other] = components[other]
            waiting += _references(components[other])
    definitions = {other: _with_definitions(needed[other]) for other in sorted(needed)}
    schema: dict[str, Any] = {**head, **_with_definitions(components[name])}
    return {**schema, "$defs": definitions} if definitions else schema


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix(_COMPONENTS)
        for member in value.values():
            yield from _references(member)
    elif isinstance(value, list):
        for member in value:
            yield from _references(member)


def _with_definitions(value: Any) -> Any:
    """The same with every reference pointing into ``$defs``."""
    if isinstance(value, dict):
        return {
            key: member.replace(_COMPONENTS, "#/$defs/") if key == "$ref" else _with_definitions(member)
            for key, member in value.items()
        }
    return [_with_definitions(member) for member in value] if isinstance(value, list) else value
