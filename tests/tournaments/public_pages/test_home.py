"""The front page as its reader's own: their table, what they entered, how it ended, their club."""

import re
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.guests.services import create_guest
from accounts.models import Membership, User
from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    club_of,
    enter,
    match_at,
    play_cup,
    players_of,
)
from tournaments.competitions import state
from tournaments.draw import services as draw
from tournaments.matches import services as matches
from tournaments.models import Competition, Match

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def now() -> datetime:
    """Return the current time for a page, which shows how long ago something ended."""
    return timezone.now()


def home_of(person, language="es-ar") -> str:
    """Return the words of a user's front page."""
    User.objects.filter(pk=person.pk).update(language=language)
    said = re.sub(r"<[^>]*>", "", text_of(a_browser(User.objects.get(pk=person.pk)).get("/")))
    return re.sub(r"\s+", " ", said)


@pytest.mark.feature(
    "Competitions", "The front page shows the reader's running table, entries, results and club"
)
def test_who_is_entered_reads_it_first(organiser, now):
    cup, person = a_cup(organiser, now, name="Relámpago", cap=4), a_person()
    enter(cup, organiser, now, person)
    said = "Estás anotado en Relámpago (1 de 4). Te avisamos acá cuando se sortee."
    page = home_of(person)
    assert page.index(said) < page.index("¿Qué hacemos?")
    assert "You are entered in Relámpago (1 of 4)." in home_of(person, "en")
    assert "Estás anotado" not in home_of(a_person())
    state.open_check_in(competition_id=cup.pk, actor=organiser, now=now)
    assert "Estás anotado en Relámpago (1 de 4): acreditate" in home_of(person)


def test_who_waits_for_a_place_reads_that_and_the_draw_ends_it(organiser, now):
    cup, people = a_cup(organiser, now, cap=2), [a_person() for _ in range(3)]
    for person in people:
        enter(cup, organiser, now, person)
    assert f"Estás en la lista de espera de {cup.name} (2 de 2)" in home_of(people[2])
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    for person in people:
        page = home_of(person)
        assert "Estás anotado" not in page
        assert "lista de espera" not in page
        assert "inscripción abierta" not in page


def test_the_champion_and_the_others_read_how_it_ended_for_a_day(organiser, now):
    cup = a_running_cup(organiser, now, name="Relámpago")
    final, over = match_at(cup, 2, 1), play_cup(cup, now)
    Competition.objects.filter(pk=cup.pk).update(finished_at=now)
    final.refresh_from_db()
    (winner,), (second,) = (players_of(final, side) for side in (0, 1))
    assert f"¡Ganaste Relámpago! Tu último partido: le ganaste a {second} 5–" in home_of(winner)
    assert "Quedaste segundo en Relámpago Tu último partido: perdiste 0–" in home_of(second)
    assert "You won Relámpago!" in home_of(winner, "en")
    first = match_at(cup, 1, 1)
    (out,) = players_of(first, 1)
    assert "Quedaste tercero en Relámpago" in home_of(out)
    assert f'href="/competitions/{cup.pk}/"' in text_of(a_browser(out).get("/"))
    before = over - timedelta(days=2)
    Competition.objects.filter(pk=cup.pk).update(finished_at=before)
    Match.objects.of(cup.pk).update(completed_at=before)
    for person in (winner, second, out):
        page = home_of(person)
        assert "Tu último partido" not in page
        assert "Ganaste" not in page


def test_who_lost_by_absence_reads_it_while_others_play(organiser, now):
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    (there,), (absent,) = (players_of(match, side) for side in (0, 1))
    matches.give_walkover(match_id=match.pk, winner=0, actor=organiser, reason="No vino", now=now)
    assert f"Tu último partido: perdido por ausencia, contra {there}." in home_of(absent)
    assert "Tu último partido" not in home_of(there)  # who has another match to play


def test_who_runs_a_club_finds_it_when_nothing_goes_on_and_members_too(organiser, now):
    cup, member = a_running_cup(organiser, now, entries=2), a_person()
    club = club_of(organiser)
    Membership.objects.create(club=club, user=member)
    play_cup(cup, now)
    for person in (organiser, member):
        page = text_of(a_browser(person).get("/"))
        assert "Tu club" in page
        assert f'href="/clubs/{club.slug}/"' in page
        assert f'href="/competitions/?club={club.slug}"' in page
    assert "Tu club" not in home_of(a_person())


@pytest.mark.parametrize("is_guest", [True, False])
def test_ones_own_table_is_the_first_thing_with_or_without_a_match_to_come(
    organiser, now, is_guest
):
    person = (
        create_guest(language="es-ar", zone="America/Montevideo", now=now)
        if is_guest
        else a_person()
    )
    table = a_table(now, people=[person, a_person()])
    assert is_first(person, table)
    cup = a_cup(organiser, now)
    for one in (person, a_person()):
        enter(cup, organiser, now, one)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    assert "Tu próximo partido" in home_of(person)
    assert is_first(person, table)


def is_first(person, table) -> bool:
    """Whether the way back to a table is the first link or button of the page itself."""
    body = text_of(a_browser(person).get("/")).split("<main", 1)[1]
    first = re.search(r"<(a|button)\b[^>]*>", body)[0]
    return f'href="/tables/{table.pk}/"' in first


@pytest.mark.parametrize(("address", "is_marked"), [("/", True), ("/ranking/", False)])
def test_phones_have_the_way_home_in_the_name_of_the_logo(address, is_marked):
    brand = re.search(r'<a class="site-brand".*?</a>', text_of(a_browser().get(address)), re.S)[0]
    assert re.sub(r"<[^>]*>", "", brand).strip() == "Truco, Inicio"
    assert ('aria-current="page"' in brand) == is_marked


def test_the_front_page_leads_to_the_puzzle_of_the_day():
    page = text_of(a_browser(a_person("ana")).get("/"))
    assert re.search(r'<a class="button" href="/puzzle/">¿Querés o no querés\?</a>', page)


def test_a_ranking_that_has_nobody_is_not_on_the_front_page():
    page = text_of(a_browser(a_person()).get("/"))
    assert "Practicar contra un robot" in page  # it would stand below
    assert "Todo el ranking" not in page
