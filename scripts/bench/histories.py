"""Hands to measure with: simulated once, and told again under other names where many are needed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import orjson

from gleek_replay.simulation import simulate

PRESET: Final = "parlett"
_SEED: Final = 1
_SOME: Final = 4_000
"""How many hands are simulated unless said; further ones are these under other names."""
_FROM: Final = datetime(2015, 1, 1, tzinfo=UTC)
_SECONDS: Final = int(timedelta(days=3650).total_seconds())
_BETWEEN_HANDS: Final = timedelta(minutes=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A hand history whose names can be put in: ``form`` is for the % operator."""

    form: bytes
    hand_id: str
    session_id: str
    player_ids: tuple[str, ...]


class Histories:
    """As many hand histories as are asked for, no two of one hand."""

    def __init__(self, some: int = _SOME) -> None:
        self._some = some
        self._told: list[Told] = []
        self._times = 0

    def lines(self, hands: int) -> list[bytes]:
        """New hands, each in one line. Half of the players come back every time round; the others are new,
        and so are all sessions. Sessions are spread over ten years, in no order; the hands of one follow
        each other in one evening, as they are played and uploaded.
        """
        self._told = self._told or [
            _told(history) for history in simulate(PRESET, hands=self._some, seed=_SEED)
        ]
        lines: list[bytes] = []
        while len(lines) < hands:
            self._times += 1
            lines += self._again(self._told[: hands - len(lines)], self._times)
        return lines

    def _again(self, told: list[Told], time: int) -> Iterator[bytes]:
        chance = random.Random(time)  # noqa: S311 - seeded chance
        sessions: dict[str, datetime] = {}
        for one in told:
            begun = sessions.get(one.session_id) or _FROM + timedelta(seconds=chance.randrange(_SECONDS))
            moment = sessions[one.session_id] = begun + _BETWEEN_HANDS
            names = {
                b"hand": f"{one.hand_id}-{time}",
                b"session": f"{one.session_id}-{time}",
                b"moment": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            }
            for number, player_id in enumerate(one.player_ids):
                stays = len(player_id) % 2 == 0
                names[b"p%d" % number] = player_id if stays else f"{player_id}-{time}"
            yield one.form % {place: name.encode() for place, name in names.items()}


def _told(history: dict[str, Any]) -> Told:
    players = tuple(player["id"] for player in history["players"])
    session_id, hand_id = history["session"]["id"], history["hand_id"]
    form = orjson.dumps(history).replace(b"%", b"%%")
    places = {hand_id: b"hand", session_id: b"session", history["played_at"]: b"moment"}
    places |= {player_id: b"p%d" % number for number, player_id in enumerate(players)}
    for written, place in places.items():
        form = form.replace(b'"%s"' % written.encode(), b'"%%(%s)s"' % place)
    return Told(form=form, hand_id=hand_id, session_id=session_id, player_ids=players)
