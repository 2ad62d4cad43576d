"""What can be said of the commands that keep the service well."""

from __future__ import annotations

from typing import Any

from gleek_replay.cli.arguments import add_command, add_format


def add_upkeep(commands: Any) -> None:
    """`migrate`, `rebuild`, `schemas`, `backup`, `restore` and `doctor`."""
    add_command(commands, "migrate", "migrating", "Bring the database to the tables of this version.")
    rebuild = add_command(
        commands, "rebuild", "rebuilding",
        "Audit every stored record again and rewrite what comes out otherwise.",
    )  # fmt: skip
    add_format(rebuild, "a line for each hand judged otherwise, and a sum")
    schemas = add_command(
        commands, "schemas", "publishing", "Write the published JSON Schemas and the OpenAPI document."
    )
    schemas.add_argument("folder", metavar="DIR", help="where to")
    backup = add_command(
        commands, "backup", "backing_up", "Copy the SQLite database to a file, while the service runs."
    )
    backup.add_argument("file", metavar="FILE", help="where to")
    backup.add_argument("--force", action="store_true", help="put the copy in the place of a file")
    restore = add_command(
        commands, "restore", "restoring", "Put such a copy in the place of the database, which is kept."
    )
    restore.add_argument("file", metavar="FILE", help="the copy")
    doctor = add_command(
        commands, "doctor", "doctor", "Look whether all is well, and say what to do where it is not.",
        epilog="Exit status: 0 when all is well, 1 when something is not.",
    )  # fmt: skip
    add_format(doctor, "a line for each thing looked at")
