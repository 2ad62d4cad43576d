"""The arrows between the rooms of the house: who may import whom, and what a room never does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gleek_replay.engine import PRESETS

ROOT = Path(__file__).parent.parent
PACKAGE = "gleek_replay"

MAY_IMPORT = {
    "engine": set(),
    "records": {"engine"},
    "audit": {"engine", "records"},
    "dossiers": {"engine", "records", "audit"},
    "settings": set(),
    "simulation": {"engine", "records", "audit", "settings"},
    "conformance": {"engine", "records", "audit", "simulation"},
    "statistics": {"engine", "audit", "settings"},
    "storage": {"engine", "records", "audit", "settings"},
    "services": {
        "engine", "records", "audit", "dossiers", "simulation", "statistics", "storage", "settings",
    },
    "web": {"services", "jobs", "statistics", "records", "audit", "settings"},
    "jobs": {"services", "settings"},
    "cli": {
        "services", "conformance", "jobs", "records", "audit", "dossiers", "simulation", "web", "settings",
    },
    "wsgi": {"web", "settings"},
    "__main__": {"cli"},
    "__init__": set(),
}  # fmt: skip
"""The rooms of the package; a room may always import from itself."""

CALCULATION = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "operator",
    "re",
    "types",
    "typing",
}
"""What of the standard library neither reads nor writes, and knows no clock and no chance."""

REACHING_OUT = {"__import__", "breakpoint", "compile", "eval", "exec", "hash", "id", "input", "open", "print"}
"""Built-in functions with an effect, or an answer that another run may not give."""

NO_SQL = {
    "sqlalchemy.Connection",
    "sqlalchemy.exc",
    "sqlalchemy.make_url",
    "sqlalchemy.orm.Session",
    "sqlalchemy.orm.sessionmaker",
}
"""What the rest may name: the session it is handed, the errors storage may raise, a database's address."""

LONGEST_MODULE = 400
MEANINGLESS_WORDS = {"util", "utils", "helper", "helpers", "manager", "managers", "misc", "common"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """A source file of the package, parsed."""

    path: Path
    name: str
    tree: ast.Module

    @property
    def room(self) -> str:
        """The folder, or lone file, directly under the package that this module belongs to."""
        parts = self.path.relative_to(ROOT / PACKAGE).parts
        return parts[0].removesuffix(".py")

    def imports(self) -> Iterator[str]:
        """Every name imported anywhere in the module, in full: ``package.module.name``.

        The linter bans relative imports, so that what is written is already the full name.
        """
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def strings(self) -> Iterator[str]:
        """Every string of the module that is not a docstring."""
        prose = {
            id(node.value)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                yield node.value


def read_module(path: Path) -> Module:
    """The module in the file ``path``, named as an import statement would name it."""
    dotted = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(dotted[:-1] if dotted[-1] == "__init__" else dotted)
    return Module(path=path, name=name, tree=ast.parse(path.read_bytes(), filename=str(path)))


MODULES = [read_module(path) for path in sorted((ROOT / PACKAGE).rglob("*.py"))]
ENGINE = [module for module in MODULES if module.room == "engine"]
WEB = [module for module in MODULES if module.room == "web"]
STAGES = [
    module for module in ENGINE if "presets" not in module.path.parts and module.path.name != "sources.py"
]
"""The engine but for the presets, which say their names, and the documents that some are named after."""


def each(modules: list[Module]) -> pytest.MarkDecorator:
    """Run a test once for each of the modules."""
    return pytest.mark.parametrize("module", modules, ids=lambda module: module.name)


def imported_rooms(module: Module) -> Iterator[tuple[str, str]]:
    """Each import of our own: the room, and the name in full."""
    for imported in module.imports():
        package, _, rest = imported.partition(".")
        if package == PACKAGE and rest and not rest.startswith("__"):
            yield rest.partition(".")[0], imported


def test_every_room_of_the_package_has_its_arrows() -> None:
    assert {module.room for module in MODULES} <= MAY_IMPORT.keys()


@each(MODULES)
def test_a_room_imports_only_from_the_rooms_below_it(module: Module) -> None:
    allowed = MAY_IMPORT[module.room] | {module.room}
    strays = [imported for room, imported in imported_rooms(module) if room not in allowed]
    assert strays == []


@each(WEB)
def test_of_records_and_audits_the_web_knows_only_the_schemas(module: Module) -> None:
    strays = [
        imported
        for room, imported in imported_rooms(module)
        if room in {"records", "audit"} and not imported.endswith("Schema")
    ]
    assert strays == []


@each(ENGINE)
def test_the_engine_uses_only_calculation_from_the_standard_library(module: Module) -> None:
    foreign = [name for name in module.imports() if name.partition(".")[0] not in CALCULATION | {PACKAGE}]
    assert foreign == []


@each(ENGINE)
def test_the_engine_does_no_input_or_output(module: Module) -> None:
    called = {
        node.func.id
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    remembering = {"hash"} if module.name == "gleek_replay.engine.rules" else set()
    assert called & REACHING_OUT == remembering, "a rule set remembers its own hash, for look-ups alone"


@each(STAGES)
def test_no_stage_knows_a_presets_name(module: Module) -> None:
    assert PRESETS.keys() & set(module.strings()) == set()


@each([module for module in MODULES if module.room != "storage"])
def test_only_storage_writes_sql(module: Module) -> None:
    databases = {"sqlalchemy", "alembic", "sqlite3"}
    named = {name for name in module.imports() if name.partition(".")[0] in databases}
    strays = {name for name in named if not any(f"{name}.".startswith(f"{plain}.") for plain in NO_SQL)}
    assert strays == set()


@each(MODULES)
def test_a_module_is_short_and_named_for_what_it_holds(module: Module) -> None:
    assert len(module.path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE
    assert not MEANINGLESS_WORDS & set(module.path.stem.split("_"))
    defined = {
        word.lower()
        for node in module.tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        for word in re.findall("[A-Z]?[a-z]+", node.name)
    }
    assert not MEANINGLESS_WORDS & defined
