"""The three screens in Chromium, and what is done at the table while they are looked at."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from django.utils import timezone
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from accounts.models import User
from games.play import clock
from tests.browser.players import ANSWER, tap_until
from tests.games.tables import act, state_of
from tests.live.site import Site, served
from tests.live.visitors import session_of
from tests.runner.film.frames import BRACKET, PHONE, WALL, Film, Place, Point
from tests.runner.film.scene import Scene, robot_action, the_final

FLAGS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")
TURN = 13_000  # milliseconds: longer than a leaf of the projector stands
SETTLED = 700  # for what moves after an act to have come to rest
FINGER, ACT, HAND, END = 200, 480, 1000, 3700  # how long each is looked at
NARROW = 600  # pixels
WIDTHS: Final = {WALL: 1280, BRACKET: 1080, PHONE: 390}
IS_AT = "version => Number(document.getElementById('say')?.dataset.version) >= version"


class Studio:
    """The pages of a scene, each in a browser of its own."""

    def __init__(self, browser: Browser, site: Site, scene: Scene) -> None:
        self.scene, self.film = scene, Film()
        cup = scene.cup
        table, page = f"/tables/{scene.game.pk}/", f"/competitions/{cup.pk}/"
        self.phone = opened(browser, site, _size(PHONE), table, scene.player)
        self.bracket = opened(browser, site, _size(BRACKET), page, None)
        self.wall = opened(browser, site, _size(WALL), f"{page}wall/", scene.organiser)
        self.wall.clock.install()
        self.wall.reload()

    def add_frame(self, time: int, finger: Point | None = None) -> None:
        """Add what all three show now."""
        shots = [page.screenshot() for page in (self.wall, self.bracket, self.phone)]
        self.film.add(shots, time, finger)

    def act(self) -> None:
        """Act like a robot for the seat in turn; the phone's player uses a touch."""
        game, token = self.scene.game, robot_action(self.scene.game)
        if state_of(game).to_act[0] == self.scene.seat:
            button = self.phone.locator(f'#table button[name=token][value="{token}"]').first
            self.add_frame(FINGER, _middle(button.bounding_box()))
            tap_until(button, partial(self._comes_to, game.version + 1))
        else:
            act(game, token, timezone.now())
        self.wait_until_current()

    def next_hand(self) -> None:
        """Deal again."""
        game = self.scene.game
        game.refresh_from_db()
        clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
        self.wait_until_current()

    def wait_until_current(self) -> None:
        """Wait until all show the table as it is."""
        game = self.scene.game
        game.refresh_from_db()
        self._wait(game.version)
        self.phone.wait_for_timeout(SETTLED)

    def _wait(self, version: int) -> None:
        self.phone.wait_for_function(IS_AT, arg=version)

    def _comes_to(self, version: int) -> bool:
        try:
            self.phone.wait_for_function(IS_AT, arg=version, timeout=ANSWER)
        except TimeoutError:
            return False
        return True


def shoot() -> Film:
    """Film the scene to its end."""
    scene = the_final()
    with served() as site, chromium() as browser:
        studio = Studio(browser, site, scene)
        studio.wait_until_current()
        studio.add_frame(ACT)
        while not scene.game.is_over:
            if state_of(scene.game).over:
                studio.next_hand()
                studio.add_frame(ACT)
            else:
                studio.act()
                studio.add_frame(HAND if state_of(scene.game).over else ACT)
        studio.wall.clock.run_for(TURN)
        studio.wait_until_current()
        studio.add_frame(END)
    return studio.film


def opened(
    browser: Browser,
    site: Site,
    size: tuple[int, int],
    path: str,
    person: User | None,
    locale: str = "es-AR",
) -> Page:
    """Open a page in a browser of its own, as a person sees it; narrow ones are phones."""
    width, height = size
    is_phone = width < NARROW
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=site.url,
        has_touch=is_phone,
        is_mobile=is_phone,
        locale=locale,
        timezone_id="America/Argentina/Buenos_Aires",
    )
    if person is not None:
        session = {"name": "session", "value": session_of(person), "url": site.url}
        context.add_cookies([session])
    page = context.new_page()
    page.goto(path)
    return page


def _size(place: Place) -> tuple[int, int]:
    width = WIDTHS[place]
    return width, round(width * place.height / place.width)


def _middle(box: Any) -> Point:
    width, height = WIDTHS[PHONE], WIDTHS[PHONE] * PHONE.height / PHONE.width
    return (box["x"] + box["width"] / 2) / width, (box["y"] + box["height"] / 2) / height


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()
