"""Several clients who read and upload at once, for a moment: `make load` has many, for a minute."""

from __future__ import annotations

from scripts.bench.histories import Histories
from scripts.load.clients import HANDS_IN_A_BATCH
from scripts.load.measuring import load_bare_endpoint, load_service, percentile

CLIENTS = 6
SECONDS = 3.0
HANDS = 4 * HANDS_IN_A_BATCH


def test_under_load_nobody_meets_an_error_and_every_hand_is_there_afterwards(database_url: str) -> None:
    load = load_service(
        database_url, Histories(some=100), clients=CLIENTS, seconds=SECONDS, hands=HANDS, workers=2
    )
    assert load.heard.errors == ()
    assert load.missing == frozenset()
    assert len(load.heard.taken) >= CLIENTS
    assert {"upload one hand", "read a hand", "list hands"} <= load.heard.seconds.keys()


def test_the_bare_endpoint_beside_it_takes_and_gives_hands_too() -> None:
    heard = load_bare_endpoint(Histories(some=100), clients=2, seconds=1.0, hands=HANDS)
    assert heard.errors == ()
    assert heard.seconds.keys() == {"bare upload", "bare reading"}


def test_a_percentile_is_what_so_many_do_not_exceed() -> None:
    assert percentile([float(number) for number in range(1, 101)], 0.95) == 95
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2
    assert percentile([7.0], 0.95) == 7
