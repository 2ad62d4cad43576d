"""What statistics say as tables, a row for each line of them, for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gleek_replay.audit import Verdict
from gleek_replay.audit.facts.layout import MOST_OPPONENTS
from gleek_replay.services.csv_export import Table
from gleek_replay.services.hands_behind import HandBehind
from gleek_replay.services.leaderboards import HeadToHeads, Ranked
from gleek_replay.services.over_time import OverTime
from gleek_replay.services.statistics import Opponents, Statistics
from gleek_replay.statistics.club import ClubStatistics
from gleek_replay.statistics.estimates import Mean, Share
from gleek_replay.statistics.measures import Unit

__all__ = [
    "activity_table", "clients_table", "findings_table", "hands_table", "head_to_head_table",
    "leaderboard_table", "opponents_table", "rules_table", "series_table", "statistics_table",
]  # fmt: skip

_MEAN: Final = ("value", "deviation", "low", "high", "small")
_SHARE: Final = ("value", "low", "high", "small")


def statistics_table(told: Statistics) -> Table:
    """A row for each measure."""
    columns = (
        "measure", "group", "title", "unit", "numerator", "numerator_title", "denominator",
        "denominator_title", *_MEAN,
    )  # fmt: skip
    rows = (
        (
            one.name, one.group.value, one.title, one.unit.value, one.numerator, one.numerator_title,
            one.denominator, one.denominator_title, one.value, one.deviation, one.low, one.high, one.small,
        )
        for one in told.measures
    )  # fmt: skip
    return Table(columns, rows)


def series_table(told: OverTime) -> Table:
    """A row for each point."""
    columns = (
        "period", "numerator", "denominator", "value", "low", "high", "small", "last_hand", "last_played_at",
    )  # fmt: skip
    rows = (
        [told.measure.name, told.unit.value, *(getattr(point, column) for column in columns)]
        for point in told.points
    )
    return Table(("measure", "unit", *columns), rows)


def hands_table(hands: Iterable[HandBehind], measures: Sequence[str], *, money: bool) -> Table:
    """A row for each hand behind numbers, with a column for what it adds to each of these measures; opponents
    from the player's left round.
    """
    lefts = range(1, MOST_OPPONENTS + 1)
    columns = (
        "hand_id", "played_at", "session_id", "rules", "stake", "seat", "verdict", "unit", "net",
        "net_without_luck", *(f"amount_{measure}" for measure in measures),
        *(column for left in lefts for column in (f"opponent_{left}_id", f"opponent_{left}_name")),
    )  # fmt: skip
    rows = (
        (
            one.hand_id, one.played_at, one.session_id, one.rules, one.stake, one.seat, one.verdict,
            _unit(money=money), one.net, one.without_luck, *(amount.value for amount in one.amounts),
            *(cell for met in one.opponents for cell in (met.player_id, met.name)),
            *(None for _ in range(2 * (MOST_OPPONENTS - len(one.opponents)))),
        )
        for one in hands
    )  # fmt: skip
    return Table(columns, rows)


def opponents_table(told: Opponents) -> Table:
    """A row for each opponent."""
    columns = ("opponent_id", "opponent_name", "hands", "unit", "had_of_him", *_MEAN, "net", "of_pots")
    rows = (
        (
            known.player_id, known.name, one.hands, _unit(money=told.money), one.had_of_him,
            *_mean(one.had_of_him_a_hand), one.net, one.of_pots,
        )
        for one in told.counterparties.opponents
        for known in (told.known[one.opponent_key],)
    )  # fmt: skip
    return Table(columns, rows)


def leaderboard_table(ranks: Iterable[Ranked], *, money: bool) -> Table:
    """A row for each player."""
    columns = ("rank", "player_id", "name", "hands", "void", "unit", "net", *_MEAN, "last_played_at")
    rows = (
        (
            one.rank, one.player_id, one.name, one.hands, one.void, _unit(money=money), one.net,
            *_mean(one.net_a_hand), one.last_played_at,
        )
        for one in ranks
    )  # fmt: skip
    return Table(columns, rows)


def head_to_head_table(told: HeadToHeads, *, money: bool) -> Table:
    """A row for each player and opponent."""
    columns = ("player_id", "opponent_id", "hands", "won", "lost", "net")
    rows = ([_unit(money=money), *(getattr(pair, column) for column in columns)] for pair in told.pairs)
    return Table(("unit", *columns), rows)


def activity_table(told: ClubStatistics) -> Table:
    """A row for each client in each period."""
    columns = ("period", "client", "version", "hands", *Verdict)
    rows = (
        (one.period, one.client, one.version, one.hands, *(one.verdicts.get(word, 0) for word in Verdict))
        for one in told.by_client
    )
    return Table(columns, rows)


def clients_table(told: ClubStatistics) -> Table:
    """A row for each client; the share is of the hands that it misreported."""
    columns = ("client", "version", "hands", *Verdict, *_SHARE)
    rows = (
        (
            one.client, one.version, one.hands, *(one.verdicts.get(word, 0) for word in Verdict),
            *_share(one.misreported),
        )
        for one in told.clients
    )  # fmt: skip
    return Table(columns, rows)


def findings_table(told: ClubStatistics) -> Table:
    """A row for each thing found of each client."""
    columns = ("client", "version", "kind", "code", "hands", *_SHARE)
    rows = (
        (one.client, one.version, one.kind, one.code, one.hands, *_share(one.share))
        for one in told.findings or ()
    )
    return Table(columns, rows)


def rules_table(told: ClubStatistics) -> Table:
    """A row for each preset and stake."""
    return Table(("rules", "stake", "hands"), ((one.rules, one.stake, one.hands) for one in told.rules))


def _unit(*, money: bool) -> str:
    return (Unit.FARTHINGS if money else Unit.COUNTERS).value


def _mean(mean: Mean) -> tuple[object, ...]:
    return (mean.value, mean.deviation, mean.low, mean.high, mean.small)


def _share(share: Share) -> tuple[object, ...]:
    return (share.value, share.low, share.high, share.small)
