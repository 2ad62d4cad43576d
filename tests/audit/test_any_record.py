"""Whatever a record says, it has an audit that can be written and told, and is forgotten afterwards."""

from __future__ import annotations

import gzip
from random import Random

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit import AuditSchema, audit_record
from gleek_replay.records import MalformedRecord, read_record
from scripts.fuzz.afterwards import caches, growth_over
from scripts.fuzz.mutating import CHANGES, Change, anything, mutated
from scripts.fuzz.seeds import seeds
from scripts.fuzz.targets import TARGETS

SEEDS = {name: list(seeds(name)) for name in TARGETS}
SCHEMA = AuditSchema()
SPOILED = given(which=st.integers(0, 10_000), seed=st.integers(0, 2**32 - 1), times=st.integers(1, 6))


def spoiled(which: int, seed: int, times: int) -> bytes:
    """A sample or example, changed so often."""
    raw, chance = SEEDS["record"][which % len(SEEDS["record"])], Random(seed)
    for _ in range(times):
        raw = mutated(raw, chance) or raw
    return raw


@SPOILED
def test_a_record_changed_in_any_way_is_told_in_words_or_has_faults(
    which: int, seed: int, times: int
) -> None:
    assert TARGETS["record"].check(spoiled(which, seed, times)) == 1


@SPOILED
def test_the_audit_of_a_record_changed_in_any_way_is_as_the_schema_describes_it(
    which: int, seed: int, times: int
) -> None:
    try:
        record = read_record(spoiled(which, seed, times))
    except MalformedRecord:
        return
    assert SCHEMA.validate(audit_record(record).document) == {}


@SPOILED
def test_two_records_changed_in_any_way_know_the_same_together_whichever_is_first(
    which: int, seed: int, times: int
) -> None:
    told = spoiled(which, seed, times)
    other = mutated(told, Random(seed + 1)) or told
    TARGETS["two_records"].check(told + b"\n" + other)


@SPOILED
def test_a_stream_of_any_records_comes_apart_in_order(which: int, seed: int, times: int) -> None:
    chance = Random(seed)
    parts = [spoiled(which + number, seed + number, times) for number in range(3)]
    between = chance.choice([b"\n", b",", b"\r\n\n", b" "])
    whole = chance.choice([b"[", b""]) + between.join(parts) + chance.choice([b"]", b""])
    TARGETS["stream"].check(whole)
    packed = gzip.compress(whole, mtime=0)
    TARGETS["stream"].check(packed[: chance.choice([len(packed), chance.randrange(len(packed))])])


@given(st.binary(max_size=300))
def test_a_stream_of_any_bytes_comes_apart(raw: bytes) -> None:
    TARGETS["stream"].check(raw)
    TARGETS["stream"].check(gzip.compress(raw, mtime=0) + raw)


@pytest.mark.parametrize("change", [*CHANGES, anything], ids=lambda change: change.__name__)
def test_any_change_of_a_sample_leaves_a_record_or_one_with_faults(change: Change) -> None:
    chance = Random(change.__name__)
    for raw in SEEDS["record"]:
        try:
            read_record(raw)
        except MalformedRecord:
            continue
        document = orjson.loads(raw)
        change(chance, document)
        TARGETS["record"].check(orjson.dumps(document))


def test_nothing_of_many_records_stays_in_memory(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("records")
    for number, raw in enumerate(SEEDS["record"][:12]):
        (folder / str(number)).write_bytes(raw)
    growth = growth_over(TARGETS["record"], sorted(folder.iterdir()), batch=150)
    assert not growth.too_much, growth


def test_what_is_remembered_of_records_has_an_end() -> None:
    judging = [
        cache for cache in caches() if cache.__module__.split(".")[1] in {"engine", "records", "audit"}
    ]
    endless = {cache.__name__ for cache in judging if cache.cache_info().maxsize is None}
    assert judging
    assert endless <= {"_pips", "_flat"}, "of sets of cards in a suit"
