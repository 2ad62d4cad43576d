"""What has to hold whatever is done: by the rules, against them, or seen in part only."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gleek_replay.audit import AuditSchema
from gleek_replay.engine import Code, Hand, Reason, Replay, Result, Stage, Unseen, Verb, replay
from gleek_replay.engine.exchange import draws_first
from tests.histories import audited, document_of
from tests.random_hands import played_wildly, random_hand, something_open, with_cards_hidden
from tests.random_rules import random_rules

SEEDS = given(seed=st.integers(0, 2**32 - 1))
SCHEMA = AuditSchema()


def any_hand(chance: Random, wildness: float | None = None) -> Hand:
    """A hand of any rules, in which anything may have been done."""
    hand = random_hand(chance, random_rules(chance))
    return played_wildly(chance, hand, chance.choice([0.0, 0.02, 0.2, 0.7]) if wildness is None else wildness)


def open_hand(chance: Random) -> Hand:
    """A hand in which every discard was seen, and nothing was done at which the replay has to stop."""
    hand = any_hand(chance)
    end = next((n for n, action in enumerate(hand.actions) if isinstance(action[2], Unseen)), None)
    stopped = replay(replace(hand, actions=hand.actions[:end])).stopped_at
    return replace(hand, actions=hand.actions[: end if stopped is None else stopped])


def due(result: Result, reason: Reason) -> list[tuple[int, int, int]]:
    """The payments for one reason."""
    return [(each.payer, each.payee, each.amount) for each in result.payments if each.reason is reason]


def faults(result: Result) -> set[tuple[str, int | None, int]]:
    """What was done against the rules and where. A claim out of time is one even if the card, which nobody
    saw, was not the player's, so claims are not told apart.
    """
    claims = (Code.FALSE_CLAIM, Code.CLAIM_OUT_OF_TIME, Code.CLAIMED_TWICE)
    return {
        ("claim" if each.code in claims else each.code.value, each.action, each.seat)
        for each in result.violations
    }


@SEEDS
def test_accounts_sum_to_nothing_whatever_is_done(seed: int) -> None:
    chance = Random(seed)
    result = replay(any_hand(chance))
    assert sum(result.net) == 0
    assert all(payment.amount > 0 and payment.payer != payment.payee for payment in result.payments)


@SEEDS
def test_any_actions_have_a_result_and_an_audit_as_the_schema_describes_it(seed: int) -> None:
    chance = Random(seed)
    hand = any_hand(chance)
    audit = audited(document_of(hand))
    assert audit.record.hand == hand
    assert audit.result == replay(hand)
    assert SCHEMA.validate(audit.document) == {}


@SEEDS
def test_any_actions_seen_in_part_have_a_result_and_an_audit(seed: int) -> None:
    chance = Random(seed)
    hand = with_cards_hidden(chance, any_hand(chance))
    audit = audited(document_of(hand))
    assert audit.record.hand == hand
    assert sum(audit.result.net) == 0
    assert SCHEMA.validate(audit.document) == {}


@SEEDS
def test_the_cards_of_the_pack_are_conserved(seed: int) -> None:
    chance = Random(seed)
    hand = any_hand(chance)
    going_on = Replay(replace(hand, actions=()))
    for action in hand.actions:
        if isinstance(action[2], Unseen):
            break
        going_on.act(*action)
    followed = going_on.actions[: going_on.stopped_at]
    discards = [argument for _, verb, argument in followed if verb is Verb.DISCARD]
    draws_at_once = draws_first(hand.rules, going_on.layout) and going_on.stage is not Stage.AUCTION
    stock = 0 if discards or draws_at_once else hand.stock
    held = [going_on.held(seat) for seat in range(hand.players)]
    played = [argument for _, verb, argument in followed if verb is Verb.PLAY]
    parts = [hand.turn_up, stock or 0, *held, *discards, *played]
    assert sum(parts) == going_on.layout.pack
    assert sum(cards.bit_count() for cards in parts) == hand.rules.deck


@SEEDS
def test_a_replays_prefix_is_the_prefixs_replay(seed: int) -> None:
    chance = Random(seed)
    hand, length = any_hand(chance), chance.randrange(90)
    whole, prefix = replay(hand), replay(replace(hand, actions=hand.actions[:length]))

    def before(place: int | None) -> bool:
        return place is None or place < length

    if any(isinstance(argument, Unseen) for _, _, argument in hand.actions):
        return
    assert [each for each in whole.payments if before(each.action)] == list(prefix.payments)
    assert [each for each in whole.violations if before(each.action)] == list(prefix.violations)
    assert prefix.stopped_at == (whole.stopped_at if before(whole.stopped_at) else None)
    reached = {stage: at for stage, at in whole.stages.items() if at < length}
    assert reached.items() <= prefix.stages.items()


@SEEDS
def test_going_on_action_by_action_comes_to_the_same(seed: int) -> None:
    chance = Random(seed)
    hand = any_hand(chance)
    if any(isinstance(argument, Unseen) for _, _, argument in hand.actions):
        return
    going_on = Replay(replace(hand, actions=()))
    for action in hand.actions:
        going_on.act(*action)
    assert going_on.result() == replay(hand)


@SEEDS
def test_what_hidden_cards_do_not_decide_is_as_if_they_were_open(seed: int) -> None:
    chance = Random(seed)
    hand = open_hand(chance)
    seen, hidden = replay(hand), replay(with_cards_hidden(chance, hand))
    assert faults(hidden) <= faults(seen)
    for reason in set(Reason) - hidden.undecided:
        assert due(hidden, reason) == due(seen, reason)
    if hidden.ruff.winner is not None:
        assert hidden.ruff.winner == seen.ruff.winner
    assert hidden.tricks == seen.tricks


@SEEDS
def test_in_a_complete_hand_everything_but_the_exchange_is_judged_though_cards_were_hidden(
    seed: int,
) -> None:
    chance = Random(seed)
    hand = open_hand(chance)
    going_on = Replay(hand)
    while not going_on.stopped and going_on.stage is not Stage.OVER:
        going_on.act(*something_open(chance, going_on))
    if not going_on.result().complete:
        return
    hand = replace(hand, actions=tuple(going_on.actions))
    seen, hidden = replay(hand), replay(with_cards_hidden(chance, hand))
    assert hidden.violations == seen.violations
    assert (hidden.payments, hidden.score, hidden.ruff) == (seen.payments, seen.score, seen.ruff)
    assert (hidden.rights, hidden.carried_out) == (seen.rights, seen.carried_out)
    assert set(hidden.unverified) <= {"exchange"}
    assert not hidden.undecided
