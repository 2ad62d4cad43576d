from __future__ import annotations

from gleek_replay.audit.facts.layout import Standing
from gleek_replay.statistics.columns import Lines
from gleek_replay.statistics.results import results
from tests.statistics.packed import EVENING, line, lines_of


def of(*nets: int) -> Lines:
    """Hands that brought so much, one after the other."""
    return lines_of(line(number, {"score": net}) for number, net in enumerate(nets, 1))


def test_an_evening_comes_to_its_sum_its_best_and_its_worst_hand() -> None:
    evening = results(lines_of(EVENING))
    assert (evening.hands, evening.net, evening.unfinished) == (4, 22, 1)
    assert evening.best
    assert evening.worst
    assert (evening.best.hand_key, evening.best.net) == (4, 23)
    assert (evening.worst.hand_key, evening.worst.net) == (3, -8)


def test_a_run_ends_with_a_hand_that_brought_nothing() -> None:
    found = results(of(5, 0, 2, 3, -1, -1, 0, -1))
    assert found.longest_winning
    assert found.longest_losing
    assert (found.longest_winning.hands, found.longest_winning.net) == (2, 5)
    assert (found.longest_winning.first.hand_key, found.longest_winning.last.hand_key) == (3, 4)
    assert (found.longest_losing.hands, found.longest_losing.first.hand_key) == (2, 5)


def test_the_drawdown_is_the_deepest_fall_from_a_height() -> None:
    found = results(of(10, -4, 2, -9, 3, 20, -5)).drawdown
    assert found
    assert (found.amount, found.hands, found.recovered) == (11, 3, True)
    assert found.highest
    assert (found.highest.hand_key, found.lowest.hand_key) == (1, 4)


def test_who_loses_from_the_first_hand_on_falls_from_nothing() -> None:
    found = results(of(-3, -4, 1)).drawdown
    assert found
    assert (found.amount, found.hands, found.highest, found.recovered) == (7, 2, None, False)


def test_what_there_is_none_of_is_not_told() -> None:
    winner = results(of(3, 4))
    assert (winner.longest_losing, winner.drawdown) == (None, None)
    nothing = results(of())
    assert (nothing.hands, nothing.best, nothing.worst, nothing.first, nothing.last) == (0,) + (None,) * 4
    assert (nothing.longest_winning, nothing.drawdown) == (None, None)


def test_what_the_records_claim_stands_beside_what_was_due() -> None:
    recorded, ruled = (
        Standing.COUNTS | Standing.RECORDED,
        Standing.COUNTS | Standing.RECORDED | Standing.RULED,
    )
    lines = lines_of(
        [
            line(1, {"score": 5}, standing=recorded, recorded_net=7),
            line(2, {"score": 5}),
            line(3, {"score": -2, "ruling": 6}, standing=ruled, recorded_net=4, stake="shilling"),
            line(4, {"score": 99}, standing=Standing.RECORDED | Standing.RULED, recorded_net=99),
        ]
    )
    found = results(lines)
    assert (found.hands, found.void, found.ruled) == (3, 1, 1)
    assert (found.net, found.recorded, found.recorded_net, found.due_of_recorded) == (14, 2, 11, 3)
    money = results(lines, money=True)
    assert (money.net, money.recorded_net) == (10 * 4 + 4 * 48, 7 * 4 + 4 * 48)
    assert money.best
    assert (money.best.hand_key, money.best.net) == (3, 192)
