"""The steps of a replay: what each action does to the cards on the table, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from gleek_replay.audit.audit import Audit
from gleek_replay.audit.replaying.course import Course
from gleek_replay.audit.replaying.faces import Faces
from gleek_replay.audit.replaying.places import DISCARDS, STOCK, TURN_UP, Places, hand_of, trick_of, won_by
from gleek_replay.audit.replaying.words import StepWords, said
from gleek_replay.engine import Stage, Unseen, Verb, layout_of

Json = dict[str, Any]

DEAL: Final = "deal"
SCORE: Final = "score"
STAGES: Final = (DEAL, *(stage.value for stage in Stage if stage is not Stage.OVER), SCORE)
"""The stages of a hand as its steps have them, in their order."""


class Steps:
    """The steps of one hand, which is gone through once, as it is told.

    ``audit`` is whole and ``seen`` without what the reader may not be told of; ``faces`` are the cards that
    lie face up to him. From a seat (``from_seat``) the stock does not before its player takes it up.
    """

    def __init__(
        self, audit: Audit, seen: Audit, faces: Faces, named: Mapping[int, str], *, from_seat: bool
    ) -> None:
        self._hand, self._result = audit.record.hand, audit.result
        self._layout = layout_of(self._hand.rules, self._hand.players)
        self._ids = [player.id for player in audit.record.players]
        self._course = Course(self._hand, self._result)
        self._faces = faces
        self._words = StepWords(seen, self._course, named)
        self._declared = self._faces.declared()
        self._won: int | None = None
        self._places = self._dealt(from_seat=from_seat)
        self.places = self._places.document

    def __iter__(self) -> Iterator[Json]:
        """Each step, without what the audit finds at it."""
        yield self._step(DEAL, self._words.deal())
        for index in range(self._course.told):
            yield self._act(index)
        if self._result.complete:
            yield self._step(SCORE, self._words.score(), moves=self._gather())

    @property
    def not_followed(self) -> list[Json]:
        """What the record tells after the action at which the replay had to stop."""
        actions = self._hand.actions
        return [
            {"action": index, "player": self._ids[actions[index][0]], "text": f"{self._words.deed(index)}."}
            for index in range(self._course.told, len(actions))
        ]

    def _dealt(self, *, from_seat: bool) -> Places:
        places = Places(self._hand.players)
        for seat in range(self._hand.players):
            places.lay(hand_of(seat), self._faces.dealt(seat), self._layout.hand)
        places.lay(STOCK, 0 if from_seat else self._faces.stock, self._layout.stock)
        places.lay(TURN_UP, self._hand.turn_up, 1)
        return places

    def _act(self, index: int) -> Json:
        seat, _, _ = action = self._hand.actions[index]
        moves = self._gather()
        shown: list[Json] = []
        if index < self._course.followed:
            moves += self._moved(index)
            shown += self._shown(index)
        turn = self._course.turns[index]
        self._won = turn.winner
        return self._step(
            self._course.stage_of(index).value, self._words.action(index), action=index,
            player=self._ids[seat], said=said(action), trick=turn.trick, winner=turn.winner, moves=moves,
            shown=shown,
        )  # fmt: skip

    def _moved(self, index: int) -> list[Json]:
        """The cards that an action moves."""
        seat, verb, cards = self._hand.actions[index]
        moves = []
        if verb is Verb.PLAY:
            moves.append(self._places.move(hand_of(seat), trick_of(seat), cards, 1))
        elif verb is Verb.DISCARD:
            number = cards.count if isinstance(cards, Unseen) else cards.bit_count()
            moves.append(self._places.move(hand_of(seat), DISCARDS, self._faces.thrown(seat, cards), number))
        if self._course.draws_at == index and self._result.sale:
            buyer = hand_of(self._result.sale.buyer)
            moves.append(self._places.move(STOCK, buyer, self._faces.stock, self._layout.stock))
        return moves

    def _shown(self, index: int) -> list[Json]:
        """The cards that turn over in their places when an action is done."""
        sale, show = self._result.sale, self._places.show
        if sale and self._course.ends(Stage.EXCHANGE, index):
            return show(hand_of(sale.buyer), self._faces.kept(sale.buyer))
        if self._course.ends(Stage.VYING, index):
            laid = self._faces.showdown()
            return [shown for seat, cards in laid.items() for shown in show(hand_of(seat), cards)]
        if index in self._declared and self._course.stage_of(index) is Stage.DECLARATIONS:
            seat, cards = self._declared[index]
            return show(hand_of(seat), cards)
        return []

    def _gather(self) -> list[Json]:
        """The cards of the trick that was won last, if they still lie on the table."""
        winner, self._won = self._won, None
        if winner is None:
            return []
        return [
            self._places.move(trick_of(seat), won_by(winner), self._places.face_up[trick_of(seat)], 1)
            for seat in range(self._hand.players)
        ]

    @staticmethod
    def _step(stage: str, text: str, **told: Any) -> Json:
        """A step at which nothing else happens than is told."""
        return {
            "action": None, "stage": stage, "player": None, "said": None, "text": text, "trick": None,
            "winner": None, "moves": [], "shown": [], **told,
        }  # fmt: skip
