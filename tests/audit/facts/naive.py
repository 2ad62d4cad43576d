"""The facts of a hand once more: from its record, all cards shown, and the document of its audit alone.

It shares no code with what it judges, reads cards as the strings of the record, and takes the shortest way to
each number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

Document = Mapping[str, Any]

RANKS = "23456789TJQKA"
GLEEK = {"A": 4, "K": 3, "Q": 2, "J": 1}
HONOURS = {  # players, deck: Tib, Tom, break-even
    (2, 44): (15, 9, 32), (3, 44): (15, 9, 22), (4, 44): (14, 8, 17), (4, 48): (14, 8, 17),
    (5, 44): (15, 9, 14), (5, 52): (15, 9, 15), (6, 52): (15, 9, 13),
}  # fmt: skip
STOPPING = {
    "must_open", "bid_too_low", "not_the_buyer", "wrong_discard_count", "card_not_held", "nothing_to_see",
    "already_vied", "not_in_ruff", "cannot_stand", "played_twice", "wrong_stage",
}  # fmt: skip


class Naive:
    """The facts of each player by his id: his ``marks`` as words, and his ``numbers`` but those of luck."""

    def __init__(self, record: Document, audit: Document) -> None:
        self.record, self.audit, self.o = record, audit, audit["rules"]["options"]
        self.players = [player["id"] for player in record["players"]]
        first = self.players.index(record["dealer"]) + 1
        self.by_age = [*self.players[first:], *self.players[:first]]
        self.turn_up = record["deal"]["turn_up"]
        stops = min((v["action"] for v in audit["violations"] if v["code"] in STOPPING), default=None)
        self.actions = record["actions"][:stops]
        self.breached = {violation["action"] for violation in audit["violations"]}
        self.marks: dict[str, set[str]] = {player: set() for player in self.players}
        self.numbers: dict[str, Counter[str]] = {player: Counter() for player in self.players}
        self.dealt = {player: cards.split() for player, cards in record["deal"]["hands"].items()}
        self.stock = record["deal"]["stock"].split()
        self.mark_all("DEAL_KNOWN", "STOCK_KNOWN", *["COMPLETE"] * audit["complete"])
        self.auction()
        self.held = self.after_the_exchange()
        if self.held:
            self.vying(self.held)
            self.honours(self.held)
        self.declarations()
        self.payments()
        self.honesty()

    def mark_all(self, *marks: str) -> None:
        for player in self.players:
            self.marks[player].update(marks)

    def auction(self) -> None:
        bids = [(action[0], action[2]) for action in self.actions if action[1] == "bid"]
        if bids and bids[0][0] == self.by_age[0]:
            free, price = bids[1:], bids[0][1]
        else:
            free, price = bids, self.o["opening_bid"]
        for player, amount in free:
            self.marks[player].add("RAISED")
            self.numbers[player]["driven_up"] += max(0, amount - price)
            price = amount
        for player in self.players:
            self.numbers[player]["own_bid"] = max((bid for who, bid in bids if who == player), default=0)
        if not self.audit["stock"]:
            return
        buyer = self.audit["stock"]["buyer"]
        self.mark_all("SOLD", *["CONTESTED"] * any(who != buyer for who, _ in free))
        self.marks[buyer].add("BOUGHT")
        self.numbers[buyer]["stock_honours"] = sum(map(self.is_honour, self.stock))
        self.numbers[buyer]["stock_aces"] = sum(card[0] == "A" for card in self.stock)
        if [who for who, _ in bids] == [self.by_age[0]]:
            self.marks[buyer].add("TAKEN")

    def after_the_exchange(self) -> dict[str, list[str]]:
        """What each holds when the exchange is over; nothing if it is not."""
        thrown = [card for action in self.actions if action[1] == "discard" for card in action[2].split()]
        if len(thrown) != len(self.stock):
            return {}
        buyer = self.audit["stock"]["buyer"]
        kept = [card for card in [*self.dealt[buyer], *self.stock] if card not in thrown]
        return self.dealt | {buyer: kept}

    def vying(self, held: Mapping[str, list[str]]) -> None:
        ruff = self.audit["ruff"]
        begins = max(number for number, action in enumerate(self.actions) if action[1] == "discard") + 1
        calls = [a for a in self.actions[begins:] if a[1] in ("vie", "see", "revie", "stand", "pass")]
        standing, vied = set(self.players), False
        for player, call, *_ in calls:
            if call == "pass" and (vied or self.o["initial_pass"] == "out"):
                standing.remove(player)
            if call == "pass" and vied:
                self.marks[player].add("GAVE_UP")
            if call in ("vie", "revie"):
                vied = True
                self.numbers[player]["raises"] += 1
            if call in ("vie", "revie", "see"):
                self.marks[player].add({"vie": "VIED", "revie": "REVIED", "see": "SAW"}[call])
        self.mark_all("RUFFS_KNOWN", "HOLDINGS_KNOWN", *["RUFF_VIED"] * vied)
        best = max(self.by_age, key=lambda player: (self.ruff_of(held[player]), -self.by_age.index(player)))
        self.marks[best].add("BEST_RUFF")
        passed = {player for player, call, *_ in calls if call == "pass"}
        if ruff["winner"] or (not vied and passed == set(self.players)):
            self.mark_all("VYING_OVER")
        if ruff["winner"]:
            self.mark_all("RUFF_DECIDED")
            self.marks[ruff["winner"]].add("RUFF_WON")
            if len(standing) == 1:
                self.mark_all("UNSEEN")
            for player in standing if standing != {ruff["winner"]} else ():
                self.marks[player].add("SHOWN")

    def ruff_of(self, hand: list[str]) -> tuple[bool, int]:
        count = self.o["ruff_count"]

        def worth(rank: str) -> int:
            small = RANKS.index(rank) + 2 if count == "pips" else 1
            return 1 if count == "cards" else {"A": 11, "K": 10, "Q": 10, "J": 10}.get(rank, small)

        suits = [sum(worth(card[0]) for card in hand if card[1] == suit) for suit in "SHDC"]
        return sum(card[0] == "A" for card in hand) == 4, max(suits)

    def is_honour(self, card: str) -> bool:
        return card[0] in "AKQJ" and card[1] == self.turn_up[1]

    def honours(self, held: Mapping[str, list[str]]) -> None:
        for player, hand in held.items():
            self.numbers[player]["honours_held"] = sum(map(self.is_honour, hand))
        played = [(action[0], action[2]) for action in self.actions if action[1] == "play"]
        each = len(self.players)
        for start in range(0, len(played) - each + 1, each):
            trick = played[start : start + each]
            led = trick[0][1][1]

            def height(play: tuple[str, str], led: str = led) -> tuple[bool, bool, int]:
                card = play[1]
                return card[1] == self.turn_up[1], card[1] == led, RANKS.index(card[0])

            winner = max(trick, key=height)[0]
            for player, card in trick:
                self.numbers[player]["honours_lost"] += self.is_honour(card) and player != winner

    def declarations(self) -> None:
        for number, (player, verb, *rest) in enumerate(self.actions):
            if verb in ("gleek", "mournival") and number not in self.breached:
                self.numbers[player][f"{verb}s"] += 1
            if verb == "challenge" and number not in self.breached:
                self.numbers[player]["challenges"] += 1
                self.numbers[rest[0]]["challenged"] += 1
        for violation in self.audit["violations"]:
            if violation["code"] == "false_declaration":
                self.numbers[violation["player"]]["false_declarations"] += 1
        for note in self.audit["notes"]:
            self.numbers[note["player"]][note["code"]] += 1

    def payments(self) -> None:
        for player, numbers in self.numbers.items():
            numbers["break_even"] = HONOURS[len(self.players), self.o["deck"]][2]
            place = self.players.index(player)
            round_the_table = [*self.players[place + 1 :], *self.players[:place]]
            for payment in self.audit["due"]["payments"]:
                for side, other, sign in (("to", "from", 1), ("from", "to", -1)):
                    if payment[side] != player:
                        continue
                    from_whom = "from_pots"
                    if payment[other] in round_the_table:
                        from_whom = f"from_{round_the_table.index(payment[other]) + 1}"
                    numbers[from_whom] += sign * payment["amount"]

    def honesty(self) -> None:
        """Sets of codes, as the words that their bits stand for."""
        self.breaches = {
            player: {v["code"] for v in self.audit["violations"] if v["player"] == player}
            for player in self.players
        }
        self.misreported = {
            player: {d["for"] for d in self.audit["differences"] if d["player"] == player}
            for player in self.players
        }


def naive_luck(record: Document, audit: Document) -> dict[str, dict[str, int]]:
    """What was dealt to each player by his id, by the names of the fields: his own alone."""
    naive = Naive({**record, "actions": []}, {**audit, "violations": [], "stock": None, "complete": False})
    players, options, turn_up = naive.players, audit["rules"]["options"], naive.turn_up
    trump, deck = turn_up[1], options["deck"]
    tib, tom, _ = HONOURS[len(players), deck]
    points = {"A": tib, "K": 3, "Q": 3, "J": tom}
    points |= {"5": 5, "6": 6} if options["towser_tumbler"] == "scored" else {}
    scores = {rank + trump: worth for rank, worth in points.items()}
    paid = {} if options["tiddy"] == "off" else {{44: "4", 48: "3", 52: "2"}[deck] + trump: 2}
    paid |= {"5" + trump: 5, "6" + trump: 6} if options["towser_tumbler"] == "side_payment" else {}
    best = max(naive.ruff_of(hand) for hand in naive.dealt.values())
    turned_up = sum(p["amount"] for p in audit["due"]["payments"] if p["for"] == "turn_up")
    found = {}
    for player, hand in naive.dealt.items():
        ranks = Counter(card[0] for card in hand)
        trumps = [card for card in hand if card[1] == trump]
        alike = ranks + Counter(turn_up[0] if options["turn_up_in_gleek"] and ranks[turn_up[0]] == 2 else "")
        poor = [card for card in hand if card not in trumps and card[0] not in "AKQJ"]
        deals = player == record["dealer"]
        four_aces, value = naive.ruff_of(hand)
        found[player] = {
            "tib": f"A{trump}" in hand, "tom": f"J{trump}" in hand,
            "king": f"K{trump}" in hand, "queen": f"Q{trump}" in hand,
            "trumps": len(trumps), "trumps_squared": len(trumps) ** 2,
            "aces": ranks["A"], "kings": ranks["K"], "queens": ranks["Q"], "knaves": ranks["J"],
            "gleeks": sum(worth * max(0, alike[rank] - 2) for rank, worth in GLEEK.items()),
            "small_trumps": sum(paid.get(card, 0) for card in hand),
            "stock": len(poor) * sum(scores.get(card, 0) for card in naive.stock),
            "ruff": value, "best_ruff": naive.ruff_of(hand) == best, "four_aces": four_aces,
            "turn_up": turned_up // (len(players) - 1) if deals else 0,
            "turned_up_points": scores.get(turn_up, 0) if deals else 0,
            "eldest": player == naive.by_age[0], "dealer": deals,
        }  # fmt: skip
    return {
        player: {f"luck_{name}": int(value) for name, value in own.items()} for player, own in found.items()
    }
