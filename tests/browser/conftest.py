"""A real Chromium before the served site, with its worker and beat at work in threads.

Playwright keeps a loop running in the tests' thread, so Django has to be told that the tests may
use the database there; the site itself runs in threads of its own.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from celery.app import app_or_default
from django.core.cache import caches
from django.utils import translation
from playwright.sync_api import BrowserContext, expect

from accounts.common.rate_limit import HOUR, RateLimit
from accounts.models import User
from games.live.templates import environment
from games.lobby import views as lobby
from tests.browser.languages.longer import CODE, longer, write
from tests.browser.screens import DESK, PHONE, Screen
from tests.live.site import HOST, Site, served
from tests.live.visitors import session_of
from tests.runner.days import is_picked
from truco_site.embedded.celery import tasks
from truco_site.environment import languages_in

HALL = "hall.test"  # a name that is not this machine's own: plain HTTP is no secure origin there
FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--in-process-gpu",
    f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
)
WITH_WINDOWS = ("chromium", "chromium-browser")
BEAT = 0.1  # seconds a beat sleeps at most, so that it ends soon
PATIENCE = 20_000  # milliseconds for what is to come: a busy machine is no fault
CORTE = "crypto.getRandomValues = array => array.fill(7)"  # a deal follows from it, too


@pytest.fixture(scope="session", autouse=True)
def _database_beside_a_loop() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield


@pytest.fixture(scope="session", autouse=True)
def _patient() -> None:
    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the system's Chromium, without its windows where there is one for half the work."""
    chromium = first_of("chromium-headless-shell", *WITH_WINDOWS)
    return {**browser_type_launch_args, "executable_path": chromium, "args": list(FLAGS)}


def first_of(*names: str) -> str:
    """Return the first program that is installed; tests in a browser are not optional."""
    found = next(filter(None, map(shutil.which, names)), None)
    return found or pytest.fail("Chromium is not installed")


@pytest.fixture(scope="session")
def longer_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue of the longer language, written once: it takes seconds."""
    folder = tmp_path_factory.mktemp("longer")
    write(folder)
    return folder


@pytest.fixture
def longer_language(longer_folder: Path, settings: Any) -> Iterator[str]:
    """One more folder of languages, before the site serves anything."""
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, longer_folder]
    settings.LANGUAGES = [*settings.LANGUAGES, *languages_in(longer_folder)]
    environment.cache_clear()
    with translation.override(CODE):
        assert translation.gettext("Mesas") == longer("Mesas")
    yield CODE
    environment.cache_clear()


@pytest.fixture
def seals() -> int:
    """How many seals an address gets ahead; tests of them want more.

    A page asks for one when it is idle, and a deal follows from the number of its table.
    """
    return 0


@pytest.fixture
def site(
    _database_beside_a_loop: None,
    transactional_db: None,
    settings: Any,
    _patches: pytest.MonkeyPatch,
    seals: int,
) -> Iterator[Site]:
    """The whole site as `manage.py serve` runs it; robots and dealers do not dawdle."""
    _patches.setattr(lobby, "SEALS", RateLimit("seals", seals, HOUR))
    settings.ALARM = True
    settings.ROBOT_PAUSE, settings.HAND_PAUSE = 0.2, 1
    app_or_default().conf.beat_max_loop_interval = BEAT  # it looks up between two sleeps only
    for name in caches:
        caches[name].clear()
    with tasks(), served() as site:
        yield site


@pytest.fixture
def motion(request: pytest.FixtureRequest) -> str:
    """Movement in a browser: a page with running animations costs a twentieth of a core.

    So journeys want it still, but for an eighth of them each day. What is about motion is marked
    `moving`.
    """
    node = request.node
    is_moving = node.get_closest_marker("moving") or is_picked(f"motion {node.nodeid}")
    return "no-preference" if is_moving else "reduce"


@pytest.fixture
def open_at(
    new_context: Callable[..., BrowserContext], motion: str
) -> Iterator[Callable[..., Screen]]:
    """Open a server's page on a phone in a separate browser (None: of a stranger).

    What a `recorded` one is sent can be looked through later. Where a test answers in the place of
    the site (`routed`), no service worker is in between: it would ask the site itself.
    """
    screens: list[Screen] = []

    def opened(
        origin: str,
        path: str = "/",
        person: User | None = None,
        *,
        desk: bool = False,
        recorded: bool = False,
        routed: bool = False,
    ) -> Screen:
        context = new_context(
            **(DESK if desk else PHONE),
            service_workers="block" if routed else "allow",
            base_url=origin,
            locale="es-AR",
            reduced_motion=motion,
            timezone_id="America/Argentina/Buenos_Aires",
        )
        context.add_init_script(CORTE)
        if person is not None:
            cookie = {"name": "session", "value": session_of(person), "url": origin}
            context.add_cookies([cookie])
        screens.append(Screen(context, recorded=recorded))
        screens[-1].page.goto(path)
        return screens[-1]

    yield opened
    for screen in screens:
        screen.answer_no_more()
        assert not screen.faults, screen.faults


@pytest.fixture
def open_screen(site: Site, open_at: Callable[..., Screen]) -> Callable[..., Screen]:
    """Open a page of the site, under the name of its `host`."""

    def opened(*page: Any, host: str = HOST, **manner: bool) -> Screen:
        return open_at(f"http://{host}:{site.port}", *page, **manner)

    return opened
