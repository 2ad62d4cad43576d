"""Sessions of play: their hands in order, what they come to, and what is wrong between them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import orjson
import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from gleek_replay.engine import Carried
from gleek_replay.services import sessions
from gleek_replay.services.access import Caller
from gleek_replay.services.evenings import find_evenings
from gleek_replay.services.hands import find_hands
from gleek_replay.services.refusals import NotFound
from gleek_replay.storage.tables import Club, PlaySession
from tests.services.told_hands import evening, renamed, told, upload
from tests.test_repository import ROOT

MITRE = "mitre-2026-05-16"


def mitre() -> list[dict[str, Any]]:
    """The sound evening of the sample histories: ten hands, the ruff doubled, the pot carried."""
    lines = (ROOT / "sample_histories" / "evening.ndjson").read_bytes().splitlines()
    return [orjson.loads(line) for line in lines]


def findings(session: Session, caller: Caller, session_id: str = MITRE) -> list[tuple[str, str]]:
    """What is found between the hands of a session: the code and the hand where it shows."""
    found = sessions.get_session(session, caller, session_id).findings
    return [(finding.code.value, finding.hand_id) for finding in found]


def test_the_hands_of_a_session_come_by_number_whatever_the_order_they_came_in(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, *reversed(mitre()))
    found = sessions.get_session(session, operator, MITRE)
    assert [hand.summary.session_hand for hand in found.hands] == list(range(1, 11))
    assert found.findings == ()
    assert [hand.findings for hand in found.hands] == [()] * 10


def test_what_each_won_is_added_from_hand_to_hand(session: Session, operator: Caller) -> None:
    upload(session, operator, *mitre())
    found = sessions.get_session(session, operator, MITRE)
    assert found.players == {"lettice": "Lettice Ward", "roger": "Roger Bull", "hester": "Hester Lowe"}
    assert found.net == {"lettice": -29, "roger": 73, "hester": -52, "pot": 8, "ruff_pot": 0}
    assert found.hands[0].totals == found.hands[0].net
    assert found.hands[-1].totals == found.net
    for account, total in found.net.items():
        assert sum(hand.net[account] for hand in found.hands) == total
    assert {sum(hand.net.values()) for hand in found.hands} == {0}


def test_a_session_says_what_it_began_with_and_what_it_left(session: Session, operator: Caller) -> None:
    upload(session, operator, *mitre())
    found = sessions.get_session(session, operator, MITRE)
    assert found.carried_in == Carried()
    assert found.carried_out == Carried(ruff_multiplier=4, pot=8)


def test_nobody_can_say_what_a_hand_left_that_did_not_end(session: Session, operator: Caller) -> None:
    hands = mitre()
    hands[-1] = {name: part for name, part in hands[-1].items() if name not in {"payments", "result"}}
    hands[-1]["actions"] = hands[-1]["actions"][:-4]
    upload(session, operator, *hands)
    found = sessions.get_session(session, operator, MITRE)
    assert (found.hands[-1].verdict.value, found.carried_out) == ("incomplete", None)


def test_a_finding_stands_with_the_hand_where_it_shows(session: Session, operator: Caller) -> None:
    hands = mitre()
    hands[4]["stake"] = "groat"
    del hands[6]
    upload(session, operator, *hands)
    assert findings(session, operator) == [
        ("stake_changed", f"{MITRE}-5"), ("stake_changed", f"{MITRE}-6"), ("gap", f"{MITRE}-8"),
    ]  # fmt: skip
    found = sessions.get_session(session, operator, MITRE)
    assert [len(hand.findings) for hand in found.hands] == [0, 0, 0, 0, 1, 1, 1, 0, 0]


def test_a_session_is_judged_by_the_records_that_its_hands_are_based_on(
    session: Session, operator: Caller
) -> None:
    upload(session, operator, *mitre())
    other = {**mitre()[3], "carried": {"ruff_multiplier": 1, "ruff_pot": 0, "pot": 50}}
    (outcome,) = upload(session, operator, other)
    assert outcome.status.value == "conflicting"
    assert findings(session, operator) == []


def test_players_who_come_and_go_are_all_named_and_told_apart(session: Session, operator: Caller) -> None:
    first, second = evening(2)
    seats = [player["id"] for player in second["players"]]
    second = renamed(second, (*seats[:2], "newcomer"))
    named = [{**player, "name": "Ann"} for player in second["players"]]
    upload(session, operator, first, {**second, "players": named})
    found = sessions.get_session(session, operator, "blackfriars")
    assert found.players[seats[0]] == f"Ann ({seats[0]})"
    assert found.players["newcomer"] == "Ann (newcomer)"
    assert len(found.players) == 4
    assert "newcomer" not in found.hands[0].totals
    assert seats[2] not in found.hands[1].net
    assert found.hands[1].totals[seats[2]] == found.hands[0].net[seats[2]]
    assert ("players_changed", "blackfriars-2") in findings(session, operator, "blackfriars")


def test_the_summaries_are_the_hands_as_lists_show_them(session: Session, operator: Caller) -> None:
    upload(session, operator, *mitre())
    found = sessions.get_session(session, operator, MITRE)
    assert set(found.summaries) == set(find_hands(session, operator).items)


def test_a_session_that_is_not_there_is_not_found(session: Session, operator: Caller) -> None:
    upload(session, operator, told())
    with pytest.raises(NotFound, match=r"^There is no session nowhere\.$"):
        sessions.get_session(session, operator, "nowhere")


def test_the_number_of_questions_does_not_grow_with_the_hands(session: Session, operator: Caller) -> None:
    upload(session, operator, *evening(2, table="short"), *evening(30, table="long"))

    def questions(session_id: str) -> int:
        asked: list[str] = []
        bind = session.get_bind()

        def note(_: object, __: object, statement: str, *___: object) -> None:
            asked.append(statement)

        event.listen(bind, "before_cursor_execute", note)
        sessions.get_session(session, operator, session_id)
        event.remove(bind, "before_cursor_execute", note)
        return len(asked)

    questions("short")
    assert questions("long") == questions("short") == 4


def test_sessions_are_listed_by_id_with_their_hands_and_dates(session: Session, operator: Caller) -> None:
    upload(session, operator, *evening(3, table="southwark"), *evening(7), *mitre(), told())
    page = sessions.find_sessions(session, operator)
    assert [(found.session_id, found.hands) for found in page.items] == [
        ("blackfriars", 7), (MITRE, 10), ("southwark", 3),
    ]  # fmt: skip
    assert page.next_cursor is None
    assert page.items[0].first_played_at == datetime(2026, 3, 1, 18, 10, tzinfo=UTC)
    assert page.items[0].last_played_at == datetime(2026, 3, 1, 19, 10, tzinfo=UTC)


def test_pages_give_every_session_once(session: Session, operator: Caller) -> None:
    tables = ["a", "b", "c", "d", "e"]
    upload(session, operator, *(hand for table in tables for hand in evening(2, table=table)))
    session.add(PlaySession(key=1, club_key=operator.club_id, session_id="b-without-hands"))
    found, cursor = [], None
    while True:
        page = sessions.find_sessions(session, operator, cursor, 2)
        found += [some.session_id for some in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert found == tables


def test_a_club_sees_its_own_sessions_alone(session: Session, operator: Caller) -> None:
    upload(session, operator, *evening(2))
    session.add(Club(key=2, name="other"))
    session.flush()
    stranger = Caller(club_id=2, key_id=operator.key_id, owner="ann", role=operator.role)
    assert sessions.find_sessions(session, stranger).items == ()
    with pytest.raises(NotFound):
        sessions.get_session(session, stranger, "blackfriars")


def test_a_hand_knows_the_ones_beside_it_by_number(session: Session, operator: Caller) -> None:
    hands = mitre()
    upload(session, operator, *(hands[place] for place in (4, 0, 2, 1)))
    upload(session, operator, *evening(3))

    def beside(number: int) -> tuple[str | None, str | None]:
        found = sessions.get_beside(session, operator, f"{MITRE}-{number}")
        previous, following = (each and each.hand_id for each in (found.previous, found.next))
        return previous or None, following or None

    assert beside(1) == (None, f"{MITRE}-2")
    assert beside(2) == (f"{MITRE}-1", f"{MITRE}-3")
    assert beside(3) == (f"{MITRE}-2", f"{MITRE}-5")
    assert beside(5) == (f"{MITRE}-3", None)
    assert beside(9) == (None, None)
    after = sessions.get_beside(session, operator, f"{MITRE}-3").next
    assert after is not None
    assert after.session_hand == 5


def test_a_session_says_what_happened_in_each_hand(session: Session, operator: Caller) -> None:
    upload(session, operator, *mitre())
    hands = sessions.get_session(session, operator, MITRE).hands
    first = hands[0].happened
    assert (first.buyer, first.price) == ("roger", 14)
    assert (first.ruff_winner, first.ruff_won) == ("hester", 26)
    assert first.most == sessions.PaidMost(payer="lettice", payee="roger", amount=2, reason="gleek")
    assert (hands[3].happened.ruff_winner, hands[3].happened.ruff_won) == (None, 0)


def test_the_list_of_evenings_has_the_latest_first_with_who_won(session: Session, operator: Caller) -> None:
    upload(session, operator, *mitre())
    upload(session, operator, *evening(2))
    page = find_evenings(session, operator, None, 1)
    assert [found.summary.session_id for found in page.items] == ["blackfriars"]
    (first,) = find_evenings(session, operator, page.next_cursor, 1).items
    assert first.summary.session_id == MITRE
    assert [(each.player_id, each.net) for each in first.standings] == [
        ("roger", 73), ("lettice", -29), ("hester", -52),
    ]  # fmt: skip
    assert first.unsound == {}
    assert find_evenings(session, operator, "nowhere").items == ()
