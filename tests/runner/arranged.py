"""States that tests begin with, arranged by the services once per run and then stored as rows.

A test notes its writes from its beginning. Where another test with the same writes before it asks
for the same state, the writes of its arrangement are made again, without the queries and rules that
led to them: a running cup takes a hundredth of the time. What a test patches may change a state, so
such a test arranges its own. Processes that share the tests of a run share the states, as files.

Tests that commit have states of their own, because what follows a commit was done and written in
them. Once another thread of such a test has a connection, whose writes nobody notes, or something
was rolled back, the test arranges its own states.
"""

import functools
import hashlib
import os
import pickle
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import pytest
from django.conf import UserSettingsHolder, settings
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models import Model
from django.utils import translation
from psycopg.types.json import Jsonb

from tests.games import tables
from tests.runner import chance

P = ParamSpec("P")
M = TypeVar("M", bound=Model)

INSTANT: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?")
A_MOMENT: Final = 5.0  # seconds
KEYS_FROM_ONE: Final = {
    "sqlite": "DELETE FROM sqlite_sequence",
    "postgresql": "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)"
    " FROM pg_sequences WHERE sequencename ~ '^(accounts|games|tournaments)_'",
}
NO_WRITES: Final = ("SELECT", "RELEASE", "BEGIN")


@dataclass(frozen=True)
class Write:
    """A statement that changed rows, with its parameters, and what is noted of it for keys."""

    sql: str
    params: Any
    many: bool
    note: bytes

    def repeat(self) -> None:
        with connection.cursor() as cursor:
            (cursor.executemany if self.many else cursor.execute)(self.sql, self.params)


@dataclass
class Journal:
    """The writes of a test so far that were not rolled back, and a fingerprint of them."""

    writes: list[Write] = field(default_factory=list)
    fingerprint: Any = field(default_factory=hashlib.sha256)
    savepoints: dict[str, tuple[int, Any]] = field(default_factory=dict)
    repeated: Write | None = None  # while a state is restored: the instants of its notes stay "now"
    commits: bool = False
    is_complete: bool = (
        True  # no more when somebody else may have written, or what was noted is gone
    )

    def __call__(self, execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        """Run a statement of Django's, and note it if it writes."""
        params, many, _ = more
        answer = execute(sql, *more)
        if sql.startswith("SAVEPOINT"):
            self.savepoints[sql.split()[-1]] = (len(self.writes), self.fingerprint.copy())
        elif sql.startswith("ROLLBACK"):
            length, self.fingerprint = self.savepoints[sql.split()[-1]]
            del self.writes[length:]
        elif not sql.startswith(NO_WRITES):
            write = self.repeated or Write(
                sql, params, many, repr((sql, _lasting(params))).encode()
            )
            self.writes.append(write)
            self.fingerprint.update(write.note)
        return answer

    def key_of(self, arrange: Callable[..., Any], args: Any, named: Any) -> str | None:
        """Return what an arrangement follows from; None if it cannot be said."""
        if isinstance(settings._wrapped, UserSettingsHolder) or not self.is_complete:
            return None
        name = f"{arrange.__module__}.{arrange.__qualname__}"
        terms = repr((name, _named(args), _named(named)))
        if " at 0x" in terms:
            return None
        before = f"{self.commits} {self.fingerprint.hexdigest()} {tables.names.taken}"
        return f"{before} {translation.get_language()} {terms}"


@dataclass(frozen=True)
class State:
    """The writes and the hooks of an arrangement, its people, and the row that it returned."""

    writes: list[Write]
    hooks: list[Any]
    names: int  # that its people took
    model: type[Model]
    pk: int

    def restore(self, notes: Journal) -> Model:
        with transaction.atomic(savepoint=False):
            for notes.repeated in self.writes:
                notes.repeated.repeat()
        notes.repeated = None
        tables.names.taken += self.names
        inside = set(connection.savepoint_ids)
        connection.run_on_commit += [(inside, *hook[1:]) for hook in self.hooks]
        return self.model._base_manager.get(pk=self.pk)


_states: dict[str, State] = {}
_journals: list[Journal] = []


@contextmanager
def journal() -> Iterator[None]:
    """Note writes, so that states are restored; the test is in a new transaction, or commits."""
    with connection.cursor() as cursor:
        cursor.execute(KEYS_FROM_ONE[connection.vendor])
    notes = Journal(commits=not connection.in_atomic_block)

    def end(**_: Any) -> None:
        notes.is_complete = False

    def rollback() -> None:
        end()
        BaseDatabaseWrapper.rollback(connection)

    _journals.append(notes)
    try:
        with connection.execute_wrapper(notes), pytest.MonkeyPatch.context() as patch:
            if notes.commits:
                connection_created.connect(end)
                patch.setattr(connection, "rollback", rollback)
            yield
    finally:
        connection_created.disconnect(end)
        _journals.pop()


def arranged(arrange: Callable[P, M]) -> Callable[P, M]:
    """Arrange each state of a function once per run."""

    @functools.wraps(arrange)
    def restored(*args: P.args, **named: P.kwargs) -> M:
        notes = _journals[-1] if _journals else None
        key = notes and notes.key_of(arrange, args, named)
        if notes is None or key is None:
            return arrange(*args, **named)
        if state := _states.get(key) or _read(key):
            return state.restore(notes)  # type: ignore[return-value]  # a row of the same model
        begun, hooks, drawn = len(notes.writes), len(connection.run_on_commit), chance.drawn
        taken = tables.names.taken
        made = arrange(*args, **named)
        writes = notes.writes[begun:]
        is_of_any_test = chance.drawn == drawn  # else it follows from the name of this test, too
        if is_of_any_test and notes.is_complete:
            later, people = connection.run_on_commit[hooks:], tables.names.taken - taken
            state = State(writes, later, people, type(made), made.pk)
            _states[key] = state
            _write(key, state)
        return made

    return restored


def _file_of(key: str) -> Path | None:
    """Return the file in which the processes of a run share a state; None if there is only one."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return None
    folder = Path(os.environ["VAR_DIR"]).parent / "arranged"  # beside the folder of each process
    folder.mkdir(exist_ok=True)
    return folder / hashlib.sha256(key.encode()).hexdigest()


def _read(key: str) -> State | None:
    """Return a state that another process arranged."""
    file = _file_of(key)
    if file is None or not file.exists():
        return None
    state: State = pickle.loads(file.read_bytes())
    _states[key] = state
    return state


def _write(key: str, state: State) -> None:
    """Let other processes restore a state, unless it holds what cannot be written down."""
    if file := _file_of(key):
        try:
            written = pickle.dumps(state)
        except (pickle.PicklingError, AttributeError, TypeError):
            return
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(written)
        part.replace(file)


def _lasting(value: Any) -> Any:
    """Return a parameter as another test has it: without salts and the clock's instants."""
    if isinstance(value, list | tuple):
        return [_lasting(each) for each in value]
    if isinstance(value, Jsonb):
        return value.obj
    if isinstance(value, str) and value.startswith("md5$"):
        return "a password"
    if isinstance(value, str) and INSTANT.fullmatch(value):
        value = datetime.fromisoformat(f"{value}+00:00")
    if isinstance(value, datetime) and abs(time.time() - value.timestamp()) < A_MOMENT:
        return "now"
    return value


def _named(value: Any) -> Any:
    """Return an argument with keys in the place of rows."""
    if isinstance(value, Model):
        return (value._meta.label, value.pk)
    if isinstance(value, list | tuple):
        return [_named(each) for each in value]
    if isinstance(value, Mapping):
        return sorted((name, _named(each)) for name, each in value.items())
    return value
