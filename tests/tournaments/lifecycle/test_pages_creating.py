"""Creating a competition: what may be asked for, and the same in words before."""

import re
from datetime import UTC, datetime

import pytest

from accounts.models import Club, Membership
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, club_of
from tournaments.competitions import services as competitions
from tournaments.competitions.describe import sentences
from tournaments.competitions.forms import CompetitionForm
from tournaments.models import Competition

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def fields(organiser, **changed):
    return {
        "club": club_of(organiser).slug,
        "name": "Copa de otoño",
        "preset": "argentino",
        "seats": "2",
        "target": "15",
        "cap": "16",
        "best_of": "1",
        "turn_seconds": "30",
        "sit_down_minutes": "10",
        "seeding": "rating",
        "public": "on",
        **changed,
    }


def create(organiser, **changed):
    return a_browser(organiser).post("/competitions/new/", fields(organiser, **changed))


@pytest.mark.feature("Competitions", "The form describes the competition in words")
def test_what_the_form_says_is_what_is_created(organiser):
    answer = create(
        organiser,
        seats="4",
        target="30",
        cap="8",
        best_of="3",
        turn_seconds="120",
        sit_down_minutes="5",
        seeding="random",
        presencial="on",
        public="",
    )
    cup = Competition.objects.get()
    assert answer.url == f"/competitions/{cup.pk}/paste/"
    assert (cup.rules.seats, cup.rules.target) == (4, 30)
    assert (cup.cap, cup.best_of, cup.turn_seconds, cup.sit_down_minutes) == (8, 3, 120, 5)
    assert (cup.seeding, cup.presencial, cup.public) == ("random", True, False)
    assert cup.state == Competition.State.DRAFT
    assert cup.places.count() == 8


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("cap", "1"),
        ("cap", "1001"),
        ("cap", "9" * 40),
        ("cap", "cinco"),
        ("best_of", "2"),
        ("turn_seconds", "14"),
        ("turn_seconds", "121"),
        ("target", "20"),
        ("seats", "3"),
        ("preset", "poker"),
        ("seeding", "me"),
        ("name", ""),
        ("name", "a\u202eb"),
        ("name", "x\x00"),
        ("name", "n" * 81),
        ("sit_down_minutes", "0"),
        ("starts_at", "ayer"),
        ("transfers_until", "2020-01-01T20:00"),
        ("starts_at", "2020-01-01T20:00"),
        ("starts_at", "0001-01-01T00:00"),
        ("starts_at", "9999-12-31T23:59"),
        ("starts_at", "275760-09-13T00:00"),
        ("starts_at", "2026-W10"),
        ("starts_at", "2030-01-01T20:00+00:00"),
        ("club", "not-mine"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(organiser, key, value):
    answer = create(organiser, **{key: value})
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    assert not Competition.objects.exists()


def test_a_cup_of_truco_without_envido_can_be_created(organiser):
    answer = create(organiser, envido_ladder="none")
    cup = Competition.objects.get()
    assert answer.url == f"/competitions/{cup.pk}/paste/"
    assert (cup.rules.envido_ladder, cup.rules.mazo_bonus) == ("none", 0)


def test_nobody_creates_for_a_club_they_do_not_organise(organiser):
    member = a_person()
    Membership.objects.create(club=club_of(organiser), user=member)
    for who in (member, an_organiser()):
        answer = a_browser(who).post("/competitions/new/", fields(organiser))
        assert answer.status_code == 422
        slug = club_of(organiser).slug
        assert a_browser(who).get(f"/competitions/new/?club={slug}").status_code == 404
    assert not Competition.objects.exists()


def test_strangers_are_sent_to_sign_in(organiser):
    answer = a_browser().post("/competitions/new/", fields(organiser))
    assert answer.url.startswith("/accounts/login/")


def test_a_second_click_creates_nothing(organiser):
    create(organiser)
    again = create(organiser)
    assert again.status_code == 422
    assert "ya tiene una competencia abierta con ese nombre" in text_of(again)
    assert Competition.objects.count() == 1


def test_a_name_is_free_again_when_its_cup_is_over(organiser, now):
    old = a_cup(organiser, now, name="Copa de otoño")
    Competition.objects.filter(pk=old.pk).update(state=Competition.State.CANCELLED)
    assert create(organiser).status_code == 302


def test_a_club_has_so_many_open_competitions_and_no_more(organiser, now, monkeypatch):
    monkeypatch.setattr(competitions, "MOST_OPEN", 2)
    one = a_cup(organiser, now)
    draft = a_cup(organiser, now, opened=False)
    answer = create(organiser)
    assert answer.status_code == 409
    assert "demasiadas competencias abiertas" in text_of(answer)
    assert set(Competition.objects.all()) == {one, draft}
    assert a_cup(an_organiser(), now).club != club_of(organiser)
    one.state = Competition.State.CANCELLED
    one.save()
    assert create(organiser).status_code == 302


def test_whoever_organises_nothing_is_shown_the_way(db):
    page = text_of(a_browser(a_person()).get("/competitions/new/"))
    assert "/clubs/new/" in page
    assert "<form class=" not in page


@pytest.mark.feature("Competitions", "Suggestions fill the form with one tap")
@pytest.mark.parametrize("language", ["es-ar", "es-es", "ca-valencia", "en", "pt-br"])
def test_a_card_fills_the_form_and_its_summary(organiser, language):
    organiser.language = language
    organiser.save()
    browser = a_browser(organiser)
    assert 'name="card" value="clasico"' in text_of(browser.get("/competitions/new/"))
    filled = text_of(browser.get("/competitions/new/?card=clasico"))
    assert 'aria-current="true"' in filled
    assert 'value="45"' in filled
    target = filled.partition('name="target" value="30"')[2].partition(">")[0]
    assert "checked" in target
    terms = filled.partition('id="terms"')[2].partition("</ul>")[0]
    assert re.search(r"\b30 (punt|point|pont)", terms)


@pytest.mark.parametrize(
    ("language", "preset", "seats", "target"),
    [
        ("es-ar", "argentino", "2", "15"),
        ("pt-br", "paulista", "4", "12"),
        ("ca-valencia", "truc", "2", "24"),
    ],
)
def test_an_empty_form_offers_the_rules_of_the_place(organiser, language, preset, seats, target):
    organiser.language = language
    organiser.save()
    filled = text_of(a_browser(organiser).get("/competitions/new/"))
    assert f'<option value="{preset}" selected>' in filled
    assert re.search(rf'name="seats" value="{seats}"[^>]* checked', filled)
    assert re.search(rf'name="target" value="{target}"[^>]* checked', filled)


def test_a_card_keeps_what_was_typed_and_nothing_of_another_card(organiser):
    browser = a_browser(organiser)
    start = "2030-05-04T21:00"
    typed = fields(organiser, card="clubes", name="Copa del Sur", starts_at=start, seats="2")
    answer = browser.post("/competitions/new/", typed)
    assert answer.status_code == 302
    filled = text_of(browser.get(answer.url))
    assert 'value="Copa del Sur"' in filled
    assert f'value="{start}"' in filled
    assert 'value="2,2,1"' in filled
    assert re.search(r'name="seats" value="4"[^>]* checked', filled)
    other = browser.post("/competitions/new/", {**typed, "card": "relampago", "boards": "2,2,1"})
    assert (
        'value="2,2,1" ' not in text_of(browser.get(other.url)).partition('id="by-boards"')[2][:900]
    )
    assert not Competition.objects.exists()


def test_the_summary_follows_the_form_without_creating(organiser):
    answer = a_browser(organiser).get(
        "/competitions/new/",
        fields(organiser, seats="4", cap="5", best_of="3", presencial="on", public="", name=""),
        headers={"HX-Request": "true"},
    )
    page = text_of(answer)
    assert "<html" not in page
    for told in ("Hasta 5 parejas", "3 rondas, 4 partidos", "al mejor de tres", "(presencial)"):
        assert told in page
    assert not Competition.objects.exists()


@pytest.mark.parametrize("changed", [{"cap": "1"}, {"best_of": "2"}, {"turn_seconds": ""}])
def test_the_summary_of_what_cannot_be_says_so(organiser, changed):
    answer = a_browser(organiser).get(
        "/competitions/new/", fields(organiser, **changed), headers={"HX-Request": "true"}
    )
    assert "todavía no se puede" in text_of(answer)


@pytest.mark.feature("Competitions", "The summary counts rounds and matches")
@pytest.mark.parametrize(
    ("cap", "rounds", "matches"), [(2, "1 ronda", "1 partido"), (128, "7 rondas", "127 partidos")]
)
def test_the_summary_counts_rounds_and_matches(organiser, now, cap, rounds, matches):
    form = CompetitionForm(fields(organiser, cap=str(cap)), clubs=Club.objects.all(), now=now)
    assert f"{rounds}, {matches} en total" in sentences(form.proposed())


def the_start(organiser, wall, zone, now):
    Club.objects.filter(pk=club_of(organiser).pk).update(zone=zone)
    form = CompetitionForm(fields(organiser, starts_at=wall), clubs=Club.objects.all(), now=now)
    return form.terms().starts_at if form.is_valid() else form.errors["starts_at"][0]


def test_the_start_is_the_clubs_hour(organiser, now):
    start = the_start(organiser, "2026-03-20T21:00", "America/Argentina/Buenos_Aires", now)
    assert start == datetime(2026, 3, 21, 0, 0, tzinfo=UTC)


@pytest.mark.feature("Competitions", "An hour that the clocks skip or repeat is refused")
@pytest.mark.parametrize(
    ("wall", "zone", "told"),
    [
        ("2026-03-29T02:30", "Europe/Madrid", "no existe"),
        ("2026-10-25T02:30", "Europe/Madrid", "dos veces"),
        ("2026-04-04T23:30", "America/Santiago", "dos veces"),
        ("2026-09-06T00:30", "America/Santiago", "no existe"),
        ("2026-03-14T18:29", "America/Argentina/Buenos_Aires", "ya pasó"),
        ("2027-03-16T18:30", "America/Argentina/Buenos_Aires", "dentro del año"),
    ],
)
def test_an_hour_that_does_not_exist_or_comes_twice_is_refused(organiser, now, wall, zone, told):
    assert told in the_start(organiser, wall, zone, now)
