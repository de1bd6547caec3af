"""The document of the engine: its examples run, its tables name what there is."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest

import games.engine

DOC = (Path(__file__).parents[3] / "docs" / "engine.md").read_text(encoding="utf-8")
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


def test_no_name_is_both_a_module_and_something_else_of_the_engine() -> None:
    for name in MODULES:
        module = import_module(f"games.engine.{name}")
        assert isinstance(getattr(games.engine, name), ModuleType)
        assert getattr(games.engine, name) is module
