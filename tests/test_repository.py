"""The files around the program: locks that can be trusted, and words that hold on every machine."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))

PACKAGE_HOST = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|unpkg|jsdelivr|cdnjs|debian|crates)\.(?:org|com|net|io)\b"
)
MACHINE_PATH = re.compile(r"(?<![\w.:/~*-])/(?:work|root|home|Users|tmp|opt|mnt|private)/[\w.]")
ADDRESS_OPTION = re.compile(
    r"^\s*(?:-i|-f|--(?:extra-)?index-url|--find-links|--trusted-host)\b", re.MULTILINE
)
REQUIREMENT = re.compile(r"^([a-z0-9][\w.-]*)==(\S+)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"""\]\(\s*<?([^)\s>]+)|\b(?:src|href)=["']([^"']+)""")


def ignored(name: str) -> bool:
    """Whether .gitignore names this file or folder; its patterns here are all plain names."""
    patterns = (line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines())
    return name == ".git" or any(fnmatch(name, pattern) for pattern in patterns if pattern)


def files_kept() -> Iterator[Path]:
    """Every file that belongs to the repository."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not ignored(name)]
        yield from (Path(folder, name) for name in files if not ignored(name))


def text_of(path: Path) -> str:
    """What ``path`` says, or nothing where it is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def pins(lock: Path) -> dict[str, str]:
    """The version that ``lock`` holds each package to."""
    return dict(REQUIREMENT.findall(lock.read_text()))


def headings(markdown: str) -> set[str]:
    """The anchors that the headings of a page give."""
    titles = re.findall(r"^#+\s+(.+?)\s*$", FENCE.sub("", markdown), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def is_broken(page: Path, link: str) -> bool:
    """Whether a relative ``link`` of ``page`` leads to no file, or to no heading of one."""
    if re.match(r"[a-z]+:", link):
        return False
    target, _, anchor = link.partition("#")
    aim = page.parent / target if target else page
    if not aim.exists():
        return True
    return bool(anchor) and aim.suffix == ".md" and anchor not in headings(aim.read_text(encoding="utf-8"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_index_and_hashes_every_requirement(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert not ADDRESS_OPTION.search(text)
    requirements = re.split(r"(?<!\\)\n(?=\S)", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).strip())
    assert requirements
    assert [line for line in requirements if not (REQUIREMENT.match(line) and HASH.search(line))] == []


def test_the_locks_agree_and_hold_every_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    run, test = (pins(ROOT / "requirements" / name) for name in ("run.txt", "test.txt"))
    assert run.items() <= test.items()
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["build"]]
    assert [name for line in wanted if (name := re.split(r"[\[<>=~! ]", line)[0]) not in run] == []
    for group in ("audit", "bench", "bench-build", "fuzz", "lock", "test"):
        held = pins(ROOT / "requirements" / f"{group}.txt")
        wanted = project["dependency-groups"][group]
        assert [name for line in wanted if (name := re.split(r"[\[<>=~! ]", line)[0]) not in held] == []


def test_the_lock_of_the_javascript_names_no_registry_and_hashes_every_package() -> None:
    lock = json.loads((ROOT / "tests" / "javascript" / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


def test_no_file_names_a_package_host_or_a_path_of_one_machine() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in files_kept()
        for pattern in (PACKAGE_HOST, MACHINE_PATH)
        for match in pattern.finditer(text_of(path))
    }
    assert found == set()


def test_the_readme_begins_with_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    fenced = (line for block in FENCE.findall(readme) for line in block.splitlines()[1:-1])
    commands = [line.partition("#")[0].removeprefix("$ ").strip() for line in fenced]
    assert [command for command in commands if command][:2] == ["make run", "make test"]


def test_every_relative_link_leads_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in files_kept()
        if page.suffix == ".md"
        for groups in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
        if is_broken(page, link := "".join(groups))
    ]
    assert broken == []


def test_the_ci_script_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
