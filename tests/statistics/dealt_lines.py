"""Lines of hands: of simulated ones, and of a made-up game in which all is known that cards are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import orjson
import pytest

from gleek_replay.audit import audit_record
from gleek_replay.audit.facts.layout import LAYOUT_VERSION, LUCK_FIELDS, PRESETS_BY_CODE, Mark, Standing
from gleek_replay.records import read_record
from gleek_replay.simulation import evenings, simulate
from gleek_replay.simulation.temper import Gamester
from gleek_replay.statistics.columns import LINE_TYPE, Lines, read_lines
from gleek_replay.storage.line_packing import pack_lines
from gleek_replay.storage.projection import project


def lines_of_evenings(preset: str, hands: int, seed: int, players: int = 3) -> dict[str, Lines]:
    """The lines of each player of so many simulated hands, by his id. Their session keys are 0."""
    keys: dict[str, int] = {}
    packed: dict[str, list[bytes]] = {}
    for number, document in enumerate(simulate(preset, hands=hands, seed=seed, players=players), start=1):
        audit = audit_record(read_record(orjson.dumps(document)))
        ids = [player.id for player in audit.record.players]
        seated = [keys.setdefault(player_id, len(keys) + 1) for player_id in ids]
        for player_id, line in zip(ids, pack_lines(number, project(audit), seated, None, 1), strict=True):
            packed.setdefault(player_id, []).append(line.line)
    return {player_id: read_lines(b"".join(lines)) for player_id, lines in packed.items()}


@contextmanager
def seating(*gamesters: Gamester) -> Iterator[None]:
    """Let these be all who come to the simulated evenings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evenings, "GAMESTERS", gamesters)
        yield


def together(lines: Sequence[Lines]) -> Lines:
    """The lines of several players in one table."""
    return Lines(np.concatenate([each.rows for each in lines]))


def made_up(
    hands: int,
    seed: int,
    *,
    worth: float = 2.0,
    edge: float = 0.0,
    players: int = 3,
    scatter: float = 10.0,
    preset: str = "parlett",
) -> Lines:
    """Lines of a made-up game, hand by hand and seat by seat. Each unit of each luck field is ``worth`` so
    many counters; who sits in seat 0 wins ``edge`` a hand of the others; the rest is chance, by ``scatter``.
    """
    chance = np.random.default_rng(seed)
    dealt = chance.integers(0, 4, size=(hands, players, len(LUCK_FIELDS)))
    fields = dealt * players - dealt.sum(axis=1, keepdims=True)
    noise = chance.normal(0, scatter, size=(hands, players))
    skill = np.array([edge, *[-edge / (players - 1)] * (players - 1)])
    net = worth * fields.sum(axis=2) + (noise - noise.mean(axis=1, keepdims=True)) + skill
    rows = np.zeros((hands, players), dtype=LINE_TYPE)
    rows["version"], rows["preset"], rows["players"] = LAYOUT_VERSION, PRESETS_BY_CODE.index(preset), players
    rows["seat"] = np.arange(players)
    rows["hand_key"] = (seed * hands + np.arange(1, hands + 1))[:, np.newaxis]
    rows["standing"], rows["marks"] = Standing.COUNTS, Mark.COMPLETE | Mark.DEAL_KNOWN
    rows["net"] = np.round(net)
    for place, name in enumerate(LUCK_FIELDS):
        rows[name] = fields[:, :, place]
    return Lines(rows.reshape(-1))
