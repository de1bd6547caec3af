"""`python -m tests.runner.mutants`: break the code in a sample of places; tests should notice.

A mutant is a file with one operator or constant of a function changed. The tests that mirror the
file are collected once, and for each mutant a forked process gets the changed code and runs them up
to the first failure. The same `--seed` chooses the same mutants; `--from` goes on after so many.
Survivors are printed with their line: either a test is missing, or the change changes nothing.
"""

import argparse
import ast
import functools
import gc
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, Final

import pytest

from tests.runner.mirrors import mirrors_of

SOURCES: Final = (
    "games/engine",
    "tournaments/formats",
    "tournaments/entries/services.py",
    "tournaments/results/services.py",
)
FEWEST_SECONDS: Final = 60  # of CPU that a mutant may take at least before it counts as endless
SLOWER: Final = 5  # times what the unchanged code takes
OTHER: Final[dict[type[ast.AST], type[Any]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True, order=True)
class Mutant:
    """One change of one file: the number of its place there, and what is to be read of it."""

    file: str
    place: int
    line: int
    change: str


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield the nodes inside functions that can be changed, in order, and how."""
    for node in _inside_functions(tree):
        match node:
            case ast.Compare(ops=[operator]) | ast.BoolOp(op=operator) | ast.BinOp(op=operator):
                if other := OTHER.get(type(operator)):
                    yield node, f"{type(operator).__name__} -> {other.__name__}"
            case ast.UnaryOp(op=ast.Not()):
                yield node, "Not -> nothing"
            case ast.Constant(value=bool() as value):
                yield node, f"{value} -> {not value}"
            case ast.Constant(value=int() as value):
                yield node, f"{value} -> {value + 1}"


def _inside_functions(tree: ast.Module) -> Iterator[ast.AST]:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    inner = {
        child
        for each in ast.walk(tree)
        if isinstance(each, functions)
        for child in ast.walk(each)
        if child is not each and isinstance(child, functions)
    }
    for each in ast.walk(tree):
        if isinstance(each, functions) and each not in inner:
            for statement in each.body:
                yield from ast.walk(statement)


def changed(source: str, place: int) -> ast.Module:
    """Return a module with one place changed."""
    tree = ast.parse(source)
    node: Any = [node for node, _ in places(tree)][place]
    if isinstance(node, ast.Compare):
        node.ops = [OTHER[type(node.ops[0])]()]
    elif isinstance(node, ast.BoolOp | ast.BinOp):
        node.op = OTHER[type(node.op)]()
    elif isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    else:
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
    return ast.fix_missing_locations(tree)


def all_mutants() -> list[Mutant]:
    """Return every mutant of the sources, in order."""
    found = []
    for source in SOURCES:
        files = sorted(Path(source).rglob("*.py")) if Path(source).is_dir() else [Path(source)]
        for file in files:
            nodes = places(ast.parse(file.read_text(encoding="utf-8")))
            for place, (node, change) in enumerate(nodes):
                found.append(Mutant(str(file), place, node.lineno, change))  # type: ignore[attr-defined]
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def apply(mutant: Mutant) -> int:
    """Give the functions of this process the code of a mutant; return how many were changed."""
    path = Path(mutant.file)
    source = path.read_text(encoding="utf-8")
    named = {
        (code.co_qualname, code.co_firstlineno): (old, code)
        for old, code in zip(
            _codes(compile(source, path, "exec", dont_inherit=True)),
            _codes(compile(changed(source, mutant.place), path, "exec", dont_inherit=True)),
            strict=True,
        )
        if old != code
    }
    file, count = str(path.resolve()), 0
    gc.unfreeze()
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == file:
            key = (each.__code__.co_qualname, each.__code__.co_firstlineno)
            if key in named:
                each.__code__ = named[key][1]
                count += 1
        elif isinstance(each, functools._lru_cache_wrapper):
            each.cache_clear()
    return count


class Mutating:
    """A plugin of pytest: runs the collected tests once for each mutant, each time in a fork."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Print a line for each mutant."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        if self._status_of(session, None, resource.RLIM_INFINITY):
            sys.exit("the tests fail with the unchanged code")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = FEWEST_SECONDS + SLOWER * int(after.ru_utime - before.ru_utime)
        for mutant in self.mutants:
            status = self._status_of(session, mutant, seconds)
            told = {0: "SURVIVED", UNREACHED: "NOT LOADED"}.get(status, "killed")
            line = f"{told} {mutant.file}:{mutant.line} #{mutant.place} {mutant.change}"
            os.write(TOLD, f"{line}\n".encode())
        return True

    def _status_of(self, session: pytest.Session, mutant: Mutant | None, seconds: int) -> int:
        if child := os.fork():
            return os.waitpid(child, 0)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        if mutant and not apply(mutant):
            os._exit(UNREACHED >> 8)
        items = sorted(session.items, key=lambda item: mutant is None or not _is_near(item, mutant))
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                os._exit(1)
        os._exit(0)


UNREACHED: Final = 3 << 8  # as `waitpid` says it: no function with this code was loaded
TOLD: Final = 2  # where lines are written: pytest captures what tests print


def _is_near(item: pytest.Item, mutant: Mutant) -> bool:
    """Return whether tests are named after a file: they notice soonest."""
    return Path(mutant.file).stem in item.path.stem


def main() -> int:
    """Run the sample, a process for the files with the same tests; print how many were killed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", default="32")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--from", type=int, default=0, dest="begin")
    parser.add_argument("--like", help="only files with the same tests as this one")
    options = parser.parse_args()
    chosen = Random(options.seed).sample(all_mutants(), options.count)[options.begin :]
    if options.like:  # a process of its own: its exit status says nothing
        tests = mirrors_of(Path(options.like))
        own = [each for each in chosen if mirrors_of(Path(each.file)) == tests]
        arguments = ["-q", "--no-header", "-p", "no:randomly", *map(str, tests)]
        pytest.main(arguments, plugins=[Mutating(own)])
        return 0
    counts = dict.fromkeys(("killed", "SURVIVED", "NOT LOADED"), 0)
    sample = ["--seed", options.seed, "--count", str(options.count), "--from", str(options.begin)]
    for file in {tuple(mirrors_of(Path(each.file))): each.file for each in chosen}.values():
        command = [sys.executable, "-m", "tests.runner.mutants", *sample, "--like", file]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None
            for line in process.stderr:
                for told in counts:
                    counts[told] += line.startswith(told)
                print(line, end="", flush=True)
    print(*(f"{count} {told}" for told, count in counts.items()), sep=", ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
