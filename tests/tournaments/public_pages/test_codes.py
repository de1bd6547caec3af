"""Codes and links: each leads to its page or is refused with a text."""

import pytest
from django.utils import timezone

from accounts.clubs import services as clubs
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, club_of
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer

pytestmark = [pytest.mark.django_db, pytest.mark.both]
REFUSED = "Ese código no lleva a ningún lado"


def follow(code, who=None):
    return a_browser(who).get("/code/", {"code": code})


@pytest.mark.feature("Competitions", "Codes, links and invitations lead where they belong")
def test_the_code_of_a_competition_leads_to_it_and_so_does_its_short_address(organiser, now):
    cup = a_cup(organiser, now)
    assert follow(f" {cup.code.upper()} ").url == f"/competitions/{cup.pk}/"
    assert a_browser().get(f"/c/{cup.code}/").url == f"/competitions/{cup.pk}/"


def test_what_a_reader_may_not_see_has_no_code_for_them(organiser, now):
    cup = a_cup(organiser, now, public=False)
    assert follow(cup.code).status_code == 404
    assert a_browser().get(f"/c/{cup.code}/").status_code == 404
    assert follow(cup.code, organiser).url == f"/competitions/{cup.pk}/"


def test_links_and_secrets_of_invitations_lead_to_them(organiser, now):
    cup = a_cup(organiser, now)
    marta = [NamedPlayer("Marta Gómez")]
    entry = entries.add_entry(competition_id=cup.pk, actor=organiser, players=marta, now=now)
    of_entry = entries.renew_invitation(entry_id=entry.pk, user=organiser)
    of_club = clubs.invite(club_id=club_of(organiser).pk, by=organiser, now=timezone.now())
    for token, path in ((of_entry, "/invitation"), (of_club, "/clubs/join")):
        for written in (token, f"http://testserver{path}/{token}/", f"testserver{path}/{token}/"):
            assert follow(written).url == f"{path}/{token}/"


def test_a_link_of_this_site_keeps_its_query():
    assert follow("http://testserver/competitions/?page=2").url == "/competitions/?page=2"


@pytest.mark.parametrize(
    "written",
    [
        "zzzz",
        "hola",
        "x" * 40,
        "http://evil.example/competitions/",
        "//evil.example/competitions/",
        "http://testserver//evil.example/",
        "http://[/",
        "http://testserver/nada/de/esto/",
        "javascript:alert(1)/competitions/",
        "\x00\x00\x00\x00",
    ],
)
def test_what_leads_nowhere_is_refused_in_words(written):
    answer = follow(written)
    assert answer.status_code == 404
    assert REFUSED in text_of(answer)


def test_whoever_tries_them_all_has_to_wait():
    browser = a_browser()
    answers = [browser.get("/code/", {"code": f"zzz{sign}"}).status_code for sign in "23456789bcd"]
    assert answers == [404] * 10 + [429]


def test_without_a_code_the_page_asks_for_one():
    page = text_of(a_browser(a_person()).get("/code/"))
    assert "¿Te pasaron un código?" in page
    assert REFUSED not in page
