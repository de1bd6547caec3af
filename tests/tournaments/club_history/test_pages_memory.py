"""Pages of a club's history: honours, records, years and head-to-head results."""

import re
from datetime import timedelta
from html import unescape

import pytest

from accounts.common.pagination import Cursor
from accounts.models import Membership, User
from accounts.profiles import services as profiles
from games.models import SeatStatistics
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, club_of, play_cup
from tests.tournaments.nights import a_night
from tournaments.club_history import queries as club_history_queries
from tournaments.models import Competition, Feat, Match, Person
from tournaments.ranking import services as ranking
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.both]
QUERIES = 12


@pytest.fixture
def cup(now) -> Competition:
    """A cup of four that was played, and in which everybody won envidos."""
    cup = a_running_cup(an_organiser(), now, name="Copa de marzo")
    play_cup(cup, now)
    heal_rankings()
    SeatStatistics.objects.update(envidos_won=6, comeback=3)
    for match in Match.objects.of(cup.pk):
        Match.objects.filter(pk=match.pk).update(awaits_ranking=True)
        ranking.rank_match(match_id=match.pk)
    cup.refresh_from_db()
    return cup


def champion_of(cup: Competition) -> User:
    return cup.champion.roster.get().user


def read(path: str, queries, reader: User | None = None) -> str:
    browser = a_browser(reader)
    browser.get(path)
    with queries(QUERIES, exact=False):
        answer = browser.get(path)
    assert answer.status_code == 200, path
    return text_of(answer)


@pytest.mark.feature("Points and players", "A hall of fame of a club")
def test_the_hall_of_fame_has_champions_titles_and_records(cup, django_assert_max_num_queries):
    page = read(f"/clubs/{cup.club.slug}/fame/", django_assert_max_num_queries)
    assert page.count(f"/players/{champion_of(cup).username}/") >= 2
    assert "Copa de marzo" in page
    for words in ("Racha más larga", "Mayor remontada", "envidos ganados en un año"):
        assert words in page
    first = Feat.objects.filter(kind=Feat.Kind.ENVIDOS, year="")[0]
    assert f'<a href="/tables/{first.game_id}/record/">' in page
    assert f'<a href="/matches/{Match.objects.latest("number").pk}/">' in page  # of the streak


def test_who_has_no_account_is_honoured_as_a_person(organiser, now, django_assert_max_num_queries):
    night = a_night(organiser, now, "Ana Paz", "Beto Gil")
    Person.objects.filter(name="Beto Gil").update(hidden=True)
    ana, beto = (Person.objects.get(name=name) for name in ("Ana Paz", "Beto Gil"))
    fame = read(f"/clubs/{night.club.slug}/fame/", django_assert_max_num_queries)
    year = read(f"/clubs/{night.club.slug}/2026/", django_assert_max_num_queries)
    link = '<a href="/people/{}/"><bdi>{}</bdi></a>'
    for page, times in ((fame, 1), (year, 2)):  # points and matches
        assert page.count(link.format(ana.pk, "Ana Paz")) == times
        assert page.count(link.format(beto.pk, "B. G.")) == times


def test_what_is_hidden_or_private_is_no_honour_for_strangers(cup):
    for change in ({"public": False}, {"hidden_at": cup.finished_at}):
        Competition.objects.filter(pk=cup.pk).update(**change)
        for path in (f"/clubs/{cup.club.slug}/fame/", f"/clubs/{cup.club.slug}/2026/"):
            page = text_of(a_browser().get(path))
            assert "Copa de marzo" not in page
            assert "Racha" not in page
        assert "Copa de marzo" not in text_of(
            a_browser().get(f"/players/{champion_of(cup).username}/")
        )


def test_older_podiums_begin_behind_a_place(cup):
    place = str(Cursor((cup.finished_at, cup.pk + 1))).replace("+", "%2B")
    path = f"/clubs/{cup.club.slug}/fame/"
    assert "Copa de marzo" in text_of(a_browser().get(f"{path}?before={place}"))
    place = str(Cursor((cup.finished_at, cup.pk))).replace("+", "%2B")
    assert "Copa de marzo" not in text_of(a_browser().get(f"{path}?before={place}"))
    for odd in ("x", "2026-01-01~1", f"{place}9999999999999999999999", "~"):
        assert a_browser().get(f"{path}?before={odd}").status_code == 404


@pytest.mark.feature("Points and players", "A club's page of the year")
def test_a_year_has_its_numbers_and_can_be_printed(cup, django_assert_max_num_queries):
    page = read(f"/clubs/{cup.club.slug}/2026/", django_assert_max_num_queries)
    assert "Copa de marzo" in page
    # competitions, people, how often one of them played, points
    assert re.findall(r"<dd>(\d+)</dd>", page)[:4] == ["1", "4", "6", "75"]
    assert 'media="print"' in page
    empty = text_of(a_browser().get(f"/clubs/{cup.club.slug}/2025/"))
    assert "no jugó nada" in empty
    for year in (1999, 2999):
        assert a_browser().get(f"/clubs/{cup.club.slug}/{year}/").status_code == 404


def test_a_year_of_many_competitions_shows_the_last_and_leads_to_the_others(
    cup, now, monkeypatch, django_assert_max_num_queries
):
    organiser = cup.club.memberships.get(role="owner").user
    later = a_running_cup(organiser, now + timedelta(hours=1), entries=2, name="Copa de abril")
    play_cup(later, now + timedelta(hours=1))
    heal_rankings()
    monkeypatch.setattr(club_history_queries, "A_PAGE", 1)
    page = read(f"/clubs/{cup.club.slug}/2026/", django_assert_max_num_queries)
    assert re.findall(r"<dd>(\d+)</dd>", page)[0] == "2"
    assert "Copa de abril" in page
    assert "Copa de marzo" not in page
    older = unescape(re.search(r'href="([^"]+/fame/\?before=[^"]+)"', page)[1])
    assert "Copa de marzo" in text_of(a_browser().get(older))


@pytest.mark.feature("Points and players", "Any two people against each other")
def test_a_player_leads_to_titles_rivals_and_each_match(cup, django_assert_max_num_queries):
    champion = champion_of(cup)
    page = text_of(a_browser().get(f"/players/{champion.username}/"))
    assert f"/clubs/{cup.club.slug}/fame/" in page
    path = f"/players/{champion.username}/against/"
    assert path in page
    page = read(path, django_assert_max_num_queries)
    final = Match.objects.of(cup.pk).latest("number")
    rival = final.slots.exclude(entry=cup.champion).get().entry.roster.get().user
    assert f"{path}{rival.username}/" in page
    two = read(f"{path}{rival.username}/", django_assert_max_num_queries)
    assert f"/matches/{final.pk}/" in two
    assert "Partidas en mesas del sitio: 1–0" in two
    asked = a_browser().get(f"{path}?rival={rival.username}")
    assert asked.url == f"{path}{rival.username}/"
    assert a_browser().get(f"{path}?rival=nadie").status_code == 422
    assert a_browser().get(f"{path}{champion.username}/").url == path
    assert a_browser().get(f"{path}nadie/").status_code == 404
    stranger = a_person()
    never = text_of(a_browser().get(f"{path}{stranger.username}/"))
    assert "/matches/" not in never.partition("<main")[2]
    assert "Los últimos partidos" in never
    assert "Partidas en mesas del sitio" not in never


def test_a_deleted_person_is_nobody_wherever_one_looks_back(cup, now):
    champion = champion_of(cup)
    rival = Match.objects.of(cup.pk).latest("number").slots.exclude(entry=cup.champion).get()
    paths = [f"/clubs/{cup.club.slug}/fame/", f"/clubs/{cup.club.slug}/2026/"]
    paths.append(f"/players/{rival.entry.roster.get().user.username}/against/")
    before = champion.username, champion.display_name
    profiles.anonymise(user_id=champion.pk, now=now)
    for path in paths:
        page = text_of(a_browser().get(path))
        assert "jugador borrado" in page
        assert not any(f">{name}<" in page for name in before if name)


def test_members_and_competitions_are_found_by_name(now):
    organiser = an_organiser()
    club = club_of(organiser)
    a_running_cup(organiser, now, entries=2, name="Copa de abril")
    member = a_person("anselma")
    Membership.objects.create(club=club, user=member)
    page = text_of(a_browser().get(f"/clubs/{club.slug}/?q=ANSEL"))
    assert "anselma" in page
    assert f"/players/{organiser.username}/" not in page
    assert "Nadie con ese nombre" in text_of(a_browser().get(f"/clubs/{club.slug}/?q=nadie"))
    found = text_of(a_browser().get(f"/competitions/?club={club.slug}&q=ABRIL"))
    assert "Copa de abril" in found
    missed = text_of(a_browser().get(f"/competitions/?club={club.slug}&q=mayo"))
    assert "Copa de abril" not in missed
    assert "No hay ninguna así" in missed
