"""The one place where chance comes from."""

from __future__ import annotations

from random import Random


def seeded(origin: str) -> Random:
    """Chance that the same origin always repeats, on every machine."""
    return Random(origin)  # noqa: S311 - the luck of a simulated table is no secret
