"""Members, competitions and teams of a club: pages that lie between places, and a search."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from html import unescape
from typing import NamedTuple

import pytest

from accounts.clubs import views as clubs_views
from accounts.models import Club, Membership, User
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import club_of
from tournaments.models import Competition, Team
from tournaments.public_pages import competition_views
from tournaments.teams import views as teams_views

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
A_PAGE, ROWS = 4, 11
NO_NAME = f"{'a' * 201}~1"
NAMES = [f"Fila ~{number:02}" for number in range(ROWS)]


class List(NamedTuple):
    """A list of a club: where it is, and how a row comes to a place in it by its number."""

    address: str
    add: Callable[[Club, float, datetime], object]


def add_member(club: Club, number: float, now: datetime) -> None:
    user = User.objects.create_user(f"m{number}", display_name=named(number))
    place = Membership.objects.create(club=club, user=user)
    Membership.objects.filter(pk=place.pk).update(joined_at=now + timedelta(minutes=number // 2))


def add_competition(club: Club, number: float, now: datetime) -> None:
    Competition.objects.create(
        club=club,
        name=named(number),
        state=Competition.State.REGISTRATION,
        preset="argentino",
        created_at=now - timedelta(minutes=number // 2),
    )


def add_team(club: Club, number: float, now: datetime) -> None:
    Team.objects.create(club=club, name=named(number), created_at=now)


def named(number: float) -> str:
    return f"Fila ~{int(number):02}" + ("" if number == int(number) else "b")


LISTS = {
    "members": List("/clubs/{}/?", add_member),
    "competitions": List("/competitions/?club={}&", add_competition),
    "teams": List("/clubs/{}/teams/?", add_team),
}


@pytest.fixture
def club(organiser, now, monkeypatch) -> Club:
    """Create a club with short pages; its owner, paged_list first, is not a row here."""
    monkeypatch.setattr(clubs_views, "MEMBERS_A_PAGE", A_PAGE)
    monkeypatch.setattr(competition_views, "A_PAGE", A_PAGE)
    monkeypatch.setattr(teams_views, "A_PAGE", A_PAGE)
    return club_of(organiser)


@pytest.fixture(params=LISTS)
def paged_list(request, club, now) -> List:
    """Eleven rows, two at each instant."""
    found = LISTS[request.param]
    numbers = range(ROWS)
    for number in reversed(numbers) if request.param == "competitions" else numbers:
        found.add(club, number, now)
    return found._replace(address=found.address.format(club.slug))


def rows(told: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"Fila ~\d\db?", told)))


def page_link(told: str, rel: str) -> str:
    """The address of the previous or of the next page; "" if there is none."""
    found = re.search(rf'rel="{rel}" href="\?([^"]+)"', told)
    return unescape(found[1]) if found else ""


def walk(paged_list: List, rel: str, query: str = "") -> list[str]:
    """The pages from one to the last that leads nowhere."""
    path, browser = paged_list.address.partition("?")[0], a_browser()
    pages = [text_of(browser.get(f"{paged_list.address}{query}"))]
    while query := page_link(pages[-1], rel):
        pages.append(text_of(browser.get(f"{path}?{query}")))
    return pages


def test_the_pages_hold_every_row_once_and_lead_back(paged_list):
    forth = walk(paged_list, "next")
    shown = [name for told in forth for name in rows(told)]
    assert shown == NAMES
    assert all(len(rows(told)) <= A_PAGE for told in forth)
    assert not page_link(forth[0], "prev")
    back = walk(paged_list, "prev", page_link(forth[-1], "prev"))
    assert list(map(rows, reversed(back))) == list(map(rows, forth[:-1]))


@pytest.mark.feature("Competitions", "Members, competitions and teams of a club, page by page")
def test_what_is_done_meanwhile_moves_no_page(paged_list, club, now):
    first, second, _ = walk(paged_list, "next")
    address = f"{paged_list.address.partition('?')[0]}?{page_link(first, 'next')}"
    paged_list.add(club, 0.5, now)
    assert rows(text_of(a_browser().get(address))) == rows(second)


def test_where_the_rows_behind_a_place_have_gone_the_first_page_is_shown(paged_list):
    first, *_, before, last = walk(paged_list, "next")
    gone = rows(last)
    Membership.objects.filter(user__display_name__in=gone).delete()
    Competition.objects.filter(name__in=gone).delete()
    Team.objects.filter(name__in=gone).delete()
    path = paged_list.address.partition("?")[0]
    assert rows(text_of(a_browser().get(f"{path}?{page_link(before, 'next')}"))) == rows(first)


def test_a_search_goes_on_behind_a_place(paged_list):
    pages = walk(paged_list, "next", "q=fila+~0")
    assert [name for told in pages for name in rows(told)] == NAMES[:10]
    assert "q=fila" in page_link(pages[0], "next")


@pytest.mark.parametrize("number", ["2", "x", "-1", "%00", "99999999999999999999"])
def test_a_number_of_a_page_as_addresses_had_it_does_no_harm(paged_list, number):
    first = rows(text_of(a_browser().get(paged_list.address)))
    assert rows(text_of(a_browser().get(f"{paged_list.address}page={number}"))) == first


@pytest.mark.parametrize("name", ["from", "to"])
@pytest.mark.parametrize(
    "place",
    ["x", "1", "~", "~~", "%00~1", "a~-1", f"{'a' * 201}~1", "0~2026-01-01~x", f"a~{2**63}"],
)
def test_a_place_that_is_none_is_not_found(paged_list, name, place):
    assert a_browser().get(f"{paged_list.address}{name}={place}").status_code == 404


def test_a_page_takes_few_queries(paged_list, organiser, django_assert_max_num_queries):
    for browser in (a_browser(), a_browser(organiser)):
        for query in ("", "q=fila", page_link(text_of(browser.get(paged_list.address)), "next")):
            address = f"{paged_list.address}{query}"
            browser.get(address)
            with django_assert_max_num_queries(12):
                browser.get(address)
