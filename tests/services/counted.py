"""What the tallies of a club are to come to, reckoned from its hands and their audits alone; and what lines
and tallies are, told by the ids that people know.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from gleek_replay.audit import Audit, audit_record
from gleek_replay.audit.facts.layout import (
    BREACHES_BY_BIT,
    HEAD_FIELDS,
    LINE_FIELDS,
    MISREPORTED_BY_BIT,
    PRESETS_BY_CODE,
    STAKES_BY_CODE,
    VERDICTS_BY_CODE,
)
from gleek_replay.records import HandRecord
from gleek_replay.services.access import Caller
from gleek_replay.services.agreement import standing_record
from gleek_replay.services.people import people_of
from gleek_replay.statistics.columns import read_lines
from gleek_replay.storage.tables import (
    Client,
    FindingMonth,
    Hand,
    HandDay,
    HandMonth,
    HandPlayer,
    PairMonth,
    Player,
    PlayerLine,
    PlayerMonth,
    PlaySession,
)
from gleek_replay.storage.tables.tallies import EVERY_MONTH, FIRST_DIFFERENCE, LOW_BITS

EPOCH = date(1970, 1, 1)


def naive_tallies(session: Session, caller: Caller, zone: str = "UTC") -> dict[str, dict[Any, Any]]:
    """What the tallies are to have, each hand audited again."""
    session.rollback()
    club = people_of(session.connection(), caller.club_id)
    days, findings = Counter[Any](), Counter[Any]()
    months: dict[Any, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    pairs: dict[Any, list[int]] = defaultdict(lambda: [0, 0, 0])
    for hand in session.scalars(select(Hand).where(Hand.club_key == caller.club_id)):
        record = standing_record(session, caller.club_id, hand.hand_id)
        assert record is not None
        audit = audit_record(record)
        at = hand.played_at.astimezone(ZoneInfo(zone))
        day, month = (at.date() - EPOCH).days, at.year * 12 + at.month - 1
        client = (record.client.name, record.client.version or "")
        days["day", day, client, hand.preset, hand.stake, hand.verdict.value] += 1
        days["month", month, client, hand.preset, hand.stake, hand.verdict.value] += 1
        for kind, code in found_in(audit):
            findings[month, client, kind, code] += 1
        ids = club.seated([player.id for player in record.players])
        seats = session.scalars(select(HandPlayer).where(HandPlayer.hand_key == hand.key)).all()
        for when in (month, EVERY_MONTH):
            for seat in seats:
                row = months[when, hand.preset, hand.stake, ids[seat.seat]]
                row[0] += seat.counts
                row[1] += not seat.counts
                row[2] += seat.net if seat.counts else 0
                row[3] += seat.net**2 if seat.counts else 0
            if seats[0].counts:
                for (one, other), had in had_of_each_other(record, audit).items():
                    pair = pairs[when, hand.preset, hand.stake, ids[one], ids[other]]
                    pair[0] += 1
                    pair[1] += max(had, 0)
                    pair[2] += max(-had, 0)
    return {"days": dict(days), "findings": dict(findings), "months": dict(months), "pairs": dict(pairs)}


def found_in(audit: Audit) -> set[tuple[str, str]]:
    """The violations of a hand, and what it reports otherwise than due of any player, each once."""
    found = {("violation", violation.code.value) for violation in audit.result.violations}
    players = len(audit.record.players)
    return found | {("difference", one.reason) for one in audit.differences if one.account < players}


def had_of_each_other(record: HandRecord, audit: Audit) -> dict[tuple[int, int], int]:
    """What each player had in all of each other one, by their seats, in both directions."""
    players = len(record.players)
    had = {(one, other): 0 for one in range(players) for other in range(players) if one != other}
    for payment in audit.result.payments:
        if payment.payer < players and payment.payee < players:
            had[payment.payee, payment.payer] += payment.amount
            had[payment.payer, payment.payee] -= payment.amount
    return had


def kept_tallies(session: Session, caller: Caller) -> dict[str, dict[Any, Any]]:
    """What the tallies have; a pair both ways round, so that nothing depends on keys."""
    session.rollback()
    mine = caller.club_id
    clients = {one.key: (one.name, one.version) for one in session.scalars(select(Client))}
    ids = {one.key: one.player_id for one in session.scalars(select(Player))}
    pairs = {}
    for one in session.scalars(select(PairMonth).where(PairMonth.club_key == mine)):
        low, high = ids[one.low_key], ids[one.high_key]
        rules = one.month, PRESETS_BY_CODE[one.preset], STAKES_BY_CODE[one.stake]
        pairs[*rules, low, high] = [one.hands, one.to_low, one.to_high]
        pairs[*rules, high, low] = [one.hands, one.to_high, one.to_low]
    return {
        "days": {
            ("day", one.day, *alike(one, clients)): one.hands
            for one in session.scalars(select(HandDay).where(HandDay.club_key == mine))
        }
        | {
            ("month", of.month, *alike(of, clients)): of.hands
            for of in session.scalars(select(HandMonth).where(HandMonth.club_key == mine))
        },
        "findings": {
            (one.month, clients[one.client_key], *finding_of(one.finding)): one.hands
            for one in session.scalars(select(FindingMonth).where(FindingMonth.club_key == mine))
        },
        "months": {
            (one.month, PRESETS_BY_CODE[one.preset], STAKES_BY_CODE[one.stake], ids[one.player_key]): [
                one.hands, one.void, one.net, (one.squares_high << LOW_BITS) + one.squares_low,
            ]
            for one in session.scalars(select(PlayerMonth).where(PlayerMonth.club_key == mine))
        },
        "pairs": pairs,
    }  # fmt: skip


def alike(tally: HandDay | HandMonth, clients: dict[int, tuple[str, str]]) -> tuple[Any, ...]:
    """What the hands of a tally have in common besides the day or month."""
    rules = PRESETS_BY_CODE[tally.preset], STAKES_BY_CODE[tally.stake]
    return clients[tally.client_key], *rules, VERDICTS_BY_CODE[tally.verdict]


def finding_of(number: int) -> tuple[str, str]:
    """What a number of what was found stands for."""
    if number < FIRST_DIFFERENCE:
        return "violation", BREACHES_BY_BIT[number].value
    return "difference", MISREPORTED_BY_BIT[number - FIRST_DIFFERENCE]


def told_lines(session: Session, caller: Caller) -> dict[tuple[str, str], dict[str, Any]]:
    """Every line of a club by hand and player, its fields by name, with ids in the place of keys."""
    session.rollback()
    players: dict[int, Any] = {one.key: one.player_id for one in session.scalars(select(Player))}
    hands = {one.key: one.hand_id for one in session.scalars(select(Hand))}
    sittings: dict[int, Any] = {one.key: one.session_id for one in session.scalars(select(PlaySession))}
    clients = {one.key: (one.name, one.version) for one in session.scalars(select(Client))}
    known: dict[str, dict[int, Any]] = {
        "hand_key": hands, "session_key": sittings | {0: None}, "client_key": clients,
        **{name: players | {0: None} for name, _ in HEAD_FIELDS if name.startswith("opponent_")},
    }  # fmt: skip
    mine = select(PlayerLine).join(Player, Player.key == PlayerLine.player_key)
    told = {}
    for row in session.scalars(mine.where(Player.club_key == caller.club_id)):
        (packed,) = read_lines(row.line).rows.tolist()
        line = dict(zip([name for name, _ in LINE_FIELDS], packed, strict=True))
        assert (line["hand_key"], line["played_at"]) == (row.hand_key, microseconds_of(row.played_at))
        place = hands[row.hand_key], players[row.player_key]
        told[place] = {name: known[name][value] if name in known else value for name, value in line.items()}
    return told


def microseconds_of(moment: datetime) -> int:
    """A moment as lines have it."""
    return round((moment - datetime(1970, 1, 1, tzinfo=moment.tzinfo)).total_seconds() * 1_000_000)
