"""How a hand is to be looked at: whose eyes, with what names, by which rules; and the table for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import orjson
from flask import current_app, url_for
from markupsafe import Markup

from gleek_replay.services.rules import presets_for
from gleek_replay.web.pages.assets import digest

_TABLE: Final = ("players", "eyes", "trumps", "named", "carried", "places")
_STEP: Final = ("number", "stage", "said", "text", "winner", "moves", "shown")
_PAID: Final = ("from", "to", "amount")
_UNSAFE: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""What may not stand in a script, and how JSON writes it instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something that a form can ask for."""

    value: str
    label: str
    chosen: bool


def whose_eyes(replay: Mapping[str, Any]) -> list[Choice]:
    """From whose seat the hand can be seen, the whole table first."""
    seats = [
        Choice(
            value=player["id"], label=f"From {player['name']}’s seat", chosen=player["id"] == replay["eyes"]
        )
        for player in replay["players"]
    ]
    return [Choice(value="", label="All the cards", chosen=replay["eyes"] is None), *seats]


def by_which_rules(replay: Mapping[str, Any], preset: str | None) -> list[Choice]:
    """The rules by which the hand can be read, its own first."""
    own = replay["reading"]["of"] if replay["reading"] else replay["rules"]
    others = [
        Choice(value=name, label=name, chosen=name == preset)
        for name in presets_for(len(replay["players"]))
        if name != own["preset"] or name == preset
    ]
    return [Choice(value="", label=f"{own['preset']}, as it was played", chosen=preset is None), *others]


def table_data(replay: Mapping[str, Any]) -> Markup:
    """What of a replay the table on the page needs, as JSON that may stand in a script."""
    seats = {player["id"]: seat for seat, player in enumerate(replay["players"])}
    told = {name: replay[name] for name in _TABLE}
    told["steps"] = [
        {name: step[name] for name in _STEP}
        | {
            "seat": seats.get(step["player"]),
            "wrong": [violation["message"] for violation in step["violations"]],
            "payments": [{name: payment[name] for name in _PAID} for payment in step["payments"]],
        }
        for step in replay["steps"]
    ]
    told["faces"] = _faces(replay)
    return Markup(orjson.dumps(told).decode().translate(_UNSAFE))  # noqa: S704 - made safe


def _faces(replay: Mapping[str, Any]) -> dict[str, Any]:
    """Where the pictures of the cards are, and what each is called at the time."""
    folder = Path(current_app.static_folder or "") / "cards"
    seen = {
        card for place in (*replay["places"].values(), *_turned(replay["steps"])) for card in place["cards"]
    }
    return {
        "folder": url_for("static", filename="cards/"),
        "versions": {card: digest(folder / f"{card}.svg") for card in sorted(seen | {"back"})},
    }


def _turned(steps: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """What comes face up as the hand goes on."""
    for step in steps:
        yield from step["moves"]
        yield from step["shown"]
