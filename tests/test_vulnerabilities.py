"""What is said of dependencies with known vulnerabilities, and when nobody could be asked."""

from __future__ import annotations

import pytest

from scripts.vulnerabilities import looked, tell

SOUND = {"name": "flask", "version": "3.1", "vulns": []}
WEAK = {"name": "flask", "version": "0.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1"]}]}
UNASKED = {"name": "orjson", "skip_reason": "could not be audited"}


@pytest.mark.parametrize("where_reachable", [True, False])
def test_sound_packages_are_counted(capsys: pytest.CaptureFixture[str], where_reachable: bool) -> None:
    assert tell([looked([SOUND]), looked([SOUND, SOUND])], where_reachable=where_reachable) == 0
    assert capsys.readouterr().out == "No known vulnerability in 3 locked packages.\n"


@pytest.mark.parametrize("where_reachable", [True, False])
def test_a_vulnerable_package_is_a_failure_wherever(
    capsys: pytest.CaptureFixture[str], where_reachable: bool
) -> None:
    assert tell([looked([SOUND, WEAK, UNASKED])], where_reachable=where_reachable) == 1
    assert capsys.readouterr().err.splitlines()[0] == "flask 0.1: PYSEC-1, mended in 3.1"


def test_what_nobody_could_be_asked_about_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell([looked([UNASKED, SOUND])], where_reachable=False) == 2
    assert tell([looked([UNASKED, SOUND])], where_reachable=True) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "NOT CHECKED for known vulnerabilities: orjson: could not be audited\n" * 2
