"""What those who run the service may copy: it names what there is, and leads where it says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
import yaml

from gleek_replay.cli.parser import build_parser
from gleek_replay.settings import NAMES, PREFIX, Settings
from gleek_replay.web.worker import PATHS_OF_HANDS
from tests.documentation import PAGES, ROOT, blocks, page

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PORT = next(field.default for field in fields(Settings) if field.name == "port")
FILES = [
    ROOT / name for name in ("compose.yaml", "Containerfile", "deploy/Caddyfile", "deploy/nginx.conf")
] + sorted((ROOT / "deploy" / "systemd").iterdir())


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands() -> Iterator[str]:
    """Each command of ours that is to be run somewhere, without what is done with what it prints."""
    for path in PAGES:
        for block in blocks(path.name, "sh"):
            yield from re.findall(
                r"gleek-replay ((?:\w+ )*\w+(?: --?\w.*?)?)(?:\)|$)", block.text, re.MULTILINE
            )
    for service in COMPOSE["services"].values():
        if service.get("command", [""])[0] == "gleek-replay":
            yield shlex.join(service["command"][1:])
    for unit in (ROOT / "deploy" / "systemd").iterdir():
        yield from re.findall(r"^ExecStart=\S+/gleek-replay (.+)$", unit.read_text(), re.MULTILINE)


@pytest.mark.parametrize("path", [*FILES, ROOT / "docs" / "deploy.md"], ids=lambda path: path.name)
def test_every_setting_that_is_named_is_one(path: Any) -> None:
    named = set(re.findall(rf"\b{PREFIX}[A-Z_]+\b", path.read_text(encoding="utf-8")))
    assert named <= NAMES


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_every_command_can_be_given(command: str) -> None:
    build_parser().parse_args(shlex.split(command))


def test_the_commands_are_found() -> None:
    assert {"serve", "work", "migrate"} <= set(commands())


def test_the_proxies_ask_where_the_service_listens() -> None:
    assert f"proxy_pass http://127.0.0.1:{PORT};" in text_of("deploy/nginx.conf")
    assert f"reverse_proxy web:{PORT} " in text_of("deploy/Caddyfile")
    assert f":{PORT}/readyz" in COMPOSE["services"]["web"]["healthcheck"]["test"][-1]
    assert f"EXPOSE {PORT}\n" in text_of("Containerfile")


def test_the_proxies_hand_on_the_bodies_of_hands_alone_as_they_come() -> None:
    paths = {path.decode() for path in PATHS_OF_HANDS}
    (caddy,) = re.findall(r"^\t@hands path (.+)$", text_of("deploy/Caddyfile"), re.MULTILINE)
    assert set(caddy.split()) == paths
    (nginx,) = re.findall(
        r"location ~ \^/\((.+)\)\$ \{[^}]*proxy_request_buffering off;", text_of("deploy/nginx.conf")
    )
    assert {f"/{path}" for path in nginx.split("|")} == paths
    assert text_of("deploy/nginx.conf").count("proxy_request_buffering off;") == 1


def test_the_containers_wait_for_each_other_and_share_what_there_is() -> None:
    services = COMPOSE["services"]
    for name, service in services.items():
        assert service.get("depends_on", {}).keys() <= services.keys() - {name}
        assert set(service["networks"]) <= COMPOSE["networks"].keys()
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (ROOT / source).is_file() if source.startswith("./") else source in COMPOSE["volumes"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"]["internal"]


def test_no_secret_is_written_down() -> None:
    for service in COMPOSE["services"].values():
        for name, value in service.get("environment", {}).items():
            assert "${" in value or not re.search("PASS|SECRET|KEY|TOKEN", name), name
    wanted = set(re.findall(r"\$\{([A-Z_]+):\?\}", text_of("compose.yaml")))
    made = set(
        re.findall(r"^([A-Z_]+)=\S", "".join(block.text for block in blocks("deploy.md", "sh")), re.MULTILINE)
    )
    assert wanted <= made, "the page makes a value for each"


def test_the_image_is_made_of_what_it_is_given() -> None:
    let_in = set(re.findall("^!(.+)$", text_of(".dockerignore"), re.MULTILINE))
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", text_of("Containerfile"), re.MULTILINE)
    assert {name for line in copied for name in line.split()} == let_in
    assert all((ROOT / name).exists() for name in let_in)
    assert "--require-hashes --requirement requirements/run.txt" in text_of("Containerfile")


def test_the_page_leads_to_every_file_that_is_there_to_be_copied() -> None:
    linked = set(re.findall(r"\]\(\.\./([^)#]+)\)", page("deploy.md")))
    assert {str(path.relative_to(ROOT)) for path in FILES} <= linked
