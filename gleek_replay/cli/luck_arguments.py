"""What can be said of luck on the command line."""

from __future__ import annotations

from typing import Any

from gleek_replay.cli.arguments import add_act, add_club, add_format, add_group


def add_luck(commands: Any) -> None:
    """``gleek-replay luck``."""
    acts = add_group(commands, "luck", "Learn from a club's hands what the cards dealt are worth.")
    fit = add_act(acts, "fit", "luck", "Make a fit from the hands that there are, and go by it from now on.")
    fit.add_argument("--rules", metavar="PRESET", help="for this preset alone")
    fit.add_argument("--players", type=int, metavar="N", help="for so many players alone")
    listing = add_act(acts, "list", "luck", "List the fits of a club, also those that others have followed.")
    add_format(listing)
    for parser in (fit, listing):
        add_club(parser)
