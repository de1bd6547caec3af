"""Our case files: each expected value was worked out by hand, and the note says how."""

import json
from pathlib import Path

import pytest

import games.engine.conformance
from tests import conformance
from tests.conformance.__main__ import main

FILES = sorted(
    path
    for package in (conformance, games.engine.conformance)
    for path in Path(package.__file__).parent.glob("cases/*.jsonl")
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_they_hold(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([str(path)])
    said = capsys.readouterr().out
    assert (code, said) == (
        0,
        f"{len(path.read_text().splitlines())} passed, 0 failed, 0 skipped\n",
    )


def test_each_has_a_name_of_its_own_and_a_source() -> None:
    cases = [json.loads(line) for path in FILES for line in path.read_text().splitlines()]
    assert len({case["id"] for case in cases}) == len(cases)
    assert all(case["source"] for case in cases)
