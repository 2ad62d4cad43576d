"""What statistics are made of: each player's part in an audited hand, as numbers in a fixed row."""

from gleek_replay.audit.facts.facts import facts_of

__all__ = ["facts_of"]
