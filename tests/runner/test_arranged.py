"""What is arranged once is, in each further test, what the services would make."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from tests.games import tables
from tests.runner import arranged, chance
from tests.tournaments.cups import a_running_cup, an_organiser, club_of

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
COMMITTING = pytest.mark.django_db(transaction=True)
OURS = ("accounts.", "games.", "tournaments.")
OF_THE_CLOCK = {"date_joined", "created_at", "joined_at", "at", "password"}


@dataclass(frozen=True)
class Arranged:
    """All rows, and what it took to make them."""

    rows: dict[str, list[dict[str, Any]]]
    hooks: int
    queries: int


def rows() -> dict[str, list[dict[str, Any]]]:
    return {
        model._meta.label: [
            {name: value for name, value in row.items() if name not in OF_THE_CLOCK}
            for row in model._base_manager.order_by("pk").values()
        ]
        for model in apps.get_models()
        if model.__module__.startswith(OURS)
    }


@contextmanager
def undone() -> Iterator[None]:
    """Leave the database as it is at the end of a test."""
    if connection.in_atomic_block:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    else:
        yield
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture
def arrange(monkeypatch, now) -> Callable[..., Arranged]:
    """Arrange a cup as the first act of a test does."""
    monkeypatch.setattr(arranged, "_states", {})
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)  # whose files other processes write

    def arrange(
        meanwhile: Callable[[], object] = lambda: None, zone: str = "UTC", **terms: object
    ) -> Arranged:
        monkeypatch.setattr(tables, "names", chance.Names())
        with undone():
            before = len(connection.run_on_commit)
            with arranged.journal():
                organiser = an_organiser()
                club = club_of(organiser)
                club.zone = zone
                club.save()
                meanwhile()
                with CaptureQueriesContext(connection) as queries:
                    a_running_cup(organiser, now, **terms)
                tables.a_person()  # whose name nobody in the cup has
            return Arranged(rows(), len(connection.run_on_commit) - before, len(queries))

    return arrange


@pytest.mark.parametrize("kind", ["rolls back", pytest.param("commits", marks=COMMITTING)])
def test_a_restored_state_is_that_of_the_services(arrange, kind) -> None:
    first, second = arrange(entries=3), arrange(entries=3)
    assert (second.rows, second.hooks) == (first.rows, first.hooks)
    assert second.queries < first.queries / 2


def test_another_start_or_other_terms_are_arranged_anew(arrange) -> None:
    first = arrange()
    assert len(arrange(entries=5).rows["tournaments.Entry"]) == 5
    assert arrange(zone="America/Montevideo").queries == first.queries


def test_other_settings_are_arranged_anew(arrange) -> None:
    first = arrange()
    with override_settings(RUN_ID="another"):
        assert arrange().queries == first.queries


def test_what_follows_from_the_name_of_a_test_is_arranged_anew(monkeypatch, now) -> None:
    monkeypatch.setattr(arranged, "_states", {})
    with arranged.journal():
        arranged.arranged(tables.a_table)(now)
    assert arranged._states == {}


@pytest.mark.parametrize("kind", ["rolls back", pytest.param("commits", marks=COMMITTING)])
def test_a_test_that_patches_nothing_restores_states(kind) -> None:
    """Plugins patch in every test; what counts is whether a test of ours does."""
    (notes,) = arranged._journals
    assert notes.commits == (kind == "commits")


def connect_in_a_thread() -> None:
    thread = Thread(target=lambda: (connection.ensure_connection(), connection.close()))
    thread.start()
    thread.join()


def roll_back() -> None:
    with transaction.atomic():
        transaction.set_rollback(True)


@COMMITTING
@pytest.mark.parametrize("meanwhile", [connect_in_a_thread, roll_back])
def test_where_writes_are_not_noted_states_are_arranged_anew(arrange, meanwhile) -> None:
    first = arrange()
    assert arrange(meanwhile).queries == first.queries


def test_a_test_that_patches_arranges_its_own(monkeypatch) -> None:
    assert arranged._journals == []


def test_other_processes_of_a_run_restore_it_too(arrange, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    monkeypatch.setenv("VAR_DIR", str(tmp_path / "gw0"))
    first = arrange(entries=3)
    monkeypatch.setattr(arranged, "_states", {})
    second = arrange(entries=3)
    assert (second.rows, second.hooks) == (first.rows, first.hooks)
    assert second.queries < first.queries / 2
