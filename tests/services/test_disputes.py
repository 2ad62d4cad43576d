"""Disputes: how they are opened, argued, ruled on and reopened, by whom, and what the service does itself."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from sqlalchemy.orm import Session

from gleek_replay.engine import ENGINE_VERSION
from gleek_replay.services import disputes, hands, keys
from gleek_replay.services.access import Caller, Role
from gleek_replay.services.disputes import DisputeFilter, DisputeState, RulingKind
from gleek_replay.services.refusals import BadCursor, Conflict, Forbidden, NotFound, Stale, Unfit, Unseen
from gleek_replay.services.renaming import merge_players
from gleek_replay.services.uploads import Wishes
from gleek_replay.services.withdrawal import withdraw
from gleek_replay.storage import Database
from tests.services.disputed_hands import (
    DUE,
    HAND,
    People,
    conflict,
    end_of_ruling,
    key_of,
    mispaid,
    people_of_a_club,
    rule_in_a_process_of_its_own,
    ruled,
    told_steps,
)
from tests.services.told_hands import renamed, statuses, told, upload

REPLACING = Wishes(replace=True)


@pytest.fixture
def people(session: Session) -> People:
    """Those who have to do with the hand."""
    return people_of_a_club(session)


def is_disputed(session: Session, people: People) -> bool:
    return hands.get_hand(session, people.reader, HAND).hand.disputed


def stands_on(session: Session, people: People) -> list[int]:
    """The number of the record that the hand stands on."""
    records = hands.get_hand(session, people.steward, HAND).records
    return [number for number, record in enumerate(records, 1) if record.current]


def test_the_service_opens_a_dispute_when_records_conflict(session: Session, people: People) -> None:
    upload(session, people.ann, mispaid())
    with pytest.raises(NotFound):
        disputes.get_dispute(session, people.steward, HAND)
    upload(session, people.bob, told())
    found = disputes.get_dispute(session, people.steward, HAND)
    assert (found.state, found.version, found.ruling) == (DisputeState.OPEN, 1, None)
    (step,) = found.steps
    assert (step.kind, step.by, step.text, step.verdict) == ("opened", None, None, "misreported")
    assert (step.engine_version, step.net) == (ENGINE_VERSION, DUE | {"pot": 1, "ruff_pot": 0})
    assert step.audit == hands.get_audit(session, people.steward, HAND)
    assert is_disputed(session, people)


def test_it_opens_one_for_records_of_one_upload_too(session: Session, people: People) -> None:
    upload(session, people.ann, mispaid(), told())
    assert told_steps(disputes.get_dispute(session, people.reader, HAND)) == [("opened", None)]


def test_records_that_agree_open_none(session: Session, people: People) -> None:
    upload(session, people.ann, told())
    upload(session, people.bob, told(notes="the same"))
    with pytest.raises(NotFound):
        disputes.get_dispute(session, people.steward, HAND)


def test_a_player_who_sat_in_a_hand_disputes_it(session: Session, people: People) -> None:
    upload(session, people.ann, mispaid())
    opened = disputes.open_dispute(session, people.pru, HAND, "I paid sixteen, \r\nnot six.")
    (step,) = opened.steps
    assert (step.kind, step.by, step.claimant) == ("opened", "pru", "pru")
    assert (step.text, step.verdict) == ("I paid sixteen, \nnot six.", "misreported")
    assert is_disputed(session, people)
    assert [hand.hand_id for hand in hands.find_hands(session, people.reader, DISPUTED).items] == [HAND]
    assert statuses(upload(session, people.bob, mispaid())) == ["corroborating"]
    assert is_disputed(session, people)


DISPUTED = hands.HandFilter(disputed=True)


def test_a_claim_can_be_made_for_another_who_sat_there_and_for_nobody_else(
    session: Session, people: People
) -> None:
    upload(session, people.ann, mispaid())
    opened = disputes.open_dispute(session, people.ann, HAND, "Bess says otherwise.", "bess")
    assert opened.steps[0].claimant == "bess"
    with pytest.raises(Unfit) as refused:
        disputes.open_dispute(session, people.ann, HAND, "So does he.", "sam")
    assert [fault.pointer for fault in refused.value.faults] == ["/claimant"]
    assert disputes.open_dispute(session, people.steward, HAND, "It is asked.").steps[1].claimant is None


def test_a_claimant_who_sat_beside_an_id_that_means_him_is_told_from_it(
    session: Session, people: People
) -> None:
    upload(session, people.ann, renamed(told(hand_id="before"), ("gerry", "dan", "kate")))
    upload(session, people.ann, renamed(told(hand_id="alone"), ("sam", "pru", "tom")))
    merge_players(session, keys.operator(session), "pru", "gerry")
    upload(session, people.ann, renamed(mispaid(), ("gerry",)))
    for claimant in ("pru", "gerry"):
        disputes.open_dispute(session, people.steward, HAND, f"Says {claimant}.", claimant)
    merge_players(session, keys.operator(session), "geraldine", "kate")
    disputes.open_dispute(session, people.steward, HAND, "Says kate.", "kate")
    found = disputes.get_dispute(session, people.steward, HAND)
    assert [step.claimant for step in found.steps] == ["pru", "gerry", "kate"]


def test_only_those_whom_a_hand_concerns_dispute_it_and_comment(session: Session, people: People) -> None:
    upload(session, people.ann, mispaid())
    stranger = key_of(session, "sam", Role.PLAYER, "sam")
    for caller in (stranger, people.bob, people.reader):
        with pytest.raises(Forbidden):
            disputes.open_dispute(session, caller, HAND, "Let me in.")
    disputes.open_dispute(session, people.pru, HAND, "Not so.")
    for caller in (stranger, people.bob, people.reader):
        with pytest.raises(Forbidden):
            disputes.comment(session, caller, HAND, "I was there in spirit.")
    for caller in (people.pru, people.ann):
        with pytest.raises(Forbidden):
            ruled(session, _with_steward(people, caller), RulingKind.VOID)
        with pytest.raises(Forbidden):
            disputes.reopen(session, caller, HAND, version=1, reason="Again.")


def _with_steward(people: People, steward: Caller) -> People:
    return People(ann=people.ann, bob=people.bob, pru=people.pru, steward=steward, reader=people.reader)


def test_claims_and_comments_are_for_those_whom_the_hand_concerns(session: Session, people: People) -> None:
    conflict(session, people)
    disputes.open_dispute(session, people.pru, HAND, "I paid sixteen.")
    disputes.comment(session, people.ann, HAND, "Six, I say.")
    ruled(session, people, RulingKind.SETTLEMENT)

    def texts(caller: Caller) -> list[str | None]:
        return [step.text for step in disputes.get_dispute(session, caller, HAND).steps]

    for caller in (people.pru, people.ann, people.bob, people.steward):
        assert texts(caller) == [None, "I paid sixteen.", "Six, I say.", "so be it"]
    assert texts(people.reader) == [None, None, None, "so be it"]
    seen = disputes.get_dispute(session, people.reader, HAND)
    assert [step.withheld for step in seen.steps] == [False, True, True, False]
    assert [step.claimant for step in seen.steps] == [None] * 4
    assert (seen.may_comment, seen.may_rule) == (False, False)
    party = disputes.get_dispute(session, people.ann, HAND)
    assert (party.may_comment, party.may_rule) == (True, False)


def test_the_audit_of_a_step_is_whole_for_stewards_alone(session: Session, people: People) -> None:
    conflict(session, people)
    for caller in (people.pru, people.ann, people.reader):
        (step,) = disputes.get_dispute(session, caller, HAND).steps
        assert (step.verdict, step.audit) == ("misreported", None)
        assert step.net is not None


def test_upholding_a_record_makes_the_hand_stand_on_it(session: Session, people: People) -> None:
    conflict(session, people)
    assert stands_on(session, people) == [1]
    done = ruled(session, people, RulingKind.RECORD, record=2)
    assert (done.state, done.ruling, done.record, done.version) == ("ruled", "record", 2, 2)
    step = done.steps[-1]
    assert (step.kind, step.by, step.record, step.verdict) == ("ruled", "steward", 2, "clean")
    assert stands_on(session, people) == [2]
    hand = hands.get_hand(session, people.reader, HAND).hand
    assert (hand.disputed, hand.ruling, hand.verdict) == (False, "record", "clean")
    assert done.stands_otherwise is False


@pytest.mark.parametrize("ruling", [RulingKind.SETTLEMENT, RulingKind.VOID])
def test_the_other_rulings_leave_the_hand_on_what_it_stood_on_whatever_comes_later(
    session: Session, people: People, ruling: RulingKind
) -> None:
    conflict(session, people)
    done = ruled(session, people, ruling)
    assert (done.ruling, done.record) == (ruling, 1)
    upload(session, key_of(session, "cat", Role.UPLOADER), told())
    assert stands_on(session, people) == [1]
    hand = hands.get_hand(session, people.reader, HAND).hand
    assert (hand.disputed, hand.ruling, hand.verdict) == (False, ruling, "misreported")


def test_more_who_tell_what_was_overruled_change_nothing(session: Session, people: People) -> None:
    conflict(session, people)
    before = ruled(session, people, RulingKind.RECORD, record=2)
    for name in ("cat", "dan"):
        assert statuses(upload(session, key_of(session, name, Role.UPLOADER), mispaid())) == ["conflicting"]
    assert disputes.get_dispute(session, people.steward, HAND) == before
    assert stands_on(session, people) == [2]


def test_a_contradiction_that_is_new_reopens_what_was_ruled_and_the_ruling_holds(
    session: Session, people: People
) -> None:
    conflict(session, people)
    ruled(session, people, RulingKind.RECORD, record=2)
    upload(session, key_of(session, "cat", Role.UPLOADER), told(stake="crown"))
    found = disputes.get_dispute(session, people.steward, HAND)
    assert (found.state, found.ruling, found.record) == ("reopened", "record", 2)
    assert told_steps(found)[2:] == [("reopened", None)]
    assert is_disputed(session, people)
    assert stands_on(session, people) == [2]
    done = ruled(session, people, RulingKind.RECORD, record=3)
    assert (done.state, done.record) == ("ruled", 3)
    assert stands_on(session, people) == [3]


@pytest.mark.parametrize("ruling", list(RulingKind))
def test_withdrawing_the_record_that_a_ruling_rests_on_reopens_the_dispute(
    session: Session, people: People, ruling: RulingKind
) -> None:
    conflict(session, people)
    ruled(session, people, ruling, record=1 if ruling is RulingKind.RECORD else None)
    withdraw(session, people.ann, HAND)
    found = disputes.get_dispute(session, people.steward, HAND)
    assert (found.state, found.ruling, found.record) == ("reopened", ruling, 1)
    assert found.stands_otherwise is True
    hand = hands.get_hand(session, people.reader, HAND).hand
    assert hand.disputed
    assert hand.ruling == ("void" if ruling is RulingKind.VOID else None)
    assert stands_on(session, people) == [2]


def test_withdrawing_what_was_overruled_is_noted(session: Session, people: People) -> None:
    conflict(session, people)
    ruled(session, people, RulingKind.RECORD, record=2)
    withdraw(session, people.ann, HAND)
    found = disputes.get_dispute(session, people.steward, HAND)
    assert (found.state, told_steps(found)[2:]) == ("ruled", [("records", None)])


def test_a_dispute_lapses_when_the_records_agree_before_a_word_is_said_and_opens_again(
    session: Session, people: People
) -> None:
    conflict(session, people)
    upload(session, people.ann, told(), wishes=REPLACING)
    found = disputes.get_dispute(session, people.steward, HAND)
    assert (found.state, told_steps(found)) == ("lapsed", [("opened", None), ("lapsed", None)])
    assert not is_disputed(session, people)
    upload(session, people.bob, mispaid())
    again = disputes.get_dispute(session, people.steward, HAND)
    assert (again.state, told_steps(again)[2:]) == ("open", [("opened", None)])
    assert is_disputed(session, people)


def test_one_in_which_somebody_spoke_waits_for_a_ruling_though_the_records_agree(
    session: Session, people: People
) -> None:
    conflict(session, people)
    disputes.comment(session, people.ann, HAND, "I shall look at it again.")
    upload(session, people.ann, told(), wishes=REPLACING)
    found = disputes.get_dispute(session, people.steward, HAND)
    assert (found.state, told_steps(found)[2:]) == ("open", [("records", None)])
    assert is_disputed(session, people)


def test_a_claim_opens_a_lapsed_dispute_for_one_who_has_seen_how_it_stands(
    session: Session, people: People
) -> None:
    conflict(session, people)
    withdraw(session, people.ann, HAND)
    with pytest.raises(Unseen):
        disputes.open_dispute(session, people.bob, HAND, "It is wrong.")
    with pytest.raises(Stale):
        disputes.open_dispute(session, people.bob, HAND, "It is wrong.", version=1)
    assert not is_disputed(session, people)
    found = disputes.open_dispute(session, people.bob, HAND, "It is wrong.", version=2)
    assert (found.state, told_steps(found)[1:]) == ("open", [("lapsed", None), ("opened", "bob")])
    assert is_disputed(session, people)


def test_who_has_seen_a_version_of_what_is_not_there_is_refused(session: Session, people: People) -> None:
    upload(session, people.ann, mispaid())
    with pytest.raises(Stale):
        disputes.open_dispute(session, people.pru, HAND, "Not so.", version=1)


def test_a_comment_on_a_lapsed_dispute_leaves_it_so(session: Session, people: People) -> None:
    conflict(session, people)
    withdraw(session, people.ann, HAND)
    found = disputes.comment(session, people.bob, HAND, "Thank you.")
    assert (found.state, told_steps(found)[1:]) == ("lapsed", [("lapsed", None), ("commented", "bob")])
    assert not is_disputed(session, people)
    upload(session, people.ann, mispaid())
    assert disputes.get_dispute(session, people.steward, HAND).state == "open"


def test_a_steward_reopens_what_was_ruled_or_lapsed(session: Session, people: People) -> None:
    conflict(session, people)
    done = ruled(session, people, RulingKind.VOID)
    again = disputes.reopen(session, people.steward, HAND, version=done.version, reason="A witness.")
    assert (again.state, again.ruling) == ("reopened", "void")
    assert (again.steps[-1].text, again.steps[-1].verdict) == ("A witness.", "misreported")
    assert is_disputed(session, people)


def test_what_cannot_be_done_as_a_dispute_stands_is_refused(session: Session, people: People) -> None:
    opened = conflict(session, people)
    with pytest.raises(Conflict):
        disputes.reopen(session, people.steward, HAND, version=opened.version, reason="Why not.")
    done = ruled(session, people, RulingKind.VOID)
    with pytest.raises(Conflict):
        ruled(session, people, RulingKind.SETTLEMENT)
    with pytest.raises(Conflict):
        disputes.open_dispute(session, people.pru, HAND, "No.")
    again = disputes.reopen(session, people.steward, HAND, version=done.version, reason="A witness.")
    with pytest.raises(Conflict):
        disputes.open_dispute(session, people.pru, HAND, "No.")
    assert disputes.get_dispute(session, people.steward, HAND) == again


def test_who_looked_before_the_last_step_is_refused(session: Session, people: People) -> None:
    opened = conflict(session, people)
    disputes.comment(session, people.ann, HAND, "Wait.")
    with pytest.raises(Stale):
        disputes.rule(
            session, people.steward, HAND, version=opened.version, ruling=RulingKind.VOID, grounds="Void."
        )
    with pytest.raises(Stale):
        disputes.reopen(session, people.steward, HAND, version=opened.version, reason="Again.")
    assert disputes.get_dispute(session, people.steward, HAND).version == 2


@pytest.mark.parametrize(
    ("ruling", "record"),
    [(RulingKind.RECORD, None), (RulingKind.RECORD, 3), (RulingKind.RECORD, 1), (RulingKind.VOID, 2)],
)
def test_a_ruling_names_a_live_record_if_it_is_to_and_else_none(
    session: Session, people: People, ruling: RulingKind, record: int | None
) -> None:
    conflict(session, people)
    disputes.comment(session, people.bob, HAND, "See mine.")
    withdraw(session, people.ann, HAND)
    with pytest.raises(Unfit) as refused:
        ruled(session, people, ruling, record)
    assert [fault.pointer for fault in refused.value.faults] == ["/record"]


UNSEEN = ["\u200b\u200d\ufeff", "\u2060\n\u00ad", "\u3164", "\u2800 \u115f", "\u0301\ufe0f", "\U000e0041"]


@pytest.mark.parametrize(
    "text", ["", " \n ", "\u3000", "a" * 4001, "bell\a", "\ud800", "turned \u202e round", *UNSEEN]
)
def test_what_is_no_text_is_refused(session: Session, people: People, text: str) -> None:
    done = conflict(session, people)
    acts: dict[str, Callable[[], object]] = {
        "/claim": lambda: disputes.open_dispute(session, people.ann, HAND, text),
        "/text": lambda: disputes.comment(session, people.ann, HAND, text),
        "/grounds": lambda: disputes.rule(
            session, people.steward, HAND, version=1, ruling=RulingKind.VOID, grounds=text
        ),
        "/reason": lambda: disputes.reopen(session, people.steward, HAND, version=1, reason=text),
    }
    for place, act in acts.items():
        with pytest.raises(Unfit) as refused:
            act()
        assert [fault.pointer for fault in refused.value.faults] == [place]
    assert disputes.get_dispute(session, people.steward, HAND) == done
    disputes.comment(session, people.ann, HAND, "é" * 4000)
    disputes.comment(session, people.ann, HAND, "\U0001f469\u200d\U0001f469\u200d\U0001f467")


def test_of_what_is_not_there_nothing_is_said(session: Session, people: People) -> None:
    with pytest.raises(NotFound):
        disputes.open_dispute(session, people.steward, HAND, "There was a hand.")
    acts: list[Callable[[], object]] = [
        lambda: disputes.get_dispute(session, people.steward, HAND),
        lambda: disputes.comment(session, people.steward, HAND, "Was there?"),
        lambda: ruled(session, people, RulingKind.VOID),
        lambda: disputes.reopen(session, people.steward, HAND, version=1, reason="There was."),
    ]
    for act in acts:
        with pytest.raises(NotFound):
            act()


def test_a_ruling_outlives_the_withdrawal_of_every_record(session: Session, people: People) -> None:
    upload(session, people.ann, mispaid())
    disputes.open_dispute(session, people.pru, HAND, "Not so.")
    ruled(session, people, RulingKind.VOID)
    withdraw(session, people.ann, HAND)
    found = disputes.get_dispute(session, people.steward, HAND)
    assert (found.state, found.record, found.stands_otherwise) == ("reopened", None, None)
    with pytest.raises(Conflict):
        ruled(session, people, RulingKind.SETTLEMENT)
    assert statuses(upload(session, people.ann, mispaid())) == ["accepted"]
    hand = hands.get_hand(session, people.reader, HAND).hand
    assert (hand.ruling, hand.disputed) == ("void", True)
    assert statuses(upload(session, people.bob, mispaid())) == ["corroborating"]
    assert is_disputed(session, people)


def test_so_it_does_where_the_hand_comes_back_with_others_in_one_upload(
    session: Session, people: People
) -> None:
    upload(session, people.ann, mispaid())
    disputes.open_dispute(session, people.pru, HAND, "Not so.")
    ruled(session, people, RulingKind.VOID)
    withdraw(session, people.ann, HAND)
    upload(session, people.ann, told(hand_id="another"), mispaid(), mispaid(notes="twice"), told())
    hand = hands.get_hand(session, people.reader, HAND).hand
    assert (hand.ruling, hand.disputed) == ("void", True)


def test_disputes_are_listed_the_last_changed_first_by_state_and_player(
    session: Session, people: People
) -> None:
    ids = [f"hand-{number}" for number in range(5)]
    for hand_id in ids:
        upload(session, people.ann, told(hand_id=hand_id), told(hand_id=hand_id, stake="crown"))
    disputes.comment(session, people.ann, ids[1], "This one.")
    version = disputes.get_dispute(session, people.steward, ids[3]).version
    disputes.rule(session, people.steward, ids[3], version=version, ruling=RulingKind.VOID, grounds="Void.")
    newest_first = [ids[3], ids[1], ids[4], ids[2], ids[0]]

    def found(wanted: DisputeFilter | None = None) -> list[str]:
        return [one.hand_id for one in disputes.find_disputes(session, people.reader, wanted).items]

    assert found() == newest_first
    assert found(DisputeFilter(states=(DisputeState.RULED,))) == [ids[3]]
    assert found(DisputeFilter(states=(DisputeState.OPEN,))) == newest_first[1:]
    assert found(DisputeFilter(player="bess")) == newest_first
    assert found(DisputeFilter(player="sam")) == []
    paged, cursor = [], None
    while True:
        page = disputes.find_disputes(session, people.reader, None, cursor, 2)
        paged += [one.hand_id for one in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert paged == newest_first
    with pytest.raises(BadCursor):
        disputes.find_disputes(session, people.reader, None, "nonsense")


def test_a_list_shows_the_hand_that_is_disputed_unless_it_is_gone(session: Session, people: People) -> None:
    conflict(session, people)
    (shown,) = disputes.find_disputes(session, people.reader).items
    assert shown.hand == hands.get_hand(session, people.reader, HAND).hand
    for caller in (people.ann, people.bob):
        withdraw(session, caller, HAND)
    (shown,) = disputes.find_disputes(session, people.reader).items
    assert (shown.hand, shown.state) == (None, "lapsed")


def test_of_two_processes_that_rule_at_once_one_wins(
    session: Session, people: People, database: Database
) -> None:
    version = conflict(session, people).version
    session.rollback()
    url = database.engine.url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        rulings = [RulingKind.VOID, RulingKind.SETTLEMENT]
        ends = list(processes.map(rule_in_a_process_of_its_own, [url] * 2, [version] * 2, rulings))
    assert sorted(ends) == ["Stale", "ruled"]
    done = disputes.get_dispute(session, people.steward, HAND)
    assert done.ruling == rulings[ends.index("ruled")]
    assert told_steps(done) == [("opened", None), ("ruled", "operator")]


def test_of_many_threads_that_rule_at_once_one_wins(
    session: Session, people: People, database: Database
) -> None:
    version = conflict(session, people).version
    session.rollback()

    def rule_once(number: int) -> str:
        with database.session() as own:
            return end_of_ruling(own, people.steward, version, list(RulingKind)[1 + number % 2])

    with ThreadPoolExecutor(8) as threads:
        ends = sorted(threads.map(rule_once, range(16)))
    assert ends == ["Stale"] * 15 + ["ruled"]
    assert disputes.get_dispute(session, people.steward, HAND).version == 2
