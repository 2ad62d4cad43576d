from __future__ import annotations

import numpy as np

from gleek_replay.audit.facts.layout import LAYOUT_VERSION, LINE_FIELDS, LINE_SIZE, Mark, Standing
from gleek_replay.statistics.columns import LINE_TYPE, in_order, read_lines
from tests.statistics.packed import EVENING, lines_of, pack


def test_a_line_is_read_to_the_byte() -> None:
    assert LINE_TYPE.itemsize == LINE_SIZE
    values = {name: 100 - place % 50 for place, (name, _) in enumerate(LINE_FIELDS)}
    told = values | {"version": LAYOUT_VERSION}
    lines = lines_of([pack(**told)])
    assert {name: int(lines[name][0]) for name, _ in LINE_FIELDS} == told


def test_lines_of_another_layout_wait_for_a_rebuild() -> None:
    older = pack(version=LAYOUT_VERSION - 1, hand_key=7)
    assert list(read_lines(b"".join([*EVENING, older]))["hand_key"]) == [1, 2, 3, 4]


def test_marks_and_standings_of_the_same_bits_are_not_mixed_up() -> None:
    lines = lines_of([pack(marks=Mark.BOUGHT, standing=Standing.COUNTS), pack(standing=Standing.RULED)])
    assert list(lines.marked(Mark.BOUGHT)) == [True, False]
    assert list(lines.stands(Standing.RULED)) == [False, True]
    assert list(lines.marked(Mark.BOUGHT | Mark.SOLD)) == [False, False]
    assert len(lines.counted) == 1


def test_rows_are_left_out_in_the_order_in_which_they_were() -> None:
    lines = lines_of(EVENING)
    assert list(lines.where(np.array([True, False, False, True]))["net"]) == [6, 23]
    assert lines.where(np.ones(4, dtype=np.bool_)) is lines


def test_lines_that_came_in_any_order_are_put_in_the_order_of_play() -> None:
    moments = [(7, 3), (2, 9), (2, 4), (5, 1)]
    lines = lines_of(pack(played_at=moment, hand_key=key) for moment, key in moments)
    ordered = in_order(lines)
    assert list(zip(ordered["played_at"], ordered["hand_key"], strict=True)) == sorted(moments)
    assert in_order(ordered) is ordered
    assert len(in_order(lines_of([]))) == 0
