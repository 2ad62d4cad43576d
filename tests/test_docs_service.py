"""The pages about the command line and the API say all that there is to say or ask."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import fields
from http import HTTPStatus
from typing import Any

import pytest

from gleek_replay.cli.parser import build_parser
from gleek_replay.services.access import Action, Role, allows
from gleek_replay.settings import NAMES, PREFIX, Settings
from gleek_replay.statistics.figures import PlayerFigure
from gleek_replay.storage.tables import Status
from gleek_replay.web.problems import _STATUS_OF_REFUSAL
from gleek_replay.web.schemas_export import openapi_document
from tests.documentation import code_in, codes, page, table


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parsers of the commands, and of the commands under those."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield command
                yield from commands(command)


@pytest.mark.parametrize("command", list(commands(build_parser())), ids=lambda command: command.prog)
def test_a_command_is_told_with_all_its_options(command: argparse.ArgumentParser) -> None:
    name = command.prog.removeprefix("gleek-replay ")
    heading = re.search(rf"^## .*\b{name.split()[0]}\b.*\n", page("command-line.md"), re.MULTILINE)
    assert heading
    section = page("command-line.md")[heading.end() :].partition("\n## ")[0]
    assert name in section
    for action in command._actions:
        words = [*action.option_strings[-1:], *(action.choices or ())]
        assert [str(word) for word in words if word not in section and word != "--help"] == []


def test_every_setting_is_told_with_what_it_is_unless_set() -> None:
    usual = {field.name: field.default for field in fields(Settings)}
    rows = table("command-line.md", "settings")
    assert {row["setting"].strip("`") for row in rows} == NAMES
    for row in rows:
        default = usual[row["setting"].strip("`").removeprefix(PREFIX).lower()]
        told = "nothing" if default in {"", ()} else f"`{default}`"
        assert row["what it is"], "and what it means"
        assert row["unless set"] == told or row["setting"] == "`GLEEK_SECRET_KEY`"


def test_the_rates_are_those_of_the_settings() -> None:
    usual = {field.name: field.default for field in fields(Settings)}
    for row in table("api.md", "rates"):
        rate = str(usual[f"rate_{row['policy'].strip('`')}"])
        assert row["unless [set](command-line.md#settings)"] == rate.replace("/", " a ")


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each operation of the OpenAPI document, as the page about the API names it."""
    for path, methods in openapi_document()["paths"].items():
        for method in methods.keys() & {"get", "post", "put", "patch", "delete"}:
            yield f"{method.upper()} {path.removeprefix('/api/v1')}", methods[method]


def test_every_endpoint_is_told() -> None:
    assert sorted(codes("api.md", "endpoints")) == sorted(name for name, _ in operations())


def test_every_parameter_of_a_query_is_told() -> None:
    named = {
        parameter["name"]
        for _, operation in operations()
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query"
    }
    assert set(codes("api.md", "parameters")) == named


def test_every_problem_is_told() -> None:
    told = {int(status) for status in codes("api.md", "problems")}
    answered = {
        int(status) for _, operation in operations() for status in operation["responses"] if status.isdigit()
    }
    assert {status for status in answered if status >= HTTPStatus.BAD_REQUEST} <= told
    assert set(_STATUS_OF_REFUSAL.values()) <= told


def test_the_roles_may_do_what_their_table_says() -> None:
    rows = {row.pop("role").strip("`"): row for row in table("api.md", "roles")}
    assert rows == {
        role.value: {action.value: "yes" if allows(role, action) else "" for action in Action}
        for role in Role
    }


def test_the_api_tells_what_may_become_of_a_record() -> None:
    assert codes("api.md", "statuses") == [status.value for status in Status]


def test_the_api_names_every_figure() -> None:
    assert {figure.value for figure in PlayerFigure} <= set(code_in(page("api.md")))
