"""The command line, `gleek-replay`: one module a command, loaded only when it is asked for."""

from gleek_replay.cli.main import main

__all__ = ["main"]
