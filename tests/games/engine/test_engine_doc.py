"""The document of the engine: its examples run, its tables name what there is."""

import ast
import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest

import games.engine

ROOT = Path(__file__).parents[3]
DOC = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
MODULES = {module.name for module in iter_modules(games.engine.__path__)}


@pytest.mark.feature("Rules", "The rules as a library")
def test_the_examples_of_the_document_run() -> None:
    names: dict[str, object] = {}
    for example in re.findall(r"```python\n(.*?)```", DOC, re.DOTALL):
        exec(example, names)
    played = names["played"]
    assert isinstance(played, list)
    assert {state.start.part for state in played} == {"", "a", "b", "c"}
    assert names["winner"] in (0, 1)
    assert names["ended"].over  # type: ignore[attr-defined]


def test_the_document_names_every_module_once() -> None:
    table = DOC.partition("## Where a rule lives")[2].partition("## A new family")[0]
    assert sorted(re.findall(r"`(\w+)`", table)) == sorted(MODULES)


@pytest.mark.sampled
def test_the_document_counts_the_files_of_a_new_preset() -> None:
    """A file takes part if it names a family that is there, or holds a table of the engine.

    Cases are of the presets they name: a new one leaves the conformance suite as it is.
    """
    told = set(re.findall(r"\| `(games/\S+\.py)` \|", DOC.partition("### Files of a new")[2]))
    naming = {
        str(path.relative_to(ROOT))
        for app in ("accounts", "games", "tournaments")
        for path in (ROOT / app).rglob("*.py")
        if "conformance" not in path.parts and names_truc(path)
    }
    assert told == naming | {"games/engine/ranks.py", "games/engine/cards.py"}


def names_truc(path: Path) -> bool:
    """Return whether a module names this family, as a text or by the constant."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    texts = {each.value for each in nodes if isinstance(each, ast.Constant)}
    return "truc" in texts or "TRUC" in {each.id for each in nodes if isinstance(each, ast.Name)}


def test_no_name_is_both_a_module_and_something_else_of_the_engine() -> None:
    for name in MODULES:
        module = import_module(f"games.engine.{name}")
        assert isinstance(getattr(games.engine, name), ModuleType)
        assert getattr(games.engine, name) is module
