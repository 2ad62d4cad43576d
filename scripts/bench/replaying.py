"""Replay alone, beside programs that replay other games: a poker hand history and checked chess moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Final

import chess
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

from gleek_replay.engine import replay
from gleek_replay.records import HandRecord, read_record
from scripts.bench.figures import ROUNDS, Figure, in_turns, per_second, print_figures, seconds_of
from scripts.bench.histories import Histories

_POKER_HANDS: Final = 60
_CHESS_GAMES: Final = 60
_MOVES: Final = 80
_SEED: Final = 1
_DEALT_FOR = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def measure_replay(histories: Histories, hands: int) -> None:
    """From a parsed record to a complete result, in actions a second."""
    records = [read_record(line) for line in histories.lines(hands)]
    chance = random.Random(_SEED)  # noqa: S311 - seeded chance
    poker = [_play_poker(chance) for _ in range(_POKER_HANDS)]
    games = [_play_chess(chance) for _ in range(_CHESS_GAMES)]
    ours, pokerkit, checked = in_turns(
        partial(seconds_of, partial(_replay, records)),
        partial(seconds_of, partial(_replay_poker, poker)),
        partial(seconds_of, partial(_check_chess, games)),
        rounds=2 * ROUNDS,
    )
    actions = sum(len(record.hand.actions) for record in records)
    poker_actions, moves = sum(len(history.actions) for history in poker), sum(map(len, games))
    found = f"{per_second(actions, ours, 'actions')}, {ours / hands * 1e6:,.0f} µs a hand"
    print_figures(
        f"Replay alone, {hands:,} hands of {actions / hands:.1f} actions",
        [
            Figure(
                what=what,
                found=found,
                beside=per_second(count, seconds, done),
                ratio=actions / ours / (count / seconds),
                bar=bar,
                low=False,
            )
            for what, count, seconds, done, bar in (
                ("beside PokerKit", poker_actions, pokerkit, "actions", 50),
                ("beside python-chess", moves, checked, "checked moves", 5),
            )
        ],
    )


def _replay(records: Sequence[HandRecord]) -> None:
    for record in records:
        replay(record.hand)


def _replay_poker(histories: Sequence[HandHistory]) -> None:
    for history in histories:
        for _ in history:
            pass


def _check_chess(games: Sequence[Sequence[chess.Move]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            assert board.is_legal(move)
            board.push(move)


def _play_poker(chance: random.Random) -> HandHistory:
    """A hand of hold'em between three who mostly check or call."""
    game = NoLimitTexasHoldem(_DEALT_FOR, True, 0, (1, 2), 2)
    state = game((200,) * 3, 3)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole()
        elif state.can_deal_board():
            state.deal_board()
        elif state.can_check_or_call() and chance.random() < 0.7:
            state.check_or_call()
        elif state.can_complete_bet_or_raise_to() and chance.random() < 0.5:
            state.complete_bet_or_raise_to()
        elif state.can_fold():
            state.fold()
        else:
            state.check_or_call()
    return HandHistory.from_game_state(game, state)


def _play_chess(chance: random.Random) -> list[chess.Move]:
    """A game of legal moves by chance, until it is over or long enough."""
    board = chess.Board()
    moves: list[chess.Move] = []
    while len(moves) < _MOVES and (legal := list(board.legal_moves)):
        moves.append(chance.choice(legal))
        board.push(moves[-1])
    return moves
