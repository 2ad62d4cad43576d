"""The chart of who paid whom: what it draws, where, and what it says in words."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from gleek_replay.simulation import simulate
from gleek_replay.web.pages.flows import flow_of_hand, flow_of_transfers
from gleek_replay.web.pictures.flow import WIDTH, Account, Arrow, Flow, Paid, draw_flow
from tests.histories import audited
from tests.web.records import EXAMPLES, example

LETTER, LINE = 7.4, 15.0
"""The most that a figure of an amount takes up."""
POTS = {"pot": "Pot", "ruff_pot": "Ruff pot"}


def everybody_pays_everybody(accounts: int) -> Flow:
    """A chart in which no two accounts are quits."""
    chance = Random(accounts)
    pairs = [chance.choice([pair, pair[::-1]]) for pair in combinations(range(accounts), 2)]
    amounts = [chance.randint(1, 150) for _ in pairs]
    paid = [Paid(*pair, amount, str(amount)) for pair, amount in zip(pairs, amounts, strict=True)]
    return draw_flow([Account(f"Player {number}", "+10") for number in range(accounts)], paid)


def of_hand(record: dict[str, Any]) -> tuple[Flow, dict[str, Any]]:
    """The chart of a hand, with its audit."""
    audit = audited(record).document
    names = {player["id"]: player.get("name", player["id"]) for player in record["players"]}
    return flow_of_hand(audit, names), audit


def boxes(flow: Flow) -> list[tuple[float, float, float, float]]:
    """What the amounts take up: left, top, right and bottom."""
    found = []
    for arrow in flow.arrows:
        half = len(arrow.paid.text) * LETTER / 2
        found.append((arrow.x - half, arrow.y - LINE / 2, arrow.x + half, arrow.y + LINE / 2))
    return found


def ends(arrow: Arrow) -> tuple[float, float]:
    """The heights at which an arrow begins and ends."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", arrow.line)]
    return numbers[1], numbers[-1]


@pytest.mark.parametrize("accounts", range(2, 9))
def test_no_amount_stands_upon_another_or_beyond_the_chart(accounts: int) -> None:
    flow = everybody_pays_everybody(accounts)
    for left, top, right, bottom in boxes(flow):
        assert flow.post < left
        assert right <= WIDTH
        assert top >= 0
        assert bottom <= flow.height
    for one, other in combinations(boxes(flow), 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


@pytest.mark.parametrize("accounts", range(2, 9))
def test_an_arrow_goes_from_the_post_of_the_payer_to_that_of_the_payee(accounts: int) -> None:
    flow = everybody_pays_everybody(accounts)
    assert len(flow.arrows) == accounts * (accounts - 1) // 2
    for arrow in flow.arrows:
        for place, height in zip((arrow.paid.payer, arrow.paid.payee), ends(arrow), strict=True):
            row = flow.rows[place]
            assert row.top <= height - arrow.width / 2 + 0.2
            assert height + arrow.width / 2 - 0.2 <= row.top + row.height


@pytest.mark.parametrize("accounts", range(2, 9))
def test_arrows_meet_a_post_beside_each_other(accounts: int) -> None:
    flow = everybody_pays_everybody(accounts)
    for place, row in enumerate(flow.rows):
        met = sorted(
            (height - arrow.width / 2, height + arrow.width / 2)
            for arrow in flow.arrows
            for end, height in zip((arrow.paid.payer, arrow.paid.payee), ends(arrow), strict=True)
            if end == place
        )
        assert all(above[1] < below[0] for above, below in pairwise(met))
        assert row.top >= 0
    assert all(above.top + above.height < below.top for above, below in pairwise(flow.rows))


def test_the_more_is_paid_the_thicker_is_the_arrow() -> None:
    flow = draw_flow(
        [Account(name, "0") for name in "abc"],
        [Paid(0, 1, 1, "1"), Paid(1, 2, 50, "50"), Paid(0, 2, 100, "100")],
    )
    width = {arrow.paid.amount: arrow.width for arrow in flow.arrows}
    assert width[100] == 2 * width[50]
    assert width[1] > 1


def test_words_say_what_the_arrows_do() -> None:
    accounts = [Account("Ann", "−6"), Account("Bess", "+4"), Account("Pot", "+2", called="the pot")]
    flow = draw_flow(accounts, [Paid(0, 1, 6, "6", "8"), Paid(2, 1, 2, "2")])
    assert flow.words == ("Ann pays Bess 6; the record says 8.", "The pot pays Bess 2.")
    assert flow.differs
    assert not draw_flow(accounts, [Paid(0, 1, 6, "6")]).differs


def test_a_long_name_is_cut_short_on_the_chart_and_whole_in_the_words() -> None:
    flow = draw_flow([Account("Catherine of Aragon", "0"), Account("Ann", "0")], [Paid(0, 1, 1, "1")])
    assert flow.rows[0].short == "Catherine of A…"
    assert "Catherine of Aragon pays Ann 1." in flow.words


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.hand.json")), ids=lambda path: path.stem)
def test_what_the_arrows_carry_is_what_each_wins_and_loses(path: Any) -> None:
    record = json.loads(path.read_bytes())
    assert_arrows_carry_the_net(record)


@pytest.mark.parametrize("players", range(2, 7))
def test_so_it_is_for_any_number_of_players(players: int) -> None:
    for record in simulate("knauer-2008", hands=3, seed=players, players=players, rare=True):
        assert_arrows_carry_the_net(record)


def assert_arrows_carry_the_net(record: dict[str, Any]) -> None:
    """Every account has on balance what the audit says, and between two there is one arrow at most."""
    flow, audit = of_hand(record)
    ids = [player["id"] for player in record["players"]]
    ids += [pot for pot, name in POTS.items() if name in [row.account.name for row in flow.rows[len(ids) :]]]
    carried: Counter[str] = Counter()
    for arrow in flow.arrows:
        assert arrow.paid.amount > 0
        amount = int(arrow.paid.text.replace("−", "-").replace(",", ""))
        carried[ids[arrow.paid.payer]] -= amount
        carried[ids[arrow.paid.payee]] += amount
    assert {account: carried[account] for account in audit["due"]["net"]} == audit["due"]["net"]
    pairs = [frozenset((arrow.paid.payer, arrow.paid.payee)) for arrow in flow.arrows]
    assert len(pairs) == len(set(pairs))


def test_where_the_record_agrees_nothing_is_marked() -> None:
    flow, audit = of_hand(example("parlett"))
    assert audit["payments_agree"]
    assert not flow.differs


def test_what_is_recorded_instead_is_marked_between_the_two_whom_it_concerns() -> None:
    flow, audit = of_hand(example("misreported"))
    assert {found["for"] for found in audit["differences"]} == {"stock"}
    marked = [said for said in flow.words if "record" in said]
    assert marked == [
        "will-rash pays Ann 2; the record says 3.",
        "will-rash pays geraldine 3; the record says 2.",
    ]
    nets = {row.account.name: (row.account.net, row.account.recorded) for row in flow.rows}
    assert {name: net for name, net in nets.items() if net[1]} == {
        "Ann": ("−5", "−4"),
        "geraldine": ("+5", "+4"),
    }


def test_a_payment_that_only_the_record_knows_has_an_arrow_too() -> None:
    record = example("parlett")
    record["payments"].append({"from": "pru", "to": "bess", "amount": 1_000, "for": "tiddy"})
    flow, _ = of_hand(record)
    marked = [said for said in flow.words if "record" in said]
    assert len(marked) == 1
    assert "Catherine d’Aragon" in marked[0]
    assert "bess" in marked[0]


def test_where_only_a_result_is_recorded_the_accounts_are_marked_alone() -> None:
    record = example("parlett")
    del record["payments"]
    record["result"] = {"bess": -6, "pru": -24, "geraldine": 30}
    flow, _ = of_hand(record)
    assert [row.account.recorded for row in flow.rows if row.account.recorded] == ["−6"]
    assert all(arrow.paid.recorded is None for arrow in flow.arrows)


def test_an_evening_is_settled_in_coin() -> None:
    transfers = [
        {"from": "ann", "to": "bess", "money": 58},
        {"from": "pot", "to": "bess", "money": 4},
    ]
    flow = flow_of_transfers(
        transfers, {"ann": "Ann", "bess": "Bess", "cat": "Cat"}, {"ann": -58, "bess": 62}
    )
    assert [row.account.name for row in flow.rows] == ["Ann", "Bess", "Pot"]
    assert set(flow.words) == {"Ann pays Bess 1s. 2½d.", "The pot pays Bess 1d."}


def test_nothing_paid_draws_no_arrow() -> None:
    assert flow_of_transfers([], {"ann": "Ann"}, {}).arrows == ()
    assert draw_flow([Account("Ann", "0"), Account("Bess", "0")], []).rows[1].top > 0
