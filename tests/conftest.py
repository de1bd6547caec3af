"""Fixtures of all tests: settings, the order of tests, a clock and random generators."""

import gc
import inspect
import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import CodeType
from typing import Any

import hypothesis
import pytest
import pytest_django
from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection
from django.db.backends.postgresql import operations as postgresql
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import post_migrate
from django.test import override_settings

from games.common import broadcast
from games.fair import shuffle
from games.play import rate_limit, table_cache
from games.reviews import action_values
from tests.games import tables
from tests.runner import arranged, chance, days
from tests.runner.differing import is_changed
from tournaments.draw import services as draw
from truco_site.settings import STORAGES as AS_SERVED

BROWSER = "playwright"  # the fixture that every real browser comes from
DATABASE = {"db", "transactional_db"}
SERVED = ("tests/live/", "tests/soak/")  # their tests commit because a real server reads along
BY_DAY = ("nightly", "on_change", "sampled")  # marks that say when a test has its turn
JOURNEYS = 12  # days in which every journey in a browser has its turn
COMMITS = 2  # days in which every test that commits has its turn on SQLite: one writes at a time
BASE = os.environ.get("BASE", "HEAD~1")  # the commit that `on_change` compares with
PAGES = 6  # days in which every test of a page, or of a served site, has its turn
READERS = 3  # days in which other tests have their turn that read a page through a client
CLIENTS = {"client", "Client", "a_browser", "browser_of"}  # by which a test reads pages
hypothesis.settings.register_profile("the same", derandomize=True, deadline=None)
hypothesis.settings.register_profile("seeded", deadline=None)


def pytest_configure(config: pytest.Config) -> None:
    """Serve files without collecting them first, and hash passwords quickly.

    The collector of garbage seldom runs: while tests are found, it took a fifth of the CPU.
    """
    gc.set_threshold(100_000, 20, 20)
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    Path(settings.VAR).mkdir(parents=True, exist_ok=True)
    is_seeded = config.getoption("--hypothesis-seed") is not None
    hypothesis.settings.load_profile("seeded" if is_seeded else "the same")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what runs on another day, begin with long tests, and put browser tests last.

    Playwright leaves a running event loop that later asyncio tests refuse. A long test that is
    started last would leave the other processes idle.
    """
    todays = set(_pick_today(items)) if days.is_sampled_run() else set(items)
    left_out = [item for item in items if item not in todays]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item in todays]
    items.sort(key=lambda item: (_is_journey(item), item.get_closest_marker("long") is None))


def _pick_today(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    """Choose the tests of a day by their marks (docs/testing.md, "By the day").

    The cases of one test function with the same of these marks are a matrix: those that use a
    database take turns, too. So the order in which the tests were shuffled changes nothing.
    """
    matrices: dict[tuple[object, ...], list[pytest.Item]] = {}
    for item in items:
        marks = [item.get_closest_marker(name) is not None for name in BY_DAY]
        matrices.setdefault((item.nodeid.partition("[")[0], *marks), []).append(item)
    for cases in matrices.values():
        first, turns = cases[0], days.SHARE
        if first.get_closest_marker("nightly"):
            continue
        if (on := first.get_closest_marker("on_change")) and is_changed(BASE, *on.args):
            picked = cases
        elif on or first.get_closest_marker("sampled"):
            picked = [case for case in cases if days.is_picked(case.nodeid)]
            turns *= 2
        elif _is_journey(first):
            picked = [case for case in cases if days.is_picked(case.nodeid, JOURNEYS)]
        elif len(cases) > 1 and _uses_database(first):
            picked = days.pick_today(cases, name=lambda case: case.nodeid)
            turns *= 2
        elif _is_of_pages(first) or first.nodeid.startswith(SERVED):
            picked = [case for case in cases if days.is_picked(case.nodeid, PAGES)]
        elif _reads_a_page(first):
            picked = [case for case in cases if days.is_picked(case.nodeid, READERS)]
        else:
            picked = cases
        yield from (case for case in picked if _runs_here(case, turns))


def _runs_here(item: pytest.Item, turns: int) -> bool:
    """Return whether a test of the day runs on this database.

    One that is marked `both` runs on PostgreSQL one day in `turns`, and then not on SQLite, if
    this run goes on there (`tests/__main__.py`). One about what databases do differently runs on
    both; one that only commits, on SQLite every other day.
    """
    leaves_out = connection.vendor == "sqlite" and bool(os.environ.get("THEN_POSTGRESQL"))
    if item.get_closest_marker("dialect"):
        return True
    is_both = item.get_closest_marker("both") is not None
    if is_both and _commits(item) and not item.nodeid.startswith(SERVED):
        return not leaves_out or days.is_picked(item.nodeid, COMMITS)
    is_turn = is_both and days.is_picked(item.nodeid, turns)
    return is_turn if connection.vendor == "postgresql" else not (is_turn and leaves_out)


def _is_journey(item: pytest.Item) -> bool:
    return BROWSER in getattr(item, "fixturenames", ())


def _is_of_pages(item: pytest.Item) -> bool:
    """Return whether a test reads whole pages: services have tests of their own, every day."""
    return _uses_database(item) and "pages" in item.path.stem.split("_")


def _reads_a_page(item: pytest.Item) -> bool:
    """Return whether a test beside those of pages reads one, and need not run on both databases."""
    names = {*getattr(item, "fixturenames", ()), *_code_of(item).co_names}
    is_everywhere = _commits(item) or item.get_closest_marker("dialect") is not None
    return _uses_database(item) and not is_everywhere and bool(CLIENTS & names)


def _code_of(item: Any) -> CodeType:
    return inspect.unwrap(item.function).__code__


def _uses_database(item: pytest.Item) -> bool:
    return item.get_closest_marker("django_db") is not None


def _commits(item: pytest.Item) -> bool:
    database = item.get_closest_marker("django_db")
    return database is not None and bool(database.kwargs.get("transaction"))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep the collector of garbage off what lives as long as the run: a tenth of its CPU."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Name the seeds of a failure: with them it fails again."""
    report = yield
    if report.failed:
        order = item.config.getoption("randomly_seed", None)
        seeds = f"TEST_SEED={chance.SEED} (deals) --randomly-seed={order} (order of tests)"
        report.sections.append(("Seeds", seeds))
    return report


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[None]:
    """Record the migrations as applied, for served sites: tables come from the models.

    Empty the tables after a test that commits in hundredths of a second, not half a second.

    Django recreates its permissions each time, which no test needs; PostgreSQL makes a new file for
    every table it truncates, while deleting a few rows is cheap.
    """

    def delete_all(self: Any, style: Any, tables: Iterable[str], **options: Any) -> list[str]:
        unchecked = "SET LOCAL session_replication_role = replica"
        return [unchecked, *(f"DELETE FROM {self.quote_name(table)}" for table in tables)]

    with django_db_blocker.unblock(), override_settings(MIGRATION_MODULES={}):
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        steps = {
            step
            for own, migration in MigrationLoader(None).disk_migrations.items()
            for step in (own, *migration.replaces)
        }
        recorder.migration_qs.bulk_create(
            recorder.Migration(app=app, name=name) for app, name in steps
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(post_migrate, "send", lambda **named: None)
        patch.setattr(postgresql.DatabaseOperations, "sql_flush", delete_all)
        yield


@pytest.fixture
def now() -> datetime:
    """An instant; tests add to it what they need."""
    return datetime(2026, 3, 14, 21, 30, tzinfo=UTC)


@pytest.fixture
def _patches() -> Iterator[pytest.MonkeyPatch]:
    """What every test patches; `monkeypatch` is wanted by tests with patches of their own."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(autouse=True)
def _seeds(request: pytest.FixtureRequest, _patches: pytest.MonkeyPatch) -> None:
    """Games and draws get the seeds of this test, not secret ones; people the same names."""
    new_seed = chance.seeds_of(request.node.nodeid)
    _patches.setattr(shuffle, "new_seed", new_seed)
    short = draw.SEED_BYTES
    _patches.setattr(draw, "fresh_draw_seed", lambda: new_seed()[:short].hex())
    _patches.setattr(tables, "names", chance.Names())


@pytest.fixture(autouse=True)
def _games_from_one(request: pytest.FixtureRequest) -> None:
    """Number the games of each test from 1: a deal follows from its game's number, too."""
    if request.node.get_closest_marker("django_db") or DATABASE & set(request.fixturenames):
        request.getfixturevalue("_django_db_helper")
        column = {"table": "games_game", "column": "id"}
        with connection.cursor() as cursor:
            for sql in connection.ops.sequence_reset_by_name_sql(no_style(), [column]):
                cursor.execute(sql)


@pytest.fixture(autouse=True)
def _arranged_once(request: pytest.FixtureRequest, _games_from_one: None) -> Iterator[None]:
    """Restore states that an earlier test arranged."""
    is_ready = connection.in_atomic_block or _commits(request.node)
    if is_ready and not _is_patched(request.node):
        with arranged.journal():
            yield
    else:
        yield


def _is_patched(item: Any) -> bool:
    """Return whether a test, or a fixture of ours that it uses, asks for `monkeypatch`.

    It is among the `fixturenames` of every test: fixtures of pytest-django patch, too.
    """
    info = item._fixtureinfo
    ours = (
        definition
        for definitions in info.name2fixturedefs.values()
        for definition in definitions
        if definition.func.__module__.startswith("tests.")
    )
    return any("monkeypatch" in each.argnames for each in (info, *ours))


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Databases of tests give the same keys to other rows."""
    from django.contrib.contenttypes.models import ContentType  # of apps that are loaded by now

    from games.live import templates as drawing
    from tournaments.live.competition import read

    for name in caches:
        caches[name].clear()
    ContentType.objects.clear_cache()
    read.cache_clear()
    drawing.clear_render_cache()
    table_cache.clear()
    action_values._kept.clear()


@pytest.fixture(autouse=True)
def _unhurried(_patches: pytest.MonkeyPatch) -> None:
    """Tests play whole games in no time."""
    _patches.setattr(rate_limit.ACTIONS, "limit", 100_000)


@pytest.fixture(autouse=True)
def hints(_patches: pytest.MonkeyPatch) -> Iterator[list[tuple[str, dict[str, object]]]]:
    """Collect the hints to watchers; a hint inside a transaction is an error."""
    told: list[tuple[str, dict[str, object]]] = []
    too_early: list[str] = []
    tell = broadcast._tell

    def record_send(group: str, message: dict[str, object]) -> None:
        if any(not block._from_testcase for block in connection.atomic_blocks):
            too_early.append(group)
        told.append((group, message))
        tell(group, message)

    _patches.setattr(broadcast, "_tell", record_send)
    yield told
    assert not too_early, "a hint was sent before its commit"


@pytest.fixture(scope="session")
def _collected_once() -> None:
    with override_settings(STORAGES=AS_SERVED):
        call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture
def collected(_collected_once: None, settings: Any) -> Path:
    """The folder of the site's files as they are served: under hashed names, compressed."""
    settings.STORAGES = AS_SERVED
    return Path(settings.STATIC_ROOT)
