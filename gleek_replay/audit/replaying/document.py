"""The replay of a hand as a JSON object: the table as it was dealt, and the steps that go on from there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from gleek_replay.audit.audit import Audit
from gleek_replay.audit.document import carried_document, rules_document
from gleek_replay.audit.replaying.faces import Faces
from gleek_replay.audit.replaying.findings import Findings, differ
from gleek_replay.audit.replaying.positions import positions, without_names
from gleek_replay.audit.replaying.steps import Steps
from gleek_replay.audit.seeing import seen
from gleek_replay.audit.sight import Sight, of_seat, of_the_table
from gleek_replay.engine import Unseen, Verb, card_name
from gleek_replay.engine.cards import suit_letter
from gleek_replay.engine.terms import named_trumps, terms_of


@dataclass(frozen=True, kw_only=True)
class Replaying:
    """A hand that is to be replayed for a reader.

    ``own`` is its audit by its own rules and ``reading`` by those by which it is read, the same if by its
    own; both whole. ``sight`` is what the reader may see. He looks on from the seat ``eyes``, where the cards
    of the others lie face down until they are played or shown, or sees all that he may from the first.
    ``names_hidden`` calls players by their positions.
    """

    own: Audit
    reading: Audit
    sight: Sight
    eyes: int | None = None
    names_hidden: bool = False

    @cached_property
    def audit(self) -> Audit:
        """The audit of the reading as the reader is told of it."""
        return self._told(self.reading)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The replay as other programs read it."""
        audit, hand = self.audit, self.reading.record.hand
        record, document = audit.record, self.audit.document
        terms = terms_of(hand.rules, hand.players, hand.turn_up)
        named = named_trumps(hand.rules, hand.turn_up)
        whole = replace(self.reading, record=replace(self.reading.record, players=record.players))
        faces = Faces(whole, self._face_up, self._told_of)
        steps = Steps(whole, audit, faces, named, from_seat=self.eyes is not None)
        told = self._with_findings(list(steps))
        return {
            "hand_id": record.hand_id,
            "verdict": document["verdict"],
            "complete": document["complete"],
            "rules": document["rules"],
            "reading": self._reading([step["number"] for step in told if step["changed"]]),
            "eyes": None if self.eyes is None else record.players[self.eyes].id,
            "names_hidden": self.names_hidden,
            "masked": self._masked,
            "trumps": suit_letter(hand.turn_up),
            "turn_up": card_name(hand.turn_up),
            "break_even": terms.layout.break_even,
            "stake": record.stake.value,
            "named": {card_name(card): name for card, name in named.items()},
            "honours": {
                card_name(card): points
                for card, points in terms.honours.points.items()
                if card.bit_count() == 1
            },
            "players": [
                {"id": player.id, "name": record.name_of(seat), "position": position}
                for seat, (player, position) in enumerate(zip(record.players, positions(hand), strict=True))
            ],
            "carried": carried_document(hand.carried),
            "places": steps.places,
            "steps": told,
            "not_followed": steps.not_followed,
            "score": document["score"],
            "net": document["due"]["net"],
        }

    def _with_findings(self, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The steps with what is found at each. Beside the last stands all that the hand's own rules find
        from there on, since by them the hand may go further.
        """
        last = len(steps) - 1
        found = Findings(self.audit, last)
        by_own_rules = found if self._is_own else Findings(self._told(self.own), last)
        told = []
        for number, step in enumerate(steps):
            here = found.at(number)
            own = by_own_rules.at(number) if number < last else by_own_rules.from_on(last)
            changed = own if differ(here, own) else None
            told.append({"number": number, **step, **here, "changed": changed})
        return told

    @property
    def _is_own(self) -> bool:
        return self.reading.record.hand.rules == self.own.record.hand.rules

    def _reading(self, changed: list[int]) -> dict[str, Any] | None:
        if self._is_own:
            return None
        record = self.own.record
        return {
            "of": rules_document(record.hand.rules, record.preset),
            "verdict_of": self.own.verdict.value,
            "changed": changed,
        }

    @property
    def _masked(self) -> bool:
        """Whether the record has cards that the reader may not see, from whatever seat."""
        hand, sight = self.own.record.hand, self.sight
        dealt = zip((*hand.hands, hand.stock), (*sight.dealt, sight.stock), strict=True)
        thrown = ((cards, sight.threw[seat]) for seat, verb, cards in hand.actions if verb is Verb.DISCARD)
        return any(
            cards & ~may_see
            for cards, may_see in (*dealt, *thrown)
            if cards is not None and not isinstance(cards, Unseen)
        )

    @property
    def _face_up(self) -> Sight:
        """What the reader sees as cards are dealt, thrown out and taken up."""
        return self.sight if self.eyes is None else self.sight & of_seat(self.own, self.eyes)

    @cached_property
    def _told_of(self) -> Sight:
        """What the reader is told of: from a seat, what was open at the table and what its player knew."""
        if self.eyes is None:
            return self.sight
        return self.sight & (of_the_table(self.own) | of_seat(self.own, self.eyes))

    def _told(self, audit: Audit) -> Audit:
        told = seen(audit, self._told_of)
        return replace(told, record=without_names(told.record)) if self.names_hidden else told
