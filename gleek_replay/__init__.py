"""Gleek Replay: replays recorded hands of Gleek and says who owes what, by which rule."""

from importlib.metadata import version

__version__ = version("gleek-replay")
