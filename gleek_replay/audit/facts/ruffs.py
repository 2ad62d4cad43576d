"""The ruffs of a hand, each reckoned once: most are asked for as they were dealt and as they were held."""

from __future__ import annotations

from collections.abc import Sequence

from gleek_replay.engine import Hand, Result, Ruff, best_ruff


def ruffs_held(hand: Hand, result: Result) -> list[Ruff] | None:
    """The ruff of each seat at the vying; ``None`` where not all hands are known."""
    if not result.holdings or any(result.holdings.maybe):
        return None
    shown, count = result.ruff.shown, hand.rules.ruff_count
    return [
        shown[seat] if seat in shown else best_ruff(cards, count)
        for seat, cards in enumerate(result.holdings.known)
    ]


def ruffs_dealt(hand: Hand, result: Result, dealt: Sequence[int], held: Sequence[Ruff] | None) -> list[Ruff]:
    """The ruff of each seat in the cards ``dealt``: what was ``held``, where nothing was exchanged."""
    count = hand.rules.ruff_count
    if held is None or not result.holdings:
        return [best_ruff(cards, count) for cards in dealt]
    known = result.holdings.known
    return [
        held[seat] if known[seat] == cards else best_ruff(cards, count) for seat, cards in enumerate(dealt)
    ]
