"""The API as last released, to hold today's against. ``python -m tests.web.released_api`` keeps today's as
released; that is done with every release, and at no other time.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from gleek_replay.web.schemas_export import openapi_document

RELEASED: Final = Path(__file__).with_name("released_api.json")
_UNSAID: Final = frozenset({"description", "summary", "example", "examples", "title", "tags", "externalDocs"})
"""What is for people to read."""


def shape(value: Any, *, named: bool = False) -> Any:
    """A document without what is for people to read; the names of properties are no such thing."""
    if isinstance(value, dict):
        return {
            key: shape(member, named=key in {"properties", "parameters", "schemas", "responses", "headers"})
            for key, member in value.items()
            if named or key not in _UNSAID
        }
    return [shape(member) for member in value] if isinstance(value, list) else value


def contract(document: dict[str, Any]) -> dict[str, Any]:
    """What of an OpenAPI document programs rely on."""
    parts = {part: shape(document[part], named=True) for part in ("paths", "components")}
    return {"info": {"version": document["info"]["version"]}, **parts}


def main() -> None:
    """Keep today's API as released."""
    kept = json.dumps(contract(openapi_document()), indent=1, sort_keys=True)
    RELEASED.write_text(kept + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
