"""Comparison of a response with the expectations of a case."""

from collections.abc import Callable, Mapping

from tournaments.formats.errors import FormatError


def assert_facts(facts: Mapping[str, object], expected: Mapping[str, object]) -> None:
    """Every expected figure is known and right; notes are for the reader."""
    asked = {name: value for name, value in expected.items() if name != "note"}
    assert {name: facts[name] for name in asked} == asked


def refusal(act: Callable[[], object]) -> str:
    """The code an act is refused with."""
    try:
        act()
    except FormatError as error:
        return error.code
    raise AssertionError("accepted")
