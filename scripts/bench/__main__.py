"""How fast hands are replayed, audited, stored and taken in, held to the bars; best of a few rounds."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from gleek_replay.jobs.polling import calm_the_garbage_collector
from scripts.bench.figures import machine
from scripts.bench.histories import Histories
from scripts.bench.luck import measure_luck
from scripts.bench.pages import measure_pages
from scripts.bench.readings import measure_readings
from scripts.bench.replaying import measure_replay
from scripts.bench.requests import measure_requests
from scripts.bench.steps import measure_steps
from scripts.bench.storing import measure_growth, measure_storing

_SECTIONS: Final[dict[str, tuple[Callable[[Histories, int], None], int, int]]] = {
    "storing": (measure_storing, 6_000, 20_000),
    "growth": (measure_growth, 10_000, 50_000),
    "replay": (measure_replay, 2_000, 2_000),
    "readings": (measure_readings, 20, 200),
    "luck": (measure_luck, 2_000, 10_000),
    "requests": (measure_requests, 2_000, 8_000),
    "pages": (measure_pages, 300, 2_000),
    "steps": (measure_steps, 2_000, 2_000),
}
"""What is measured, with how many hands or how often; the larger number is for ``--large``."""


def main() -> None:
    """Measure what is asked for, and print it."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bench", description=__doc__)
    parser.add_argument(
        "sections", nargs="*", metavar="section", help=f"what to measure: {', '.join(_SECTIONS)}"
    )
    parser.add_argument("--large", action="store_true", help="measure with more hands, for much longer")
    asked = parser.parse_args()
    if unknown := set(asked.sections) - set(_SECTIONS):
        parser.error(f"there is no section {', '.join(sorted(unknown))}")

    print(f"{machine()}; the simulated hands are by Parlett's rules")
    histories = Histories()
    calm_the_garbage_collector()
    for name, (measure, hands, many) in _SECTIONS.items():
        if not asked.sections or name in asked.sections:
            measure(histories, many if asked.large else hands)


if __name__ == "__main__":
    main()
