"""What can be said of players on the command line."""

from __future__ import annotations

import argparse
from typing import Any

from gleek_replay.cli.arguments import add_act, add_club, add_format, add_group


def add_players(commands: Any) -> None:
    """``gleek-replay players``."""
    acts = add_group(commands, "players", "List, rename, merge or erase players.")
    add_format(_add_player_act(acts, "list", "List the players of a club, with the sum of their hands."))
    rename = _add_whose(acts, "rename", "Give a player a name that goes before what records call him.")
    what = rename.add_mutually_exclusive_group(required=True)
    what.add_argument("name", metavar="NAME", nargs="?", help="what he is to be called")
    what.add_argument("--back", action="store_true", help="take the name back that he was given")
    merge = _add_whose(acts, "merge", "Let an id mean another player: one person has sat under both.")
    merge.add_argument("into", metavar="INTO", help="an id of the player that is meant")
    _add_whose(acts, "unmerge", "Let an id that was merged into another stand for itself again.")
    erase = _add_whose(
        acts, "erase",
        "Erase a player with all his ids, for good: a pseudonym takes their place in all that is stored.",
    )  # fmt: skip
    erase.add_argument("--yes", action="store_true", help="do it; nothing is done without this")
    _add_player_act(acts, "scrub", "Write the file of the database anew, where erasing a player could not.")
    add_format(_add_whose(acts, "changes", "List what was done to a player, and by whom."))


def _add_player_act(acts: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser = add_act(acts, name, "players", text)
    add_club(parser)
    return parser


def _add_whose(acts: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser = _add_player_act(acts, name, text)
    parser.add_argument("player", metavar="ID", help="the player")
    return parser
