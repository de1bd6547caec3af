"""The parts of a soak: which tests they run, how often, and with which numbers.

Each is meant to end within half an hour on two idle cores.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.runner.runs import ON_BOTH, Run, many_machines, run, shared

TESTS = Path("tests")


@dataclass(frozen=True)
class Part:
    """Tests whose files have a word in them, run some times, each time with seeds of its own."""

    word: str = ""
    times: int = 1
    one: bool = True  # on SQLite
    both: bool = False  # on PostgreSQL with Valkey, too
    alone: bool = False  # one test after the other: it measures times
    without: Sequence[str] = ()
    isolated: bool = False  # in a network namespace of its own, which takes root
    only: Sequence[str] = ()  # files that are no part of `make test`: they want more than wheels
    numbers: Mapping[str, int] = field(default_factory=dict)

    @property
    def files(self) -> list[str]:
        """The test files that it runs."""
        if self.only:
            return list(self.only)
        tests = sorted(TESTS.rglob("test_*.py"))
        return [str(path) for path in tests if self.word in f"{path} {path.read_text()}"]

    def runs(self, name: str) -> Iterator[Run]:
        """Run its tests, time after time, and on both databases if that is asked."""
        for seed in range(1, self.times + 1):
            if self.one:
                yield self._run(f"{name} {seed}/{self.times}, SQLite", seed)
            if self.both:
                with many_machines() as environment:
                    yield self._run(f"{name} {seed}/{self.times}, PostgreSQL", seed, **environment)

    def _run(self, name: str, seed: int, **environment: str) -> Run:
        numbers = {key: str(number) for key, number in self.numbers.items()}
        said = ", ".join(f"{key}={number}" for key, number in numbers.items())
        return run(
            f"{name}, seed {seed} {said}".rstrip(),
            *(
                *([] if self.alone else shared()),
                *self.files,
                *(f"--ignore={path}" for path in self.without),
            ),
            *("-p", "tests.soak.told"),
            *(f"--randomly-seed={seed}", f"--hypothesis-seed={seed}", "--durations=3"),
            *(["-m", ON_BOTH] if environment else []),
            TEST_SEED=str(seed),
            TEST_DAY="",  # nothing is left to another day
            **numbers,
            **environment,
        )


PARTS = {
    "suite": Part(times=5, without=["tests/browser"]),
    "kills": Part("SIGKILL", times=12, both=True, numbers={"KILLS": 10, "DELIVERY_KILLS": 4}),
    "faults": Part(
        "FAULT_PARTS", both=True, alone=True, numbers={"FAULT_PARTS": 5, "FAULT_SECONDS": 5}
    ),
    "races": Part("ROUNDS", both=True, numbers={"RACE_ROUNDS": 200}),
    "model": Part('"EVENINGS"', both=True, numbers={"EVENINGS": 230}),
    "histories": Part('"HISTORIES"', numbers={"HISTORIES": 100}),
    "fuzz": Part("test_fuzz", times=2, numbers={"FUZZ": 5000, "FRAMES": 13_000, "REQUESTS": 700}),
    "api": Part('"GENERATED"', both=True, numbers={"GENERATED": 100}),
    "parsers": Part(only=["tests/soak/coverage/parsers.py"], numbers={"COVERED": 50_000}),
    "inputs": Part("soak/inputs", both=True, numbers={"INPUTS": 82}),
    "cups": Part('"CUPS"', numbers={"CUPS": 32}),
    "demo": Part("test_demo", numbers={"DEMO_MINUTES": 120}),
    "overlap": Part('"STATES"', numbers={"STATES": 400}),
    "proxy": Part(only=["tests/soak/proxied.py"], both=True, alone=True),
    "machines": Part(
        only=["tests/soak/machines.py"], one=False, both=True, alone=True, isolated=True
    ),
    "hands": Part('"HANDS"', times=2, numbers={"HANDS": 1000, "SETS": 44}),
}
