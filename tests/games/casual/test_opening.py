"""Opening a casual table: every preset and option, refusals in words, free seats for others."""

import re
from dataclasses import replace

import pytest

from games.engine import USUAL, RulesError, house_rules
from games.house_rules import OFFERED, canto
from games.models import Game
from tests.games.tables import CORTE, a_person, sealed

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client):
    person = a_person("ana-lopez")
    client.force_login(person)
    return person


def opened(client, **chosen) -> Game:
    answer = client.post("/tables/practice/", chosen)
    assert answer.status_code == 302, answer.content.decode()
    return Game.objects.get(pk=answer["Location"].split("/")[2])


@pytest.mark.feature("Playing", "A practice table in two taps")
def test_two_taps_make_a_practice_table_that_starts_as_its_page_sits_down(client, ana):
    game = opened(client, seats="2", target="15")
    assert f'data-sit="/tables/{game.pk}/sit/"' in client.get(f"/tables/{game.pk}/").text
    client.post(f"/tables/{game.pk}/sit/", {"corte_hash": sealed(game)})
    client.post(f"/tables/{game.pk}/open/", {"corte": CORTE})
    game.refresh_from_db()
    assert (game.status, game.rules.target, game.public) == ("live", 15, False)
    assert [seat.robot for seat in game.seats.all()] == [False, True]


@pytest.mark.feature("Playing", "Every family against robots")
@pytest.mark.parametrize("preset", OFFERED)
def test_every_preset_can_be_opened_with_robots(client, ana, preset):
    game = opened(client, preset=preset, company="robots", turn_seconds="30")
    proposed = house_rules(preset)  # and señas, where there are partners
    assert game.rules == replace(proposed, signals=proposed.signals or proposed.seats > 2)


def test_further_options_are_taken_over(client, ana):
    game = opened(
        client,
        preset="uruguayo-online",
        company="robots",
        turn_seconds="30",
        seats="4",
        legs_to_win="2",
        envido_first="off",
        perros="on",
    )
    rules = game.rules
    assert (rules.seats, rules.legs_to_win, rules.envido_first, rules.perros) == (4, 2, False, True)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"preset": "argentino", "perros": "on"}, "Los perros se echan cuando se juega con flor."),
        ({"preset": "truc", "muestra": "on"}, "La muestra se juega con la baraja de 40 cartas."),
        ({"preset": "argentino-flor", "pico": "range"}, "El pico a pico es para seis jugadores."),
        ({"preset": "argentino", "perros": "on"}, "No van juntas: Echar los perros y Flor."),
        ({"preset": "venezolano", "seats": "6"}, "6 no está entre las opciones."),
        ({"preset": "truc", "seats": "6"}, "6 no está entre las opciones."),
        ({"preset": "uruguayo", "seats": "6"}, "6 no está entre las opciones."),
        ({"preset": "nobody-plays-this"}, "nobody-plays-this no está entre las opciones."),
        ({"legs_to_win": "4"}, "3"),
        ({"turn_seconds": "5"}, "15"),
        ({"robot_level": "brujo"}, "brujo no está entre las opciones."),
    ],
)
def test_rules_that_make_no_sense_are_refused_in_words(client, ana, chosen, words):
    answer = client.post("/tables/practice/", {"company": "robots", "turn_seconds": "30", **chosen})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("seats", "shown"),
    [("2", set()), ("4", {"signals"}), ("6", {"signals", "pico", "pico_falta_cap"})],
)
@pytest.mark.parametrize("preset", ["argentino", "argentino-flor", "uruguayo-online"])
def test_the_form_offers_what_says_something_at_so_many_seats(client, preset, seats, shown):
    asked = {"preset": preset, "seats": seats, "pico": "range", "signals": "on"}
    page = client.get("/tables/new/", asked).text
    keys = ("signals", "pico", "pico_falta_cap")
    assert {key for key in keys if f'name="{key}"' in page} == shown
    assert "El pico a pico es para seis" not in page


def test_of_many_options_the_few_that_most_change_come_before_who_plays(client):
    page = client.get("/tables/new/", {"preset": "paulista"}).text
    places = [page.index(f'name="{key}"') for key in ("target", "deck", "company", "ferro")]
    assert places == sorted(places)
    assert '<details class="card" open>' not in page
    chosen = client.get("/tables/new/", {"preset": "paulista", "ferro": "open"}).text
    assert '<details class="card" open>' in chosen


@pytest.mark.feature("Playing", "An open table waits in the lobby")
def test_a_table_for_whoever_comes_waits_in_the_lobby(client, ana, django_user_model):
    game = opened(client, company="people", turn_seconds="30", competitive="on", seats="2")
    assert (game.status, game.public, game.competitive) == ("waiting", True, True)
    assert f"/tables/{game.pk}/" in client.get("/tables/").content.decode()


def test_robots_never_play_for_points(client, ana):
    assert not opened(client, company="robots", turn_seconds="30", competitive="on").competitive


@pytest.mark.feature("Playing", "The options of a table, with their summary in words")
def test_the_form_shows_the_options_of_the_preset_and_its_summary(client, ana):
    page = client.get("/tables/new/", {"preset": "truc", "company": "robots", "turn_seconds": "60"})
    text = page.content.decode()
    assert "Truc valenciano, 1 contra 1, a 24 puntos." in text
    assert 'name="envido_ladder"' in text


def test_another_preset_keeps_what_fits_it_and_brings_its_own(client, ana):
    page = client.get("/tables/new/", {"preset": "uruguayo", "target": "15", "seats": "4"})
    assert "Truco uruguayo, parejas (2 contra 2), a 40 puntos." in page.content.decode()


@pytest.mark.feature(
    "Playing", "A practice table's level is chosen, and said at the table and in the record"
)
def test_the_level_of_robots_is_chosen_and_told_at_the_table_and_in_the_record(client, ana):
    assert opened(client, seats="2").robot_level == "boliche"
    game = opened(client, seats="4", robot_level="tahur")
    assert game.robot_level == "tahur"
    page = client.get(f"/tables/{game.pk}/").text
    assert "Robots: tahúr" in page
    assert page.count("robot tahúr") == 3
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ANNULLED, revealed_seed="00")
    assert "Robots: tahúr" in client.get(f"/tables/{game.pk}/record/").text


def test_the_form_asks_for_a_level_only_where_robots_play(client, ana):
    def page(company):
        chosen = {"company": company, "robot_level": "aprendiz"}
        return client.get("/tables/new/", chosen).text

    assert re.search('<input[^>]*value="aprendiz"[^>]*checked', page("robots"))
    assert 'name="robot_level"' not in page("people")
    assert 'name="robot_level"' not in page("together")


def test_a_stranger_plays_as_a_guest(client):
    game = opened(client, seats="2")
    assert game.seats.get(number=0).user.is_guest


def _has_truco_alone(preset: str) -> bool:
    if "none" not in USUAL[preset].get("envido_ladder", ("none",)):
        return False
    try:
        house_rules(preset, {"envido_ladder": "none"})
    except RulesError:
        return False
    return True


@pytest.mark.parametrize("preset", [*filter(_has_truco_alone, OFFERED)])
def test_truco_alone_can_be_opened_wherever_it_makes_sense(client, ana, preset):
    chosen = {"preset": preset, "company": "robots", "turn_seconds": "30"}
    game = opened(client, **chosen, envido_ladder="none")
    assert (game.rules.envido_ladder, game.rules.mazo_bonus) == ("none", 0)
    page = client.get(f"/tables/{game.pk}/").content.decode()
    assert f"Se juega sin {canto('envido', preset).lower()}:" in page
    assert f">{canto('envido', preset)}</button>" not in page


def test_what_needs_an_envido_is_refused_in_words_without_one(client, ana):
    chosen = {"preset": "uruguayo-online", "company": "robots", "turn_seconds": "30"}
    answer = client.post("/tables/practice/", {**chosen, "perros": "on", "envido_ladder": "none"})
    assert answer.status_code == 422
    assert "Los perros se echan cuando se juega con envido." in answer.content.decode()


def test_the_lobby_says_which_seat_is_free(client, ana):
    opened(client, preset="argentino", company="people", turn_seconds="60")
    waiting = client.get("/tables/").content.decode()
    row = waiting[waiting.index('class="sitters') :]
    assert row.index("ana-lopez") < row.index("hay lugar")
