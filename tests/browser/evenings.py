"""An evening of which two clients tell, who contradict each other on two of its hands."""

from __future__ import annotations

import copy
import json
from typing import Any

from tests.test_repository import ROOT

EVENING = [
    json.loads(line)
    for line in (ROOT / "sample_histories" / "evening.ndjson").read_text(encoding="utf-8").splitlines()
]
TABLE = "mitre-2026-05-16"
LATE, SLIP = 7, 3
"""The hands of which the second client tells the cards of two tricks, and one payment, otherwise."""


def told_otherwise() -> list[dict[str, Any]]:
    """What the second client tells of two hands."""
    late, slip = copy.deepcopy(EVENING[LATE - 1]), copy.deepcopy(EVENING[SLIP - 1])
    plays = [action for action in late["actions"] if action[1] == "play"]
    other = next(action for action in plays[7:] if action[0] == plays[6][0])
    plays[6][2], other[2] = other[2], plays[6][2]
    stock = next(payment for payment in slip["payments"] if payment["for"] == "stock")
    stock["amount"] += 5
    return [late, slip]
