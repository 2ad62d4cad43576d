"""Lines packed by hand: of made-up evenings whose numbers can be worked out, and of any audit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from gleek_replay.audit import Audit
from gleek_replay.audit.facts import layout
from gleek_replay.audit.facts.facts import facts_of
from gleek_replay.audit.facts.layout import FACT_FIELDS, FACTS, HEAD, HEAD_FIELDS, Mark, Standing
from gleek_replay.engine import Reason
from gleek_replay.statistics.columns import Lines, read_lines

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FIRST_NIGHT = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)

NOTHING = Mark(0)


def lines_of(packed: Iterable[bytes]) -> Lines:
    """Lines one after the other."""
    return read_lines(b"".join(packed))


def at(moment: datetime) -> int:
    """A moment as a line has it."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def pack(**told: Any) -> bytes:
    """A line of which this is told; the rest is nothing, but that it is a hand of three that counts."""
    usual = {
        "version": layout.LAYOUT_VERSION,
        "players": 3,
        "stake": layout.STAKES_BY_CODE.index("penny"),
        "standing": Standing.COUNTS,
        "points": -1,
        "tricks": -1,
    }
    values = {name: 0 for name, _ in (*HEAD_FIELDS, *FACT_FIELDS)} | usual | told
    return HEAD.pack(*(values[name] for name, _ in HEAD_FIELDS)) + FACTS.pack(
        *(values[name] for name, _ in FACT_FIELDS)
    )


def line(
    number: int,
    by_reason: Mapping[str, int],
    *,
    position: str = "eldest",
    price: int | None = None,
    points: int | None = 22,
    verdict: str = "clean",
    stake: str = "penny",
    standing: Standing = Standing.COUNTS,
    marks: Mark = NOTHING,
    **told: Any,
) -> bytes:
    """The ``number``-th hand of an evening, one an hour, in which the player buys for ``price`` or not at
    all; its net is the sum of ``by_reason``.
    """
    if price is not None:
        marks |= Mark.SOLD | Mark.BOUGHT
    if points is not None:
        marks |= Mark.COMPLETE
        told |= {"points": points, "tricks": points // 3, "break_even": 22}
    usual = {
        "hand_key": number,
        "played_at": at(FIRST_NIGHT + timedelta(hours=number)),
        "position": layout.POSITIONS_BY_CODE.index(position),
        "stake": layout.STAKES_BY_CODE.index(stake),
        "verdict": layout.VERDICTS_BY_CODE.index(verdict),
        "standing": standing,
        "marks": marks,
        "price": price or 0,
        "net": sum(by_reason.values()),
    } | {f"net_{reason}": amount for reason, amount in by_reason.items()}
    return pack(**usual | told)


EVENING = (
    line(1, {"stock": -12, "ruff": 4, "score": 14}, price=12, points=36),
    line(2, {"stock": 6, "gleek": -2, "tiddy": 4, "score": -7}, position="dealer", points=15),
    line(3, {"stock": -16, "turn_up": 8}, price=16, points=None, verdict="incomplete"),
    line(4, {"stock": 7, "mournival": 16, "score": 0}, position="middle", verdict="irregular"),
)
"""Four hands: +6 as eldest, +1 as dealer, -8 as eldest (not finished), +23 in the middle; +22 in all."""


def lines_of_audit(
    audit: Audit, hand_key: int, player_keys: Sequence[int], session_key: int, ruling: str | None = None
) -> list[bytes]:
    """The lines of an audited hand by seat, laid out from its JSON document. ``ruling`` is what was ruled on
    it: ``void``, ``record``, or nothing that changes what counts.
    """
    document, record = audit.document, audit.record
    recorded = (document["recorded"] or {"net": {}})["net"]
    packed = []
    for seat, (player, facts) in enumerate(zip(record.players, facts_of(audit), strict=True)):
        due = document["due"]["net"][player.id]
        counts = recorded[player.id] if ruling == "record" else due
        standing = Standing(0) if ruling == "void" else Standing.COUNTS
        if player.id in recorded:
            standing |= Standing.RECORDED
        if ruling:
            standing |= Standing.RULED
        others = [player_keys[(seat + step) % len(player_keys)] for step in range(1, len(player_keys))]
        score = (document["score"] or {}).get(player.id)
        head = pack(
            seat=seat,
            players=len(player_keys),
            position=_position(seat, record.hand.dealer, len(player_keys)),
            preset=layout.PRESETS_BY_CODE.index(record.preset),
            stake=layout.STAKES_BY_CODE.index(record.stake.value),
            verdict=layout.VERDICTS_BY_CODE.index(document["verdict"]),
            standing=standing,
            hand_key=hand_key,
            played_at=at(record.played_at),
            session_key=session_key,
            client_key=1,
            net=counts,
            net_ruling=counts - due,
            recorded_net=recorded.get(player.id, 0),
            price=document["stock"]["price"] if document["stock"] else 0,
            points=score["total"] if score else -1,
            tricks=score["tricks"] if score else -1,
            **{f"opponent_{left}": key for left, key in enumerate(others, 1)},
            **{
                f"net_{reason.value}": document["due"]["by_reason"].get(reason.value, {}).get(player.id, 0)
                for reason in Reason
            },
        )[: HEAD.size]
        packed.append(head + facts)
    return packed


def _position(seat: int, dealer: int, players: int) -> int:
    if seat == dealer:
        return layout.POSITIONS_BY_CODE.index("dealer")
    return layout.POSITIONS_BY_CODE.index("eldest" if seat == (dealer + 1) % players else "middle")
