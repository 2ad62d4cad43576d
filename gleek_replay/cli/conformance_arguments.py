"""What can be said of the conformance kit."""

from __future__ import annotations

from typing import Any

from gleek_replay.cli.arguments import add_act, add_group


def add_conformance(commands: Any) -> None:
    """`conformance write` and `conformance check`."""
    acts = add_group(
        commands,
        "conformance",
        "Write hands with the audits expected for authors of clients, and check answers.",
    )
    write = add_act(
        acts, "write", "conforming",
        "Write the kit: hands with the audits expected of them, and scripts to write down.",
    )  # fmt: skip
    write.add_argument("folder", metavar="DIR", help="where to; it must be empty or not there")
    check = add_act(
        acts, "check", "conforming",
        "Check a program's audits of the kit's hands, or its records of the kit's scripts.",
        epilog="Exit status: 0 when all conforms, 1 when something does not, 2 when an answer cannot be read "
        "or a record is malformed.",
    )  # fmt: skip
    check.add_argument(
        "answers", nargs="+", metavar="ANSWERS",
        help="a file with a JSON object, an array or NDJSON; a folder of such files, or - for standard input",
    )  # fmt: skip
