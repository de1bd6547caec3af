"""The best tables of the moment, and the latest of a club."""

import pytest
from django.test import Client

from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import text_of
from tests.tournaments.cups import a_running_cup, an_organiser, club_of, play_cup
from tournaments.models import Competition, PlayerStanding
from tournaments.public_pages.tv import top_tables
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db


@pytest.mark.feature("Playing", "The best public tables of the moment by rating")
def test_the_strongest_people_come_first_and_robots_last(now):
    strong = [a_person(), a_person()]
    for person in strong:
        PlayerStanding.objects.create(user=person, mu=32, sigma=2)
    robots, usual = a_table(now, people=[None, None]), a_table(now)
    best = a_table(now, people=strong)
    a_table(now, public=False, people=strong)
    found = [table.game.pk for table in top_tables()]
    assert found == [best.pk, usual.pk, *([robots.pk] if robots.pk in found else [])]
    page = text_of(Client().get("/tv/"))
    assert page.index(str(strong[0])) < page.index(str(usual.seats.get(number=0).user))


def test_with_no_table_in_play_it_says_so():
    assert "no hay mesas públicas" in text_of(Client().get("/tv/"))


@pytest.mark.feature("Public pages", "A club's latest: titles, results, what comes next")
def test_a_club_tells_its_titles_and_results(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=2)
    path = f"/clubs/{club_of(organiser).slug}/news/"
    assert "Todavía no se jugó nada" in text_of(Client().get(path))
    play_cup(cup, now)
    heal_rankings()
    page = text_of(Client().get(path))
    assert "salió campeón" in page
    assert "le ganó a" in page
    Competition.objects.update(public=False)
    assert "le ganó a" not in text_of(Client().get(path))
