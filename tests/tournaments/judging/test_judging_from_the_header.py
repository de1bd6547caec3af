"""Whoever was named judge or scorer of what is being played is a tap away from their sheet."""

import re
from datetime import datetime

import pytest

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, match_of, write
from tournaments.judging import services as judging
from tournaments.judging.officials import appoint_official, dismiss_official
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Match

pytestmark = pytest.mark.django_db
LINK = '<a data-post href="/judging/now/">'
PAGES = ("/", "/competitions/", "/tables/", "/ranking/", "/clubs/")


def named(
    event: Competition, now: datetime, role: str = "scorer", match: Match | None = None
) -> User:
    """Somebody who was appointed."""
    person = a_person()
    appoint_official(
        competition_id=event.pk,
        actor=organiser_of(event),
        user=person,
        role=role,
        match=match,
        now=now,
    )
    return person


@pytest.mark.parametrize("role", ["scorer", "judge"])
def test_the_header_of_every_page_leads_there(role: str, now: datetime) -> None:
    event = an_evening(now)
    browser = a_browser(named(event, now, role))
    assert [LINK in text_of(browser.get(page)) for page in PAGES] == [True] * len(PAGES)


def test_a_new_post_is_known_to_the_next_page_and_costs_others_nothing(
    now: datetime, django_capture_on_commit_callbacks, django_assert_num_queries
) -> None:
    event, person = an_evening(now), a_person()
    browser = a_browser(person)
    post = {"competition_id": event.pk, "actor": organiser_of(event), "now": now}
    assert LINK not in text_of(browser.get("/rules/"))
    with django_capture_on_commit_callbacks(execute=True):
        official = appoint_official(**post, user=person, role="judge")
    assert LINK in text_of(browser.get("/rules/"))
    with django_assert_num_queries(2):  # the session, the person
        browser.get("/rules/")
    with django_capture_on_commit_callbacks(execute=True):
        dismiss_official(official_id=official.pk, actor=organiser_of(event), now=now)
    assert LINK not in text_of(browser.get("/rules/"))


def test_with_real_cards_the_results_come_first_and_once(now: datetime) -> None:
    event = an_evening(now, tables=4)
    page = text_of(a_browser(named(event, now)).get("/judging/"))
    results, sheets = f'href="/competitions/{event.pk}/results/"', "Llevar los tantos"
    assert (page.count(results), page.count(sheets)) == (1, 4)
    assert page.index(results) < page.index(sheets)
    main = page[page.index("<main") :]
    assert re.findall(r'"button primary[^"]*" href="([^"]+)"', main) == [results[6:-1]]


def test_nobody_else_is_shown_the_way(now: datetime) -> None:
    event = an_evening(now)
    for reader in (None, a_person(), players_of(match_of(event, 1), 0)[0]):
        assert LINK not in text_of(a_browser(reader).get("/")), reader


def test_before_the_start_and_after_the_end_nothing_is_to_be_judged(now: datetime) -> None:
    cup = a_cup(an_organiser(), now)
    browser = a_browser(named(cup, now))
    assert LINK not in text_of(browser.get("/"))
    event = an_evening(now)
    browser = a_browser(named(event, now))
    lifecycle.cancel(
        competition_id=event.pk, actor=organiser_of(event), now=now, reason="se cortó la luz"
    )
    assert LINK not in text_of(browser.get("/"))


@pytest.mark.feature("Judging", "The header leads scorers to their sheet")
def test_it_leads_to_the_only_sheet_at_once(now: datetime) -> None:
    event = an_evening(now, tables=2)
    match = match_of(event, 2)
    browser = a_browser(named(event, now, match=match))
    assert browser.get("/judging/now/").url == f"/matches/{match.pk}/score/"


def test_of_several_sheets_one_is_chosen_from_a_list(now: datetime) -> None:
    event = an_evening(now, tables=2)
    browser = a_browser(named(event, now))
    assert browser.get("/judging/now/").url == "/judging/"
    page = text_of(browser.get("/judging/"))
    sheets = [f"/matches/{match_of(event, number).pk}/score/" for number in (1, 2, 3)]
    assert [sheet in page for sheet in sheets] == [True, True, False]
    write(match_of(event, 1), now)
    assert browser.get("/judging/now/").url == sheets[1]


def test_the_list_leads_to_the_grid_once_and_says_what_has_not_begun(now: datetime) -> None:
    event = an_evening(now, tables=2)
    official = named(event, now)
    coming = a_cup(organiser_of(event), now, with_cards=True)
    post = {"competition_id": coming.pk, "actor": organiser_of(event), "now": now}
    appoint_official(**post, user=official, role="scorer")
    page = text_of(a_browser(official).get("/judging/"))
    assert page.count(f'href="/competitions/{event.pk}/results/"') == 1
    assert f'href="/competitions/{coming.pk}/results/"' not in page
    assert re.search(rf'href="/competitions/{coming.pk}/">.*?inscripción abierta', page, re.DOTALL)


def test_a_call_for_the_judge_comes_first(now: datetime) -> None:
    event = an_evening(now, tables=1)
    match = match_of(event, 1)
    judge, scorer = named(event, now, "judge"), named(event, now)
    judging.call_judge(
        match_id=match.pk, actor=players_of(match, 0)[0], text="¡Fue renuncio!", now=now
    )
    assert a_browser(judge).get("/judging/now/").url == "/judging/"
    assert a_browser(scorer).get("/judging/now/").url == f"/matches/{match.pk}/score/"


def test_on_screen_there_is_no_sheet(now: datetime) -> None:
    event = an_evening(now, tables=1, with_cards=False)
    assert a_browser(named(event, now)).get("/judging/now/").url == "/judging/"
