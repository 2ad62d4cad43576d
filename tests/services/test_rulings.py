"""What rulings do to numbers, and what rebuilding, renaming and erasing do to disputes and rulings."""

from __future__ import annotations

import csv
import io
import random
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import orjson
import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from gleek_replay.records import Stake, facts_digest, read_record
from gleek_replay.services import clubs, disputes, hands, keys, players, sessions, settlements
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.csv_export import export_csv
from gleek_replay.services.disputes import RulingKind
from gleek_replay.services.erasing import erase_player
from gleek_replay.services.figures import PlayerFigure
from gleek_replay.services.rebuild import rebuild
from gleek_replay.services.refusals import Conflict, NotFound, Unfit
from gleek_replay.services.renaming import merge_players, unmerge_player
from gleek_replay.services.uploads import Wishes
from gleek_replay.services.withdrawal import withdraw
from gleek_replay.storage import writing
from gleek_replay.storage.tables import Base
from tests.services import numbers_told
from tests.services.disputed_hands import (
    DUE,
    HAND,
    PAID,
    People,
    conflict,
    key_of,
    mispaid,
    people_of_a_club,
    ruled,
    told_steps,
)
from tests.services.told_hands import evening, told, upload

EVERYTHING = ("hands", "hand_players", "players", "play_sessions", "records", "disputes", "dispute_steps")


@pytest.fixture
def people(session: Session) -> People:
    """Those who have to do with the hand."""
    return people_of_a_club(session)


def rows_of(session: Session) -> dict[str, set[tuple[Any, ...]]]:
    session.rollback()
    return {
        table: {tuple(row) for row in session.execute(select(Base.metadata.tables[table]))}
        for table in EVERYTHING
    }


def an_evening_with_a_conflict(session: Session, people: People) -> None:
    """Five hands in which each wins or loses what is due, and another that Ann tells with a wrong payment."""
    upload(session, people.ann, *evening(5), mispaid(session={"id": "blackfriars", "hand": 6}))
    upload(session, people.bob, told(session={"id": "blackfriars", "hand": 6}))


RULINGS: dict[tuple[RulingKind, int | None], dict[str, int] | None] = {
    (RulingKind.RECORD, 1): PAID,
    (RulingKind.RECORD, 2): DUE,
    (RulingKind.SETTLEMENT, None): DUE,
    (RulingKind.VOID, None): None,
}
"""What each ruling makes of the nets of the hand in dispute."""


@pytest.mark.parametrize(("ruling", "record"), RULINGS)
def test_statistics_follow_the_ruling_and_say_so(
    session: Session, people: People, ruling: RulingKind, record: int | None
) -> None:
    an_evening_with_a_conflict(session, people)
    before = numbers_told.summary(session, people.reader, "pru")
    assert (before.hands, before.net, before.ruled, before.void) == (6, 6 * DUE["pru"], 0, 0)
    assert before.disputed == 1
    ruled(session, people, ruling, record)
    counts = RULINGS[ruling, record]
    for player in DUE:
        of_it = [] if counts is None else [counts[player]]
        nets = [DUE[player]] * 5 + of_it
        found = numbers_told.summary(session, people.reader, player)
        assert (found.hands, found.net) == (len(nets), sum(nets))
        assert found.net_a_hand.value == pytest.approx(sum(nets) / len(nets))
        assert (found.disputed, found.ruled, found.void) == (0, len(of_it), 1 - len(of_it))
        by_stage = {stage.stage.value: stage.net for stage in found.by_stage}
        assert sum(by_stage.values()) == found.net
        assert by_stage["ruling"] == sum(nets) - DUE[player] * len(nets)
        assert sum(seat.net for seat in found.by_seat) == found.net
        assert sum(found.verdicts.values()) == len(nets)
        summary = players.get_player(session, people.reader, player)
        assert (summary.hands, summary.net, summary.void) == (len(nets), sum(nets), 1 - len(of_it))
        figure = numbers_told.figure(session, people.reader, player, PlayerFigure.NET_OVER_TIME)
        assert figure["data"][-1]["y"][-1] == sum(nets)
        assert figure["data"][-1]["x"][-1] == len(nets)


@pytest.mark.parametrize(("ruling", "record"), RULINGS)
def test_a_session_comes_to_what_was_ruled(
    session: Session, people: People, ruling: RulingKind, record: int | None
) -> None:
    an_evening_with_a_conflict(session, people)
    ruled(session, people, ruling, record)
    counts = RULINGS[ruling, record] or dict.fromkeys(DUE, 0)
    found = sessions.get_session(session, people.reader, "blackfriars")
    assert {player: found.net[player] for player in DUE} == {
        player: 5 * due + counts[player] for player, due in DUE.items()
    }
    assert sum(found.net.values()) == 0
    settled = settlements.get_session_transfers(session, people.reader, "blackfriars")
    worth = Stake(settled["stake"]).farthings
    assert settled["money"] == {account: net * worth for account, net in found.net.items()}
    last = found.hands[-1]
    assert last.totals == {account: found.net[account] for account in last.totals}
    assert {player: last.net.get(player, 0) for player in DUE} == counts


def test_where_the_upheld_record_has_a_result_alone_the_pot_takes_the_rest(
    session: Session, people: People
) -> None:
    said = mispaid(session={"id": "blackfriars", "hand": 1}, result=PAID | {"pru": -13})
    upload(session, people.ann, {name: said[name] for name in said if name != "payments"})
    disputes.open_dispute(session, people.pru, HAND, "Not so.")
    ruled(session, people, RulingKind.RECORD, 1)
    net = sessions.get_session(session, people.reader, "blackfriars").net
    assert net == PAID | {"pru": -13, "pot": 0, "ruff_pot": 0}
    assert players.get_player(session, people.reader, "pru").net == -13


@pytest.mark.parametrize("leaves_out", [["payments", "result"], ["payments", "bess"]])
def test_an_upheld_record_that_does_not_say_what_everybody_got_leaves_what_is_due(
    session: Session, people: People, leaves_out: list[str]
) -> None:
    said = mispaid()
    said["result"] = {player: net for player, net in PAID.items() if player not in leaves_out}
    upload(session, people.ann, {name: said[name] for name in said if name not in leaves_out})
    disputes.open_dispute(session, people.pru, HAND, "Not so.")
    ruled(session, people, RulingKind.RECORD, 1)
    seats = hands.get_hand(session, people.reader, HAND).hand.seats
    assert {seat.player_id: seat.net for seat in seats} == DUE


def test_the_table_of_players_has_the_ruling(session: Session, people: People) -> None:
    conflict(session, people)
    ruled(session, people, RulingKind.RECORD, 1)
    upload(session, people.ann, told(hand_id="void"))
    disputes.open_dispute(session, people.pru, "void", "No.")
    disputes.rule(session, people.steward, "void", version=1, ruling=RulingKind.VOID, grounds="No.")
    table = list(csv.DictReader(io.StringIO(b"".join(export_csv(session, people.reader)).decode())))
    of_pru = {row["hand_id"]: row for row in table if row["player_id"] == "pru"}
    columns = ("ruling", "net", "net_ruff", "net_ruling", "counts")
    assert [of_pru[HAND][column] for column in columns] == ["record", "-14", "-16", "10", "true"]
    assert [of_pru["void"][column] for column in columns] == ["void", "-24", "-16", "0", "false"]


@pytest.mark.parametrize(("ruling", "record"), RULINGS)
def test_rebuilding_changes_nothing_of_disputes_and_rulings(
    session: Session, people: People, ruling: RulingKind, record: int | None
) -> None:
    an_evening_with_a_conflict(session, people)
    upload(session, people.ann, told(hand_id="open"), told(hand_id="open", stake="crown"))
    upload(session, people.ann, told(hand_id="spoken"))
    disputes.open_dispute(session, people.pru, "spoken", "Not so.")
    ruled(session, people, ruling, record)
    for _ in range(2):
        before = rows_of(session)
        assert rebuild(session).changed == 0
        assert rows_of(session) == before


@pytest.mark.parametrize("damage", ["net = net + 1", "net_ruling = 5", "counts = NOT counts"])
def test_what_a_ruling_does_to_numbers_is_put_right_by_rebuilding(
    session: Session, people: People, damage: str
) -> None:
    an_evening_with_a_conflict(session, people)
    ruled(session, people, RulingKind.RECORD, 1)
    before = rows_of(session)
    with writing(session) as connection:
        connection.execute(text(f"UPDATE hand_players SET {damage} WHERE seat = 1"))  # noqa: S608
        connection.execute(text("UPDATE hands SET ruling = NULL"))
    assert rebuild(session).changed == 6
    assert rows_of(session) == before


def test_facts_that_are_digested_otherwise_by_a_new_version_contradict_nothing_anew(
    session: Session, people: People
) -> None:
    conflict(session, people)
    before = ruled(session, people, RulingKind.RECORD, 2)
    old, new = b"o" * 32, facts_digest(read_record(orjson.dumps(mispaid())))
    with writing(session) as connection:
        for table, column in (("records", "facts"), ("disputes", "contradicting")):
            renamed = text(f"UPDATE {table} SET {column} = :old WHERE {column} = :new")  # noqa: S608
            assert connection.execute(renamed, {"old": old, "new": new}).rowcount == 1
    rebuild(session)
    assert disputes.get_dispute(session, people.steward, HAND) == before
    assert rebuild(session).changed == 0


def test_a_ruled_hand_that_today_is_judged_otherwise_is_marked(session: Session, people: People) -> None:
    conflict(session, people)
    assert ruled(session, people, RulingKind.SETTLEMENT).stands_otherwise is False
    with writing(session) as connection:
        (packed,) = connection.scalars(text("SELECT audit FROM dispute_steps WHERE ruling IS NOT NULL"))
        audit = orjson.loads(zlib.decompress(packed))
        audit["due"]["net"]["pru"] += 1
        changed = {"audit": zlib.compress(orjson.dumps(audit))}
        connection.execute(text("UPDATE dispute_steps SET audit = :audit WHERE ruling IS NOT NULL"), changed)
    rebuild(session)
    found = disputes.get_dispute(session, people.reader, HAND)
    assert (found.state, found.ruling, found.stands_otherwise) == ("ruled", "settlement", True)


def test_another_clubs_hand_of_the_same_id_has_a_dispute_of_its_own(
    session: Session, people: People, operator: Caller
) -> None:
    clubs.create_club(session, "abroad")
    conflict(session, people)
    abroad = keys.operator(session, "abroad")
    upload(session, abroad, told())
    assert disputes.find_disputes(session, abroad).items == ()
    disputes.open_dispute(session, abroad, HAND, "Ours.")
    ruled(session, people, RulingKind.VOID)
    assert disputes.get_dispute(session, abroad, HAND).state == "open"
    assert disputes.get_dispute(session, operator, HAND).state == "ruled"


def test_a_player_under_another_id_is_still_concerned_and_claims(
    session: Session, people: People, operator: Caller
) -> None:
    upload(session, people.ann, mispaid(), told("four-players"))
    others = [player["id"] for player in told("four-players")["players"]]
    meant = next(other for other in others if other not in DUE)
    merge_players(session, operator, "pru", meant)
    opened = disputes.open_dispute(session, people.pru, HAND, "I paid sixteen.")
    assert opened.steps[0].claimant == meant
    assert opened.steps[0].net == {
        meant if account == "pru" else account: net
        for account, net in (DUE | {"pot": 1, "ruff_pot": 0}).items()
    }
    assert (
        len(disputes.find_disputes(session, people.reader, disputes.DisputeFilter(player="pru")).items) == 1
    )
    unmerge_player(session, operator, "pru")
    assert disputes.get_dispute(session, people.pru, HAND).steps[0].claimant == "pru"


def everything(session: Session) -> str:
    """Every value of the tables of disputes, with the audits that are packed in them."""
    session.rollback()
    found = []
    for table in ("disputes", "dispute_steps"):
        for row in session.execute(select(Base.metadata.tables[table])).mappings():
            for column, value in row.items():
                plain = zlib.decompress(value) if column == "audit" and value is not None else value
                found.append(plain.decode(errors="replace") if isinstance(plain, bytes) else str(plain))
    return "\n".join(found)


def test_erasing_a_player_reaches_claims_comments_grounds_and_the_audits_kept(
    session: Session, people: People, operator: Caller
) -> None:
    conflict(session, people)
    disputes.open_dispute(session, people.pru, HAND, "I, pru, paid. Catherine d’Aragon always pays.", "pru")
    disputes.comment(session, people.ann, HAND, "pru’s purse says no; prudence says yes.")
    version = disputes.get_dispute(session, people.steward, HAND).version
    disputes.rule(
        session,
        people.steward,
        HAND,
        version=version,
        ruling=RulingKind.RECORD,
        record=2,
        grounds="pru is right",
    )
    before = everything(session).replace("prudence", "")
    assert "pru" in before
    assert "Catherine" in before
    pseudonym = erase_player(session, operator, "pru").pseudonym
    kept = everything(session).replace("prudence", "")
    for trace in ("pru", "Catherine"):
        assert trace not in kept, [line for line in kept.splitlines() if trace in line]
    found = disputes.get_dispute(session, people.steward, HAND)
    assert [step.text for step in found.steps] == [
        None,
        f"I, {pseudonym}, paid. {pseudonym} always pays.",
        f"{pseudonym}’s purse says no; prudence says yes.",
        f"{pseudonym} is right",
    ]
    assert found.steps[1].claimant == pseudonym
    assert found.steps[1].by == found.steps[1].by != "pru"
    assert found.steps[-1].net == {
        pseudonym if account == "pru" else account: net
        for account, net in (DUE | {"pot": 1, "ruff_pot": 0}).items()
    }
    assert (found.state, found.stands_otherwise) == ("ruled", False)


def test_after_an_erasure_nothing_contradicts_anew_and_rebuilding_changes_nothing(
    session: Session, people: People, operator: Caller
) -> None:
    conflict(session, people)
    ruled(session, people, RulingKind.RECORD, 2)
    upload(session, people.ann, told(hand_id="open"), told(hand_id="open", stake="crown"))
    erase_player(session, operator, "pru")
    before = rows_of(session)
    assert rebuild(session).changed == 0
    assert rows_of(session) == before
    upload(session, key_of(session, "cat", Role.UPLOADER), mispaid())
    found = disputes.get_dispute(session, people.steward, HAND)
    assert told_steps(found) == [("opened", None), ("ruled", "steward")]


def test_what_is_said_later_of_one_who_was_erased_does_not_name_him(
    session: Session, people: People, operator: Caller
) -> None:
    conflict(session, people)
    pseudonym = erase_player(session, operator, "pru").pseudonym
    said = disputes.comment(session, people.ann, HAND, "It was pru who paid.")
    assert said.steps[-1].text == f"It was {pseudonym} who paid."
    found = disputes.open_dispute(session, people.steward, HAND, "pru says so", pseudonym)
    assert (found.steps[-1].claimant, found.steps[-1].text) == (pseudonym, f"{pseudonym} says so")


def test_a_void_hand_whose_records_are_withdrawn_and_sent_again_stays_out_of_statistics(
    session: Session, people: People
) -> None:
    upload(session, people.ann, *evening(2), mispaid())
    disputes.open_dispute(session, people.pru, HAND, "Not so.")
    ruled(session, people, RulingKind.VOID)
    withdraw(session, people.ann, HAND)
    assert players.get_player(session, people.reader, "pru").void == 0
    upload(session, people.ann, mispaid(notes="once more"))
    found = numbers_told.summary(session, people.reader, "pru")
    assert (found.hands, found.net, found.void) == (2, 2 * DUE["pru"], 1)


def test_a_player_all_of_whose_hands_are_void_is_still_known(session: Session, people: People) -> None:
    upload(session, people.ann, mispaid())
    disputes.open_dispute(session, people.pru, HAND, "Not so.")
    ruled(session, people, RulingKind.VOID)
    found = numbers_told.summary(session, people.reader, "pru")
    assert (found.hands, found.net, found.void, found.best) == (0, 0, 1, None)
    for figure in PlayerFigure:
        numbers_told.figure(session, people.reader, "pru", figure)
    summary = players.get_player(session, people.reader, "pru")
    assert (summary.hands, summary.net, summary.void) == (0, 0, 1)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_to_a_hand_its_rows_follow_its_dispute_and_rebuilding_adds_nothing(
    session: Session, people: People, seed: int
) -> None:
    chance = random.Random(seed)
    senders = (people.ann, people.bob, key_of(session, "cat", Role.UPLOADER))
    tellings = (told(), mispaid(), told(stake="crown"), told(notes="the same"))
    for number in range(30):
        sender, telling = chance.choice(senders), chance.choice(tellings)
        match chance.choice(["upload", "upload", "replace", "withdraw", "claim", "rule", "rule", "reopen"]):
            case "upload":
                upload(session, sender, telling)
            case "replace":
                upload(session, sender, telling, wishes=Wishes(replace=True))
            case "withdraw":
                attempt(partial(withdraw, session, sender, HAND))
            case "claim":
                attempt(partial(disputes.open_dispute, session, people.steward, HAND, f"{number}"))
            case "rule":
                kind = chance.choice(list(RulingKind))
                record = chance.randint(1, 4) if kind is RulingKind.RECORD else None
                attempt(partial(ruled, session, people, kind, record))
            case "reopen":
                attempt(partial(reopened, session, people))
        check(session, people)
        before = rows_of(session)
        assert rebuild(session).changed == 0
        assert rows_of(session) == before


def attempt(act: Callable[[], object]) -> None:
    """Do what may be refused as things stand."""
    with suppress(NotFound, Conflict, Unfit):
        act()


def reopened(session: Session, people: People) -> object:
    version = disputes.get_dispute(session, people.steward, HAND).version
    return disputes.reopen(session, people.steward, HAND, version=version, reason="once more")


def check(session: Session, people: People) -> None:
    """The hand is in dispute exactly while its dispute is open, and counts by the ruling in force."""
    try:
        hand = hands.get_hand(session, people.reader, HAND).hand
    except NotFound:
        return
    contradicted = "conflicting" in [r.status for r in hands.get_hand(session, people.steward, HAND).records]
    try:
        dispute = disputes.get_dispute(session, people.steward, HAND)
    except NotFound:
        assert (hand.disputed, hand.ruling, contradicted) == (False, None, False)
        return
    assert [step.number for step in dispute.steps] == list(range(1, dispute.version + 1))
    assert hand.disputed is (dispute.state in ("open", "reopened"))
    assert not (contradicted and dispute.state == "lapsed")
    if dispute.state == "ruled":
        assert hand.ruling == dispute.ruling
    assert hand.ruling in (None, dispute.ruling)
    audit = hands.replay_hand(session, people.steward, HAND)
    nets = audit.recorded_net if hand.ruling == "record" else audit.result.net[:3]
    assert nets is not None
    assert {seat.player_id: seat.net for seat in hand.seats} == dict(
        zip([player.id for player in audit.record.players], nets, strict=True)
    )
    found = players.get_player(session, people.reader, "pru")
    assert (found.hands, found.void) == ((0, 1) if hand.ruling == "void" else (1, 0))
