"""Finding hands, and what is known of one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from gleek_replay.audit import Verdict, audit_record
from gleek_replay.records import read_record
from gleek_replay.services import hands, keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.hands import HandFilter, find_hands
from gleek_replay.services.refusals import BadCursor, Forbidden, NotFound
from gleek_replay.storage import hand_queries
from gleek_replay.storage.hand_queries import Place
from tests.services.told_hands import evening, told, upload


def ids(page: hands.Page[hands.HandSummary]) -> list[str]:
    return [hand.hand_id for hand in page.items]


def every_page(session: Session, caller: Caller, wanted: HandFilter, limit: int) -> list[str]:
    found, cursor = [], None
    while True:
        page = find_hands(session, caller, wanted, cursor, limit)
        found += ids(page)
        if page.next_cursor is None:
            return found
        assert len(page.items) == limit
        cursor = page.next_cursor


@pytest.fixture
def stored(session: Session, operator: Caller) -> None:
    """Two evenings at two tables, and four hands of other rules and verdicts."""
    upload(session, operator, *evening(7))
    upload(session, operator, *evening(5, table="southwark", players=("moll", "pru", "will")))
    upload(
        session, operator, *(told(name) for name in ("revoke", "misreported", "unplayable", "four-players"))
    )


BLACKFRIARS = [f"blackfriars-{number}" for number in range(7, 0, -1)]
SOUTHWARK = [f"southwark-{number}" for number in range(5, 0, -1)]


@pytest.mark.usefixtures("stored")
class TestFinding:
    @pytest.mark.parametrize("limit", [1, 2, 5, 16, 200])
    def test_pages_give_every_hand_once_the_newest_first(
        self, session: Session, operator: Caller, limit: int
    ) -> None:
        found = every_page(session, operator, HandFilter(), limit)
        assert len(found) == len(set(found)) == 16
        moments = [hands.get_hand(session, operator, hand_id).hand.played_at for hand_id in found]
        assert moments == sorted(moments, reverse=True)

    @pytest.mark.parametrize("limit", [1, 3, 50])
    def test_a_player_finds_his_hands(self, session: Session, operator: Caller, limit: int) -> None:
        assert every_page(session, operator, HandFilter(player="moll"), limit) == SOUTHWARK
        assert every_page(session, operator, HandFilter(player="bess", session="blackfriars"), limit) == (
            BLACKFRIARS
        )

    @pytest.mark.parametrize("limit", [2, 50])
    def test_a_session_finds_its_hands(self, session: Session, operator: Caller, limit: int) -> None:
        assert every_page(session, operator, HandFilter(session="southwark"), limit) == SOUTHWARK

    def test_a_verdict_finds_the_hands_that_have_it(self, session: Session, operator: Caller) -> None:
        assert every_page(session, operator, HandFilter(verdict=Verdict.IRREGULAR), 50) == ["example-00023"]
        assert len(every_page(session, operator, HandFilter(verdict=Verdict.CLEAN), 3)) == 13

    def test_rules_find_the_hands_played_by_them(self, session: Session, operator: Caller) -> None:
        assert every_page(session, operator, HandFilter(rules="cotton-1674"), 5) == ["example-00025"]
        assert set(BLACKFRIARS) < set(every_page(session, operator, HandFilter(rules="parlett"), 5))

    def test_a_coin_finds_the_hands_played_for_it(self, session: Session, operator: Caller) -> None:
        every = every_page(session, operator, HandFilter(), 50)
        stakes = {hand_id: hands.get_hand(session, operator, hand_id).hand.stake for hand_id in every}
        assert len(set(stakes.values())) > 1
        for stake in set(stakes.values()):
            own = [hand_id for hand_id in every if stakes[hand_id] == stake]
            assert every_page(session, operator, HandFilter(stake=stake), 2) == own

    def test_a_program_finds_the_hands_that_it_recorded(self, session: Session, operator: Caller) -> None:
        another = [
            told("parlett", hand_id=f"other-{version}", client={"name": "Other", "version": version})
            for version in ("1", "2")
        ]
        upload(session, operator, *another, told("parlett", hand_id="bare", client={"name": "Bare"}))
        for client, found in (
            ("Other", {"other-1", "other-2"}),
            ("Other 2", {"other-2"}),
            ("Bare", {"bare"}),
            ("Bare None", set()),
            ("Nobody", set()),
        ):
            assert set(every_page(session, operator, HandFilter(client=client), 1)) == found, client
        (player,) = [player["id"] for player in another[0]["players"]][:1]
        both = HandFilter(client="Other", player=player, verdict=Verdict.CLEAN)
        assert set(every_page(session, operator, both, 50)) == {"other-1", "other-2"}

    @pytest.mark.parametrize("player", [None, "pru"])
    def test_dates_bound_the_hands_from_the_first_on_and_before_the_second(
        self, session: Session, operator: Caller, player: str | None
    ) -> None:
        start = datetime(2026, 3, 1, 18, 20, tzinfo=UTC)
        wanted = HandFilter(
            player=player, start=start, end=start + timedelta(minutes=20), session="blackfriars"
        )
        assert every_page(session, operator, wanted, 50) == ["blackfriars-3", "blackfriars-2"]

    def test_all_filters_hold_together(self, session: Session, operator: Caller) -> None:
        wanted = HandFilter(
            player="pru",
            session="southwark",
            verdict=Verdict.CLEAN,
            rules="parlett",
            start=datetime(2026, 3, 1, 18, 30, tzinfo=UTC),
            end=datetime(2026, 3, 1, 18, 40, tzinfo=UTC),
        )
        assert every_page(session, operator, wanted, 50) == ["southwark-3"]

    @pytest.mark.parametrize(
        "wanted", [HandFilter(player="nobody"), HandFilter(session="nowhere"), HandFilter(rules="whist")]
    )
    def test_what_the_club_does_not_know_has_no_hands(
        self, session: Session, operator: Caller, wanted: HandFilter
    ) -> None:
        assert find_hands(session, operator, wanted) == hands.Page(items=(), next_cursor=None)

    def test_hands_stored_meanwhile_neither_repeat_nor_hide_any(
        self, session: Session, operator: Caller
    ) -> None:
        first = find_hands(session, operator, HandFilter(session="blackfriars"), limit=3)
        upload(session, operator, told(hand_id="newest", played_at="2026-12-24T00:00:00Z", session={
            "id": "blackfriars", "hand": 8,
        }))  # fmt: skip
        assert first.next_cursor is not None
        rest = find_hands(session, operator, HandFilter(session="blackfriars"), first.next_cursor, 50)
        assert ids(first) + ids(rest) == BLACKFRIARS

    def test_hands_of_one_moment_are_paged_by_the_order_in_which_they_came(
        self, session: Session, operator: Caller
    ) -> None:
        together = [
            told(hand_id=f"t{n}", session={"id": "t", "hand": n}, played_at="2026-05-01T10:00:00+02:00")
            for n in range(1, 6)
        ]
        upload(session, operator, *together)
        assert every_page(session, operator, HandFilter(session="t"), 2) == ["t5", "t4", "t3", "t2", "t1"]

    @pytest.mark.parametrize(
        "cursor", ["", "x", "AAAA", "AAWRgtBq9gAMW96rFc_tOA==", "!" * 22, "é", "f" * 22, "A" * 10_000]
    )
    def test_a_cursor_that_no_page_has_given_out_is_refused(
        self, session: Session, operator: Caller, cursor: str
    ) -> None:
        with pytest.raises(BadCursor):
            find_hands(session, operator, cursor=cursor)

    def test_no_page_is_longer_than_the_most(
        self, session: Session, operator: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hands, "MOST_ITEMS", 4)
        assert len(find_hands(session, operator, limit=1000).items) == 4
        assert len(find_hands(session, operator, limit=0).items) == 1

    def test_a_summary_says_who_played_and_what_each_won(self, session: Session, operator: Caller) -> None:
        hand = hands.get_hand(session, operator, "southwark-5").hand
        assert (hand.session_id, hand.session_hand, hand.rules, hand.price) == ("southwark", 5, "parlett", 13)
        assert [(s.player_id, s.name, s.position, s.net, s.bought) for s in hand.seats] == [
            ("moll", None, "dealer", -7, True),
            ("pru", "Catherine d’Aragon", "eldest", -24, False),
            ("will", None, "middle", 30, False),
        ]

    # PostgreSQL makes its plans for the rows that there are, and here there are few.
    @pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
    @pytest.mark.parametrize(
        ("wanted", "index"),
        [
            (HandFilter(), "ix_hands_club_key_played_at_key"),
            (HandFilter(verdict=Verdict.CLEAN), "ix_hands_club_key_verdict_played_at_key"),
            (HandFilter(player="bess"), "ix_hand_players_player_key_played_at_hand_key_net_counts"),
            (HandFilter(session="blackfriars"), "ix_hands_play_session_key_played_at_key"),
        ],
    )
    def test_every_usual_page_is_read_in_the_order_of_an_index(
        self, session: Session, wanted: HandFilter, index: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[Any] = []
        execute = session.execute

        def note_and_execute(query: Any) -> Any:
            asked.append(query)
            return execute(query)

        monkeypatch.setattr(session, "execute", note_and_execute)
        place = Place(played_at=datetime(2026, 3, 1, 19, tzinfo=UTC), key=2**62)
        hand_queries.hands_before(session, 1, wanted, place, 3)
        assert session.bind is not None
        compiled = asked[0].compile(session.bind, compile_kwargs={"literal_binds": True})
        plan = [row.detail for row in execute(text(f"EXPLAIN QUERY PLAN {compiled}"))]
        assert any(f"INDEX {index} (" in step for step in plan), plan
        assert not any("TEMP B-TREE" in step for step in plan), plan


def test_the_audit_stored_is_that_of_the_record(session: Session, operator: Caller) -> None:
    upload(session, operator, told("revoke"))
    document = hands.get_audit(session, operator, "example-00023")
    assert document == audit_record(read_record(orjson.dumps(told("revoke")))).document
    assert hands.replay_hand(session, operator, "example-00023").document == document


def test_a_hand_that_is_not_there_is_not_found(session: Session, operator: Caller) -> None:
    for ask in (hands.get_hand, hands.get_audit, hands.get_record, hands.replay_hand):
        with pytest.raises(NotFound, match=r"^There is no hand nowhere-1\.$"):
            ask(session, operator, "nowhere-1")


def test_a_reader_sees_hands_but_not_the_bytes_of_records(session: Session, operator: Caller) -> None:
    upload(session, operator, told())
    key = keys.create_key(session, operator, name="ann", role=Role.READER, owner="ann")
    reader = keys.authenticate(session, key.token)
    assert reader is not None
    assert hands.get_audit(session, reader, "example-00012")["verdict"] == "clean"
    with pytest.raises(Forbidden):
        hands.get_record(session, reader, "example-00012")
