"""What keys, their owners and clubs may be called, what else a new key must be, and names of files."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Final

from gleek_replay.records import Fault
from gleek_replay.records.faults import Misread
from gleek_replay.records.values import PlayerIdentifier
from gleek_replay.services.access import Role

LONGEST_NAME: Final = 80
_LONGEST_FILE_NAME: Final = 200
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""What Unicode calls controls, formats, halves of pairs, and separators of lines and paragraphs."""
_NOWHERE: Final = (
    r"\u0000-\u001f\u007f-\u009f/\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff"
)
NAME_PATTERN: Final = f"[^ .{_NOWHERE}]([^{_NOWHERE}]{{0,{LONGEST_NAME - 2}}}[^ {_NOWHERE}])?"
"""A name stands in addresses and on terminals: no slash, nothing invisible, and no full stop at its head."""
EXPECTED_NAME: Final = (
    f"expected 1 to {LONGEST_NAME} characters without a slash, that neither begin nor end with a space, nor "
    "begin with a full stop"
)
_is_name = re.compile(NAME_PATTERN).fullmatch


def is_name(text: str) -> bool:
    """Whether a key, an owner or a club may be called so.

    >>> is_name("Zoë's table"), is_name("a/b"), is_name(" ann"), is_name("..")
    (True, False, False, False)
    """
    return _is_name(text) is not None


def name_of_file(name: str) -> str:
    """The beginning of a file's name, with a mark in place of each character that shows nothing but does
    something, such as those that turn the direction of writing.
    """
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(character) in _INVISIBLE else character
        for character in name[:_LONGEST_FILE_NAME]
    )


def faults_of_key(
    name: str, role: Role, owner: str, player_id: str | None, expires_at: datetime | None
) -> list[Fault]:
    """What is wrong with a key that is asked for."""
    words = {"/name": name, "/owner": owner}
    faults = [Fault(place, EXPECTED_NAME) for place, word in words.items() if not is_name(word)]
    if role is Role.PLAYER and player_id is None:
        faults.append(Fault("/player", "expected, since the role is that of a player"))
    elif role is not Role.PLAYER and player_id is not None:
        faults.append(Fault("/player", "only a key with the role of a player is bound to one"))
    elif player_id is not None:
        try:
            PlayerIdentifier().read(player_id)
        except Misread as misread:
            faults += [Fault("/player", fault.message) for fault in misread.faults]
    if expires_at is not None and expires_at <= datetime.now(UTC):
        faults.append(Fault("/expires_at", "expected a moment that is still to come"))
    return faults
