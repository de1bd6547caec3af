"""A club's sets of rules: saved, shared, reused, removed; and rulebooks that have a name."""

from urllib.parse import parse_qs, urlsplit

import pytest

from accounts.models import Club, Membership
from games.engine import HOUSE, house_rules, make_rules
from games.house_rules.rulebooks import NAMED, query_of
from games.models import Rulebook
from games.rulebooks import services as rulebooks
from games.table_page.forms import RulesForm
from tests.games.tables import a_person

pytestmark = pytest.mark.django_db
OWN = {"name": "Los jueves", "preset": "paulista", "seats": "4", "deck": "24", "ferro": "open"}


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="El Ombú", slug="ombu")


@pytest.fixture
def organiser(client, club: Club):
    person = a_person("ana")
    Membership.objects.create(club=club, user=person, role=Membership.Role.OWNER)
    client.force_login(person)
    return person


@pytest.mark.feature("Rules", "A club saves its rules under a name, and shares them by a link")
def test_an_organiser_saves_rules_and_the_link_opens_a_table_with_them(client, club, organiser):
    assert client.post("/clubs/ombu/rules/", OWN).status_code == 302
    saved = Rulebook.objects.get()
    assert saved.rules == house_rules("paulista", {"seats": "4", "deck": "24", "ferro": "open"})
    page = client.get("/clubs/ombu/rules/").text
    assert "Los jueves" in page
    link = f"/tables/new/?{query_of(saved.rules)}".replace("&", "&amp;")
    assert link in page
    client.logout()
    shown = client.get(f"/tables/new/?{query_of(saved.rules)}")
    assert shown.context["form"].cleaned_data["rules"] == saved.rules


def test_a_set_fills_in_the_form_of_a_competition(client, club, organiser):
    client.post("/clubs/ombu/rules/", OWN)
    page = client.get("/clubs/ombu/rules/").text
    asked = page.partition('href="/competitions/new/?')[2].partition('"')[0].replace("&amp;", "&")
    form = client.get(f"/competitions/new/?{asked}").context["form"]
    assert {key: form[key].value() for key in ("preset", "deck", "ferro")} == {
        "preset": "paulista",
        "deck": "24",
        "ferro": "open",
    }


def test_the_same_name_is_replaced_and_a_set_can_be_removed(client, club, organiser):
    client.post("/clubs/ombu/rules/", OWN)
    client.post("/clubs/ombu/rules/", {**OWN, "ferro": "blind"})
    assert Rulebook.objects.get().rules.ferro == "blind"
    client.post("/clubs/ombu/rules/", {"remove": Rulebook.objects.get().pk})
    assert not Rulebook.objects.exists()


def test_rules_that_clash_are_refused_in_words(client, club, organiser):
    answer = client.post("/clubs/ombu/rules/", {**OWN, "ferro": "blind", "mao_x": "off"})
    assert answer.status_code == 422
    assert "La mano de hierro pide la mano de once." in answer.text


def test_others_read_and_do_not_save(client, club, organiser):
    client.post("/clubs/ombu/rules/", OWN)
    client.force_login(a_person("otra"))
    page = client.get("/clubs/ombu/rules/").text
    assert "Los jueves" in page
    assert "Guardar un reglamento" not in page
    assert client.post("/clubs/ombu/rules/", OWN).status_code == 403


def test_members_are_offered_their_clubs_sets_when_they_open_a_table(client, club, organiser):
    client.post("/clubs/ombu/rules/", OWN)
    assert "Los jueves" in client.get("/tables/new/").text
    client.logout()
    page = client.get("/tables/new/").text
    assert "Los jueves" not in page
    assert "Reglamento de Rentas" in page


def test_a_club_saves_so_many(club, organiser):
    for number in range(Rulebook.MOST):
        rules = make_rules("truc")
        rulebooks.save_rulebook(club_id=club.pk, actor=organiser, name=f"{number}", rules=rules)
    with pytest.raises(rulebooks.RulebooksFullError):
        rulebooks.save_rulebook(club_id=club.pk, actor=organiser, name="más", rules=rules)


@pytest.mark.parametrize("book", NAMED, ids=lambda book: book.name)
def test_a_named_rulebook_is_a_possible_set_that_a_form_reads_back(book):
    asked = {
        key: value[0] for key, value in parse_qs(urlsplit(f"?{query_of(book.rules)}").query).items()
    }
    form = RulesForm(asked)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["rules"] == book.rules


@pytest.mark.parametrize("preset", HOUSE)
def test_a_link_also_holds_what_the_house_would_choose_otherwise(preset):
    base = make_rules(preset)
    form = RulesForm(dict(pair.split("=") for pair in query_of(base).split("&")))
    assert form.is_valid(), form.errors
    assert form.cleaned_data["rules"] == base
