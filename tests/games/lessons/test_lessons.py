"""Lessons as pages: anybody learns, and nothing is kept but which hands were finished."""

import re

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from games.lessons import COURSES
from games.models import Game
from tests.games.lessons.paths import paths
from tests.games.tables import a_person

pytestmark = pytest.mark.django_db
HAND = "/learn/argentino/4/"
GOOD = ("envido", "7e", "6e")
LANGUAGES = [code for code, _ in settings.LANGUAGES]


def learn(client, *said: str, path: str = HAND, **headers: str):
    """Do these actions, one after the other, as the page's form sends them."""
    answer = client.get(path, headers=headers)
    for index, token in enumerate(said):
        before = " ".join(said[:index])
        answer = client.post(path, {"said": before, "token": token}, headers=headers)
    return answer


def lesson_text(page: str) -> str:
    return re.search(r'<p class="told[^"]*">(.*?)</p>', page)[1]


def told_of(page: str) -> list[str]:
    story = page[page.index('id="story"') :].partition("</ol>")[0]
    return re.findall(r"<li\b[^>]*>(.*?)</li>", story)


def offered(page: str) -> set[str]:
    return set(re.findall(r'name="token"[^>]*? value="([^"]+)"', page))


@pytest.mark.feature("Learning", "Lessons need no account and store no hand")
def test_a_stranger_plays_a_hand_and_nobody_is_made(client):
    page = learn(client, *GOOD).content.decode()
    assert "Las figuras suman 0" in lesson_text(page)
    assert 'href="/learn/argentino/5/"' in page
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_looking_leaves_no_session(client):
    for path in ("/learn/", "/learn/argentino/", HAND):
        assert client.get(path).status_code == 200
    assert not Session.objects.exists()


def test_what_was_finished_is_ticked_and_the_course_goes_on_after_it(client):
    learn(client, "4o", "3c", "7e", path="/learn/argentino/1/")
    page = client.get("/learn/argentino/").content.decode()
    assert page.count('<span class="badge green">') == 1
    assert '<a class="button primary" href="/learn/argentino/2/">' in page
    assert "1 de 10 manos hechas" in client.get("/learn/").content.decode()


def test_what_an_account_finished_is_ticked_in_each_of_its_browsers():
    ana, first, second = a_person(), Client(), Client()
    for browser, number, said in ((first, 1, ("4o", "3c", "7e")), (second, 4, GOOD)):
        browser.force_login(ana)
        learn(browser, *said, path=f"/learn/argentino/{number}/")
    for browser, ticked in ((first, 2), (second, 2), (Client(), 0)):
        page = browser.get("/learn/argentino/").content.decode()
        assert page.count('<span class="badge green">') == ticked
    assert "2 de 10 manos hechas" in first.get("/learn/").content.decode()


def test_another_legal_action_is_explained_and_asked_again(client):
    page = learn(client, "7e").content.decode()
    assert "Primero cantá envido" in lesson_text(page)
    assert 'class="told remark"' in page
    assert 'name="said" value=""' in page
    assert "envido" in offered(page)


@pytest.mark.parametrize(
    ("said", "token", "reason"),
    [
        ("", "quiero", "No hay nada que responder."),
        ("", "1e", "No tenés esa carta."),
        ("", "", "Eso no se entiende en esta mesa."),
        ("", "x" * 5000, "Eso no se entiende en esta mesa."),
        ("envido 7e 6e", "4c", "La mano ya terminó."),
        ("truco", "7e", "Eso no se entiende en esta mesa."),
        ("basura", "7e", "Eso no se entiende en esta mesa."),
    ],
)
def test_what_no_button_sends_is_refused_in_words(client, said, token, reason):
    answer = client.post(HAND, {"said": said, "token": token})
    assert answer.status_code == 422
    assert lesson_text(answer.content.decode()) == reason
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    "path", ["/learn/mus/", "/learn/argentino/0/", "/learn/argentino/11/", "/learn/mus/1/"]
)
def test_what_is_not_taught_is_not_there(client, path):
    assert client.get(path).status_code == 404


def test_htmx_gets_the_table_alone(client):
    page = learn(client, "envido", **{"HX-Request": "true"}).content.decode()
    assert page.startswith('<main id="table"')


@pytest.mark.feature("Learning", "Every hand of every course works in every language")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", COURSES)
def test_every_hand_of_a_course_can_be_played_through_its_page(client, name, language):
    course = COURSES[name]
    for number in range(1, 10):
        path = f"/learn/{name}/{number}/"
        *_, last = (now for now in paths(course, number) if now.state.over)
        page = learn(client, *last.said, path=path, **{"accept-language": language}).content
        assert f'<html lang="{language}"' in page.decode()
        assert '<a class="on"' in page.decode()
    page = client.get(f"/learn/{name}/").content.decode()
    assert page.count('<span class="badge green">') == 9


@pytest.mark.parametrize("name", COURSES)
def test_the_page_offers_what_is_good_and_shows_none_of_the_robots_cards(client, name):
    course = COURSES[name]
    for number in range(1, 10):
        for now in paths(course, number):
            path, htmx = f"/learn/{name}/{number}/", {"HX-Request": "true"}
            page = learn(client, *now.said, path=path, **htmx).content.decode()
            if now.step is not None:
                assert offered(page) & set(now.step.good)
            assert not [card for card in now.state.held[1] if f"#n{card}" in page]


def test_skipping_leads_on_and_the_last_hand_back_to_its_course(client):
    assert 'href="/learn/argentino/5/">Saltar esta mano' in client.get(HAND).content.decode()
    last = client.get("/learn/argentino/10/").content.decode()
    assert 'href="/learn/argentino/">Saltar esta mano' in last


def test_the_hand_alone_goes_on_with_a_robot(client):
    page = learn(client, "7o", path="/learn/argentino/10/").content.decode()
    assert 'name="said" value="7o"' in page
    # the player's own card, the robot's, and the winner of the trick
    assert len(told_of(page)) >= 3
    assert "Ahora jugás sin ayuda" in lesson_text(page)


@pytest.mark.feature("Learning", "A hand can be skipped, a course left for a practice table")
@pytest.mark.parametrize("name", COURSES)
def test_a_course_ends_at_a_practice_table_of_its_rules(client, name):
    page = client.get(f"/learn/{name}/").content.decode()
    assert f'<input type="hidden" name="preset" value="{name}">' in page
    person = User.objects.create_user(username="ana", password="secreto")
    client.force_login(person)
    client.post("/tables/practice/", {"preset": name, "seats": "2"})
    assert Game.objects.get().preset == name


@pytest.mark.parametrize("path", ["/", "/tables/", "/rules/"])
def test_lessons_are_found_from_where_one_comes_in(client, path):
    assert 'href="/learn/"' in client.get(path).content.decode()
