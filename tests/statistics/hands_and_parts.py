"""Hands and players' parts in them, told from records and audits as JSON, in plain Python.

It shares nothing with what it is to check: not the engine, not the facts, not the layout of lines.
"""

from __future__ import annotations

from functools import cached_property
from itertools import takewhile
from typing import Any

from tests.statistics.played import Played

STOPPING = {
    "must_open", "bid_too_low", "not_the_buyer", "wrong_discard_count", "card_not_held", "nothing_to_see",
    "already_vied", "not_in_ruff", "cannot_stand", "played_twice", "wrong_stage",
}  # fmt: skip
VYING = {"vie", "see", "revie", "stand", "pass"}
BREAK_EVEN = {2: {44: 32}, 3: {44: 22}, 4: {44: 17, 48: 17}, 5: {44: 14, 52: 15}, 6: {52: 13}}
RANKS = "23456789TJQKA"
REASONS = {
    "turn_up": ["turn_up"], "stock": ["stock"], "ruff": ["ruff"], "gleeks": ["gleek"],
    "mournivals": ["mournival"], "small_trumps": ["tiddy", "towser", "tumbler"],
    "challenges": ["challenge"], "score": ["score"],
}  # fmt: skip


class Hand:
    """A hand as its record and its audit tell of it."""

    def __init__(self, played: Played) -> None:
        self.played, self.record, self.audit = played, played.record, played.audit
        self.players = [player["id"] for player in self.record["players"]]
        dealer = self.players.index(self.record["dealer"])
        self.by_age = self.players[dealer + 1 :] + self.players[: dealer + 1]
        self.options = self.audit["rules"]["options"]
        stops = [each["action"] for each in self.audit["violations"] if each["code"] in STOPPING]
        self.actions = self.record["actions"][: min(stops, default=None)]
        self.broken = {each["action"] for each in self.audit["violations"]}
        self.bids = list(takewhile(lambda action: action[1] in {"bid", "pass"}, self.actions))
        self.buyer = self.audit["stock"]["buyer"] if self.audit["stock"] else None
        self.void = played.ruling == "void"

    @property
    def complete(self) -> bool:
        return bool(self.audit["complete"])

    @cached_property
    def vying(self) -> list[Any]:
        return [action for action in self.actions[len(self.bids) :] if action[1] in VYING]

    @cached_property
    def vying_over(self) -> bool:
        """Every word of the vying is there that there was in the whole hand, and what came before it."""
        before = [action for action in self.played.whole if action[1] in {"bid", "discard", *VYING}]
        told = [action for action in self.actions if action[1] in {"bid", "discard", *VYING}]
        return len(told) == len(before)

    @cached_property
    def in_after_vie(self) -> list[str]:
        vied = self._vied_at
        out = (
            {action[0] for action in self.vying[vied:] if action[1] == "pass"} if vied is not None else set()
        )
        return [player for player in self.players if player not in out]

    @cached_property
    def _vied_at(self) -> int | None:
        return next((index for index, action in enumerate(self.vying) if action[1] == "vie"), None)

    @property
    def vied(self) -> bool:
        return self._vied_at is not None

    @property
    def winner(self) -> str | None:
        winner: str | None = self.audit["ruff"]["winner"]
        return winner

    @cached_property
    def dealt(self) -> dict[str, set[str]]:
        """The cards dealt to each, as far as anybody can tell."""
        told = {player: set(cards.split()) for player, cards in self.record["deal"].get("hands", {}).items()}
        if self.complete:
            for player in self.players:
                if player != self.buyer:
                    told.setdefault(player, self.cards_played[player])
        return told

    @cached_property
    def cards_played(self) -> dict[str, set[str]]:
        return {
            player: {action[2] for action in self.actions if action[:2] == [player, "play"]}
            for player in self.players
        }

    @cached_property
    def stock(self) -> set[str] | None:
        if "stock" in self.record["deal"]:
            return set(self.record["deal"]["stock"].split())
        if len(self.dealt) < len(self.players):
            return None
        lowest = {44: "4", 48: "3", 52: "2"}[self.options["deck"]]
        pack = {rank + suit for rank in RANKS[RANKS.index(lowest) :] for suit in "SHDC"}
        return pack - set().union(*self.dealt.values()) - {self.record["deal"]["turn_up"]}

    @cached_property
    def held(self) -> dict[str, set[str]] | None:
        """The cards of all when the exchange was over; ``None`` if it was not, or they are not known."""
        if self.complete:
            return self.cards_played
        thrown = [action[2] for action in self.actions if action[1] == "discard"]
        all_thrown = sum(action[1] == "discard" for action in self.played.whole)
        if (
            len(thrown) < all_thrown
            or not thrown
            or len(self.dealt) < len(self.players)
            or self.stock is None
        ):
            return None
        held = dict(self.dealt)
        assert self.buyer is not None
        held[self.buyer] = (held[self.buyer] | (self.stock or set())) - set(" ".join(thrown).split())
        return held

    @cached_property
    def best_ruff(self) -> str | None:
        if self.held is None:
            return None
        held = self.held
        best: str = max(self.by_age, key=lambda player: self._ruff(held[player]))
        return best

    def _ruff(self, cards: set[str]) -> tuple[bool, int]:
        def worth(card: str) -> int:
            if self.options["ruff_count"] == "flat":
                return {"A": 11, "K": 10, "Q": 10, "J": 10}.get(card[0], 1)
            return {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}.get(card[0]) or int(card[0])

        aces = sum(card[0] == "A" for card in cards) == 4
        return aces, max(sum(worth(card) for card in cards if card[1] == suit) for suit in "SHDC")

    @cached_property
    def taken_by(self) -> dict[str, str]:
        """Who took each card."""
        plays = [action for action in self.actions if action[1] == "play"]
        trumps, takers = self.record["deal"]["turn_up"][1], dict[str, str]()
        for first in range(0, len(plays), len(self.players)):
            trick = plays[first : first + len(self.players)]
            led = trick[0][2][1]
            best = max(
                trick,
                key=lambda play: (play[2][1] == trumps, play[2][1] == led, RANKS.index(play[2][0])),
            )
            takers |= {play[2]: best[0] for play in trick}
        return takers

    @property
    def trump_honours(self) -> set[str]:
        trumps = self.record["deal"]["turn_up"][1]
        return {rank + trumps for rank in "AKQJ"}


class Part:
    """A player's part in a hand."""

    def __init__(self, hand: Hand, me: str) -> None:
        self.hand, self.me = hand, me

    @property
    def seat(self) -> str:
        place = self.hand.by_age.index(self.me)
        return {0: "eldest", len(self.hand.by_age) - 1: "dealer"}.get(place, "middle")

    @property
    def due(self) -> int:
        due: int = self.hand.audit["due"]["net"][self.me]
        return due

    @property
    def recorded(self) -> int | None:
        recorded: int | None = (self.hand.audit["recorded"] or {"net": {}})["net"].get(self.me)
        return recorded

    @property
    def net(self) -> int:
        if self.hand.played.ruling == "record":
            assert self.recorded is not None
            return self.recorded
        return self.due

    def stage(self, stage: str) -> int:
        by_reason = self.hand.audit["due"]["by_reason"]
        return sum(by_reason.get(reason, {}).get(self.me, 0) for reason in REASONS[stage])

    @property
    def bought(self) -> bool:
        return self.hand.buyer == self.me

    @property
    def raised_by(self) -> int:
        """By how much his bids raised the price; eldest's opening raises nothing."""
        price, raised = None, 0
        for player, verb, *amount in self.hand.bids:
            if verb == "bid":
                if player == self.me and not (price is None and player == self.hand.by_age[0]):
                    raised += max(0, amount[0] - (price or self.hand.options["opening_bid"]))
                price = amount[0]
        return raised

    @property
    def free_bidders(self) -> set[str]:
        """Who bid otherwise than eldest has to."""
        bids = [action[0] for action in self.hand.bids if action[1] == "bid"]
        return set(bids[1:] if bids[:1] == self.hand.by_age[:1] else bids)

    def did(self, *verbs: str) -> bool:
        return any(action[0] == self.me and action[1] in verbs for action in self.hand.vying)

    @property
    def raised_with_all_known(self) -> bool:
        return self.hand.winner is not None and self.hand.best_ruff is not None and self.did("vie", "revie")

    @property
    def bluffed(self) -> bool:
        return self.raised_with_all_known and self.hand.best_ruff != self.me

    @property
    def shown(self) -> bool:
        standing = self.hand.in_after_vie
        return self.hand.winner is not None and len(standing) > 1 and self.me in standing

    def declared(self, verb: str) -> bool:
        """Whether he declared so and held it: nothing that is known speaks against it."""
        return any(
            action[:2] == [self.me, verb] and index not in self.hand.broken
            for index, action in enumerate(self.hand.actions)
        )

    def noted(self, code: str) -> bool:
        return any(note["code"] == code and note["player"] == self.me for note in self.hand.audit["notes"])

    @cached_property
    def breaches(self) -> set[str]:
        return {each["code"] for each in self.hand.audit["violations"] if each["player"] == self.me}

    @cached_property
    def misstatements(self) -> set[str]:
        return {each["for"] for each in self.hand.audit["differences"] if each["player"] == self.me}

    def challenged(self, place: int) -> bool:
        """Whether he challenged (place 0) or was challenged (2) where there was something to challenge."""
        return bool(self.hand.options["challenge"]) and any(
            action[1] == "challenge" and action[place] == self.me and index not in self.hand.broken
            for index, action in enumerate(self.hand.actions)
        )

    @property
    def score(self) -> dict[str, int]:
        score: dict[str, int] = self.hand.audit["score"][self.me]
        return score

    @property
    def points_over(self) -> int:
        return self.score["total"] - BREAK_EVEN[len(self.hand.players)][self.hand.options["deck"]]

    @property
    def honours(self) -> set[str]:
        return self.hand.cards_played[self.me] & self.hand.trump_honours

    @property
    def honours_lost(self) -> int:
        return sum(self.hand.taken_by[card] != self.me for card in self.honours)
