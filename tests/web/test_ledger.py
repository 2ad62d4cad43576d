from __future__ import annotations

from typing import Any

from gleek_replay.engine import Reason
from gleek_replay.web.pages.ledger import STAGES, TITLES, Entry, lay_out_ledger

NAMES = {"ann": "Ann", "bess": "bess"}


def audit(**parts: Any) -> dict[str, Any]:
    due = {
        "payments": [],
        "net": {"ann": 3, "bess": -3, "pot": 0, "ruff_pot": 0},
        "by_reason": {"ruff": {"ann": 3, "bess": -3, "pot": 0, "ruff_pot": 0}},
    }
    return {"due": due, "recorded": None, "differences": []} | parts


def test_accounts_without_an_entry_are_left_out() -> None:
    assert lay_out_ledger(audit(), NAMES).accounts == ("Ann", "bess")


def test_a_pot_that_somebody_paid_into_has_its_column() -> None:
    due = {
        "payments": [],
        "net": {"ann": 0, "bess": 0, "pot": 0, "ruff_pot": 0},
        "by_reason": {
            "stock": {"ann": -1, "bess": 0, "pot": 1, "ruff_pot": 0},
            "score": {"ann": 1, "bess": 0, "pot": -1, "ruff_pot": 0},
        },
    }
    ledger = lay_out_ledger(audit(due=due), NAMES)
    assert ledger.accounts == ("Ann", "bess", "Pot")
    assert [row.title for row in ledger.rows] == ["Stock", "Score"]


def test_without_recorded_payments_nothing_differs_and_the_note_says_so() -> None:
    ledger = lay_out_ledger(audit(), NAMES)
    assert ledger.rows[0].entries == (Entry(due=3, recorded=None), Entry(due=-3, recorded=None))
    assert ledger.note == "What is due; the record says nothing of payments."


def test_a_reason_that_only_the_record_knows_has_its_row() -> None:
    recorded = {
        "payments": [],
        "net": {"ann": 5, "bess": -5, "pot": 0, "ruff_pot": 0},
        "by_reason": {
            "ruff": {"ann": 3, "bess": -3, "pot": 0, "ruff_pot": 0},
            "tiddy": {"ann": 2, "bess": -2, "pot": 0, "ruff_pot": 0},
        },
    }
    differences = [
        {"for": "tiddy", "player": "ann", "recorded": 2, "due": 0},
        {"for": "tiddy", "player": "bess", "recorded": -2, "due": 0},
    ]
    ledger = lay_out_ledger(audit(recorded=recorded, differences=differences), NAMES)
    assert [row.title for row in ledger.rows] == ["Ruff", "Tiddy"]
    assert ledger.rows[1].entries == (Entry(due=0, recorded=2), Entry(due=0, recorded=-2))
    assert ledger.total.entries == (Entry(due=3, recorded=5), Entry(due=-3, recorded=-5))


def test_where_only_a_result_was_recorded_the_total_shows_the_difference() -> None:
    differences = [{"for": "total", "player": "ann", "recorded": 4, "due": 3}]
    recorded = {"net": {"ann": 4, "bess": -3}}
    ledger = lay_out_ledger(audit(recorded=recorded, differences=differences), NAMES)
    assert ledger.rows[0].entries[0].recorded is None
    assert ledger.total.entries == (Entry(due=3, recorded=4), Entry(due=-3, recorded=None))


def test_each_row_says_at_what_stage_it_is_paid() -> None:
    ledger = lay_out_ledger(audit(), NAMES)
    assert [(row.title, row.stage) for row in ledger.rows] == [("Ruff", "the vying")]
    assert ledger.total.stage is None


def test_by_other_rules_what_is_due_by_its_own_stands_beside_where_that_differs() -> None:
    own = audit()
    due = {
        "payments": [],
        "net": {"ann": 5, "bess": -3, "pot": -2, "ruff_pot": 0},
        "by_reason": {"score": {"ann": 5, "bess": -3, "pot": -2, "ruff_pot": 0}},
    }
    read = audit(due=due, rules={"preset": "cotton-1674", "options": {}})
    ledger = lay_out_ledger(read, NAMES, own)
    assert ledger.accounts == ("Ann", "bess", "Pot")
    ruff, score = ledger.rows
    assert [(entry.due, entry.own) for entry in ruff.entries] == [(0, 3), (0, -3), (0, None)]
    assert [(entry.due, entry.own) for entry in score.entries] == [(5, 0), (-3, 0), (-2, 0)]
    assert [(entry.due, entry.own) for entry in ledger.total.entries] == [(5, 3), (-3, None), (-2, 0)]
    assert ledger.note == (
        "What is due by cotton-1674; in italics, what is due by the hand’s own rules where that differs; "
        "the record says nothing of payments."
    )


def test_whatever_is_paid_for_has_a_title_and_a_stage() -> None:
    assert list(TITLES) == [reason.value for reason in Reason]
    assert set(STAGES) == set(TITLES)
    assert [TITLES["turn_up"], TITLES["gleek"], TITLES["tiddy"]] == ["Turn-up", "Gleeks", "Tiddy"]
