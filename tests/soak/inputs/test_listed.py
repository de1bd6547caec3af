"""Every listed input has its check, and every check its input."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.soak.inputs.listed import CHECKED, read_inputs


@pytest.fixture(autouse=True)
def _all_of_them() -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        import_module(f"{__package__}.{path.stem}")


def test_the_checks_are_those_of_the_list() -> None:
    assert len(read_inputs()) == 82
    assert sorted(CHECKED) == sorted(read_inputs())


def test_a_check_stands_with_those_of_its_channel() -> None:
    modules = {key: module.rpartition(".test_")[2] for key, module in CHECKED.items()}
    assert modules == {key: channel for key, (channel, _) in read_inputs().items()}


def test_the_inputs_that_the_standard_is_shown_by_are_listed() -> None:
    text = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\bB\d{3}\b", text))
    assert len(named) > 40
    assert named <= set(read_inputs())
