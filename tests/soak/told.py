"""A soak's report: the counts of tests, summed over all processes and printed at the end.

A test counts with `record_property(name, {kind: number})`; a check of an input names it. A failure
is printed at once, with the seeds in its notes: a run that is broken off has lost none.
"""

import os
from collections import Counter, defaultdict

import pytest

from tests.soak.inputs.listed import INPUT, read_inputs

_counts: dict[str, Counter[str]] = defaultdict(Counter)
_ended: dict[str, list[str]] = defaultdict(list)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Take what one test told, and print a failure."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"\nFAILED {report.nodeid}\n{report.longreprtext}", flush=True)
    if report.when != "call" and report.outcome != "failed":
        return
    for name, told in report.user_properties:
        if isinstance(told, dict):
            _counts[name].update(told)
        elif name == INPUT:
            _ended[str(told)].append(report.outcome)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the counts, and a line for each input."""
    for name, counts in _counts.items():
        terminalreporter.line(f"{name}: {counts.total():,}")
        for kind, number in sorted(counts.items()):
            terminalreporter.line(f"{number:9,} {kind}")
    if _ended:
        _print_inputs(terminalreporter)


def _print_inputs(terminalreporter: pytest.TerminalReporter) -> None:
    inputs = read_inputs()
    for key, (channel, what) in inputs.items():
        outcomes = _ended.get(key, [])
        verdict = "FAILED" if "failed" in outcomes else "refused" if outcomes else "not run"
        terminalreporter.line(f"{key} {channel:5} {len(outcomes):3} {verdict:8} {what}")
    good = sum(key in _ended and "failed" not in _ended[key] for key in inputs)
    terminalreporter.line(f"{good} of {len(inputs)} inputs are refused and change nothing")
