"""Pages of federations: a journey over them, who sees what, queries."""

from datetime import timedelta

import pytest

from accounts.models import Club
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import an_organiser, club_of
from tests.tournaments.federations.factories import a_circuit, a_federation, a_stage, organisers
from tests.tournaments.federations.test_circuits import a_final, correct
from tests.tournaments.series.test_pages_series import TERMS
from tests.tournaments.team_factories import a_team
from tournaments.federations.services import appoint
from tournaments.models import Competition, Federation, FederationRole, Person, Series, Team
from tournaments.series.errors import CannotDefendError
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db
HOURS = timedelta(hours=3)


def test_a_federation_is_founded_joined_and_plays_a_circuit(now):
    north, south = organisers(2)
    browser, other = a_browser(north), a_browser(south)
    told = {"name": "Del Plata", "about": "Tres orillas", "zone": "America/Montevideo"}
    assert browser.post("/federations/new/", told).url == "/federations/del-plata/"
    page, club = "/federations/del-plata/", club_of(south)
    for each in (club_of(north), club):
        browser.post(f"{page}invite/", {"club": each.name})
    assert "invita al club" in text_of(other.get(f"/clubs/{club.slug}/"))
    assert "Aceptar" in text_of(other.get(page))
    other.post(f"{page}clubs/{club.pk}/accept/")
    assert Federation.objects.get().affiliations.members().count() == 2
    stage = a_stage(None, north, south, now, "Ana", "Beto", "Caro", "Dani")
    terms = {**TERMS, "planned": "", "finalists": "2", "silver_finalists": "2"}
    chosen = browser.post(f"{page}series/", terms).url
    assert str(stage) in text_of(browser.get(chosen))
    browser.post(chosen, {"chosen": [stage.pk]})
    series = Series.objects.get()
    weights = f"/series/{series.pk}/weights/"
    assert browser.post(weights, {f"e{stage.pk}-weight": "0"}).status_code == 422
    assert browser.post(weights, {f"e{stage.pk}-weight": "200"}).url == f"/series/{series.pk}/"
    heal_rankings()
    shown = text_of(browser.get(f"/series/{series.pk}/"))
    assert "1. Ana 20" in shown
    assert "Armar la final de oro con los 2 primeros" in shown
    host = {"host": club_of(north).pk}
    for silver in ({}, {"silver": "yes"}):
        made = browser.post(f"/series/{series.pk}/final/", {**host, **silver})
        assert made.url.endswith("/entered/")
    assert "Final de plata" in text_of(a_browser().get(f"/series/{series.pk}/"))
    csv = a_browser(language="en").get(f"/series/{series.pk}/table.csv").content.decode()
    assert "Ana" in csv


def test_an_edition_is_chosen_beside_its_weight(now):
    (north,) = organisers(1)
    circuit = a_circuit(a_federation(north, now), north, now, validity="edition")
    first = a_stage(circuit, north, north, now, "Ana", "Beto")
    second = a_stage(circuit, north, north, now + HOURS, "Ana", "Beto")
    browser, address = a_browser(north), f"/series/{circuit.pk}/weights/"
    page = text_of(browser.get(address))
    assert f'<option value="{first.pk}"' in page
    sent = {f"e{each.pk}-weight": "100" for each in (first, second)}
    sent |= {f"e{first.pk}-defends": "", f"e{second.pk}-defends": first.pk}
    backwards = {f"e{first.pk}-defends": second.pk, f"e{first.pk}-weight": "50"}
    refused = browser.post(address, sent | {f"e{second.pk}-defends": ""} | backwards)
    assert refused.status_code == 422
    assert str(CannotDefendError.message) in text_of(refused)
    assert not Competition.objects.filter(series_weight=50).exists()
    assert browser.post(address, sent).url == f"/series/{circuit.pk}/"
    second.refresh_from_db()
    assert second.defends == first
    assert f'<option value="{first.pk}" selected' in text_of(browser.get(address))
    refused = browser.post(address, {**sent, f"e{second.pk}-weight": "x"})
    assert refused.status_code == 422
    assert "aria-invalid" in text_of(refused)


def test_a_changed_table_is_told_to_organisers_alone(now):
    north, series, stage, final = a_final(now)
    correct(stage, now + HOURS)
    address = f"/series/{series.pk}/"
    asked = text_of(a_browser(north).get(address))
    assert "Ahora entran: Caro" in " ".join(asked.split()).replace("<bdi>", "").replace(
        "</bdi>", ""
    )
    assert "La tabla cambió" not in text_of(a_browser().get(address))
    told = a_browser(north).post(f"{address}final/{final.pk}/update/")
    assert told.url == f"/competitions/{final.pk}/entered/"


def test_the_button_of_a_changed_final_is_for_organisers_of_its_host(now):
    north, series, stage, _ = a_final(now)
    correct(stage, now + HOURS)
    other, role = an_organiser(), FederationRole.Role.ORGANISER
    appoint(federation_id=series.federation_id, user=other, role=role, actor=north, now=now)
    pages = [text_of(a_browser(user).get(f"/series/{series.pk}/")) for user in (north, other)]
    assert ["La tabla cambió" in page for page in pages] == [True, True]
    button = "Poner a los de la tabla de ahora"
    assert [button in page for page in pages] == [True, False]


def test_without_a_player_its_list_says_so(now):
    north = an_organiser()
    page = f"/federations/{a_federation(north, now).slug}/people/"
    assert "Sus clubes todavía no tienen jugadores." in text_of(a_browser(north).get(page))


def test_people_and_log_are_for_its_readers(now):
    north, south = organisers(2)
    federation = a_federation(north, now, south)
    a_stage(None, north, north, now, "José Paz", "Ana")
    a_stage(None, north, south, now, "José Paz", "Beto")
    page = f"/federations/{federation.slug}/"
    closed = ("people/", "people/people.csv", "changes/")
    for reader, status in ((None, 404), (a_person(), 404), (south, 200), (north, 200)):
        browser = a_browser(reader) if reader else a_browser()
        assert {browser.get(page + each).status_code for each in closed} == {status}
    browser = a_browser(north)
    assert "No hay nadie con ese nombre." in text_of(browser.get(f"{page}people/?q=Zoe"))
    pairs = text_of(browser.get(f"{page}people/namesakes/"))
    namesakes = Person.objects.filter(name="José Paz").order_by("pk")
    first, second = namesakes.values_list("pk", flat=True)
    assert "Son la misma" in pairs
    browser.post(f"{page}people/namesakes/", {"first": first, "second": second, "same": "yes"})
    assert "es la misma persona que" in text_of(browser.get(f"{page}people/namesakes/"))
    assert "dijo que son la misma persona" in text_of(browser.get(f"{page}changes/"))
    link = federation.links.get()
    browser.post(f"{page}people/namesakes/{link.pk}/undo/")
    assert not federation.links.exists()


def test_clubs_leave_and_roles_change_on_its_page(now):
    north, south = organisers(2)
    federation, reader = a_federation(north, now, south), a_person()
    page, club = f"/federations/{federation.slug}/", club_of(south)
    browser = a_browser(north)
    browser.post(f"{page}appoint/", {"username": reader.username, "role": "reader"})
    assert str(reader) in text_of(browser.get(page))
    assert browser.post(f"{page}appoint/", {"username": "x", "role": "reader"}).status_code == 422
    browser.post(f"{page}roles/{reader.pk}/remove/")
    assert not federation.roles.filter(user=reader).exists()
    assert a_browser(an_organiser()).post(f"{page}clubs/{club.pk}/leave/").status_code == 403
    a_browser(south).post(f"{page}clubs/{club.pk}/leave/")
    assert "Ya no están" in text_of(a_browser().get(page))
    assert browser.post(f"{page}invite/", {"club": "nadie"}).status_code == 422


def test_pages_take_12_queries_at_most(now, django_assert_max_num_queries):
    founder, *others = organisers(4)
    federation = a_federation(founder, now, *others)
    series = a_circuit(federation, founder, now, validity="edition")
    for organiser in (founder, *others):
        a_stage(series, founder, organiser, now, "Ana", "Beto")
    a_team(now, founder, a_person())
    Team.objects.update(club=Club.objects.first())
    page = f"/federations/{federation.slug}/"
    addresses = ("", "events/", "teams/", "people/", "series/", "people/namesakes/", "changes/")
    for browser in (a_browser(founder), a_browser()):
        browser.get("/")
        for address in (
            *(page + each for each in addresses),
            *(f"/series/{series.pk}/{each}" for each in ("", "?all=yes", "weights/")),
            *(f"/series/{series.pk}/{each}" for each in ("competitions/", "edit/", "table.csv")),
            "/federations/",
        ):
            with django_assert_max_num_queries(12):
                browser.get(address)
