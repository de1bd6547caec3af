"""The pages of a club's people: permissions, contents and queries."""

from datetime import datetime

import pytest
from django.urls import reverse

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import an_organiser, club_of, match_at
from tests.tournaments.names import an_event_of_names, draw_and_start, named
from tests.tournaments.nights import a_night as a_series_night
from tests.tournaments.nights import a_series
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry
from tournaments.models import Competition, Person, PersonChange, RosterPlayer
from tournaments.people.queries import PersonPage, Roster, read_nights
from tournaments.ranking.titles import write_titles
from tournaments.results.services import submit_result
from tournaments.tasks import heal_rankings
from tournaments.withdrawals.services import withdraw

pytestmark = pytest.mark.django_db
PAIRS = (("Ana Ruiz", "Beto Paz"), ("Carla Gil", "Dani Sosa"))
AGAIN = (("Ana Ruis", "Beto Paz"), ("Carla Gil", "Eli Mar"))


def a_night(organiser: User, now: datetime, teams=PAIRS, **terms: object) -> Competition:
    """Play a final of pairs with real cards; the first entry wins."""
    cup = an_event_of_names(organiser, now, teams, with_cards=True, by_qr=False, **terms)
    cup = draw_and_start(cup, organiser, now)
    match = match_at(cup, 1, 1)
    first = cup.entries.earliest("pk")
    side = match.slots.get(entry=first).side
    score = (5, 3) if side == 0 else (3, 5)
    told = {"games": [score], "reason": "se jugó en la barra", "actor": organiser}
    submit_result(match_id=match.pk, now=now, **told)
    heal_rankings()
    return cup


def person_named(name: str) -> Person:
    return Person.objects.get(name=name)


def roster_of(organiser: User) -> str:
    return reverse("club_people", args=[organiser.memberships.get().club.slug])


@pytest.mark.feature("The club's people", "The roster of everybody who played, with a search")
def test_organisers_see_all_people_of_the_club(
    organiser: User, now: datetime, django_assert_max_num_queries
) -> None:
    a_night(organiser, now)
    a_night(organiser, now, AGAIN)
    browser, address = a_browser(organiser), roster_of(organiser)
    with django_assert_max_num_queries(12):
        page = text_of(browser.get(address))
    assert all(name in page for team in PAIRS for name in team)
    assert "1 noche" in page
    found = text_of(browser.get(address, {"q": "RÚIZ"}))
    assert "Ana Ruiz" in found
    assert "Beto Paz" not in found


@pytest.mark.parametrize("who", ["stranger", "player", "rival"])
def test_nobody_else_reads_the_roster(who: str, organiser: User, now: datetime) -> None:
    reader = {"stranger": None, "player": a_person(), "rival": an_organiser()}[who]
    answer = a_browser(reader).get(roster_of(organiser))
    assert answer.status_code == (302 if reader is None else 403)


@pytest.mark.dialect
def test_near_names_that_never_met_are_asked_about(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    a_night(organiser, now, AGAIN)
    page = text_of(a_browser(organiser).get(roster_of(organiser)))
    assert "¿Son la misma persona?" in page
    assert "los dos hicieron pareja con <bdi>Beto Paz</bdi>" in page
    pair = sorted([person_named("Ana Ruis").pk, person_named("Ana Ruiz").pk])
    a_browser(organiser).post(reverse("tell_apart", args=pair))
    assert "¿Son la misma persona?" not in text_of(a_browser(organiser).get(roster_of(organiser)))


def test_near_names_of_one_night_are_two_people(organiser: User, now: datetime) -> None:
    a_night(organiser, now, (("Ana Ruiz", "Beto Paz"), ("Ana Ruis", "Eli Mar")))
    assert "¿Son la misma persona?" not in text_of(a_browser(organiser).get(roster_of(organiser)))


@pytest.mark.feature("The club's people", "A page for who has no account: nights, partners, titles")
def test_a_person_without_an_account_has_a_page(
    organiser: User, now: datetime, django_assert_max_num_queries
) -> None:
    cup = a_night(organiser, now)
    address = reverse("person", args=[person_named("Ana Ruiz").pk])
    with django_assert_max_num_queries(12):
        page = text_of(a_browser().get(address))
    assert "Ana Ruiz" in page
    assert str(cup) in page
    assert "con Beto Paz" in page
    assert "1 de 1" in page
    assert "100 % ganados" in page
    assert "Para quien organiza" not in page
    browser = a_browser(organiser)
    with django_assert_max_num_queries(12):
        assert "Para quien organiza" in text_of(browser.get(address))


def test_a_night_of_a_series_has_a_place_below_the_podium(organiser: User, now: datetime) -> None:
    a_series_night(organiser, now, *"ABCDE", series=a_series(organiser, now))
    last = PersonPage.of(person_named("E"), organiser)
    assert [night.final_rank for night in last.nights] == [5]
    assert last.titles == []


def test_a_competition_entered_again_is_one_night(organiser: User, now: datetime) -> None:
    cup = an_event_of_names(organiser, now, PAIRS, with_cards=True, by_qr=False)
    ana = person_named("Ana Ruiz")
    cup.entries.update(paid=True)  # so an entry that leaves stays for the cash box
    withdraw(entry_id=named(cup, "Ana Ruiz").entry_id, actor=organiser, now=now)
    again = [NamedPlayer(name) for name in PAIRS[0]]
    entry = add_entry(competition_id=cup.pk, actor=organiser, players=again, now=now)
    assert [place.person for place in RosterPlayer.ever.filter(name="Ana Ruiz")] == [ana, ana]
    assert PersonPage.of(ana, organiser).nights == []  # not drawn
    draw_and_start(cup, organiser, now)
    assert [night.place.entry for night in PersonPage.of(ana, organiser).nights] == [entry]


@pytest.mark.parametrize("column", ["reserve", "left_at"])
def test_a_reserve_and_who_had_left_have_no_podium(
    organiser: User, now: datetime, column: str
) -> None:
    cup = a_night(organiser, now)
    write_titles(competition_id=cup.pk)
    assert [night.rank for night in PersonPage.of(person_named("Ana Ruiz"), organiser).titles] == [
        1
    ]
    place = RosterPlayer.ever.filter(pk=named(cup, "Ana Ruiz").pk)
    place.update(**{column: True if column == "reserve" else now})
    page = PersonPage.of(person_named("Ana Ruiz"), organiser)
    assert ([night.final_rank for night in page.nights], page.titles) == ([None], [])


def test_the_leaderboard_and_the_entry_lead_to_the_person(organiser: User, now: datetime) -> None:
    cup = a_night(organiser, now)
    address = reverse("person", args=[person_named("Ana Ruiz").pk])
    board = a_browser().get(reverse("ranking"), {"club": cup.club.slug})
    assert f'href="{address}"' in text_of(board)
    entry = reverse("competitions:entry", args=[cup.pk, named(cup, "Ana Ruiz").entry_id])
    assert f'href="{address}"' in text_of(a_browser().get(entry))


def test_who_played_in_private_events_alone_has_no_public_page(
    organiser: User, now: datetime
) -> None:
    a_night(organiser, now, public=False)
    address = reverse("person", args=[person_named("Ana Ruiz").pk])
    assert a_browser().get(address).status_code == 404
    assert a_browser(organiser).get(address).status_code == 200


def test_organisers_correct_a_name_from_its_page(organiser: User, now: datetime) -> None:
    cup = a_night(organiser, now)
    ana, browser = person_named("Ana Ruiz"), a_browser(organiser)
    given = {"name": "Ana Ruiz Díaz", "nickname": "Anita", "notes": "zurda"}
    answer = browser.post(reverse("edit_person", args=[ana.pk]), given, follow=True)
    assert "Ana Ruiz Díaz" in text_of(answer)
    assert named(cup, "Ana Ruiz Díaz").entry.name == "Ana Ruiz Díaz y Beto Paz"
    wrong = browser.post(reverse("edit_person", args=[ana.pk]), {"name": ""})
    assert wrong.status_code == 422


def test_a_name_that_exists_is_said(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    address = reverse("edit_person", args=[person_named("Ana Ruiz").pk])
    answer = a_browser(organiser).post(address, {"name": "Beto Paz"}, follow=True)
    assert "Ya hay otra persona con ese nombre" in text_of(answer)


def test_a_merge_is_previewed_and_undone(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    a_night(organiser, now, AGAIN)
    ana, typo, browser = person_named("Ana Ruiz"), person_named("Ana Ruis"), a_browser(organiser)
    address = reverse("merge_people", args=[ana.pk, typo.pk])
    assert "Así queda" in text_of(browser.get(address))
    browser.post(address, {"name": "Ana Ruiz"})
    typo.refresh_from_db()
    assert typo.merged_into == ana
    assert browser.get(reverse("person", args=[typo.pk])).url == reverse("person", args=[ana.pk])
    assert "Deshacer" in text_of(browser.get(reverse("person", args=[ana.pk])))
    browser.post(reverse("undo_merge", args=[PersonChange.objects.get().pk]))
    typo.refresh_from_db()
    assert typo.merged_into is None


def test_who_merges_two_that_another_organiser_has_merged_is_told(
    organiser: User, now: datetime
) -> None:
    a_night(organiser, now)
    a_night(organiser, now, AGAIN)
    ana, typo, beto = map(person_named, ("Ana Ruiz", "Ana Ruis", "Beto Paz"))
    browser = a_browser(organiser)
    browser.post(reverse("merge_people", args=[ana.pk, typo.pk]), {"name": "Ana Ruiz"})
    for pair in ([ana.pk, typo.pk], [typo.pk, ana.pk]):
        address = reverse("merge_people", args=pair)
        for answer in (browser.get(address), browser.post(address, {"name": "Ana"})):
            assert answer.url == reverse("person", args=[ana.pk])
        assert "Ya son la misma persona." in text_of(browser.get(answer.url))
    gone = browser.get(reverse("merge_people", args=[beto.pk, typo.pk]))
    edited = browser.post(reverse("edit_person", args=[typo.pk]), {"name": "Ana"})
    for answer in (gone, edited):
        assert answer.status_code == 404
        assert "Esa persona ya no está entre la gente del club." in text_of(answer)
    assert PersonChange.objects.count() == 1


def test_the_page_names_the_event_that_is_in_the_way(organiser: User, now: datetime) -> None:
    cup = a_night(organiser, now)
    pair = [person_named("Ana Ruiz").pk, person_named("Carla Gil").pk]
    answer = a_browser(organiser).post(reverse("merge_people", args=pair), {"name": "Ana"})
    assert answer.status_code == 409
    assert str(cup) in text_of(answer)


def test_nights_are_given_to_another_person(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    second = a_night(organiser, now)
    address = reverse("split_person", args=[person_named("Ana Ruiz").pk])
    browser = a_browser(organiser)
    assert str(second) in text_of(browser.get(address))
    assert browser.post(address, {"name": "Ana Díaz"}).status_code == 422
    given = {"name": "Ana Díaz", "nights": named(second, "Ana Ruiz").pk}
    browser.post(address, given)
    assert named(second, "Ana Díaz").person == person_named("Ana Díaz")


@pytest.mark.feature("The club's people", "Names of former nights are recognised by organisers")
def test_names_of_former_nights_are_proposed(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    RosterPlayer.ever.update(person=None)
    Person.objects.filter(leaderboard_lines=None, points=None).delete()
    browser = a_browser(organiser)
    page = text_of(browser.get(roster_of(organiser)))
    assert "todavía sin dueño" in page
    browser.post(
        reverse("recognise_names", args=[organiser.memberships.get().club.slug]), {"all": "1"}
    )
    assert not RosterPlayer.ever.filter(person=None).exists()


def test_a_forgotten_person_has_no_page(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    ana, browser = person_named("Ana Ruiz"), a_browser(organiser)
    browser.post(reverse("forget_person", args=[ana.pk]))
    assert browser.get(reverse("person", args=[ana.pk])).status_code == 404
    assert "Ana Ruiz" not in text_of(browser.get(roster_of(organiser)))


def test_a_night_counts_once_it_was_drawn(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    later = (("Ana Ruiz", "Beto Paz"), ("Eli Mar", "Ivo Luz"))
    an_event_of_names(organiser, now, later, by_qr=False)
    people = Roster(club_of(organiser)).chosen("", "")
    nights = {person.name: number for person, number, _ in read_nights(people)}
    assert (nights["Ana Ruiz"], nights["Eli Mar"]) == (1, 0)


def test_a_merge_proposes_the_name_of_more_nights(organiser: User, now: datetime) -> None:
    a_night(organiser, now, (("Ana", "Beto Paz"), ("Eli Mar", "Ivo Luz")))
    a_night(organiser, now, (("Ana", "Beto Paz"), ("Eli Mar", "Ivo Luz")))
    a_night(organiser, now, (("Anabella Ruiz", "Beto Paz"), ("Eli Mar", "Ivo Luz")))
    pair = [person_named("Anabella Ruiz").pk, person_named("Ana").pk]
    page = text_of(a_browser(organiser).get(reverse("merge_people", args=pair)))
    assert 'name="name" value="Ana"' in page
