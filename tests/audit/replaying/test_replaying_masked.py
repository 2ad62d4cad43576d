"""What a replay document keeps from its reader: cards that he may not see, until they are open, and names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gleek_replay.audit import audit_record
from gleek_replay.audit.replaying import Replaying
from gleek_replay.audit.rereading import read_under, rules_over
from gleek_replay.audit.sight import of_everything, of_the_table
from gleek_replay.engine import PRESETS, RuleError, card_names, layout_of
from gleek_replay.records import Player
from tests.audit.replaying.folding import Document
from tests.audit.replaying.hands_to_replay import (
    Case,
    Reader,
    partial_reader,
    readers,
    replayed,
    simulated,
    wild,
)
from tests.cards_in_text import cards_in
from tests.hands import Table
from tests.histories import audited, history
from tests.open_cards import open_cards, own_cards

LOTS, HANDS = 4, 12
SIMULATED = [("willughby-1665", 3, 44), ("knauer-2008", 4, 48), ("cotgrave-1662", 3, 44)]


@pytest.fixture(scope="module", params=[*SIMULATED, *range(LOTS)], ids=str)
def lot(request: pytest.FixtureRequest) -> list[Case]:
    """Some hands of one kind."""
    kind = request.param
    return list(wild(kind, HANDS) if isinstance(kind, int) else simulated(*kind))


def cards_told(document: Document) -> set[str]:
    """The cards that a document names."""
    return cards_in(json.dumps(document, ensure_ascii=False))


def known_to(case: Case, reader: Reader) -> set[str]:
    """The cards that a reader may know of, told from the record and its whole audit alone. Where just one
    hand or the stock is missing from the deal, it is the rest of the pack.
    """
    record, audit = with_the_rest_dealt(case), case.audit.document
    players = [case.audit.record.players[seat].id for seat in reader.seats]
    return open_cards(record, audit).union(*(own_cards(record, audit, player) for player in players))


def with_the_rest_dealt(case: Case) -> dict[str, Any]:
    deal, hand = case.record["deal"], case.audit.record.hand
    dealt = {**dict.fromkeys(player.id for player in case.audit.record.players), **deal["hands"]}
    dealt["stock"] = deal.get("stock")
    missing = [place for place, cards in dealt.items() if cards is None]
    if len(missing) == 1:
        known = {card for cards in dealt.values() if cards for card in cards.split(" ")}
        rest = set(card_names(layout_of(hand.rules, hand.players).pack)) - known - {deal["turn_up"]}
        dealt[missing[0]] = " ".join(rest)
    stock = dealt.pop("stock")
    hands = {player: cards for player, cards in dealt.items() if cards is not None}
    return {**case.record, "deal": {**deal, "hands": hands} | ({"stock": stock} if stock else {})}


def masked_readers(case: Case) -> Iterator[Reader]:
    """Those who may not see every card."""
    yield from list(readers(case))[:-1]


def test_a_card_that_its_reader_may_not_see_is_nowhere_in_the_document(lot: list[Case]) -> None:
    for case in lot:
        for reader in masked_readers(case):
            for eyes in (None, *range(len(case.audit.record.players))):
                assert cards_told(replayed(case, reader.sight, eyes=eyes)) <= known_to(case, reader)


def test_who_sent_a_record_is_told_of_no_card_that_it_does_not_tell_or_prove(lot: list[Case]) -> None:
    chance = Random(1)
    for case in lot:
        sight, own = partial_reader(case, chance)
        everything = of_everything(len(own.record.players))
        known = cards_told(replayed(case, everything, own=own, reading=own))
        assert cards_told(replayed(case, sight)) <= known | open_cards(case.record, case.audit.document)


def test_from_a_seat_one_is_told_of_no_card_that_its_player_never_knew(lot: list[Case]) -> None:
    for case in lot:
        everything = of_everything(len(case.audit.record.players))
        for eyes in range(len(case.audit.record.players)):
            document = replayed(case, everything, eyes=eyes)
            assert cards_told(document) <= known_to(case, Reader(everything, (eyes,)))


def test_from_a_seat_a_card_of_another_is_shown_when_it_is_played_or_laid_open_and_not_before(
    lot: list[Case],
) -> None:
    for case in (case for case in lot if case.whole):
        for reader in readers(case):
            for eyes in range(len(case.audit.record.players)):
                document = replayed(case, reader.sight, eyes=eyes)
                own = case.audit.record.players[eyes].id
                known = own_cards(case.record, case.audit.document, own) | {case.record["deal"]["turn_up"]}
                for told, now in zip(told_by(document), opened(case, document), strict=True):
                    known |= now
                    assert told <= known


def told_by(document: Document) -> Iterator[set[str]]:
    """The cards that the table and each step's moves and words tell of, the deal together with its step."""
    told = cards_in(json.dumps(document["places"]))
    for step in document["steps"]:
        parts = [step[part] for part in ("moves", "shown", "text", "said")]
        yield told | cards_in(json.dumps(parts, ensure_ascii=False))
        told = set()


def opened(case: Case, document: Document) -> Iterator[set[str]]:
    """The cards that each step lays open at the table."""
    vying = [step["number"] for step in document["steps"] if step["stage"] == "vying"]
    for step in document["steps"]:
        action = [] if step["action"] is None else case.record["actions"][step["action"]]
        if action[1:2] == ["play"]:
            yield {action[2]}
        elif step["number"] in vying[-1:] and case.audit.document["ruff"]["shown"]:
            yield laid_open(case, step)
        elif action[1:2] in (["mournival"], ["tiddy"]):
            assert {shown["place"] for shown in step["shown"]} <= {place_of(document, action[0])}
            yield laid_open(case, step)
        else:
            yield set()


def laid_open(case: Case, step: Document) -> set[str]:
    return cards_in(json.dumps(step["shown"])) & open_cards(case.record, case.audit.document)


def place_of(document: Document, player: str) -> str:
    return f"hand:{[each['id'] for each in document['players']].index(player)}"


def test_from_a_seat_the_others_have_their_cards_face_down(lot: list[Case]) -> None:
    for case in lot:
        every = range(len(case.audit.record.players))
        for eyes in every:
            places = replayed(case, of_everything(len(every)), eyes=eyes)["places"]
            face_up = {place for place, lying in places.items() if lying["cards"]}
            assert face_up <= {"turn_up", f"hand:{eyes}"}


def test_by_other_rules_no_other_cards_are_told(lot: list[Case]) -> None:
    for number, case in enumerate(lot):
        for preset in list(PRESETS)[number % 2 :: 3]:
            try:
                reading = read_under(case.audit.record, rules_over(case.audit.record, preset=preset))
            except RuleError:
                continue
            for reader in masked_readers(case):
                document = replayed(case, reader.sight, reading=reading)
                assert cards_told(document) <= known_to(case, reader)


def test_where_names_are_hidden_neither_ids_nor_names_are_told(lot: list[Case]) -> None:
    for case in lot:
        record = case.audit.record
        ids = [f"zxq{seat}" for seat in range(len(record.players))]
        players = tuple(Player(id=each, name=f"Vw{each}".title()) for each in ids)
        audit = audit_record(replace(record, players=players))
        renamed = case._replace(audit=audit)
        for reader in readers(renamed):
            for eyes in (None, 0):
                told = json.dumps(replayed(renamed, reader.sight, eyes=eyes, names_hidden=True)).lower()
                assert "zxq" not in told


def test_without_names_players_are_called_by_their_positions() -> None:
    called = {
        2: ["eldest", "dealer"],
        4: ["eldest", "second", "third", "dealer"],
        6: ["eldest", "second", "third", "fourth", "fifth", "dealer"],
    }
    for players, positions in called.items():
        table = Table("knauer-2008", players=players, dealer="b")
        audit = audited(history(table))
        seen = Replaying(
            own=audit, reading=audit, sight=of_the_table(audit), names_hidden=True, eyes=2 % players
        ).document
        in_turn = [seen["players"][(2 + turn) % players] for turn in range(players)]
        assert [each["position"] for each in in_turn] == positions
        assert [each["id"] for each in in_turn] == positions
        assert [each["name"] for each in in_turn] == [position.title() for position in positions]
        assert seen["eyes"] == "eldest"
        assert list(seen["net"]) == [*(each["id"] for each in seen["players"]), "pot", "ruff_pot"]
