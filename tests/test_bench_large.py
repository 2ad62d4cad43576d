"""A club as `make bench-large` measures it, of a few hundred hands: `make bench-large` has a million."""

from __future__ import annotations

from contextlib import closing

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict
from gleek_replay.services.rebuild import rebuild
from gleek_replay.storage import open_database
from gleek_replay.storage.tables import Dispute, Hand, Player, PlayerLine
from scripts.bench_large.asking import ask_services
from scripts.bench_large.club import REGULAR
from scripts.bench_large.loading import load

HANDS = 400
OF_REGULAR = 80
DIFFERENT = 100


def count(session: Session, column: object) -> int:
    """How many rows there are."""
    return session.scalar(select(func.count()).select_from(column)) or 0  # type: ignore[arg-type]


def test_a_club_is_loaded_as_if_its_hands_had_been_uploaded(database_url: str) -> None:
    assert load(database_url, HANDS // 2, OF_REGULAR // 2, different=DIFFERENT) is not None
    assert load(database_url, HANDS, OF_REGULAR, different=DIFFERENT) is not None
    assert load(database_url, HANDS, OF_REGULAR, different=DIFFERENT) is None
    with closing(open_database(database_url)) as database, database.session() as session:
        assert (count(session, Hand), count(session, PlayerLine)) == (HANDS, 3 * HANDS)
        his = select(func.count()).select_from(PlayerLine).join(Player, Player.key == PlayerLine.player_key)
        assert session.scalar(his.where(Player.player_id == REGULAR)) == OF_REGULAR
        verdicts = set(session.scalars(select(Hand.verdict)))
        assert {Verdict.CLEAN, Verdict.MISREPORTED, Verdict.IRREGULAR} <= verdicts
        assert count(session, Dispute) > 0
        report = rebuild(session)
        assert (report.changed, report.tallies, report.failed) == (0, 0, 0)


def test_it_answers_whatever_is_measured(database_url: str) -> None:
    load(database_url, HANDS, OF_REGULAR, different=DIFFERENT)
    (heard,) = ask_services([database_url], 2, warm_up=0)
    assert heard.errors == ()
    assert {len(seconds) for seconds in heard.seconds.values()} == {2}
    assert {"page: dashboard", "page: leaderboard", "page: club", "statistics"} <= heard.seconds.keys()
