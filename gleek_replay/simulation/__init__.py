"""Simulated evenings of Gleek: legal hand histories, the same for the same seed."""

from gleek_replay.engine import RuleError
from gleek_replay.simulation.evenings import simulate

__all__ = ["RuleError", "simulate"]
