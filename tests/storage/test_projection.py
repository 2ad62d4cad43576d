"""The rows of a hand say what its audit says."""

from __future__ import annotations

import orjson
import pytest

from gleek_replay.audit import Audit, audit_record
from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.records import read_record
from gleek_replay.storage.projection import NET_COLUMNS, project
from tests.services.told_hands import EXAMPLES, bytes_of

EVERY_EXAMPLE = sorted(path.name.partition(".")[0] for path in EXAMPLES.glob("*.hand.json"))


def audited(example: str) -> Audit:
    return audit_record(read_record(bytes_of(example)))


@pytest.mark.parametrize("example", EVERY_EXAMPLE)
def test_nets_are_those_due_in_all_and_for_each_reason(example: str) -> None:
    audit = audited(example)
    projection = project(audit)
    due = audit.document["due"]
    for player, row in zip(projection.player_ids, projection.seats, strict=True):
        assert row["net"] == due["net"][player]
        assert row["net"] == sum(row[column] for column in NET_COLUMNS.values())
        for reason, net in due["by_reason"].items():
            assert row[f"net_{reason}"] == net[player]


def test_the_hand_row_has_the_verdict_and_the_engine_that_gave_it() -> None:
    row = project(audited("parlett")).hand
    assert (row["hand_id"], row["verdict"], row["preset"], row["stake"]) == (
        "example-00012", "clean", "parlett", "groat",
    )  # fmt: skip
    assert (row["complete"], row["payments_agree"], row["price"]) == (True, True, 13)
    assert row["engine_version"] == ENGINE_VERSION


def test_a_seat_row_tells_of_stock_ruff_and_score() -> None:
    bess, pru, geraldine = project(audited("parlett")).seats
    assert [row["position"] for row in (bess, pru, geraldine)] == ["dealer", "eldest", "middle"]
    assert (bess["bought"], pru["bought"]) == (True, False)
    assert (geraldine["vied"], geraldine["ruff_won"], bess["vied"]) == (True, True, False)
    assert (bess["tricks"], bess["points"]) == (4, 36)
    assert (bess["recorded_net"], pru["name"], bess["name"]) == (-7, "Catherine d’Aragon", None)


def test_a_hand_that_stopped_has_no_score_but_what_was_due_before() -> None:
    audit = audited("unplayable")
    projection = project(audit)
    assert not projection.hand["complete"]
    assert [row["points"] for row in projection.seats] == [None, None, None]
    assert sorted(row["net"] for row in projection.seats) == [-13, 6, 7]


def test_between_eldest_and_dealer_everyone_sits_in_the_middle() -> None:
    positions = [row["position"].value for row in project(audited("four-players")).seats]
    assert sorted(positions) == ["dealer", "eldest", "middle", "middle"]


def test_the_document_kept_is_the_audit() -> None:
    audit = audited("revoke")
    assert orjson.loads(project(audit).document) == audit.document
