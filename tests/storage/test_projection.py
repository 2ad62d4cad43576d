"""The rows of a hand say what its audit says."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from gleek_replay.audit import Audit, Verdict, audit_record
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.storage.projection import HAND_COLUMNS, NET_COLUMNS, SEAT_COLUMNS, Projection, project
from gleek_replay.storage.tables import Base
from gleek_replay.storage.tables.base import microseconds
from tests.records.written import EXAMPLES, example, read

NOT_OF_THE_AUDIT = {
    "key", "club_key", "record_key", "play_session_key", "hand_key", "player_key", "corroborations",
    "disputed",
}  # fmt: skip


def audited(name: str) -> Audit:
    return audit_record(read(example(name)))


def hand_of(projection: Projection) -> dict[str, Any]:
    return dict(zip(HAND_COLUMNS, projection.hand, strict=True))


def seats_of(projection: Projection) -> list[dict[str, Any]]:
    return [dict(zip(SEAT_COLUMNS, row, strict=True)) for row in projection.seats]


@pytest.mark.parametrize(("table", "columns"), [("hands", HAND_COLUMNS), ("hand_players", SEAT_COLUMNS)])
def test_every_column_that_an_audit_tells_of_is_projected(table: str, columns: tuple[str, ...]) -> None:
    there = Base.metadata.tables[table].columns.keys()
    assert columns == tuple(column for column in there if column not in NOT_OF_THE_AUDIT)


@pytest.mark.parametrize("name", EXAMPLES)
def test_nets_are_those_due_in_all_and_for_each_reason(name: str) -> None:
    audit = audited(name)
    projection = project(audit)
    due = audit.document["due"]
    for player, row in zip(projection.player_ids, seats_of(projection), strict=True):
        assert row["net"] == due["net"][player]
        assert row["net"] == sum(row[column] for column in NET_COLUMNS.values())
        for reason, column in NET_COLUMNS.items():
            assert row[column] == due["by_reason"].get(reason, {}).get(player, 0)


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_a_player_won_by_the_record_is_what_the_audit_says_of_it(name: str) -> None:
    audit = audited(name)
    recorded = (audit.document["recorded"] or {"net": {}})["net"]
    projection = project(audit)
    for player, row in zip(projection.player_ids, seats_of(projection), strict=True):
        assert row["recorded_net"] == recorded.get(player)


@pytest.mark.parametrize("name", EXAMPLES)
def test_rows_hold_only_what_a_database_takes_as_it_is(name: str) -> None:
    projection = project(audited(name))
    for row in (projection.hand, *projection.seats):
        assert {type(value) for value in row} <= {int, str, bool, type(None)}


def test_the_hand_row_has_the_verdict_and_the_engine_that_gave_it() -> None:
    projection = project(audited("parlett"))
    row = hand_of(projection)
    assert (row["hand_id"], row["verdict"], row["preset"], row["stake"]) == (
        "example-00012", "clean", "parlett", "groat",
    )  # fmt: skip
    assert (row["complete"], row["payments_agree"], row["price"]) == (True, True, 13)
    assert row["engine_version"] == ENGINE_VERSION
    assert projection.verdict is Verdict.CLEAN


def test_moments_are_microseconds_in_every_row() -> None:
    audit = audited("parlett")
    projection = project(audit)
    moment = microseconds(audit.record.played_at)
    assert moment == (audit.record.played_at - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1_000_000
    assert projection.played_at == hand_of(projection)["played_at"] == moment
    assert {row["played_at"] for row in seats_of(projection)} == {moment}


def test_a_seat_row_tells_of_stock_ruff_and_score() -> None:
    projection = project(audited("parlett"))
    bess, pru, geraldine = seats_of(projection)
    assert [row["position"] for row in (bess, pru, geraldine)] == ["dealer", "eldest", "middle"]
    assert (bess["bought"], pru["bought"]) == (True, False)
    assert (geraldine["vied"], geraldine["ruff_won"], bess["vied"]) == (True, True, False)
    assert (bess["tricks"], bess["points"]) == (4, 36)
    assert (bess["recorded_net"], pru["name"], bess["name"]) == (-7, "Catherine d’Aragon", None)
    assert projection.names == (None, "Catherine d’Aragon", geraldine["name"])


def test_a_hand_that_stopped_has_no_score_but_what_was_due_before() -> None:
    projection = project(audited("unplayable"))
    seats = seats_of(projection)
    assert not hand_of(projection)["complete"]
    assert [row["points"] for row in seats] == [None, None, None]
    assert sorted(row["net"] for row in seats) == [-13, 6, 7]


def test_between_eldest_and_dealer_everyone_sits_in_the_middle() -> None:
    positions = [row["position"] for row in seats_of(project(audited("four-players")))]
    assert sorted(positions) == ["dealer", "eldest", "middle", "middle"]


def test_a_name_is_told_without_the_one_character_that_no_database_is_sure_to_keep() -> None:
    written = example("parlett")
    written["players"][1]["name"] = "Catherine\0d’Aragon"
    projection = project(audit_record(read(written)))
    assert (
        projection.names[1] == seats_of(projection)[1]["name"] == "Catherine\N{REPLACEMENT CHARACTER}d’Aragon"
    )
