"""The moment a hand was played: RFC 3339 with an offset, in every spelling that has."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.records.written import changed, faults_after, read

WITHOUT_FRACTION = datetime(2026, 11, 20, 19, 42, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-11-20T19:42:10Z", WITHOUT_FRACTION),
        ("2026-11-20t19:42:10z", WITHOUT_FRACTION),
        ("2026-11-20T19:42:10+00:00", WITHOUT_FRACTION),
        ("2026-11-20T19:42:10-00:00", WITHOUT_FRACTION),
        ("2026-11-20T20:42:10+01:00", WITHOUT_FRACTION),
        ("2026-11-20T14:12:10-05:30", WITHOUT_FRACTION),
        ("2026-11-21T19:41:10+23:59", WITHOUT_FRACTION),
        ("2026-11-19T19:43:10-23:59", WITHOUT_FRACTION),
        ("2026-11-20T19:42:10.5Z", WITHOUT_FRACTION.replace(microsecond=500_000)),
        ("2026-11-20T19:42:10.0Z", WITHOUT_FRACTION),
        ("2026-11-20T19:42:10.12Z", WITHOUT_FRACTION.replace(microsecond=120_000)),
        ("2026-11-20T19:42:10.123456Z", WITHOUT_FRACTION.replace(microsecond=123_456)),
        ("2026-11-20T19:42:10.1234569+00:00", WITHOUT_FRACTION.replace(microsecond=123_456)),
        (f"2026-11-20T19:42:10.{'3' * 300}Z", WITHOUT_FRACTION.replace(microsecond=333_333)),
        ("2024-02-29T00:00:00Z", datetime(2024, 2, 29, tzinfo=UTC)),
        ("0001-01-01T00:00:00Z", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31T23:59:59Z", datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("2016-12-31T23:59:60Z", datetime(2016, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)),
        ("1990-12-31T15:59:60-08:00", datetime(1990, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)),
        ("2015-07-01T01:59:60.25+02:00", datetime(2015, 6, 30, 23, 59, 59, 999_999, tzinfo=UTC)),
    ],
)
def test_every_spelling_of_a_moment_is_understood(written: str, moment: datetime) -> None:
    played_at = read(changed({"/played_at": written})).played_at
    assert played_at == moment
    assert played_at.tzinfo is UTC


OFFSET = "expected a moment with its offset such as 2026-11-20T19:42:10Z (RFC 3339); found "
THERE_IS = "expected a moment that there is such as 2026-11-20T19:42:10Z; found "


@pytest.mark.parametrize(
    "written",
    [
        "",
        "2026-11-20",
        "2026-11-20T19:42:10",
        "2026-11-20 19:42:10Z",
        "2026-11-20T19:42Z",
        "2026-11-20T19Z",
        "20261120T194210Z",
        "2026-11-20T19:42:10.Z",
        "2026-11-20T19:42:10,5Z",
        "2026-11-20T19:42:10+01",
        "2026-11-20T19:42:10+0100",
        "2026-11-20T19:42:10+01:00:00",
        "2026-11-20T19:42:10+24:00",
        "2026-11-20T19:42:10+01:60",
        "2026-11-20T24:00:00Z",
        "2026-11-20T19:60:00Z",
        "2026-11-20T19:42:61Z",
        "2026-11-20T19:42:10 Z",
        "2026-11-20T19:42:10ZZ",
        " 2026-11-20T19:42:10Z",
        "2026-11-20T19:42:10Z\n",
        "26-11-20T19:42:10Z",
        "+02026-11-20T19:42:10Z",
        "-2026-11-20T19:42:10Z",
        "2026-W47-5T19:42:10Z",
        "2026-324T19:42:10Z",
        "2026-1-2T19:42:10Z",
        "٢٠٢٦-11-20T19:42:10Z",
        "2026-11-20T19:42:10−01:00",
        "Fri, 20 Nov 2026 19:42:10 GMT",
    ],
)
def test_what_is_not_rfc_3339_is_a_fault(written: str) -> None:
    [said] = faults_after({"/played_at": written})["/played_at"]
    assert said.startswith(OFFSET)


@pytest.mark.parametrize(
    "written",
    [
        "2026-02-29T19:42:10Z",
        "2026-13-01T19:42:10Z",
        "2026-00-10T19:42:10Z",
        "2026-11-31T19:42:10Z",
        "2026-11-00T19:42:10Z",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01",
        "9999-12-31T23:59:60Z",
        "2026-11-20T19:42:60Z",
        "2026-12-30T23:59:60Z",
        "2026-12-31T23:59:60+01:00",
    ],
)
def test_a_moment_that_never_was_is_a_fault(written: str) -> None:
    assert faults_after({"/played_at": written}) == {"/played_at": [f'{THERE_IS}"{written}"']}


@pytest.mark.parametrize("written", [None, 1_795_203_730, 1.5, True, ["2026-11-20T19:42:10Z"], {}])
def test_a_moment_is_a_string(written: object) -> None:
    [said] = faults_after({"/played_at": written})["/played_at"]
    assert said.startswith(OFFSET)
