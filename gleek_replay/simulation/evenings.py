"""Evenings of play spread over a year: who meets where, and the hands that they play."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any, Final

from gleek_replay.engine import (
    ENGINE_VERSION,
    PRESETS,
    Carried,
    Replay,
    Result,
    RuleSet,
    each_card,
    layout_of,
    resolve,
)
from gleek_replay.engine.cards import RANKS, rank_of
from gleek_replay.records import (
    FORMAT,
    action_document,
    carried_document,
    deal_document,
    lift_documents,
    payment_documents,
)
from gleek_replay.simulation.chance import seeded
from gleek_replay.simulation.dealing import deal, rare_deal
from gleek_replay.simulation.play import play_hand
from gleek_replay.simulation.roster import GAMESTERS, TAVERNS, Tavern
from gleek_replay.simulation.temper import Gamester

FIRST_DAY: Final = date(2025, 11, 1)
_DAYS: Final = 365
_HANDS_AN_EVENING: Final = (8, 14)
_USUAL_PLAYERS: Final = 3
_SEAT_WEIGHT: Final = 0.85
"""How much less often each gamester of the roster comes than the one before him."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """One session: its id, when and where it is, who sits there, and how many hands they play."""

    id: str
    tavern: Tavern
    begins: datetime
    gamesters: tuple[Gamester, ...]
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """What is agreed upon for all evenings: the rules as a record writes them, and as resolved."""

    preset: str
    options: Mapping[str, object]
    rules: RuleSet
    players: int
    rare: bool


def simulate(
    preset: str,
    *,
    hands: int,
    seed: int,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    rare: bool = False,
) -> Iterator[dict[str, Any]]:
    """Hand histories, as JSON objects, of so many hands in all.

    The same arguments always give the same hands. With ``rare`` most deals are stacked. Raises
    ``RuleError`` at once for rules or a number of players that do not go together.
    """
    written = dict(options or {})
    number = _USUAL_PLAYERS if players is None else players
    rules = resolve(PRESETS, preset, written, number)
    table = _Table(preset=preset, options=written, rules=rules, players=number, rare=rare)
    origin = json.dumps([preset, written, number, hands, seed, rare], sort_keys=True)
    return _play_all(table, hands, origin)


def _play_all(table: _Table, hands: int, origin: str) -> Iterator[dict[str, Any]]:
    for evening in _evenings(table.players, hands, origin):
        yield from _play_evening(table, evening, seeded(f"{origin} {evening.id}"))


def _evenings(players: int, hands: int, origin: str) -> Iterator[Evening]:
    """Evenings in the order of their dates, the last cut short if need be."""
    chance = seeded(origin)
    tag = hashlib.sha256(origin.encode()).hexdigest()[:6]
    lengths = _lengths(hands, chance)
    today, busy = FIRST_DAY, set[str]()
    for index, length in enumerate(lengths):
        day = FIRST_DAY + timedelta(days=int((index + chance.random()) * _DAYS / len(lengths)))
        if day != today:
            today, busy = day, set()
        free = [gamester for gamester in GAMESTERS if gamester.id not in busy]
        seated = _draw(free if len(free) >= players else GAMESTERS, players, chance)
        busy |= {gamester.id for gamester in seated}
        tavern = chance.choice(TAVERNS)
        yield Evening(
            id=f"{tavern.id}-{day}-{tag}-{index + 1}",
            tavern=tavern,
            begins=datetime.combine(day, time(18, chance.randrange(60), chance.randrange(60)), UTC),
            gamesters=seated,
            hands=length,
        )


def _lengths(hands: int, chance: Random) -> list[int]:
    """How many hands each evening has."""
    lengths, left = [], hands
    while left:
        lengths.append(min(chance.randint(*_HANDS_AN_EVENING), left))
        left -= lengths[-1]
    return lengths


def _draw(gamesters: Sequence[Gamester], players: int, chance: Random) -> tuple[Gamester, ...]:
    """Who sits down, in seat order; those who stand first come oftenest."""
    left = list(gamesters)
    seated = []
    for _ in range(players):
        weights = [_SEAT_WEIGHT**place for place in range(len(left))]
        chosen = chance.choices(left, weights)[0]
        left.remove(chosen)
        seated.append(chosen)
    return tuple(seated)


def _play_evening(table: _Table, evening: Evening, chance: Random) -> Iterator[dict[str, Any]]:
    layout = layout_of(table.rules, table.players)
    lift = _lift(each_card(layout.pack), table.players, chance)
    dealer = _lowest(lift[-1])[0]
    carried, moment = Carried(), evening.begins
    for number in range(1, evening.hands + 1):
        moment += timedelta(seconds=chance.randint(290, 560))
        cards = rare_deal(layout, chance) if table.rare else deal(layout, chance)
        replay = play_hand(
            table.rules, evening.gamesters, dealer, cards, carried, lift if number == 1 else (), chance
        )
        result = replay.result()
        assert result.complete and not result.violations and result.carried_out, "a legal hand, played out"
        yield _document(table, evening, number, moment, replay, result)
        carried, dealer = result.carried_out, (dealer + 1) % table.players


def _lift(pack: Sequence[int], players: int, chance: Random) -> tuple[dict[int, int], ...]:
    """Rounds of lifting until one card is the lowest; those who tie for it lift again."""
    rounds: list[dict[int, int]] = []
    lifting = list(range(players))
    while len(lifting) > 1:
        lifted = dict(zip(lifting, chance.sample(pack, len(lifting)), strict=True))
        rounds.append(lifted)
        lifting = _lowest(lifted)
    return tuple(rounds)


def _lowest(lifted: Mapping[int, int]) -> list[int]:
    """The seats with the lowest card lifted; the Ace is high."""
    low = min(RANKS.index(rank_of(card)) for card in lifted.values())
    return [seat for seat, card in lifted.items() if RANKS.index(rank_of(card)) == low]


def _document(
    table: _Table, evening: Evening, number: int, moment: datetime, replay: Replay, result: Result
) -> dict[str, Any]:
    """The hand history that the table's own program would write."""
    ids = [gamester.id for gamester in evening.gamesters]
    hand = replay.hand
    written: dict[str, Any] = {
        "format": FORMAT,
        "hand_id": f"{evening.id}-{number}",
        "client": {"name": "gleek-replay simulate", "version": ENGINE_VERSION},
        "session": {"id": evening.id, "hand": number},
        "played_at": moment.isoformat().replace("+00:00", "Z"),
        "stake": evening.tavern.stake.value,
        "rules": {"preset": table.preset, "options": table.options} if table.options else table.preset,
        "players": [{"id": gamester.id, "name": gamester.name} for gamester in evening.gamesters],
        "dealer": ids[hand.dealer],
    }
    if hand.lift:
        written["lift"] = lift_documents(hand, ids)
    return written | {
        "carried": carried_document(hand),
        "deal": deal_document(hand, ids),
        "actions": [action_document(action, ids) for action in replay.actions],
        "payments": payment_documents(result.payments, ids),
        "result": {player: result.net[seat] for seat, player in enumerate(ids)},
    }
