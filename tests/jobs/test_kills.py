"""Whatever is killed, and when: every hand that was sent is stored, once, and everything is counted."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.jobs.hands import Sent, many_hands, sent_as
from tests.jobs.ledger import assert_all_is_stored_once
from tests.jobs.service import Client, Role, Service, whole_service
from tests.postgres import break_off

HANDS_A_SECOND = 2_000
"""Roughly how fast an upload goes: over how long the kills are spread."""
BLOWS = 3
"""How many fall during one upload."""
SERVING = (Role.SERVER, Role.GUNICORN, Role.REQUESTS)
POLLING = (*SERVING, Role.JOB, Role.JOB)
HEARING = (*SERVING, Role.WORK, Role.CELERY, Role.TASKS, Role.TASKS, Role.REAPER)

Blow = Callable[[], str]
"""Kills something, and says what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordeal:
    """So many uploads of so many hands, during each of which blows fall at moments of chance."""

    hands: int
    uploads: int


ordeals = pytest.mark.parametrize(
    "ordeal",
    [
        pytest.param(Ordeal(hands=3_000, uploads=1), id="short"),
        pytest.param(Ordeal(hands=20_000, uploads=20), id="long", marks=pytest.mark.long),
    ],
)


@ordeals
def test_no_kill_costs_or_doubles_a_hand_on_sqlite(tmp_path: Path, sqlite_url: str, ordeal: Ordeal) -> None:
    with whole_service(tmp_path, sqlite_url) as service:
        survive(service, sqlite_url, ordeal, kills(service, POLLING))


@ordeals
def test_no_kill_costs_or_doubles_a_hand_on_postgresql(
    tmp_path: Path, empty_postgresql_url: str, ordeal: Ordeal
) -> None:
    with whole_service(tmp_path, empty_postgresql_url) as service:
        blows = [*kills(service, POLLING), cut_off(empty_postgresql_url), cut_off(empty_postgresql_url)]
        survive(service, empty_postgresql_url, ordeal, blows)


@ordeals
def test_no_kill_costs_or_doubles_a_hand_with_rabbitmq(
    tmp_path: Path, empty_postgresql_url: str, rabbitmq_url: str, ordeal: Ordeal
) -> None:
    with whole_service(tmp_path, empty_postgresql_url, rabbitmq_url) as service:
        survive(
            service, empty_postgresql_url, ordeal, [*kills(service, HEARING), cut_off(empty_postgresql_url)]
        )


def survive(service: Service, database_url: str, ordeal: Ordeal, blows: Sequence[Blow]) -> None:
    """Upload new hands while some of the blows fall, and look at all that is stored; time and again."""
    client = Client(url=service.url, token=service.new_key("bess"))
    sent: list[Sent] = []
    for seed in range(ordeal.uploads):
        chance, name = random.Random(seed), f"upload-{seed}"
        body = many_hands(ordeal.hands, name)
        sent.append(sent_as(name, body))
        history = [f"seed {seed}"]
        try:
            with ThreadPoolExecutor(1) as uploading:
                done = uploading.submit(client.send, body, name)
                strike(chance.sample(blows, BLOWS), ordeal.hands / HANDS_A_SECOND, chance, history)
                upload = done.result()
            assert upload["received"] == upload["done"] == upload["accepted"] == ordeal.hands
            assert_all_is_stored_once(database_url, sent)
        except BaseException as error:
            error.add_note("\n".join((*history, service.log)))
            raise


def strike(blows: Sequence[Blow], seconds: float, chance: random.Random, history: list[str]) -> None:
    """Let the blows fall one after the other, over so many seconds."""
    began = time.monotonic()
    for blow in blows:
        time.sleep(chance.uniform(0, 2 * seconds / len(blows)))
        history.append(f"after {time.monotonic() - began:.2f} s: {blow()}")


def kills(service: Service, roles: Sequence[Role]) -> list[Blow]:
    """SIGKILL for a process of each role."""

    def kill(role: Role) -> str:
        found = service.having(role)
        if found:
            service.kill(found[0])
        return f"{role} killed" if found else f"no {role} to be killed"

    return [partial(kill, role) for role in roles]


def cut_off(database_url: str) -> Blow:
    """The end of everybody's connection to the database."""

    def cut() -> str:
        break_off(database_url)
        return "connections to the database cut off"

    return cut
