"""What the hands of a player come to: numbers, and what passed between him and each opponent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gleek_replay.services.access import Action
from gleek_replay.services.player_hands import PlayerHands
from gleek_replay.services.refusals import Forbidden, NotFound
from gleek_replay.statistics.luck import Luck, tell_luck
from gleek_replay.statistics.measures import MEASURES, Estimate, Measure, estimates
from gleek_replay.statistics.opponents import Counterparties, counterparties
from gleek_replay.statistics.overview import PlayerStatistics, summarise
from gleek_replay.statistics.results import Drawdown, HandThere, Results, Run, results
from gleek_replay.storage.line_queries import KnownPlayer

__all__ = [
    "Opponents", "Statistics", "measure_called", "refuse_hidden", "tell_opponents", "tell_statistics",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Everything that is told of a player's hands in numbers: the ``summary``, the ``results`` one after the
    other with the ids of the hands in them, every measure, and what of it all was luck. Amounts are counters,
    or farthings if ``money``.
    """

    player_id: str
    money: bool
    summary: PlayerStatistics
    results: Results
    hand_ids: Mapping[int, str]
    measures: tuple[Estimate, ...]
    luck: Luck


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponents:
    """Where a player's net came from; ``known`` tells who his opponents are, by their keys."""

    player_id: str
    money: bool
    counterparties: Counterparties
    known: Mapping[int, KnownPlayer]


def tell_statistics(hands: PlayerHands) -> Statistics:
    """The statistics of a player's hands."""
    whole = results(hands.lines, money=hands.money)
    hand_ids = hands.hand_ids({each.hand_key for each in _named(whole)})
    measures = estimates(map(hands.as_told, MEASURES.values()), hands.lines.counted, money=hands.money)
    told = {each.name: each for each in measures}
    return Statistics(
        player_id=hands.player_id,
        money=hands.money,
        summary=summarise(hands.lines, lambda _: hand_ids, hands.disputed, whole=whole, told=told),
        results=whole,
        hand_ids=hand_ids,
        measures=measures,
        luck=tell_luck(hands.adjusted),
    )


def tell_opponents(hands: PlayerHands, most: int | None = None) -> Opponents:
    """What passed between a player and each of his opponents, or so many of them, those with most hands."""
    told = counterparties(hands.lines, money=hands.money, most=most)
    return Opponents(
        player_id=hands.player_id,
        money=hands.money,
        counterparties=told,
        known=hands.known_players([each.opponent_key for each in told.opponents]),
    )


def refuse_hidden(hands: PlayerHands, measure: Measure) -> None:
    """Raise :class:`Forbidden` where what a measure is of single hands tells of cards that were hidden at the
    table, and the caller may not see them.
    """
    if measure.rests_on_cards and not hands.sees_all:
        raise Forbidden(
            f"Hand by hand, “{measure.title}” tells of cards that were hidden at the table: a "
            f"{hands.caller.role} may not {Action.READ_RECORDS}."
        )


def measure_called(name: str) -> Measure:
    """The measure of this name; raises :class:`NotFound`."""
    measure = MEASURES.get(name)
    if measure is None:
        raise NotFound(f"There is no measure {name}.")
    return measure


def _named(told: Results) -> list[HandThere]:
    """The hands that results name."""
    named: list[HandThere | None] = [told.best, told.worst]
    for run in (told.longest_winning, told.longest_losing):
        named += _ends(run)
    return [each for each in (*named, *_ends(told.drawdown)) if each is not None]


def _ends(stretch: Run | Drawdown | None) -> list[HandThere | None]:
    if stretch is None:
        return []
    return (
        [stretch.highest, stretch.lowest] if isinstance(stretch, Drawdown) else [stretch.first, stretch.last]
    )
