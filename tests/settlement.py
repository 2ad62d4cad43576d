"""A second settlement of a finished, legal hand, from its record and the resolved options alone.

It shares no code with the engine, reads cards as the strings of the record, and takes the shortest way to
each amount: what a hand held is what it played, and what a player stands in is counted from the calls.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

RANKS = "23456789TJQKA"
TABLE = {  # players, deck: Tib, Tom, break-even
    (2, 44): (15, 9, 32), (3, 44): (15, 9, 22), (4, 44): (14, 8, 17), (4, 48): (14, 8, 17),
    (5, 44): (15, 9, 14), (5, 52): (15, 9, 15), (6, 52): (15, 9, 13),
}  # fmt: skip
GLEEK = {"A": 4, "K": 3, "Q": 2, "J": 1}


class Settlement:
    """What each account wins or loses in all, in ``net``."""

    def __init__(self, record: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.o, self.actions, self.turn_up = options, record["actions"], record["deal"]["turn_up"]
        self.trumps = self.turn_up[1]
        players = [player["id"] for player in record["players"]]
        first = players.index(record["dealer"]) + 1
        self.seats = [*players[first:], *players[:first]]  # eldest first, the dealer last
        self.net = dict.fromkeys([*players, "pot", "ruff_pot"], 0)
        self.hands = {p: [a[2] for a in self.actions if a[0] == p and a[1] == "play"] for p in players}
        carried = {"ruff_multiplier": 1, "ruff_pot": 0} | record.get("carried", {})
        self.unit, self.ruff_pot = options["ruff_stake"] * carried["ruff_multiplier"], carried["ruff_pot"]
        sold = max(n for n, action in enumerate(self.actions) if action[1] in ("bid", "discard"))
        first_thrown = min(n for n, action in enumerate(self.actions) if action[1] == "discard")
        self.auction(self.actions[:first_thrown])
        self.ruff([a for a in self.actions[sold + 1 :] if a[1] in ("vie", "see", "revie", "stand", "pass")])
        self.declarations()
        self.small_trumps()
        self.score()

    def pay(self, payer: str, payee: str, amount: int) -> None:
        self.net[payer] -= amount
        self.net[payee] += amount

    def collect(self, payee: str, amount: int) -> None:
        for player in self.seats:
            self.pay(player, payee, amount)

    def auction(self, calls: list[Any]) -> None:
        bids = [(call[0], call[2]) for call in calls if call[1] == "bid"]
        buyer, price = bids[-1]
        others = [player for player in self.seats if player != buyer]
        for player in others:
            self.pay(buyer, player, price // len(others))
        rivals = [who for who, _ in bids if who != buyer] or [c[0] for c in calls if c[0] != buyer]
        takes = {"eldest": others[0], "runner_up": rivals[-1], "pot": "pot"}[self.o["odd_penny"]]
        self.pay(buyer, takes, price % len(others))

    def ruff(self, calls: list[Any]) -> None:
        ante = self.o["vying"] == "ante"
        level = 1 if ante else 0
        stands_in = dict.fromkeys(self.seats, level)
        left = list(self.seats)
        pot = self.o["unvied"] == "carry_pot"
        for player in self.seats if pot else ():
            self.pay(player, "ruff_pot", self.unit)
        vied = False
        for player, call, *_ in calls:
            if call in ("vie", "revie"):
                level, vied = level + 1, True
            if call == "pass" and (vied or self.o["initial_pass"] == "out"):
                left.remove(player)
            if call in ("vie", "revie", "see") or (call == "pass" and vied and not ante):
                stands_in[player] = level
        if not vied:
            return
        winner = max(left, key=lambda p: (self.ruff_of(p), -self.seats.index(p))) if left[1:] else left[0]
        for player in self.seats:
            self.pay(player, winner, (stands_in[player] - pot) * self.unit)
        if pot:
            self.pay("ruff_pot", winner, self.ruff_pot + len(self.seats) * self.unit)

    def ruff_of(self, player: str) -> tuple[bool, int]:
        hand, count = self.hands[player], self.o["ruff_count"]

        def worth(rank: str) -> int:
            small = RANKS.index(rank) + 2 if count == "pips" else 1
            return 1 if count == "cards" else {"A": 11, "K": 10, "Q": 10, "J": 10}.get(rank, small)

        suits = [sum(worth(card[0]) for card in hand if card[1] == suit) for suit in "SHDC"]
        return sum(card[0] == "A" for card in hand) == 4, max(suits)

    def declarations(self) -> None:
        declared: dict[tuple[str, str], tuple[int, int]] = {}
        for player, verb, *rest in self.actions:
            if verb in ("gleek", "mournival"):
                worth = GLEEK[rest[0]]
                rank = (worth + 10, 2 * worth) if verb == "mournival" else (worth, worth)
                declared.setdefault((player, rest[0]), rank)
        best = max(declared, key=lambda key: declared[key][0], default=None)
        for key, (_, worth) in declared.items():
            paid = self.o["declarations_paid"]
            if paid == "all" or (best and key[0] == best[0] and (paid == "best_holder" or key == best)):
                self.collect(key[0], worth)

    def small_trumps(self) -> None:
        o, lowest = self.o, {44: "4", 48: "3", 52: "2"}[self.o["deck"]]
        side = o["towser_tumbler"] == "side_payment"
        later = "claimed" if o["tiddy"] == "off" else o["tiddy"]
        small = {"tiddy": (lowest, o["tiddy_turned_up"], o["tiddy_held"], o["tiddy"])}
        small |= {"towser": ("5", 5, 5, later), "tumbler": ("6", 6, 6, later)} if side else {}
        for verb, (rank, turned_up, held, how) in small.items():
            card = rank + self.trumps
            if how != "off" and card == self.turn_up:
                self.collect(self.seats[-1], turned_up)
            for player, hand in self.hands.items():
                claimed = any(action[:2] == [player, verb] for action in self.actions)
                if card in hand and (claimed or how == "automatic"):
                    self.collect(player, held)

    def score(self) -> None:
        n, o = len(self.seats), self.o
        tib, tom, break_even = TABLE[n, o["deck"]]
        worth = {"A": tib, "K": 3, "Q": 3, "J": tom} | (
            {"5": 5, "6": 6} if o["towser_tumbler"] == "scored" else {}
        )
        honours = {rank + self.trumps: points for rank, points in worth.items()}
        points = dict.fromkeys(self.seats, 0)
        points[self.seats[-1]] += honours.get(self.turn_up, 0)
        played = [(action[0], action[2]) for action in self.actions if action[1] == "play"]
        for start in range(0, len(played), n):
            trick = played[start : start + n]
            led = trick[0][1][1]

            def height(play: tuple[str, str], led: str = led) -> tuple[bool, bool, int]:
                card = play[1]
                return card[1] == self.trumps, card[1] == led, RANKS.index(card[0])

            winner = max(trick, key=height)[0]
            points[winner] += n
            for player, card in trick:
                points[winner if o["honours_to"] == "winner" else player] += honours.get(card, 0)
        for player in self.seats:
            if o["settlement"] == "each_opponent":
                self.collect(player, points[player] - break_even)
            else:
                self.pay("pot", player, points[player] - break_even)


def settle(record: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, int]:
    """What each account wins or loses in all by a finished, legal hand."""
    return Settlement(record, options).net
