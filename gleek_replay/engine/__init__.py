"""The game of Gleek: cards, rules with their sources, and the replay of a hand.

The engine knows nothing of files, clocks or chance; it takes a :class:`Hand` and gives a :class:`Result`.
"""

from gleek_replay.engine.auction import Sale
from gleek_replay.engine.authority import SECTIONS, authority, is_open
from gleek_replay.engine.cards import card_name, card_names, cards_text, each_card, parse_card, parse_cards
from gleek_replay.engine.grounds import Grounds
from gleek_replay.engine.hand import Action, Carried, Hand, Stage, Unseen, Verb
from gleek_replay.engine.layouts import LAYOUTS, Layout, usual_deck
from gleek_replay.engine.ledger import Payment, Reason, balances
from gleek_replay.engine.presets import PRESETS
from gleek_replay.engine.replay import Replay, replay
from gleek_replay.engine.result import Result
from gleek_replay.engine.ruff import Ruff, RuffOutcome, best_ruff
from gleek_replay.engine.rules import (
    OPTIONS,
    Choice,
    RuleError,
    RuleSet,
    choices,
    choices_text,
    layout_of,
    resolve,
)
from gleek_replay.engine.score import Score
from gleek_replay.engine.small_trumps import Right
from gleek_replay.engine.sources import DOCUMENT_TITLES, Citation, Document, Standing
from gleek_replay.engine.violations import STOPPING, Code, Violation

ENGINE_VERSION = "1.1.0"
"""Rises whenever the same record may get another verdict or settlement."""

__all__ = [
    "DOCUMENT_TITLES", "ENGINE_VERSION", "LAYOUTS", "OPTIONS", "PRESETS", "SECTIONS", "STOPPING",
    "Action", "Carried", "Choice", "Citation", "Code", "Document", "Grounds", "Hand", "Layout", "Payment",
    "Reason", "Replay", "Result", "Right", "Ruff", "RuffOutcome", "RuleError", "RuleSet", "Sale", "Score",
    "Stage", "Standing", "Unseen", "Verb", "Violation", "authority", "balances", "best_ruff", "card_name",
    "card_names", "cards_text", "choices", "choices_text", "each_card", "is_open", "layout_of", "parse_card",
    "parse_cards", "replay", "resolve", "usual_deck",
]  # fmt: skip
