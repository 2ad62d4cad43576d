"""Hand histories that the tests of the web send."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str, **changes: Any) -> dict[str, Any]:
    """The example of that name, with other values in some fields."""
    record: dict[str, Any] = json.loads((EXAMPLES / f"{name}.hand.json").read_bytes())
    return record | changes


def example_audit(name: str) -> dict[str, Any]:
    """What the example's audit must say."""
    audit: dict[str, Any] = json.loads((EXAMPLES / f"{name}.audit.json").read_bytes())
    return audit


def ndjson(*records: Any) -> bytes:
    """Records, one on each line."""
    return b"\n".join(json.dumps(record).encode() for record in records)


MALFORMED = {"format": "gleek-hand/1", "hand_id": "no good", "surprise": True}
