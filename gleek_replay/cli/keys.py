"""`gleek-replay keys`: the API keys of a club."""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from gleek_replay.cli.lists import every, tell_list
from gleek_replay.cli.opening import acting_operator, on_the_database
from gleek_replay.cli.serving import address_of
from gleek_replay.cli.terminal import FAILED, complain, harmless
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.keys import (
    LINK_LIFETIME,
    ListedKey,
    create_key,
    create_sign_in_link_for,
    list_keys,
    revoke_key,
)
from gleek_replay.services.refusals import Unfit
from gleek_replay.settings import read_settings

_HEADER: Final = ("name", "role", "owner", "player", "created", "expires", "last used", "state")


def run(named: Namespace) -> int:
    """Create a key, list them, revoke one, or make a link that signs in with one."""
    return on_the_database(lambda session: _ACTS[named.act](session, acting_operator(session, named), named))


def _create(session: Session, caller: Caller, named: Namespace) -> int:
    """Its token alone goes to standard output."""
    if named.role not in tuple(Role):
        complain(f"--role: expected one of {', '.join(Role)}, not {named.role!r}")
        return FAILED
    try:
        key = create_key(
            session,
            caller,
            name=named.name,
            role=Role(named.role),
            owner=named.owner or named.name,
            player_id=named.player,
            expires_at=named.expires,
        )
    except Unfit as unfit:
        for fault in unfit.faults:
            complain(f"--{fault.pointer[1:].removesuffix('_at')}: {fault.message}")
        return FAILED
    bound = f" for the player {key.player_id}" if key.player_id else ""
    until = f", good until {_moment(key.expires_at)} UTC" if key.expires_at else ""
    print(
        f"The key {key.name} ({key.role}) of {key.owner}{bound}{until}; it cannot be shown again:",
        file=sys.stderr,
    )
    print(key.token)
    return 0


def _list(session: Session, caller: Caller, named: Namespace) -> int:
    keys = every(lambda cursor: list_keys(session, caller, cursor))
    return tell_list(named, keys, _HEADER, _row, _document)


def _document(key: ListedKey) -> dict[str, object]:
    """A key as the API has it."""
    return {
        "name": key.name, "role": key.role, "owner": key.owner, "player": key.player_id,
        "created_at": key.created_at, "expires_at": key.expires_at, "last_used_at": key.last_used_at,
        "state": key.state,
    }  # fmt: skip


def _row(key: ListedKey) -> list[str]:
    return [
        harmless(key.name), key.role, harmless(key.owner), key.player_id or "–", _moment(key.created_at),
        _moment(key.expires_at), _moment(key.last_used_at), key.state,
    ]  # fmt: skip


def _moment(moment: datetime | None) -> str:
    return "never" if moment is None else f"{moment:%Y-%m-%d %H:%M}"


def _revoke(session: Session, caller: Caller, named: Namespace) -> int:
    revoke_key(session, caller, named.name)
    print(f"The key {harmless(named.name)} is revoked.")
    return 0


def _link(session: Session, caller: Caller, named: Namespace) -> int:
    """The link alone goes to standard output."""
    token = create_sign_in_link_for(session, caller, named.name)
    address = named.address or address_of(read_settings())
    minutes = LINK_LIFETIME.seconds // 60
    print(f"It signs one browser in, once, within {minutes} minutes:", file=sys.stderr)
    print(f"{address}/sign-in?token={token}")
    return 0


_ACTS: Final = {"create": _create, "list": _list, "revoke": _revoke, "link": _link}
