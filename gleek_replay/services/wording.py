"""How the audit words what pages, too, have to word: a card, a list, what a payment is for."""

from __future__ import annotations

from gleek_replay.audit.account.words import REASON_WORDS, name_mark
from gleek_replay.audit.messages import card_words, listed

__all__ = ["REASON_WORDS", "card_words", "listed", "name_mark"]
