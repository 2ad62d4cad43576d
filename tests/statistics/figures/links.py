"""Following the links of a figure, and what is known of any figure."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs
from zoneinfo import ZoneInfo

import numpy as np
import plotly.graph_objects as go

from gleek_replay.statistics.columns import Lines
from gleek_replay.statistics.figures import Figure, PlayerPlay
from gleek_replay.statistics.figures.dressing import COLOURS
from gleek_replay.statistics.filters import LineFilter
from gleek_replay.statistics.measures import MEASURES, Side, amounts, behind

LONDON = ZoneInfo("Europe/London")


def hand_ids(keys: Collection[int]) -> dict[int, str]:
    return {key: f"night-{key:04}" for key in keys}


def players(keys: Collection[int]) -> dict[int, Any]:
    return {
        key: SimpleNamespace(player_id=f"p{key}", name=None if key % 2 else f"Player {key}") for key in keys
    }


def play_of(lines: Lines, **told: Any) -> PlayerPlay:
    """These hands, with made-up names for their keys."""
    return PlayerPlay(**{"lines": lines, "hand_ids": hand_ids, "players": players, "zone": LONDON, **told})


def traces(figure: Figure, role: str) -> list[dict[str, Any]]:
    """The traces of this role."""
    return [trace for trace in figure["data"] if trace["meta"]["role"] == role]


def points(trace: dict[str, Any]) -> Iterator[tuple[Any, Any, list[str]]]:
    """The points of a trace, with their custom data."""
    yield from zip(trace["x"], trace["y"], trace["customdata"], strict=True)


def hands_behind(query: str, play: PlayerPlay) -> Lines:
    """The hands that count to which the query of a point leads, as the service finds them."""
    asked = parse_qs(query, strict_parsing=True)
    one = {name: values[0] for name, values in asked.items()}
    wanted = LineFilter(
        start=_moment(one.pop("from", None)),
        end=_moment(one.pop("to", None)),
        positions=[seat] if (seat := one.pop("seat", None)) else (),
        opponent_keys=[int(opponent[1:])] if (opponent := one.pop("opponent", None)) else (),
        session_keys=[int(session[8:])] if (session := one.pop("session", None)) else None,
    )
    lines = wanted.of(play.lines).counted
    low, high = (one.pop(end, None) for end in ("at_least", "at_most"))
    side = Side(one.pop("side", Side.DENOMINATOR))
    one.pop("measure", None)
    assert not one
    for name in asked.get("measure", ()):
        measure = MEASURES[name]
        lines = behind(measure, lines, side)
        of_each = amounts(measure, lines, np.ones(len(lines), dtype=np.bool_), money=play.money)
        within = np.ones(len(lines), dtype=np.bool_)
        within &= of_each >= int(low) if low is not None else True
        within &= of_each <= int(high) if high is not None else True
        lines = lines.where(within)
    return lines


def _moment(written: str | None) -> datetime | None:
    if written is None:
        return None
    return datetime.fromisoformat(written if "T" in written else f"{written}T00:00:00Z")


def assert_well_made(figure: Figure) -> None:
    """It is Plotly's form and JSON, says what it shows, has no colour but the house's, and tells nothing by
    colour alone.
    """
    document = json.dumps(figure, allow_nan=False)
    go.Figure(json.loads(document))
    layout = figure["layout"]
    assert layout["title"]["text"]
    assert re.fullmatch(r"[^\n]+\.", layout["meta"]["summary"])
    assert "nan" not in layout["meta"]["summary"]
    assert set(re.findall(r'"(#[0-9a-f]{6})"', document)) <= set(COLOURS)
    assert not re.search(r'"(?!rgba\(0,0,0,0\))(rgb|hsl)', document)
    if not figure["data"]:
        assert [words["text"] for words in layout["annotations"]] == [layout["meta"]["summary"]]
    for trace in figure["data"]:
        assert trace["meta"]["role"]
        assert trace["meta"].get("link") in {None, "hand", "hands", "player"}
        if trace["meta"].get("link") and trace["type"] != "heatmap":
            assert len(trace["customdata"]) == len(trace["x"]) == len(trace["y"])
    _assert_told_without_colour(figure)


def _assert_told_without_colour(figure: Figure) -> None:
    """Where two traces differ in colour, they differ in hatching, shape or kind of line as well, or a key or
    words name them.
    """
    looks = [
        (
            trace["marker"]["color"],
            str(trace["marker"].get("pattern", {}).get("shape")),
            str(trace["marker"].get("symbol")),
            str(trace.get("line", {}).get("dash")),
        )
        for trace in figure["data"]
        if "color" in trace.get("marker", {}) and trace["meta"]["role"] != "interval" and trace["x"]
    ]
    for colour, *others in looks:
        for other_colour, *other in looks:
            assert colour == other_colour or others != other or {colour, other_colour} <= _NOT_OPPOSED


_NOT_OPPOSED = {"#1f5a8c", "#857757"}
"""What brings something, and what neither brings nor costs, which stand apart on the axis."""
