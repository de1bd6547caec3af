"""Every link and form on the pages of a staff link leads to a page or an act of its role."""

from collections.abc import Callable
from datetime import datetime
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from tests.tournaments.boards import a_club_cup, a_live_match
from tests.tournaments.browsers import text_of
from tests.tournaments.cups import a_cup, an_organiser
from tests.tournaments.desks import ONLY, STATES
from tests.tournaments.events import an_event, award_all, organiser_of
from tests.tournaments.staff_links.test_link_pages import opened
from tournaments.draw.services import draw
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry
from tournaments.models import Competition, Official
from tournaments.staff_links.middleware import OPEN
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
DESK: Final = Official.Role.DESK
OVER: Final = {"finished", "cancelled", "archived"}  # no link is made for these
OF_THE_CLUB: Final = {"repeat", "undo_repeat", "close_season"}
"""Steps that lead out of a competition; the live head of the desk names them to everybody."""


def _with_boards(now: datetime) -> Competition:
    return a_club_cup(an_organiser(), now, entries=4)


def _with_line_ups(now: datetime) -> Competition:
    match = a_live_match(an_organiser(), now)
    assert match.competition is not None
    return match.competition


def _with_withdrawn_entries(now: datetime) -> Competition:
    event = an_event(now, "swiss", 8)
    for entry in event.entries.order_by("pk")[:2]:
        withdrawals.withdraw(entry_id=entry.pk, actor=organiser_of(event), now=now)
    return event


MADE: Final[dict[str, Callable[[datetime], Competition]]] = {
    **{name: make for name, make in STATES.items() if name not in OVER},
    **ONLY,
    "boards": _with_boards,
    "line-ups": _with_line_ups,
    "withdrawn entries": _with_withdrawn_entries,
    "ladder": lambda now: an_event(now, "ladder", 8),
    "americano": lambda now: an_event(now, "americano", 8),
}


class PageLinks(HTMLParser):
    """What a page leads to: addresses that are read, and those that are posted to."""

    def __init__(self, page: str, text: str) -> None:
        super().__init__()
        self.page, self.read, self.posted = page, set[str](), set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where an element leads."""
        told = dict(attrs)
        is_read = tag == "form" and (told.get("method") or "get").lower() == "get"
        read = [told.get("href") if tag == "a" else None, told.get("hx-get")]
        posted = [told.get("formaction"), told.get("hx-post")]
        if tag == "form" and told.get("method") != "dialog":
            (read if is_read else posted).append(told.get("action") or self.page)
        self.read |= {urljoin(self.page, each).partition("#")[0] for each in read if each}
        self.posted |= {urljoin(self.page, each) for each in posted if each}


def _dead_ends(browser: Client, cup: Competition, start: str, role: str) -> set[str]:
    """Follow every link to a page of the competition; return what is closed to the role.

    Of the pages of one view, with the same query, one is read. Pages that are shown to the link as
    to a stranger lead no further.
    """
    closed, known, todo = set[str](), set[tuple[str, str]](), [start]
    while todo:
        page = todo.pop()
        view, query = _view(page), urlsplit(page).query
        if (view, query) in known or not _is_of(cup, page):
            continue
        known.add((view, query))
        answer = browser.get(page)
        if answer.status_code in (301, 302) and not answer.url.startswith("/accounts/"):
            todo.append(urljoin(page, answer.url))
        elif answer.status_code != 200:
            closed.add(view)
        elif view in OPEN[role] and answer.headers["Content-Type"].startswith("text/html"):
            ways = PageLinks(page, text_of(answer))
            todo += sorted(ways.read)
            closed |= {_view(each) for each in ways.posted} - OPEN[role]
    return closed


def _view(page: str) -> str:
    return resolve(urlsplit(page).path).view_name


def _is_of(cup: Competition, page: str) -> bool:
    parts = urlsplit(page)
    own = (f"/competitions/{cup.pk}/", "/matches/", "/judging/")
    return parts.netloc in ("", "testserver") and parts.path.startswith(own)


@pytest.mark.sampled
@pytest.mark.parametrize("state", MADE)
def test_all_that_its_pages_show_a_desk_is_open_to_it(state):
    """In a private competition, whose pages a stranger does not see."""
    cup = MADE[state](timezone.now())
    Competition.objects.filter(pk=cup.pk).update(public=False)
    closed = _dead_ends(opened(cup, DESK), cup, f"/competitions/{cup.pk}/manage/", DESK)
    assert closed <= {f"competitions:{name}" for name in OF_THE_CLUB}


def test_all_that_the_pages_of_a_finished_competition_show_is_open_to_its_desk(now):
    cup = an_event(now, "swiss", 4)
    browser = opened(cup, DESK)
    award_all(cup, now)
    Competition.objects.filter(pk=cup.pk).update(public=False)
    closed = _dead_ends(browser, cup, f"/competitions/{cup.pk}/manage/", DESK)
    assert closed <= {f"competitions:{name}" for name in OF_THE_CLUB}


@pytest.mark.sampled
@pytest.mark.parametrize("role", [Official.Role.SCORER, Official.Role.JUDGE])
@pytest.mark.parametrize("state", ["results missing", "judge called", "boards", "line-ups"])
def test_all_that_its_pages_show_a_scorer_or_judge_is_open_to_it(state, role):
    cup = MADE[state](timezone.now())
    browser = opened(cup, role)
    for start in ("/judging/", f"/competitions/{cup.pk}/results/"):
        assert not _dead_ends(browser, cup, start, role)


def test_a_desk_starts_an_evening_of_names_and_lets_somebody_go(now):
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    for name in ("Ana", "Beto", "Caro", "Dani"):
        add_entry(
            competition_id=cup.pk, players=[NamedPlayer(name)], actor=organiser, now=timezone.now()
        )
    draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=timezone.now())
    browser, page = opened(cup, DESK), f"/competitions/{cup.pk}/"
    assert "¿Cómo juegan hoy?" in text_of(browser.post(f"{page}start/"))
    browser.post(f"{page}how/", {"way": "cards", "then": "start"})
    cup.refresh_from_db()
    assert (cup.state, cup.with_cards) == ("running", True)
    entry = cup.entries.earliest("pk")
    asked = text_of(browser.get(f"{page}entries/{entry.pk}/withdraw/"))
    assert f'action="{page}withdraw/"' in asked
    browser.post(f"{page}withdraw/", {"entry": entry.pk})
    entry.refresh_from_db()
    assert entry.state == "withdrawn"
    back = browser.post(f"{page}entries/{entry.pk}/reinstate/")
    assert back.url == f"{page}entered/{entry.pk}/"


def test_a_desk_that_notes_an_absence_goes_back_to_the_entry(now):
    cup = an_event(now, "swiss", 4)
    entry = cup.entries.earliest("pk")
    absent = f"/competitions/{cup.pk}/entries/{entry.pk}/absent/"
    answer = opened(cup, DESK).post(absent, {"number": 2, "absent": "yes"})
    assert answer.url == f"/competitions/{cup.pk}/entered/{entry.pk}/"
