"""`gleek-replay rebuild`: every projection made anew from the records."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from functools import partial

import orjson
from sqlalchemy.orm import Session

from gleek_replay.audit.account.words import signed
from gleek_replay.cli.opening import on_the_database
from gleek_replay.cli.terminal import FAILED, harmless
from gleek_replay.services.rebuild import RebuildReport, rebuild
from gleek_replay.services.rejudging import Judgment, Rejudged


def run(named: Namespace) -> int:
    """Rebuild, and say what came out otherwise; 2 if the service failed on a record."""
    return on_the_database(partial(_rebuild, named.format))


def _rebuild(form: str, session: Session) -> int:
    if form == "ndjson":
        report = rebuild(session, lambda hand: print(orjson.dumps(hand.document).decode()))
        print(orjson.dumps(asdict(report)).decode())
    else:
        report = rebuild(session, _tell)
        print(_sum(report))
    return FAILED if report.failed else 0


def _tell(hand: Rejudged) -> None:
    """A hand that came to another verdict or settlement, in a line."""
    parts = [f"{_verdict(hand.before)} → {_verdict(hand.after)}", *_nets(hand)]
    if hand.before and hand.after:
        parts.append(f"engine {hand.before.engine} → {hand.after.engine}")
    if hand.ruling is not None:
        otherwise = ": today's engine finds otherwise" if hand.stands_otherwise else ""
        parts.append(f"ruled ({hand.ruling}){otherwise}")
    print(harmless(f"{hand.hand_id} ({hand.club}): {'; '.join(parts)}"))


def _verdict(judgment: Judgment | None) -> str:
    return judgment.verdict if judgment else "no hand"


def _nets(hand: Rejudged) -> list[str]:
    """What each player of whom it is no longer the same won or lost, then and now."""
    before, after = (each.due if each else {} for each in (hand.before, hand.after))
    moved = [player for player in {**before, **after} if before.get(player) != after.get(player)]
    told = [f"{player} {_net(before.get(player))} → {_net(after.get(player))}" for player in moved]
    return [", ".join(told)] if told and hand.before and hand.after else []


def _net(amount: int | None) -> str:
    return "–" if amount is None else signed(amount)


def _sum(report: RebuildReport) -> str:
    tallies = " The tallies were counted anew." if report.tallies else ""
    return (
        f"{report.records:,} records read, {report.hands:,} hands audited again:"
        f" {report.changed:,} came out otherwise, {report.failed:,} failed.{tallies}"
    )
