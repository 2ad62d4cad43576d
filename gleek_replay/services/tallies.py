"""What is counted as it happens, for Prometheus. Where ``PROMETHEUS_MULTIPROC_DIR`` names a folder, all the
processes of a machine that share it are counted together.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from typing import Final

from prometheus_client import Counter, Histogram

from gleek_replay.services.taking import Outcome, count_outcomes

RECORDS: Final = Counter("gleek_records", "Records taken in, by what came of them.", ["status"])
HANDS_AUDITED: Final = Counter(
    "gleek_hands_audited", "Records that told of a hand, by the verdict on it.", ["verdict"]
)
CHUNK_SECONDS: Final = Histogram(
    "gleek_chunk_seconds",
    "How long it took to audit and store a chunk of an upload.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64),
)


def count_what_came(outcomes: Sequence[Outcome]) -> None:
    """Count what came of records, once that is stored."""
    for status, count in count_outcomes(outcomes).items():
        RECORDS.labels(status.value).inc(count)
    for verdict, count in Tally(outcome.verdict for outcome in outcomes if outcome.verdict).items():
        HANDS_AUDITED.labels(verdict.value).inc(count)
