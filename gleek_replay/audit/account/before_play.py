"""The story of a hand up to the ruff: deal, auction, exchange, vying."""

from __future__ import annotations

from gleek_replay.audit.account.lines import Line, Section, note, plain
from gleek_replay.audit.account.telling import Telling
from gleek_replay.audit.account.words import Names, call_words, card_mark, card_marks, counted
from gleek_replay.audit.messages import card_words
from gleek_replay.engine import Hand, Reason, Ruff, Sale, Stage, Unseen, Verb, card_name, layout_of
from gleek_replay.engine.cards import SUIT_NAMES, SUIT_OF
from gleek_replay.engine.exchange import draws_first
from gleek_replay.engine.options import RuffCount
from gleek_replay.engine.score import honour_points


def deal_section(telling: Telling) -> Section:
    """Who dealt what, and the card turned up."""
    hand, names = telling.hand, telling.names
    lines = [_lift_line(names, lifted) for lifted in hand.lift]
    lines.append(plain(f"{deal_words(names, hand)}{telling.mark_deal()}"))
    for step in range(hand.players):
        seat = (hand.eldest + step) % hand.players
        lines.append(plain(f"{names[seat]}: {_cards(hand.hands[seat])}"))
    lines.append(plain(f"The stock: {_cards(hand.stock)}"))
    turned = card_name(hand.turn_up)
    lines.append(plain(f"Turned up: {card_words(turned)}. {SUIT_NAMES[turned[1]]} are trumps."))
    points, *_ = honour_points(hand.rules, layout_of(hand.rules, hand.players), SUIT_OF[hand.turn_up])
    if hand.turn_up in points:
        counts = points[hand.turn_up]
        lines.append(plain(f"It counts {counts} in the score of {names[hand.dealer]}, who deals."))
    lines += telling.paid(telling.payments(Reason.TURN_UP))
    return Section(title="The deal", lines=tuple(lines))


def auction_section(telling: Telling) -> Section:
    """The bids, who bought the stock, and what it cost."""
    actions = telling.stretch(Stage.AUCTION, Stage.EXCHANGE)
    calls = []
    for index in actions:
        seat, verb, amount = telling.hand.actions[index]
        said = call_words(verb) if verb is Verb.PASS else f"bids {amount:,}"
        calls.append(f"{telling.names[seat]} {said}{telling.mark(index)}")
    lines = _calls_line(calls, actions)
    if sale := telling.result.sale:
        lines.append(plain(sale_words(telling.names, sale)))
        lines += telling.paid(telling.payments(Reason.STOCK))
    return Section(title="The auction", lines=tuple(lines))


def exchange_section(telling: Telling) -> Section:
    """What the buyer threw out, and when the stock was taken up."""
    hand, lines = telling.hand, []
    draws_before = 0 if draws_first(hand.rules, layout_of(hand.rules, hand.players)) else 1
    actions = telling.stretch(Stage.EXCHANGE, Stage.VYING)
    for index in actions:
        seat, _, thrown = hand.actions[index]
        cards = (
            f"{counted(thrown.count, 'card')}, not shown"
            if isinstance(thrown, Unseen)
            else card_marks(thrown)
        )
        lines.append(plain(f"{telling.names[seat]} throws out {cards}.{telling.mark(index)}", index))
    if telling.result.sale and len(lines) >= draws_before:
        buyer = telling.names[telling.result.sale.buyer]
        lines.insert(draws_before, plain(f"{buyer} takes up the stock."))
    return Section(title="The exchange", lines=tuple(lines))


def ruff_section(telling: Telling) -> Section:
    """The vying, the showdown, and what was won."""
    hand, names, ruff = telling.hand, telling.names, telling.result.ruff
    vying = telling.stretch(Stage.VYING, Stage.DECLARATIONS)
    lines = telling.paid([paid for paid in telling.payments(Reason.RUFF) if paid.action not in vying])
    stake = hand.rules.ruff_stake
    if hand.carried.ruff_multiplier > 1:
        unit = stake * hand.carried.ruff_multiplier
        lines.append(note(f"By what was carried in, the unit of the ruff is {unit:,} instead of {stake:,}."))
    calls = []
    for index in vying:
        seat, verb, _ = hand.actions[index]
        calls.append(f"{names[seat]} {call_words(verb)}{telling.mark(index)}")
    lines += _calls_line(calls, vying)
    if ruff.reached:
        lines += [plain(sentence) for sentence in ruff_outcome(telling)]
        lines += telling.paid(telling.payments(Reason.RUFF, actions=vying))
    return Section(title="The ruff", lines=tuple(lines))


def deal_words(names: Names, hand: Hand) -> str:
    """Who deals, in a sentence."""
    return f"{names[hand.dealer]} deals; {names[hand.eldest]} is eldest."


def sale_words(names: Names, sale: Sale) -> str:
    """Who bought the stock, in a sentence."""
    return f"{names[sale.buyer]} has the stock for {sale.price:,}."


def ruff_outcome(telling: Telling) -> list[str]:
    """How the vying ended, in a sentence or two."""
    names, ruff = telling.names, telling.result.ruff
    if ruff.vied_by is None:
        return ["Nobody vies the ruff."]
    told = []
    if ruff.shown:
        count = telling.hand.rules.ruff_count
        shown = [f"{names[seat]} {_ruff(held, count)}" for seat, held in ruff.shown.items()]
        told.append(f"Shown: {'; '.join(shown)}.")
    if ruff.winner is None:
        told.append("Who wins depends on cards that the record does not show.")
    elif not ruff.shown:
        told.append(f"{names[ruff.winner]} wins the ruff without showing.")
    else:
        told.append(f"{names[ruff.winner]} wins the ruff{_as_the_elder(telling)}.")
    return told


def _as_the_elder(telling: Telling) -> str:
    strengths = [shown.strength for shown in telling.result.ruff.shown.values()]
    return ", being the elder of equals" if strengths.count(max(strengths)) > 1 else ""


def _ruff(shown: Ruff, count: RuffCount) -> str:
    if shown.four_aces:
        return "four Aces"
    suit = SUIT_NAMES[shown.suit]
    if count is RuffCount.CARDS:
        return f"{counted(shown.value, 'card')} in {suit}"
    return f"{shown.value} in {suit}"


def _lift_line(names: Names, lifted: dict[int, int]) -> Line:
    cards = [f"{names[seat]} {card_mark(card)}" for seat, card in lifted.items()]
    return plain(f"Lifted for the deal: {', '.join(cards)}.")


def _cards(cards: int | None) -> str:
    return "not shown" if cards is None else card_marks(cards)


def _calls_line(calls: list[str], actions: range) -> list[Line]:
    return [plain(f"{', '.join(calls)}.", actions.start)] if calls else []
