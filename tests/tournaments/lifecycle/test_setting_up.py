"""A new competition from a few questions: what fits is offered, one tap creates it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import Club
from tests.accounts.common.test_asked import form_on, sign_in, sign_up
from tests.accounts.people import PASSWORD
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, club_of
from tournaments.competitions.suggestions import default_name, default_start
from tournaments.models import Competition, HallTable
from tournaments.venues.services import use_tables

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PAGE = "/competitions/setup/"
BUENOS_AIRES = "America/Argentina/Buenos_Aires"
HTMX = {"HX-Request": "true"}


def answers(**changed):
    return {
        "name": "Copa de la Yunta",
        "entries": "16",
        "per_side": "2",
        "time": "240",
        "played_with": "cards",
        "plan": "everybody",
        "starts_at": "",
        "preset": "argentino",
        "public": "on",
        **changed,
    }


def create(who, **changed):
    return a_browser(who).post(PAGE, answers(**changed))


def with_password(person):
    person.set_password(PASSWORD)
    person.save()
    return person


def shown_on(page):
    """Return what the page's own form would send if it were sent as it is."""
    text = re.search(r'<form class="setup".*?</form>', text_of(page), re.DOTALL)[0]
    fields = re.findall(r"<input [^>]*>", text)
    sent = {}
    for field in fields:
        name, value = re.search(r'name="([^"]*)"', field), re.search(r'value="([^"]*)"', field)
        if name and ("radio" not in field or "checked" in field):
            sent[name[1]] = value[1] if value else "on" if "checkbox" in field else ""
    return {**sent, "preset": re.search(r'<option value="([^"]*)" selected', text)[1]}


@pytest.mark.feature("Competitions", "One tap creates a competition, and its club on the way")
def test_everything_is_filled_in_and_one_tap_creates_it(now):
    ana = a_person("ana")
    browser = a_browser(ana)
    answer = browser.post(PAGE, shown_on(browser.get(PAGE)))
    cup = Competition.objects.get()
    assert answer.url == f"/competitions/{cup.pk}/paste/"
    assert cup.state == Competition.State.REGISTRATION
    assert (cup.cap, cup.rules.seats, cup.rules.target, cup.with_cards) == (16, 4, 30, True)
    assert cup.stages.get().swiss_rounds == 5
    assert cup.club.name == "Club de ana"
    assert cup.club.can_organise(ana)


@pytest.mark.feature(
    "Competitions", "A few questions, and plans that say when they end and what they cost"
)
def test_the_plans_say_what_each_costs_and_when_it_ends():
    day = timezone.localdate() + timedelta(days=7)
    page = text_of(a_browser().get(PAGE, answers(starts_at=f"{day}T21:00"), headers=HTMX))
    assert "<html" not in page
    for told in (
        "Con 16 parejas y 4 h entra",
        "Suizo, 5 rondas a 30",
        "termina 00:40",
        "Nadie queda afuera: todos juegan 5.",
        "Grupos y llave, a 15",
        "3 partidos seguros; pasan 8 a la llave.",
        "Eliminación, a 30",
        "Quien pierde se va: la mitad juega un solo partido.",
    ):
        assert told in page
    assert not Competition.objects.exists()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"entries": "5"}, ["Todos contra todos, a 30", "Nadie queda afuera: todos juegan 4."]),
        ({"entries": "9"}, ["todos juegan 4 o 5", "algunos juegan un solo partido"]),
        ({"time": "60"}, ["En 1 h no entran", "No entra en ese tiempo."]),
        ({"time": "league"}, ["Una liga de 16 parejas", "30 fechas, una por semana"]),
        ({"time": "league", "entries": "60"}, ["una cada 3 días"]),
        ({"time": "league", "entries": "30"}, ["Liga de 3 divisiones, a 30", "Liga a una vuelta"]),
        ({"per_side": "1", "played_with": "screen"}, ["Con 16 jugadores y 4 h entra"]),
        ({"entries": "1"}, ["todavía no se puede"]),
        ({"entries": "muchos"}, ["todavía no se puede"]),
        ({"time": "ayer"}, ["todavía no se puede"]),
    ],
)
def test_the_plans_follow_the_answers(changed, told):
    page = text_of(a_browser().get(PAGE, answers(**changed), headers=HTMX))
    assert [words for words in told if words not in page] == []


@pytest.mark.parametrize("language", ["es-es", "ca-valencia", "en", "pt-br"])
def test_the_page_is_there_in_every_language(language):
    assert a_browser(language=language).get(PAGE).status_code == 200


def test_the_chosen_plan_is_what_is_created():
    organiser = an_organiser()
    create(organiser, plan="groups", per_side="3", entries="12", played_with="screen", public="")
    cup = Competition.objects.get()
    assert [stage.format for stage in cup.stages.order_by("number")] == ["groups", "single"]
    assert (cup.cap, cup.rules.seats, cup.with_cards, cup.public) == (12, 6, False, False)
    assert cup.club == club_of(organiser)


@pytest.mark.feature("Hall tables", "The setup page asks how many tables there are")
def test_the_tables_of_the_answers_are_those_of_the_hall():
    organiser = an_organiser()
    few = text_of(a_browser().get(PAGE, answers(tables="4"), headers=HTMX))
    assert "termina" in few
    assert few != text_of(a_browser().get(PAGE, answers(), headers=HTMX))
    create(organiser, tables="6", time="240")
    cup = Competition.objects.get()
    assert [table.number for table in cup.hall_tables.all()] == [*range(1, 7)]
    assert cup.available_minutes == 240
    page = a_browser(organiser).get(PAGE, answers(tables="6", all="yes"), follow=True)
    assert re.search(r'<input[^>]*name="tables"[^>]*value="6"', text_of(page))
    assert "6 mesas" in text_of(page)


def test_a_competition_on_screens_uses_no_tables():
    create(an_organiser(), tables="6", played_with="screen")
    assert not Competition.objects.get().hall_tables.exists()


def test_a_plan_longer_than_the_time_announces_its_own_end():
    create(an_organiser(), time="60", plan="everybody", tables="2")
    assert Competition.objects.get().available_minutes > 60


def test_named_tables_of_the_room_stay(now):
    organiser = an_organiser()
    other = a_cup(organiser, now)
    use_tables(competition_id=other.pk, count=8, actor=organiser, now=now)
    HallTable.objects.filter(number=7).update(name="la del patio")
    use_tables(competition_id=other.pk, count=8, actor=organiser, now=now)
    create(organiser, tables="6")
    assert HallTable.objects.filter(number=7, name="la del patio").exists()


@pytest.mark.parametrize(
    ("played_with", "presencial", "kept"),
    [("screen", "on", True), ("screen", "", False), ("cards", "on", False)],
)
def test_a_cup_on_screens_in_one_place_is_asked_about(played_with, presencial, kept):
    assert 'name="presencial"' in a_browser().get(PAGE).content.decode()
    create(an_organiser(), played_with=played_with, presencial=presencial)
    assert Competition.objects.get().presencial is kept


def test_a_league_has_its_first_day_and_its_rounds():
    create(an_organiser(), time="league", plan="twice", entries="8")
    league = Competition.objects.get()
    assert (league.round_days, league.stages.get().cycles) == (7, 2)


def test_the_start_is_the_clubs_hour_and_one_that_has_just_begun_is_taken(monkeypatch):
    organiser = an_organiser()
    now = datetime(2026, 3, 15, 0, 10, tzinfo=UTC)  # 21:10 there
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    create(organiser, starts_at="2026-03-14T21:00")
    assert Competition.objects.get().starts_at == datetime(2026, 3, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", ""),
        ("name", "a\u202eb"),
        ("entries", "1"),
        ("entries", "9" * 40),
        ("per_side", "4"),
        ("time", "7"),
        ("played_with", "dados"),
        ("plan", "nada"),
        ("preset", "nada"),
        ("starts_at", "2020-01-01T20:00"),
        ("starts_at", "9999-12-31T23:59"),
        ("starts_at", "ayer"),
        ("club", "not-mine"),
        ("club_name", "admin"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(key, value):
    answer = create(a_person(), **{key: value})
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    assert not Competition.objects.exists()
    assert not Club.objects.exists()


def test_a_name_of_another_club_is_refused_and_nothing_is_opened():
    an_organiser()
    taken = Club.objects.get().name
    answer = create(a_person(), club_name=taken)
    assert answer.status_code == 422
    assert "Ya hay un club con ese nombre" in text_of(answer)
    assert not Competition.objects.exists()


def test_a_name_twice_in_one_club_is_refused():
    organiser = an_organiser()
    create(organiser)
    again = create(organiser, entries="12")
    assert again.status_code == 422
    assert "ya tiene una competencia abierta con ese nombre" in text_of(again)


def test_the_only_club_of_an_organiser_is_named():
    organiser = an_organiser()
    assert f"Del club <b><bdi>{club_of(organiser)}</bdi></b>" in text_of(
        a_browser(organiser).get(PAGE)
    )
    assert "Del club" not in text_of(a_browser(a_person()).get(PAGE))


def test_a_club_of_ones_name_is_numbered_where_that_is_taken():
    Club.objects.create(name="Club de ana", slug="x", skeleton="")
    create(a_person("ana"))
    assert Competition.objects.get().club.name == "Club de ana 2"


# ---- a stranger ----
@pytest.mark.parametrize("enter", [sign_up, sign_in])
def test_nothing_a_stranger_typed_is_lost_by_signing_up_on_the_way(client, enter):
    if enter is sign_in:
        with_password(a_person("ana"))
    typed = answers(club_name="La Yunta", entries="10", plan="groups", time="120")
    where = client.post(PAGE, typed).headers["Location"]
    assert where == "/accounts/signup/?next=/asked/"
    path, held = form_on(enter(client, where))
    answer = client.post(path, held)
    cup = Competition.objects.get()
    assert answer.url == f"/competitions/{cup.pk}/paste/"
    assert (cup.name, cup.club.name, cup.cap) == ("Copa de la Yunta", "La Yunta", 10)
    assert cup.stages.order_by("number").first().format == "groups"


def test_who_signs_in_to_an_account_with_a_club_keeps_to_that_club(client):
    organiser = with_password(an_organiser())
    where = client.post(PAGE, answers()).headers["Location"]
    path, held = form_on(sign_in(client, where, organiser.username))
    client.post(path, held)
    assert Competition.objects.get().club == club_of(organiser)
    assert Club.objects.count() == 1


# ---- without scripts ----
def test_the_buttons_of_the_number_work_without_scripts():
    page = a_browser().get(PAGE, answers(entries="16", step="fewer"))
    assert shown_on(page)["entries"] == "15"
    assert "Con 15 parejas" in text_of(page)
    assert shown_on(a_browser().get(PAGE, answers(entries="16", step="more")))["entries"] == "17"
    assert "revisá los números" in text_of(
        a_browser().get(PAGE, answers(entries="2", step="fewer"))
    )


def test_all_the_options_are_one_tap_away_with_what_was_answered():
    organiser = an_organiser()
    browser = a_browser(organiser)
    answer = browser.get(PAGE, answers(plan="groups", public="", all="yes"), follow=True)
    page = text_of(answer)
    assert answer.request["PATH_INFO"] == "/competitions/new/"
    assert 'value="Copa de la Yunta"' in page
    assert 'name="format" value="groups"' in page.partition(" checked")[0][-400:]
    ticked = re.search(r'<input type="checkbox" name="(with_cards)"[^>]*>', page)[0]
    assert "checked" in ticked
    assert "checked" not in re.search(r'<input type="checkbox" name="public"[^>]*>', page)[0]


# ---- when, and what it is called ----
@pytest.mark.parametrize(
    ("now", "start"),
    [
        ("2026-11-20T15:00", "2026-11-20T21:00"),
        ("2026-11-20T21:00", "2026-11-20T21:00"),
        ("2026-11-20T21:01", "2026-11-20T21:30"),
        ("2026-11-20T23:45", "2026-11-21T00:00"),
        ("2026-11-21T01:10", "2026-11-21T21:00"),
    ],
)
def test_an_evening_begins_at_nine_or_at_the_next_half_hour(now, start):
    here = datetime.fromisoformat(f"{now}-03:00")
    assert default_start(here, BUENOS_AIRES) == datetime.fromisoformat(start)


def test_it_is_called_by_its_day_and_a_second_one_has_a_number(now):
    organiser = an_organiser()
    friday = datetime.fromisoformat("2026-11-20T21:00")  # as a clock on the wall shows it
    assert default_name(friday, None) == "Truco del viernes 20"
    for expected in (
        "Truco del viernes 20",
        "Truco del viernes 20 · 2",
        "Truco del viernes 20 · 3",
    ):
        name = default_name(friday, club_of(organiser))
        assert name == expected
        a_cup(organiser, now, name=name)


def test_what_is_only_asked_takes_no_token_into_its_address():
    form = re.search(r'<form class="setup".*?</form>', text_of(a_browser().get(PAGE)), re.DOTALL)[0]
    asking, posting = [], []
    for button in re.findall(r"<button [^>]*>", form):
        (asking if 'formmethod="get"' in button else posting).append(button)
    assert asking
    assert posting
    assert all('name="csrfmiddlewaretoken"' in button for button in posting)
    assert form.count("csrfmiddlewaretoken") == len(posting)


@pytest.mark.parametrize("has_club", [True, False])
def test_a_form_that_is_sent_twice_leads_to_what_it_made(has_club):
    who = an_organiser() if has_club else a_person()
    sent = {} if has_club else {"club_name": "El Patio"}
    first, again = create(who, **sent), create(who, **sent)
    assert first.status_code == again.status_code == 302
    assert first.url == again.url
    assert Competition.objects.count() == 1


@pytest.mark.parametrize(
    ("language", "preset"), [("es-ar", "argentino"), ("pt-br", "paulista"), ("en", "argentino")]
)
def test_the_rules_of_the_readers_place_are_proposed(language, preset):
    assert shown_on(a_browser(language=language).get(PAGE))["preset"] == preset


@pytest.mark.parametrize(
    ("preset", "long", "short"),
    [("argentino", 30, 15), ("paulista", 12, 12), ("gauderio", 24, 12)],
)
def test_plans_have_the_targets_of_the_rules(preset, long, short):
    page = text_of(a_browser().get(PAGE, answers(preset=preset, entries="5"), headers=HTMX))
    assert f"Todos contra todos, a {long}" in page
    organiser = an_organiser()
    create(organiser, preset=preset, entries="5", time="60")
    rules = Competition.objects.get().rules
    assert (rules.preset, rules.target, rules.seats) == (preset, short, 4)
