"""`gleek-replay luck`: what the cards dealt are worth in a club."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.cli.lists import tell_list
from gleek_replay.cli.opening import acting_operator, on_the_database
from gleek_replay.cli.terminal import FAILED, complain
from gleek_replay.services.luck import FEWEST_HANDS, ListedFit, Made, list_fits, make_fits

_HEADER: Final = (
    "preset", "players", "version", "made", "engine", "hands", "variance removed", "in force",
)  # fmt: skip


def run(named: Namespace) -> int:
    """Make fits, or list them."""
    return on_the_database(lambda session: (_fit if named.act == "fit" else _list)(session, named))


def _fit(session: Session, named: Namespace) -> int:
    """The status is that of a failure where no fit could be made."""
    club_id = acting_operator(session, named).club_id
    made = make_fits(session, club_id, preset=named.rules, players=named.players)
    if not made:
        complain("there are no such hands")
    for each in made:
        print(_told(each))
    return 0 if any(each.fit for each in made) else FAILED


def _told(made: Made) -> str:
    """What came of making a fit, in a sentence."""
    table = f"{made.preset} with {made.players} players"
    if made.fit is None:
        return f"{table}: no fit from {made.hands:,} hands, since it takes {FEWEST_HANDS}"
    share = f"{made.fit.removed:.0%}".replace("%", " %")
    return f"{table}: version {made.fit.version}, from {made.hands:,} hands, removes {share} of the variance"


def _list(session: Session, named: Namespace) -> int:
    fits = list_fits(session, acting_operator(session, named).club_id)
    return tell_list(named, fits, _HEADER, _row, asdict)


def _row(fit: ListedFit) -> list[str]:
    return [
        fit.preset, str(fit.players), str(fit.version), f"{fit.made_at:%Y-%m-%d %H:%M}", fit.engine_version,
        f"{fit.hands:,}", f"{fit.removed:.1%}".replace("%", " %"), "yes" if fit.in_force else "no",
    ]  # fmt: skip
