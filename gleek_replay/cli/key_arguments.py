"""What can be said of keys and clubs on the command line."""

from __future__ import annotations

import argparse
from typing import Any

from gleek_replay.cli.arguments import add_act, add_club, add_format, add_group, address, expiry


def add_keys(commands: Any) -> None:
    """``gleek-replay keys``."""
    acts = add_group(commands, "keys", "Manage API keys.")
    create = _add_key_act(
        acts, "create", "Create an API key and print its token, which cannot be shown again."
    )
    create.add_argument("--name", required=True, help="what the key is called in the club")
    create.add_argument("--role", required=True, help="what its holder may do: reader, player, uploader, …")
    create.add_argument("--owner", help="whose uploads it makes (the name unless said)")
    create.add_argument("--player", metavar="ID", help="with the role player: which player its holder is")
    create.add_argument(
        "--expires", type=expiry, metavar="WHEN", help="a moment, or how long from now, such as 90d"
    )
    listing = _add_key_act(acts, "list", "List the keys of a club, also those that are no longer good.")
    add_format(listing)
    revoke = _add_key_act(acts, "revoke", "Revoke a key, with the links and browsers' sessions made for it.")
    link = _add_key_act(acts, "link", "Print a link that signs one browser in, once, as the holder of a key.")
    for parser in (revoke, link):
        parser.add_argument("name", metavar="NAME", help="what the key is called in the club")
    link.add_argument(
        "--address", type=address, metavar="URL",
        help="where the service is (GLEEK_HOST and GLEEK_PORT unless said)",
    )  # fmt: skip


def add_clubs(commands: Any) -> None:
    """``gleek-replay clubs``."""
    acts = add_group(commands, "clubs", "Manage clubs.")
    create = add_act(acts, "create", "clubs", "Create a club, in which there is nothing yet.")
    create.add_argument("name", metavar="NAME", help="what it is called")
    zone = add_act(
        acts, "time-zone", "clubs", "Say, or change, in which time zone a club's days and months begin."
    )
    zone.add_argument("name", metavar="NAME", help="which club")
    zone.add_argument("zone", metavar="ZONE", nargs="?", help="such as Europe/London (shown unless said)")
    add_act(acts, "list", "clubs", "List the clubs.")


def _add_key_act(acts: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser = add_act(acts, name, "keys", text)
    add_club(parser)
    return parser
