"""Atom feeds of a club and of a competition."""

from xml.etree import ElementTree

import pytest
from django.core.cache import caches

from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import a_cup, an_organiser, match_at
from tests.tournaments.events import an_event, award_all, nobody_comes, organiser_of, ready
from tournaments.bulletins.services import send_bulletin
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
ATOM = {"a": "http://www.w3.org/2005/Atom"}


@pytest.fixture(autouse=True)
def _fresh_pages():
    caches["pages"].clear()


def read(path):
    answer = a_browser().get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(answer.content)


def all_of(root, path):
    return [each.text for each in root.iterfind(path, ATOM)]


@pytest.mark.feature("Public pages", "Atom feeds of a club and of a competition")
def test_a_competition_tells_its_results_and_bulletins(now):
    event = an_event(now, "single", 2)
    award_all(event, now)
    bulletin = send_bulletin(
        competition_id=event.pk, actor=organiser_of(event), text="Hay <empanadas>", now=now
    )
    root = read(f"/competitions/{event.pk}/news.atom")
    page = f"http://testserver/competitions/{event.pk}/"
    match = match_at(event, 1, 1)
    assert {*all_of(root, "a:entry/a:id")} == {
        f"http://testserver/matches/{match.pk}/",
        f"{page}#bulletin-{bulletin.pk}",
    }
    assert "Hay <empanadas>" in all_of(root, "a:entry/a:summary")
    assert [link.attrib["href"] for link in root.iterfind("a:link", ATOM)] == [
        page,
        f"{page}news.atom",
    ]
    assert all_of(root, "a:entry/a:updated") == sorted(
        all_of(root, "a:entry/a:updated"), reverse=True
    )


def test_a_match_without_a_winner_says_why_and_an_annulled_one_is_no_result(now):
    event = an_event(now, "league", 4, cycles=1)
    first, annulled = ready(event)
    nobody_comes(first, now)
    out = annulled.slots.get(side=0).entry
    withdraw(entry_id=out.pk, actor=organiser_of(event), now=now)
    names = " – ".join(str(slot.entry) for slot in first.slots.order_by("side"))
    titles = all_of(read(f"/competitions/{event.pk}/news.atom"), "a:entry/a:title")
    assert titles == [f"{names}: no vino nadie"]


def test_a_club_tells_its_public_competitions(now):
    organiser = an_organiser()
    shown = a_cup(organiser, now, name="Copa Abierta")
    a_cup(organiser, now, name="Copa Privada", public=False)
    a_cup(organiser, now, name="Copa Borrador", opened=False)
    root = read(f"/clubs/{shown.club.slug}/news.atom")
    assert all_of(root, "a:entry/a:id") == [f"http://testserver/competitions/{shown.pk}/"]
    assert all_of(root, "a:entry/a:title")[0].startswith("Copa Abierta · ")


def test_addresses_are_in_the_language_of_the_feed(now):
    cup = a_cup(an_organiser(), now)
    root = read(f"/clubs/{cup.club.slug}/news.atom?language=en")
    assert root.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == "en"
    link = root.find("a:entry/a:link", ATOM).attrib["href"]
    assert link == f"http://testserver/competitions/{cup.pk}/?language=en"


def test_a_private_competition_has_no_feed(now):
    cup = a_cup(an_organiser(), now, public=False)
    assert a_browser().get(f"/competitions/{cup.pk}/news.atom").status_code == 404


def test_a_reader_that_has_the_newest_is_told_so(now):
    cup = a_cup(an_organiser(), now)
    path = f"/clubs/{cup.club.slug}/news.atom"
    mark = a_browser().get(path).headers["ETag"]
    assert a_browser().get(path, headers={"If-None-Match": mark}).status_code == 304
