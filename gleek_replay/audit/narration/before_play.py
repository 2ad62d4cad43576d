"""A hand told aloud, up to the ruff."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from gleek_replay.audit.account.topics import RULE_WORDS
from gleek_replay.audit.messages import listed
from gleek_replay.audit.narration.narrator import Narrator
from gleek_replay.audit.narration.phrases import Phrase, RuffPhrases
from gleek_replay.engine import OPTIONS, Reason, Ruff, Stage, Unseen, Verb, best_ruff, card_name, card_names
from gleek_replay.engine.cards import SUIT_NAMES
from gleek_replay.engine.exchange import draws_first
from gleek_replay.engine.hand import ORDERS
from gleek_replay.engine.options import RuffCount, Unvied
from gleek_replay.engine.score import honour_points

_LONG_CLIMB: Final = 5
"""From so many bids on that each go one higher, they are told in one sentence."""


def opening(teller: Narrator, *, read_as: bool) -> list[str]:
    """Who played what, when, and what the hand before had left."""
    phrases, record = teller.voice.opening, teller.audit.record
    rules = teller.voice.rules.get(record.preset, record.preset)
    seats = ORDERS[teller.hand.players][teller.hand.eldest]
    game = {"who": teller.all_of(seats), "stake": teller.voice.stakes[record.stake], "rules": rules}
    told = teller.say(phrases.as_if if read_as else phrases.game, **game)
    moment = record.played_at
    told += teller.say(
        phrases.date,
        day=teller.voice.ordinal(moment.day),
        month=f"{moment:%B}",
        year=teller.voice.year(moment.year),
    )
    if departures := [RULE_WORDS[name] for name in OPTIONS if name in teller.hand.rules.chosen]:
        phrase = phrases.otherwise_as_if if read_as else phrases.otherwise
        told += teller.say(phrase, topics=listed(departures, "and"))
    return told + _carried_in(teller)


def _carried_in(teller: Narrator) -> list[str]:
    phrases, (multiplier, ruff_pot, pot) = teller.voice.opening, teller.hand.carried
    told = teller.say(phrases.carried_multiplier, times=teller.times(multiplier)) if multiplier > 1 else []
    if ruff_pot:
        told += teller.say(phrases.carried_ruff_pot, amount=teller.amount(ruff_pot))
    if pot:
        phrase = phrases.carried_pot if pot > 0 else phrases.carried_debt
        told += teller.say(phrase, amount=teller.amount(abs(pot)))
    return told


def deal(teller: Narrator) -> list[str]:
    """Who dealt, what was turned up, and who was dealt which trumps."""
    hand, phrases = teller.hand, teller.voice.deal
    told: list[str] = []
    for lifted in hand.lift:
        cards = [f"{teller[seat]} {teller.card_in_full(card_name(card))}" for seat, card in lifted.items()]
        told += teller.say(phrases.lifted, cards=listed(cards, "and"))
    if teller.names_hidden:
        told += teller.say(phrases.dealt_by_nobody)
    else:
        told += teller.say(phrases.dealt, who=teller[hand.dealer], eldest=teller[hand.eldest])
    told += teller.breaches(None)
    turned = card_name(hand.turn_up)
    told += teller.say(phrases.turned_up, card=teller.card_in_full(turned), suit=SUIT_NAMES[turned[1]])
    points, *_ = honour_points(hand.rules, teller.layout, teller.trumps)
    if worth := points.get(hand.turn_up):
        told += teller.say(phrases.turned_honour, number=teller.number(worth), who=teller[hand.dealer])
    told += teller.paid(teller.telling.payments(Reason.TURN_UP))
    return told + teller.say(phrases.names) + _dealt(teller)


def _dealt(teller: Narrator) -> list[str]:
    """The trumps that each was dealt, as far as they are shown."""
    hand, phrases = teller.hand, teller.voice.deal
    told: list[str] = []
    unseen = []
    for seat in ORDERS[hand.players][hand.eldest]:
        cards = hand.hands[seat]
        if cards is None:
            unseen.append(seat)
            continue
        held, named = (cards & teller.trumps).bit_count(), teller.worth_naming(cards)
        who, trumps = teller[seat], teller.count(held, "trump")
        if not held:
            told += teller.say(phrases.no_trumps, who=who)
        elif not named:
            told += teller.say(phrases.trumps, who=who, trumps=trumps)
        elif held == len(named):
            told += teller.say(phrases.only_honours, who=who, cards=teller.cards(named))
        else:
            words = {"who": who, "trumps": trumps, "cards": teller.cards(named)}
            told += teller.say(phrases.trumps_and_honours, **words)
    return told + (teller.say(phrases.unseen, who=teller.all_of(unseen)) if unseen else [])


def auction(teller: Narrator) -> list[str]:
    """The bids, who bought the stock, and what it cost."""
    actions, phrases = teller.telling.stretch(Stage.AUCTION, Stage.EXCHANGE), teller.voice.auction
    told: list[str] = []
    index, opened = actions.start, False
    while index < actions.stop:
        seat, verb, number = teller.hand.actions[index]
        climb = _climb(teller, range(index, actions.stop)) if opened else []
        if len(climb) >= _LONG_CLIMB:
            told += _climbed(teller, climb)
            index = climb[-1] + 1
            continue
        if verb is Verb.PASS:
            after_another = index > actions.start and teller.hand.actions[index - 1][1] is Verb.PASS
            told += teller.say(phrases.passed_too if after_another else phrases.passed, who=teller[seat])
        else:
            phrase = phrases.bid if opened else phrases.opened
            told += teller.say(phrase, who=teller[seat], number=teller.number(number))
            opened = True
        told += teller.breaches(index)
        index += 1
    if sale := teller.result.sale:
        alone = sum(teller.hand.actions[index][1] is Verb.BID for index in actions) == 1
        phrase = phrases.bought_unwillingly if alone else phrases.bought
        told += teller.say(phrase, who=teller[sale.buyer], number=teller.number(sale.price))
        told += teller.paid(teller.telling.payments(Reason.STOCK))
    return told


def _climb(teller: Narrator, actions: range) -> list[int]:
    """The actions, from the first of these on, that are bids of one more each and break no rule."""
    every, breached = teller.hand.actions, {each.action for each in teller.result.violations}

    def climbs(index: int) -> bool:
        bids_one_more = every[index][1] is every[index - 1][1] is Verb.BID
        return bids_one_more and index not in breached and every[index][2] == every[index - 1][2] + 1

    return list(takewhile(climbs, actions))


def _climbed(teller: Narrator, climb: list[int]) -> list[str]:
    bids = [teller.hand.actions[index] for index in climb]
    seats = dict.fromkeys(seat for seat, _, _ in bids)
    last, _, number = bids[-1]
    words = {"who": teller.all_of(seats), "last": teller[last], "number": teller.number(number)}
    return teller.say(teller.voice.auction.climbed, **words)


def exchange(teller: Narrator) -> list[str]:
    """What the buyer threw out, and what the stock brought."""
    hand, phrases = teller.hand, teller.voice.auction
    draws_before = 0 if draws_first(hand.rules, teller.layout) else 1
    discards = [_thrown(teller, index) for index in teller.telling.stretch(Stage.EXCHANGE, Stage.VYING)]
    if teller.result.sale and len(discards) >= draws_before:
        who, found = teller[teller.result.sale.buyer], teller.worth_naming(hand.stock or 0)
        drew = (
            teller.say(phrases.drew_with, who=who, cards=teller.cards(found))
            if found
            else teller.say(phrases.drew, who=who)
        )
        discards.insert(draws_before, drew)
    return [said for sentences in discards for said in sentences]


def _thrown(teller: Narrator, index: int) -> list[str]:
    """A discard; an honour among the cards is worth a word."""
    phrases, (seat, _, thrown) = teller.voice.auction, teller.hand.actions[index]
    if isinstance(thrown, Unseen):
        count = teller.count(thrown.count, "card")
        return teller.say(phrases.threw_unseen, who=teller[seat], count=count) + teller.breaches(index)
    honours = teller.worth_naming(thrown)
    others = [code for code in card_names(thrown) if code not in honours]
    if not others:
        honours, others = [], honours
    told = teller.say(phrases.threw, who=teller[seat], cards=teller.cards(others))
    if honours:
        told += teller.say(phrases.threw_honour, cards=teller.cards(honours))
    return told + teller.breaches(index)


def ruff(teller: Narrator) -> list[str]:
    """The vying, the showdown, and what was won."""
    hand, phrases, outcome = teller.hand, teller.voice.ruff, teller.result.ruff
    vying = teller.telling.stretch(Stage.VYING, Stage.DECLARATIONS)
    payments = teller.telling.payments(Reason.RUFF)
    told = teller.paid([paid for paid in payments if paid.action not in vying])
    if hand.carried.ruff_multiplier > 1:
        usual = hand.rules.ruff_stake
        unit = teller.number(usual * hand.carried.ruff_multiplier)
        told += teller.say(phrases.unit, number=unit, usual=teller.number(usual))
    told += _calls(teller, vying)
    if outcome.reached:
        told += _outcome(teller) + teller.paid([paid for paid in payments if paid.action in vying])
    return told


def _calls(teller: Narrator, vying: Iterable[int]) -> list[str]:
    phrases = teller.voice.ruff
    raiser, passed, vied, revied = None, False, False, False
    told: list[str] = []
    for index in vying:
        seat, verb, _ = teller.hand.actions[index]
        if verb is Verb.PASS:
            phrase = _passed(phrases, vied=vied, after_another=passed)
        elif verb is Verb.REVIE:
            phrase = phrases.revied_own if seat == raiser else _revied(phrases, again=revied)
            revied = True
        else:
            phrase = {Verb.VIE: phrases.vied, Verb.SEE: phrases.saw, Verb.STAND: phrases.stood}[verb]
        if verb in (Verb.VIE, Verb.REVIE):
            raiser, vied = seat, True
        passed = verb is Verb.PASS
        told += teller.say(phrase, who=teller[seat]) + teller.breaches(index)
    return told


def _passed(phrases: RuffPhrases, *, vied: bool, after_another: bool) -> Phrase:
    if vied:
        return phrases.passed_too if after_another else phrases.passed
    return phrases.checked_too if after_another else phrases.checked


def _revied(phrases: RuffPhrases, *, again: bool) -> Phrase:
    return phrases.revied_again if again else phrases.revied


def _outcome(teller: Narrator) -> list[str]:
    """How the vying ended."""
    phrases, outcome = teller.voice.ruff, teller.result.ruff
    if outcome.vied_by is None:
        told = teller.say(phrases.unvied)
        unvied = teller.hand.rules.unvied
        if unvied is Unvied.NOTHING:
            return told
        return told + teller.say(phrases.doubles if unvied is Unvied.DOUBLE else phrases.pot_stays)
    told = []
    if outcome.shown:
        ruffs = [
            phrases.had.format(who=teller[seat], ruff=_ruff(teller, held))
            for seat, held in outcome.shown.items()
        ]
        told += teller.say(phrases.showed, ruffs=listed(ruffs, "and"))
    if outcome.winner is None:
        return told + teller.say(phrases.undecided)
    winner = outcome.shown.get(outcome.winner)
    phrase = phrases.won
    if winner is None:
        phrase = phrases.won_unshown
    elif winner.four_aces:
        phrase = phrases.won_with_aces
    elif [shown.strength for shown in outcome.shown.values()].count(winner.strength) > 1:
        phrase = phrases.won_as_elder
    told += teller.say(phrase, who=teller[outcome.winner])
    return told if winner else told + _bluff(teller, outcome.winner)


def _bluff(teller: Narrator, winner: int) -> list[str]:
    """That somebody who gave up had the better ruff, where every hand is shown."""
    holdings, count = teller.result.holdings, teller.hand.rules.ruff_count
    if holdings is None or not all(map(holdings.is_known, range(teller.hand.players))):
        return []
    ruffs = [best_ruff(cards, count) for cards in holdings.known]
    best = max(range(len(ruffs)), key=lambda seat: ruffs[seat].strength)
    if ruffs[best].strength <= ruffs[winner].strength:
        return []
    words = {"who": teller[winner], "other": teller[best]}
    words |= {"ruff": _ruff(teller, ruffs[winner]), "better": _ruff(teller, ruffs[best])}
    return teller.say(teller.voice.ruff.bluff, **words)


def _ruff(teller: Narrator, shown: Ruff) -> str:
    phrases, suit = teller.voice.ruff, SUIT_NAMES[shown.suit]
    if shown.four_aces:
        return phrases.four_aces
    if teller.hand.rules.ruff_count is RuffCount.CARDS:
        return phrases.cards.format(count=teller.count(shown.value, "card"), suit=suit)
    return phrases.value.format(number=teller.number(shown.value), suit=suit)
