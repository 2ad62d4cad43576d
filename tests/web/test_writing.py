from __future__ import annotations

from datetime import UTC, datetime

import pytest

from gleek_replay.web.numbers import grouped, signed
from gleek_replay.web.pages.writing import (
    day,
    day_and_time,
    fixed,
    percent,
    rubricate,
    spoken,
)


@pytest.mark.parametrize(
    ("number", "places", "text"),
    [
        (6, 0, "+6"),
        (-1204, 0, "−1,204"),
        (0, 0, "0"),
        (-0.001, 2, "0.00"),
        (0.456, 1, "+0.5"),
        (None, 2, "–"),
    ],
)
def test_a_number_has_its_sign_unless_it_is_nothing(number: float | None, places: int, text: str) -> None:
    assert signed(number, places) == text


def test_numbers_moments_and_codes_are_written_for_people() -> None:
    moment = datetime(2026, 11, 2, 9, 5, tzinfo=UTC)
    assert (day(moment), day_and_time(moment)) == ("2 November 2026", "2 November 2026, 09:05 UTC")
    assert (grouped(12345), fixed(2.25, 1), fixed(None, 1)) == ("12,345", "2.2", "–")
    assert (percent(0.3), percent(None)) == ("30\N{NARROW NO-BREAK SPACE}%", "–")
    assert (spoken("turn_up"), spoken("odd_penny")) == ("turn-up", "odd penny")


def test_cards_in_a_text_are_set_as_cards_with_their_names_and_red_suits_in_red() -> None:
    page = rubricate("Ann 10♥, Bess A♠ → Ann")
    assert '<span class="card red" role="img" aria-label="10 of Hearts">10<span' in page
    assert '<span class="card" role="img" aria-label="Ace of Spades">A<span' in page


def test_a_text_is_escaped_around_its_cards() -> None:
    assert rubricate("<b>J♦</b> & ✗").startswith("&lt;b&gt;<span")
    assert "&amp; <span" in rubricate("<b>J♦</b> & ✗")
