"""A plugin of pytest: the CPU seconds of tests, by folder, and of the tests that take the most.

Seconds of the process that runs the tests and of the processes that it ended: those of a Chromium
and of a served site that go on are left out. On a busy machine they grow, too, up to double.
"""

import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

MOST = 15  # tests that are named
DEPTH = 2  # levels of folders in the list: tests/games
_until_now = 0.0
_by_test: Counter[str] = Counter()


def _passed() -> float:
    """Return the seconds since it was asked last."""
    global _until_now
    before, _until_now = _until_now, sum(os.times()[:4])
    return _until_now - before


def pytest_collection_finish() -> None:
    """Leave out what finding the tests took."""
    _passed()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Note the seconds in the report, which goes to the process that shares out the tests."""
    report = yield
    report.cpu = _passed()
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _by_test[report.nodeid] += getattr(report, "cpu", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print both lists."""
    seconds: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for test, each in _by_test.items():
        folder = "/".join(test.partition("::")[0].split("/")[:-1][:DEPTH])
        seconds[folder] += each
        tests[folder] += 1
    terminalreporter.section("CPU seconds by folder, without Chromium and served sites")
    for folder, each in [*seconds.most_common(), ("all", seconds.total())]:
        count = tests.total() if folder == "all" else tests[folder]
        terminalreporter.write_line(f"{each:8.1f} s {count:6} tests  {folder}")
    terminalreporter.section("CPU seconds of the tests that take the most")
    for test, each in _by_test.most_common(MOST):
        terminalreporter.write_line(f"{each:8.1f} s {test}")
