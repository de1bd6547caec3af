"""The threat model names a test for each threat, and the tests exist."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
MODEL = (TESTS.parent / "docs" / "threat-model.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([A-Z]\d+) \|.*\| (.*) \|$", re.MULTILINE)
TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


def test_each_threat_names_a_test_that_attacks() -> None:
    rows = ROW.findall(MODEL)
    assert len({threat for threat, _ in rows}) == len(rows) > 0
    assert [threat for threat, attacks in rows if not TEST.search(attacks)] == []


def test_the_tests_that_it_names_exist() -> None:
    missing = [
        f"{path}::{name}"
        for path, name in TEST.findall(MODEL)
        if not (TESTS / path).is_file()
        or f"def {name}(" not in (TESTS / path).read_text(encoding="utf-8")
    ]
    assert missing == []
