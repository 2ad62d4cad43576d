"""The replay as a whole: stages, turns, what is held, and what happens once it has stopped."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gleek_replay.engine import STOPPING, Code, Replay, Stage, Verb, Violation, replay
from tests.hands import RUFFS, Table, payments_at


def test_the_stages_follow_each_other_by_themselves() -> None:
    table = Table(deal=RUFFS).unvied("b").played_out()
    assert table.result.stages == {
        Stage.AUCTION: 0,
        Stage.EXCHANGE: 3,
        Stage.VYING: 4,
        Stage.DECLARATIONS: 7,
        Stage.TRICKS: 7,
        Stage.OVER: 43,
    }


def test_somebody_has_the_turn_except_among_the_declarations_and_when_all_is_over() -> None:
    table = Table(deal=RUFFS)
    assert table.turn == "b"
    assert table.sold("c").turn == "c"
    assert Table(deal=RUFFS).exchanged("c").turn == "b"
    assert Table(deal=RUFFS).unvied("c").turn is None
    assert Table(deal=RUFFS).unvied("c").act("b play AD").turn == "c"
    assert Table(deal=RUFFS).unvied("c").played_out().turn is None


@pytest.mark.parametrize(
    ("stage", "verbs"),
    [
        ("sold", (Verb.DISCARD,)),
        ("exchanged", (Verb.VIE, Verb.PASS)),
        (
            "unvied",
            (Verb.GLEEK, Verb.MOURNIVAL, Verb.TIDDY, Verb.TOWSER, Verb.TUMBLER, Verb.CHALLENGE, Verb.PLAY),
        ),
    ],
)
def test_every_stage_has_its_verbs(stage: str, verbs: tuple[Verb, ...]) -> None:
    assert getattr(Table(), stage)("b").replay.open_verbs() == verbs
    assert Table().replay.open_verbs() == (Verb.BID, Verb.PASS)


def test_a_player_holds_what_he_was_dealt_then_what_he_kept_then_what_he_has_not_played() -> None:
    table = Table(deal=RUFFS)
    dealt = table.hand.hands[1] or 0
    assert table.replay.held(1) == table.replay.legal_cards(1) == dealt
    assert table.sold("b").replay.held(0) == table.hand.hands[0]
    kept = table.act("b discard AH KH QH 9D TD TC JC").replay.held(1)
    assert kept.bit_count() == 12
    table.act("b pass, c pass, a pass, b play AD")
    assert table.replay.held(1).bit_count() == 11


def test_nothing_is_followed_once_the_replay_had_to_stop() -> None:
    table = Table().act("b bid 12, c bid 12, a bid 13, b pass, c pass")
    assert table.replay.stopped
    assert (table.result.stopped_at, len(table.breaches), table.net()) == (1, 1, {})
    assert payments_at(table.result, 2) == []


def test_what_was_due_before_the_replay_stopped_stands() -> None:
    table = Table(turn_up="4H").sold("b").act("b discard #3")
    assert table.net("turn_up") == {"a": 8, "b": -4, "c": -4}
    assert table.net("stock") == {"a": 6, "b": -12, "c": 6}


def test_a_stopping_violation_is_the_last_one() -> None:
    table = Table().act("b bid 13, a bid 14, c bid 14, b pass")
    assert [breach.code for breach in table.breaches] == ["opening_bid", "out_of_turn", "bid_too_low"]
    assert [violation.stops for violation in table.result.violations] == [False, False, True]


def test_every_code_either_stops_the_replay_or_is_followed() -> None:
    followed = {
        "wrong_dealer", "out_of_turn", "opening_bid", "raise_not_by_one", "returned_after_passing",
        "false_declaration", "declared_twice", "challenge_not_in_rules", "nothing_to_challenge",
        "claim_not_in_rules", "false_claim", "claim_out_of_time", "claimed_twice", "revoke", "not_highest",
        "not_high_enough",
    }  # fmt: skip
    stopping = {
        "must_open", "bid_too_low", "not_the_buyer", "wrong_discard_count", "card_not_held", "nothing_to_see",
        "already_vied", "not_in_ruff", "cannot_stand", "played_twice", "wrong_stage",
    }  # fmt: skip
    assert {code.value for code in STOPPING} == stopping
    assert {code.value for code in Code} == stopping | followed
    breach = Violation(code=Code.REVOKE, action=0, seat=0, expected=(), found="", rule="follow")
    assert not breach.stops
    assert replace(breach, code=Code.MUST_OPEN).stops


def test_a_replay_goes_on_from_where_a_record_ends() -> None:
    table = Table(deal=RUFFS).exchanged("b")
    going_on = Replay(table.record)
    going_on.act(1, Verb.VIE)
    going_on.act(2, Verb.PASS)
    assert going_on.result() == replay(table.act("b vie, c pass").record)


def test_a_hand_of_which_nothing_is_recorded_has_come_to_nothing() -> None:
    result = Table().result
    assert (result.payments, result.violations, result.complete, result.sale) == ((), (), False, None)
    assert (result.ruff.reached, result.tricks, result.rights, result.unverified) == (False, (), (), ())
