"""What can be said of dossiers on the command line."""

from __future__ import annotations

from typing import Any

from gleek_replay.cli.arguments import add_club, add_command


def add_dossiers(commands: Any) -> None:
    """Add `dossier`, `verify` and `signing-key`."""
    dossier = add_command(
        commands, "dossier", "making_dossiers", "Write all that is known of a hand to one signed file."
    )
    dossier.add_argument("hand", metavar="HAND_ID", help="which hand")
    dossier.add_argument("--output", required=True, metavar="FILE", help="where to; it is a ZIP")
    add_club(dossier)
    verify = add_command(
        commands, "verify", "verifying", "Check that a dossier is as a club signed it, and judge it anew.",
        epilog="Exit status: 0 when it is as it was signed, 1 when not, 2 when it could not be checked.",
    )  # fmt: skip
    verify.add_argument("--key", required=True, metavar="PUBLIC", help="the club's public key, from the club")
    verify.add_argument("dossier", metavar="DOSSIER", help="the file to check")
    signing = add_command(
        commands, "signing-key", "signing", "Print the public key that a club's dossiers are checked against."
    )
    signing.add_argument(
        "--new", action="store_true", help="make another, which signs from now on; the earlier stay published"
    )
    add_club(signing)
