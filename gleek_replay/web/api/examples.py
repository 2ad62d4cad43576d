"""Real requests and answers for the OpenAPI document, in place of what a page would make up."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import orjson

EXAMPLES_FILE: Final = Path(__file__).with_name("examples.json")
"""What a service answered that had been given sample histories; the tests say when it is stale."""

_EXAMPLES: Final[dict[str, Any]] = orjson.loads(EXAMPLES_FILE.read_bytes())
BODIES: Final[dict[str, Any]] = _EXAMPLES["bodies"]
"""A body by its type."""
_ANSWERS: Final[dict[str, dict[str, Any]]] = _EXAMPLES["answers"]
"""By operation and status."""


def add_examples(operation: dict[str, Any]) -> None:
    """Show in an operation of the document what it answers."""
    answers = _ANSWERS.get(operation["operationId"], {})
    for status, response in operation.get("responses", {}).items():
        if str(status) in answers:
            for content in response["content"].values():
                content["example"] = answers[str(status)]
