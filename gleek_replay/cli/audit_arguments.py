"""What can be said on the command line to have hand histories audited and settled."""

from __future__ import annotations

from typing import Any, Final

from gleek_replay.audit.narration import VOICES
from gleek_replay.cli.arguments import add_command, add_files, add_format, add_options
from gleek_replay.services.rules import preset_names

_STATUS: Final = "Exit status: 0 when all is clean, 1 when some is not, 2 when something could not be read."


def add_audit(commands: Any) -> None:
    """``gleek-replay audit``."""
    parser = add_command(
        commands, "audit", "auditing", "Audit hand histories and tell what happened and what is wrong.",
        epilog=_STATUS,
    )  # fmt: skip
    add_files(parser)
    add_format(parser, "an account")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--rules", choices=preset_names(), metavar="PRESET", help="as if they had been played by this preset"
    )
    which.add_argument(
        "--all-rules", action="store_const", dest="module", const="all_rules",
        help="tell what each hand comes to by every preset, and in what that differs",
    )  # fmt: skip
    which.add_argument(
        "--which-rules", action="store_const", dest="module", const="which_rules",
        help="say by which rules each session, or hand of none, may have been played",
    )  # fmt: skip
    parser.add_argument(
        "--words", choices=VOICES, metavar="VOICE",
        help=f"tell each hand to be heard, in the words of one voice: {' or '.join(VOICES)}",
    )  # fmt: skip
    add_options(parser, "as if this option had been played so; may be given again")


def add_settle(commands: Any) -> None:
    """``gleek-replay settle``."""
    parser = add_command(
        commands, "settle", "settling",
        "Say what should be paid now for each hand, and at the end of each session.",
        epilog="Exit status: 0 when all that was due was recorded as paid, 1 when something is still to be "
        "paid, 2 when something could not be read.",
    )  # fmt: skip
    add_files(parser)
    add_format(parser, "sentences")
