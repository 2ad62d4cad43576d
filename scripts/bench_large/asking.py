"""What is asked of a large club, one request at a time, and how long the answers take."""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import Final

from gleek_replay.services.access import Role
from gleek_replay.services.keys import create_key, operator
from gleek_replay.statistics.figures import ClubFigure, PlayerFigure
from gleek_replay.storage import open_database
from scripts.bench_large.club import REGULAR
from scripts.load.clients import Asked, Heard, ask, joined
from scripts.load.measuring import serving

_WARM_UP: Final = 10
_PLAYER: Final = f"/players/{REGULAR}"
_API: Final = "/api/v1"

_OF_A_STEWARD: Final[Mapping[str, str]] = {
    "page: dashboard": _PLAYER,
    "page: hands behind": f"{_PLAYER}/hands?measure=net_ruff&side=numerator",
    "page: leaderboard": "/leaderboard",
    "page: club": "/club",
    "page: hands": "/",
    "statistics": f"{_API}{_PLAYER}/statistics",
    "opponents": f"{_API}{_PLAYER}/opponents",
    "series by week": f"{_API}{_PLAYER}/series?measure=net&by=week",
    "hands behind": f"{_API}{_PLAYER}/hands?measure=net_ruff&side=numerator",
    **{f"figure: {name}": f"{_API}{_PLAYER}/figures/{name}" for name in PlayerFigure},
    "figure: measure_over_time": f"{_API}{_PLAYER}/figures/measure_over_time?measure=tricks&by=month",
    "leaderboard": f"{_API}/leaderboard",
    "head-to-head": f"{_API}/head-to-head",
    "club": f"{_API}/club/statistics",
    **{f"club figure: {name}": f"{_API}/club/figures/{name}" for name in ClubFigure},
    "hands": f"{_API}/hands",
    "hands of the player": f"{_API}/hands?player={REGULAR}",
    "players": f"{_API}/players",
}
_OF_A_READER: Final[Mapping[str, str]] = {
    "page: dashboard, for a reader": _PLAYER,
    "statistics, for a reader": f"{_API}{_PLAYER}/statistics",
}
"""What is told otherwise to those who do not see every card."""


def ask_services(urls: Sequence[str], times: int, *, warm_up: int = _WARM_UP) -> list[Heard]:
    """What the service answers on each of some databases, everything so many times, after some times that do
    not count. They take turns, so that what slows the machine down for a while slows all of them down.
    """
    with ExitStack() as running:
        served = [_Served(url, running.enter_context(serving(url, None))) for url in urls]
        for one in served:
            one.ask(warm_up)
        rounds = [[one.ask(1) for one in served] for _ in range(times)]
    return [joined(heard) for heard in zip(*rounds, strict=True)]


class _Served:
    """A service that answers at a port."""

    def __init__(self, url: str, port: int) -> None:
        self._port = port
        self._asked = [
            (paths, _new_token(url, role))
            for paths, role in ((_OF_A_STEWARD, Role.STEWARD), (_OF_A_READER, Role.READER))
        ]

    def ask(self, times: int) -> Heard:
        """What is heard when everything is asked for so many times."""
        return joined(
            [
                ask(self._port, partial(_rounds, paths, times), [token], [[]], seconds=math.inf)
                for paths, token in self._asked
            ]
        )


def _rounds(paths: Mapping[str, str], times: int, _: Iterator[bytes]) -> Iterator[Asked]:
    """Everything once, and so again."""
    for _time in range(times):
        for what, path in paths.items():
            yield Asked(what=what, method="GET", path=path, status=200)


def _new_token(url: str, role: Role) -> str:
    """The token of a key that no earlier run has made."""
    name = f"{role}-{secrets.token_hex(4)}"
    with closing(open_database(url)) as database, database.session() as session:
        return create_key(session, operator(session), name=name, role=role, owner=name).token
