"""The examples of `docs/` are run: records audited, tables of worked hands played out, commands given."""

from __future__ import annotations

import argparse
import doctest
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from gleek_replay.audit import audit_record, malformed_document
from gleek_replay.records import MalformedRecord, read_record
from tests.conftest import LiveServer
from tests.documentation import PAGES, ROOT, Block, blocks, code_in, is_like, matches, page, table
from tests.forks import put_command
from tests.servers import free_port, listens

HAND: Final = blocks("format.md", "json")[0].text
"""The record that the pages call `hand.json`."""
SPOKEN: Final = {"passes": "pass", "vies": "vie", "sees": "see", "revies": "revie", "stands": "stand"}
SERVED_PAGE: Final = "api.md"
FRONT_PAGE: Final = "../README.md"
PATIENCE: Final = 10
"""How much longer than who reads a page a busy machine may wait for the service."""


def audited(text: str) -> dict[str, Any]:
    """The audit of a record, or what stands in its place."""
    try:
        document = audit_record(read_record(text.encode())).document
    except MalformedRecord as malformed:
        document = malformed_document(malformed.faults, 1)
    return dict(json.loads(json.dumps(document)))


def changed(text: str, changes: str) -> str:
    """A text with pieces replaced, all at once: ``"this → that; those → these"``."""
    pairs = dict(change.split(" → ") for change in changes.split("; "))
    found = {old: text.count(old) for old in pairs}
    assert set(found.values()) == {1}, found
    return re.sub("|".join(map(re.escape, pairs)), lambda old: pairs[old[0]], text)


def seen_by(text: str, player: str) -> str:
    """A record as this player's own client would write it."""
    record = json.loads(text)
    record["deal"] = {
        "hands": {player: record["deal"]["hands"][player]},
        "turn_up": record["deal"]["turn_up"],
    }
    for action in record["actions"]:
        if action[1] == "discard" and action[0] != player:
            action[2] = len(action[2].split())
    return json.dumps(record)


@pytest.mark.parametrize("block", blocks("format.md", "json")[1:], ids=lambda block: block.note[:24])
def test_an_audit_is_as_the_format_shows_it(block: Block) -> None:
    what, _, how = block.note.partition(" after: ")
    player = what.removeprefix("audit as seen by ")
    record = changed(HAND, how) if how else HAND if player == what else seen_by(HAND, player)
    shown, found = json.loads(block.text), audited(record)
    assert shown.keys() <= found.keys()
    whole = what == "audit" and not how
    assert is_like(shown, found if whole else {name: found[name] for name in shown})


def told_otherwise(stage: str, said: str, **options: Any) -> dict[str, Any]:
    """The audit of the hand with other words in one stage, cut off after it, and other options."""
    record = json.loads(HAND)
    actions = record["actions"]
    vying = next(index for index, action in enumerate(actions) if action[1] == "discard") + 1
    calls = []
    for call in said.split(", "):
        player, word = call.split()
        calls.append([player.lower(), "bid", int(word)] if word.isdigit() else [player.lower(), SPOKEN[word]])
    record["actions"] = calls if stage == "auction" else [*actions[:vying], *calls]
    record["rules"] = {"preset": "parlett", "options": options}
    del record["payments"], record["result"]
    found = audited(json.dumps(record))
    breaches = [violation for violation in found["violations"] if violation["code"] != "opening_bid"]
    assert breaches == []
    return found


def amounts(text: str) -> dict[str, int]:
    """Amounts by account, as a table writes them: ``"Humphrey 8, pot 1"``."""
    return {account.lower(): int(amount) for account, amount in map(str.split, text.split(", "))}


@pytest.mark.parametrize("row", table("rules.md", "odd penny"), ids=lambda row: row["what is said"])
def test_the_odd_penny_goes_where_the_rules_say(row: dict[str, str]) -> None:
    for way in ("eldest", "runner_up", "pot"):
        net = told_otherwise("auction", row["what is said"], odd_penny=way)["due"]["by_reason"]["stock"]
        assert {account: amount for account, amount in net.items() if amount > 0} == amounts(row[f"`{way}`"])


@pytest.mark.parametrize("row", table("rules.md", "ruff"), ids=lambda row: row["what is said"])
def test_the_ruff_costs_what_the_rules_say(row: dict[str, str]) -> None:
    for way in ("stake", "ante"):
        assert told_otherwise("vying", row["what is said"], vying=way)["ruff"]["pays"] == amounts(
            row[f"`{way}`"]
        )


def test_the_score_is_settled_as_the_rules_say() -> None:
    for row in table("rules.md", "scores"):
        player = row["player"].lower()
        for way in ("pot", "each_opponent"):
            options = json.dumps({"preset": "parlett", "options": {"settlement": way}})
            found = audited(changed(HAND, f'"rules": "parlett" → "rules": {options}'))
            assert found["score"][player]["total"] == int(row["points"])
            assert found["due"]["by_reason"]["score"][player] == int(row[f"`{way}`"].replace("−", "-"))


def test_the_story_of_the_rules_has_the_sums_of_its_record() -> None:
    net = {account.title(): f"{amount:+}" for account, amount in audited(HAND)["due"]["net"].items()}
    sums = ", ".join(f"{name} {net[name]}" for name in ("Dorothy", "Margery", "Humphrey"))
    told = page("rules.md").replace("\n", " ").replace("−", "-")
    assert f"*All in all: {sums}, the pot {net['Pot']}." in told


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A folder for a page, with the files that its examples name."""

    def lay_out(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name.partition(".")[0])
        (folder / "hand.json").write_text(HAND, encoding="utf-8")
        shutil.copytree(ROOT / "sample_histories", folder / "sample_histories")
        return folder

    return lay_out


@pytest.mark.parametrize("name", [path.name for path in PAGES if ">>> " in path.read_text(encoding="utf-8")])
def test_the_python_of_a_page_does_what_it_says(
    name: str, workplace: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workplace(name))
    text = "\n".join(block.text for block in blocks(name, "python"))
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=told.append)
    assert told == []


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the path that has `gleek-replay`, ready at once."""
    folder = tmp_path_factory.mktemp("programs")
    put_command(folder)
    return folder


def examples(name: str) -> Iterator[tuple[str, str]]:
    """The commands of a page's consoles, each with what it prints."""
    for block in blocks(name, "console"):
        for example in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command = re.match(r"(?:.*\\\n)*.*\n", example)
            assert command
            yield command[0].strip(), example[command.end() :]


class Terminal:
    """Runs the commands of one page in one folder."""

    def __init__(self, folder: Path, environment: dict[str, str], programs: Path) -> None:
        self._folder = folder
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("GLEEK_")}
        path = f"{programs}{os.pathsep}{inherited['PATH']}"
        plain = {"PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}
        self._environment = inherited | environment | plain
        self._behind: list[subprocess.Popen[bytes]] = []

    def run(self, command: str) -> str:
        """What a command prints, on either stream."""
        if found := re.fullmatch(r"([A-Z]+)=\$\((.+)\)", command):
            self._environment[found[1]] = self.run(f"{found[2]} 2>/dev/null").strip()
            return ""
        if command.endswith(" &"):
            self._start(command.removesuffix(" &"))
            return ""
        if command.startswith("curl "):
            return self._ask(shlex.split(self._with_variables(command).replace("\\\n", ""))[1:])
        return subprocess.run(
            ["bash", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            env=self._environment,
            cwd=self._folder,
            encoding="utf-8",
        ).stdout

    def _start(self, command: str) -> None:
        """Run a command behind the others."""
        self._behind.append(
            subprocess.Popen(
                ["bash", "-c", f"exec {command}"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=self._environment,
                cwd=self._folder,
            )
        )

    def close(self) -> None:
        """End what still runs behind."""
        for process in self._behind:
            process.terminate()
            process.wait()

    def _with_variables(self, command: str) -> str:
        return re.sub(r"\$([A-Z]+)", lambda name: self._environment[name[1]], command)

    def _ask(self, arguments: Iterable[str]) -> str:
        """What curl would print; a machine may be without it."""
        parser = argparse.ArgumentParser()
        parser.add_argument("-H", action="append", default=[], dest="headers")
        parser.add_argument("-X", default="", dest="method")
        parser.add_argument("--data-binary", default="", dest="body")
        parser.add_argument("--json", default="")
        parser.add_argument("-F", action="append", default=[], dest="fields")
        parser.add_argument("-i", action="store_true", dest="with_head")
        parser.add_argument("-s", action="store_true", dest="silent")
        parser.add_argument("-o", dest="output")
        parser.add_argument("--retry", type=int, default=0)
        parser.add_argument("--retry-delay", type=int, default=0)
        parser.add_argument("--retry-connrefused", action="store_true")
        parser.add_argument("url")
        given = parser.parse_args(list(arguments))
        kind = {"Content-Type": "application/json"} if given.json else {}
        body = given.json or given.body
        tries = itertools.count(1)
        while given.retry_connrefused and not is_taken(given.url) and next(tries) <= PATIENCE * given.retry:
            time.sleep(given.retry_delay)
        answer = httpx.request(
            given.method or ("POST" if body or given.fields else "GET"),
            given.url,
            headers=dict(header.split(": ", 1) for header in given.headers) | kind,
            content=self._body(body),
            files=self._files(given.fields) or None,
            timeout=60,
        )
        if answer.status_code == HTTPStatus.ACCEPTED:
            self._wait_for(answer)
        if given.output:
            (self._folder / given.output).write_bytes(answer.content)
            return ""
        head = [f"HTTP/1.1 {answer.status_code} {answer.reason_phrase}"]
        head += [f"{name.decode()}: {value.decode()}" for name, value in answer.headers.raw]
        return "\n".join([*([*head, ""] if given.with_head else []), answer.text])

    def _wait_for(self, receipt: httpx.Response) -> None:
        """Wait until an upload is done, as who reads the page will have; its id is then `UPLOAD`."""
        self._environment["UPLOAD"] = receipt.headers["Location"].rpartition("/")[2]
        address, asking = receipt.request.url.join(receipt.headers["Location"]), receipt.request.headers
        key = {"Authorization": asking["Authorization"]}
        while httpx.get(address, headers=key, timeout=60).json()["state"] != "done":
            time.sleep(0.1)

    def _files(self, fields: Iterable[str]) -> list[tuple[str, tuple[str, bytes]]]:
        """The files of a form: `name=@path`."""
        named = [field.split("=@") for field in fields]
        return [(name, (Path(path).name, (self._folder / path).read_bytes())) for name, path in named]

    def _body(self, given: str) -> bytes | None:
        if not given:
            return None
        return (self._folder / given[1:]).read_bytes() if given.startswith("@") else given.encode()


def is_taken(address: str) -> bool:
    """Whether something listens at an address."""
    return listens(httpx.URL(address).port or 80)


def is_json(text: str) -> bool:
    """Whether a text is a value in JSON."""
    with suppress(json.JSONDecodeError):
        return isinstance(json.loads(text), dict | list)
    return False


def compare(command: str, shown: str, found: str) -> None:
    """Fail unless a command printed what the page shows: JSON by its value, all else by its text."""
    if is_json(shown):
        assert is_like(json.loads(shown), json.loads(found)), f"{command}\n{found}"
        return
    head, _, body = shown.rpartition("\n\n")
    if is_json(body):
        found_head, _, found = found.rpartition("\n\n")
        compare(command, body, found)
        shown, found = head, found_head
    assert matches(shown, found), f"{command}\n{found}"


@pytest.mark.parametrize(
    "name", [path.name for path in PAGES if path.name != SERVED_PAGE and list(examples(path.name))]
)
def test_the_commands_of_a_page_print_what_it_shows(
    name: str, workplace: Callable[[str], Path], programs: Path
) -> None:
    terminal = Terminal(workplace(name), {}, programs)
    for command, shown in examples(name):
        compare(command, shown, terminal.run(command))


def test_the_requests_of_the_api_are_answered_as_shown(
    live_server: Callable[..., LiveServer], workplace: Callable[[str], Path], programs: Path
) -> None:
    server = live_server()
    key = server.command("keys", "create", "--name", "docs", "--role", "administrator").stdout.decode()
    token = re.search(r"gleek_\S+", key)
    assert token, key
    environment = server.environment | {"GLEEK": f"{server.url}/api/v1", "KEY": token[0]}
    terminal = Terminal(workplace(SERVED_PAGE), environment, programs)
    for command, shown in examples(SERVED_PAGE):
        compare(command, shown, terminal.run(command))


def test_the_commands_of_the_front_page_do_what_it_says(workplace: Callable[[str], Path]) -> None:
    folder, port = workplace("front.page"), str(free_port())
    (folder / ".venv").symlink_to(Path(sys.executable).parents[1])
    terminal = Terminal(folder, {}, Path(sys.executable).parent)
    answered = ""
    try:
        for command, shown in examples(FRONT_PAGE):
            if command.startswith("make "):
                continue
            printed = terminal.run(command.replace("8023", port))
            if shown.strip():
                compare(command, shown, printed)
            elif command.startswith("curl "):
                answered = printed
    finally:
        terminal.close()
    assert '"status":"accepted","hand_id":"clean","verdict":"clean"' in answered


def test_the_pages_have_commands_that_are_run() -> None:
    assert {path.name for path in PAGES if list(examples(path.name))} >= {"command-line.md", SERVED_PAGE}
    assert code_in(page(SERVED_PAGE))
