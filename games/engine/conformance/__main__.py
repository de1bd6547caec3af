"""`python -m truco_conformance --engine COMMAND`: ask an engine the cases, count what it knows."""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final

from .corpus import KINDS, Capabilities, Case, Question, Tally, mismatch, questions, read_cases

ENDED: Final = object()


class AdapterError(Exception):
    """The adapter ended, was silent for too long, or wrote something that is not an answer."""


class Adapter:
    """A running adapter: its capabilities, and its answers one at a time."""

    def __init__(self, process: "subprocess.Popen[str]", timeout: float) -> None:
        self._process, self._timeout = process, timeout
        self._lines: Queue[object] = Queue()
        Thread(target=self._read, daemon=True).start()
        try:
            self.able = Capabilities.from_json(self._next())
        except (ValueError, TypeError) as error:
            raise AdapterError(str(error)) from error

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(ENDED)

    def _next(self) -> Mapping[str, Any]:
        try:
            line = self._lines.get(timeout=self._timeout)
        except Empty:
            raise AdapterError(f"no line within {self._timeout:g} s") from None
        if line is ENDED:
            raise AdapterError("the adapter has ended")
        try:
            message = json.loads(str(line))
        except ValueError:
            raise AdapterError(f"not a line of JSON: {str(line).strip()[:200]}") from None
        if not isinstance(message, dict):
            raise AdapterError(f"not an object: {str(line).strip()[:200]}")
        return message

    def ask(self, question: Question) -> Mapping[str, Any]:
        """Send a question and return the reply; raises AdapterError."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise AdapterError("the adapter has ended") from None
        reply = self._next()
        if reply.get("id") != question["id"]:
            raise AdapterError(f"asked {question['id']}, answered {reply.get('id')}")
        return reply


@contextmanager
def started(command: str, timeout: float) -> Iterator[Adapter]:
    """Start the adapter, and stop it at the end."""
    try:
        process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
    except (OSError, ValueError) as error:
        raise AdapterError(f"cannot start {command!r}: {error}") from error
    try:
        yield Adapter(process, timeout)
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):  # what it never read is lost with it
                    stream.close()


def outcome(adapter: Adapter, case: Case) -> str:
    """Return what is wrong with the answers to a case, "" if nothing is, `skipped` if not asked."""
    supported = [each for each in questions(case) if _is_asked(adapter.able, case, each)]
    is_skipped = True
    for question in supported:
        reply = adapter.ask(question)
        if "skip" in reply:
            continue
        is_skipped = False
        if "answer" not in reply:
            return f"{question['preset']}: no answer: {reply.get('error', '')}"
        try:
            wrong = mismatch(case, reply["answer"], adapter.able)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            wrong = f"malformed answer ({type(error).__name__} {error})"
        if wrong:
            return f"{question['preset']}: {wrong}"
    return "skipped" if is_skipped else ""


def _is_asked(able: Capabilities, case: Case, question: Question) -> bool:
    if not able.supports(question):
        return False
    is_hand = case["kind"] == "script" and "error" not in case["expect"]
    return not is_hand or any(able.reports_fact(fact) for fact in case["expect"])


def run(adapter: Adapter, cases: Iterable[Case]) -> dict[str, Tally]:
    """Ask all cases; return the tallies by section."""
    tallies: dict[str, Tally] = {}
    for case in cases:
        tally = tallies.setdefault(KINDS[case["kind"]].section, Tally())
        wrong = outcome(adapter, case)
        if wrong == "skipped":
            tally.skipped += 1
        elif wrong:
            tally.failed += 1
            tally.failures.append(f"{case['id']} {case['kind']} {wrong} [{case['source']}]")
        else:
            tally.passed += 1
    return tallies


def summary(name: str, tallies: Mapping[str, Tally]) -> str:
    """Return the failures, then a table by section."""
    lines = [failure for tally in tallies.values() for failure in tally.failures]
    if lines:
        lines.append("")
    lines.append(f"{name:<20}{'passed':>8}{'failed':>8}{'skipped':>8}")
    rows = [(tally.passed, tally.failed, tally.skipped) for tally in tallies.values()]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    for section, counts in zip((*tallies, "all"), (*rows, sums), strict=True):
        lines.append(f"{section:<20}" + "".join(f"{count:>8}" for count in counts))
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if nothing failed, 1 if a case did, 2 if the adapter could not be asked."""
    parser = argparse.ArgumentParser(prog="truco_conformance", description=__doc__)
    parser.add_argument("--engine", metavar="COMMAND", help="the adapter to start")
    parser.add_argument("--section", action="append", help="only this section; can be repeated")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for an answer (10)")
    parser.add_argument("--list", action="store_true", help="print the questions, start nothing")
    parser.add_argument("files", nargs="*", type=Path, help="case files instead of the corpus")
    chosen = parser.parse_args(arguments)
    known = {kind.section for kind in KINDS.values()}
    if chosen.section and (unknown := set(chosen.section) - known):
        parser.error(f"no section {', '.join(sorted(unknown))}: {', '.join(sorted(known))}")
    sections = set(chosen.section or known)
    cases = [
        case for case in read_cases(*chosen.files)
        if case["kind"] in KINDS and KINDS[case["kind"]].section in sections
    ]  # fmt: skip
    if chosen.list:
        for case in cases:
            for question in questions(case):
                print(json.dumps(question))
        return 0
    if not chosen.engine:
        parser.error("--engine is required")
    try:
        with started(chosen.engine, chosen.timeout) as adapter:
            tallies = run(adapter, cases)
            print(summary(adapter.able.name, tallies))
    except AdapterError as error:
        print(f"truco_conformance: {error}", file=sys.stderr)
        return 2
    return 1 if any(tally.failed for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
