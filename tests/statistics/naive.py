"""Every statistic reckoned anew from records and audits as JSON, hand by hand, in plain Python."""

from __future__ import annotations

from collections.abc import Callable

from tests.statistics.hands_and_parts import REASONS, Part

Told = int | tuple[int, int] | None
"""What a hand adds to a numerator, and what to a denominator if not itself; ``None`` if it is in neither."""


def among(told: Callable[[Part], bool], values: Callable[[Part], Told]) -> Callable[[Part], Told]:
    """Of those hands alone."""
    return lambda part: values(part) if told(part) else None


def _bought(part: Part) -> bool:
    return part.bought


def _complete(part: Part) -> bool:
    return part.hand.complete


def _sold(part: Part) -> bool:
    return part.hand.buyer is not None


def _hoisted(part: Part) -> bool:
    return _sold(part) and not part.bought and part.raised_by > 0


def _stock_known(part: Part) -> bool:
    return part.bought and part.hand.stock is not None


def _vying_over(part: Part) -> bool:
    return part.hand.vying_over


def _vied_over(part: Part) -> bool:
    return part.hand.vying_over and part.hand.vied


def _decided(part: Part) -> bool:
    return part.hand.winner is not None


def _won_ruff(part: Part) -> int:
    return int(part.hand.winner == part.me)


def _declared(part: Part) -> bool:
    return part.declared("gleek") or part.declared("mournival") or "false_declaration" in part.breaches


def _net_of(stage: str) -> Callable[[Part], Told]:
    return lambda part: part.stage(stage)


def _in_seat(name: str, seat: str) -> Callable[[Part], Told]:
    return lambda part: NAIVE[name](part) if part.seat == seat else None


BY_SEAT = ("net", "tricks", "points_over", "honours_held", "honours_lost")
SEATS = ("eldest", "middle", "dealer")


NAIVE: dict[str, Callable[[Part], Told]] = {
    "net": lambda part: part.net,
    "won": lambda part: part.net > 0,
    "finished": lambda part: part.hand.complete,
    "recorded_net": lambda part: part.recorded,
    "recorded_beyond_due": lambda part: None if part.recorded is None else part.recorded - part.due,
    **{f"net_{stage}": _net_of(stage) for stage in REASONS},
    "net_ruling": lambda part: part.net - part.due,
    "bought": lambda part: part.bought,
    "contested": among(_bought, lambda part: bool(part.free_bidders - {part.me})),
    "price": among(_bought, lambda part: part.hand.audit["stock"]["price"]),
    "taken": among(
        lambda part: _sold(part) and part.seat == "eldest",
        lambda part: part.bought and not part.free_bidders,
    ),
    "hoisted": among(lambda part: _sold(part) and not part.bought, lambda part: part.raised_by > 0),
    "hoisted_by": among(_hoisted, lambda part: part.raised_by),
    "net_bought": among(_bought, lambda part: part.net),
    "net_unbought": among(lambda part: not part.bought, lambda part: part.net),
    "stock_honours": among(
        _stock_known, lambda part: len((part.hand.stock or set()) & part.hand.trump_honours)
    ),
    "stock_aces": among(_stock_known, lambda part: sum(card[0] == "A" for card in part.hand.stock or ())),
    "vied": among(_vying_over, lambda part: part.did("vie")),
    "saw": among(_vied_over, lambda part: part.did("see")),
    "revied": among(_vied_over, lambda part: part.did("revie")),
    "gave_up": among(_vied_over, lambda part: part.me not in part.hand.in_after_vie),
    "ruff_won": among(_decided, _won_ruff),
    "won_unseen": among(_decided, lambda part: _won_ruff(part) and len(part.hand.in_after_vie) == 1),
    "won_shown": among(_decided, lambda part: _won_ruff(part) and part.shown),
    "lost_shown": among(_decided, lambda part: not _won_ruff(part) and part.shown),
    "bluffs": among(lambda part: part.raised_with_all_known, lambda part: part.bluffed),
    "bluffs_came_off": among(lambda part: part.bluffed, _won_ruff),
    "net_bluffs": among(lambda part: part.bluffed, lambda part: part.stage("ruff")),
    "calls_right": among(lambda part: part.shown and part.did("see"), _won_ruff),
    "gleeks": lambda part: part.declared("gleek"),
    "mournivals": lambda part: part.declared("mournival"),
    "undeclared": among(
        lambda part: (
            _complete(part)
            and (part.declared("gleek") or part.declared("mournival") or part.noted("undeclared"))
        ),
        lambda part: part.noted("undeclared"),
    ),
    "unclaimed": among(_complete, lambda part: part.noted("unclaimed")),
    "false_declarations": lambda part: "false_declaration" in part.breaches,
    "challenged": among(_declared, lambda part: part.challenged(2)),
    "challenges": lambda part: part.challenged(0),
    "tricks": among(_complete, lambda part: part.score["tricks"]),
    "points": among(_complete, lambda part: part.score["total"]),
    "points_over": among(_complete, lambda part: part.points_over),
    "over_break_even": among(_complete, lambda part: part.points_over > 0),
    "honours_held": among(_complete, lambda part: len(part.honours)),
    "honours_lost": among(_complete, lambda part: (part.honours_lost, len(part.honours))),
    **{f"{name}_as_{seat}": _in_seat(name, seat) for name in BY_SEAT for seat in SEATS},
    "irregular": lambda part: bool(part.breaches),
    "misreported": lambda part: bool(part.misstatements),
}
"""What a hand adds to each statistic but those of single codes."""


def naive(name: str, part: Part) -> tuple[int, int]:
    """What a hand adds to the numerator and to the denominator of a statistic."""
    if part.hand.void:
        return 0, 0
    if name.startswith("breach_"):
        return name.removeprefix("breach_") in part.breaches, 1
    if name.startswith("misreported_"):
        return name.removeprefix("misreported_") in part.misstatements, 1
    told = NAIVE[name](part)
    if told is None:
        return 0, 0
    return told if isinstance(told, tuple) else (int(told), 1)
