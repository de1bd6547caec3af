"""Requests of the chat and the list that it opens."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.chat import services as chat
from games.chat.services import Speaker
from games.models import Game, Report
from tests.games.tables import a_person, a_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return a_table(timezone.now(), people=[a_person("ana"), a_person("beto")])


def browser(person=None) -> Client:
    client = Client(headers={"HX-Request": "true"})
    if person is not None:
        client.force_login(person)
    return client


def talk(game: Game) -> str:
    return f"/tables/{game.pk}/talk/"


def a_line(game: Game, text: str = "hola", seat: int = 0):
    user = game.seats.get(number=seat).user
    return chat.write_line(
        game_id=game.pk, seat=seat, speaker=Speaker(user, ""), text=text, now=timezone.now()
    )


def test_a_line_is_listed_with_its_author_as_it_was_written(game):
    line = a_line(game, "<b>hola</b> & chau")
    page = browser(game.seats.get(number=1).user).get(talk(game)).text
    assert "<bdi>ana</bdi>" in page
    assert "&lt;b&gt;hola&lt;/b&gt; &amp; chau" in page
    assert f'data-by="u{line.author_id}"' in page
    assert f'data-report="{line.pk}"' in page


def test_who_has_no_account_is_led_to_one_from_the_talk_and_back(game):
    way = f'<a href="/accounts/signup/?next=/tables/{game.pk}/">Crear una cuenta</a>'
    table = f"/tables/{game.pk}/"
    assert way in Client().get(table).text
    member = Client()
    member.force_login(game.seats.get(number=0).user)
    assert way not in member.get(table).text


def test_a_stranger_says_a_phrase_and_is_listed_as_a_visitor(game):
    stranger = browser()
    assert stranger.post(talk(game), {"phrase": "luck"}).status_code == 204
    page = stranger.get(talk(game)).text
    assert "Una visita" in page
    assert "data-report" not in page  # users cannot report themselves, and strangers cannot report
    assert game.lines.get().speaker not in page


@pytest.mark.parametrize(
    ("values", "status", "words"),
    [
        ({"text": "hola"}, 409, "Para escribir hace falta una cuenta"),
        ({"phrase": "nope"}, 409, "Esa frase no existe"),
        ({"phrase": "x" * 5000}, 409, "Esa frase no existe"),
        ({}, 409, "Para escribir"),
    ],
)
def test_what_a_stranger_may_not_say_is_refused_in_words(game, values, status, words):
    answer = browser().post(talk(game), values)
    assert (answer.status_code, answer["Content-Type"]) == (status, "text/plain; charset=utf-8")
    assert words in answer.text
    assert not game.lines.exists()


def test_a_refusal_is_in_the_readers_language(game):
    answer = browser().post(talk(game), {"text": "hi"}, headers={"Accept-Language": "en"})
    assert answer.text == "Writing needs an account; phrases are for everybody."


def test_a_private_table_is_nobodys_to_talk_at_or_to_hear(game):
    Game.objects.filter(pk=game.pk).update(public=False)
    for client in (browser(), browser(a_person())):
        assert client.get(talk(game)).status_code == 404
        assert client.post(talk(game), {"phrase": "luck"}).status_code == 404
    line = a_line(game)
    assert browser(a_person()).post(f"{talk(game)}report/", {"line": line.pk}).status_code == 404
    answer = browser().post(f"{talk(game)}report/", {"line": line.pk})
    assert "login" in answer["HX-Redirect"]
    assert not Report.objects.exists()
    line.delete()
    assert not game.lines.exists()


def test_a_line_is_reported_by_who_heard_it(game):
    line, rival = a_line(game), browser(game.seats.get(number=1).user)
    assert rival.post(f"{talk(game)}report/", {"line": line.pk}).status_code == 204
    assert Report.objects.get().line == line


@pytest.mark.parametrize("number", ["", "x", "-1", "0", "9" * 40, "١"])
def test_a_report_of_nothing_is_refused_in_words(game, number):
    answer = browser(game.seats.get(number=1).user).post(f"{talk(game)}report/", {"line": number})
    assert answer.status_code == 409
    assert "Eso ya no está" in answer.text


def test_everybody_else_at_the_table_can_be_muted_robots_too():
    game = a_table(timezone.now(), people=[a_person("ana"), None])
    page = browser(game.seats.get(number=0).user).get(talk(game)).text
    assert 'data-mute="r1"' in page
    assert 'data-mute="u' not in page


def test_the_page_offers_what_its_table_allows(game):
    client = browser(game.seats.get(number=0).user)
    offered = {}
    for level in ("none", "phrases", "chat"):
        Game.objects.filter(pk=game.pk).update(talk=level)
        page = Client.get(client, f"/tables/{game.pk}/", headers={"HX-Request": ""}).text
        offered[level] = ('value="luck"' in page, 'id="write"' in page)
    assert offered == {"none": (False, False), "phrases": (True, False), "chat": (True, True)}


def test_a_long_list_is_its_last_twenty_lines(game):
    start = timezone.now()
    for number in range(25):
        chat.say_phrase(
            game_id=game.pk,
            seat=None,
            speaker=Speaker(None, f"{number:064}"),
            phrase="luck",
            now=start + timedelta(seconds=number),
        )
    assert browser().get(talk(game)).text.count("<li data-by") == 20
