"""A new visitor is offered the rules of their language and place."""

from http import HTTPStatus

import pytest
from django.conf import settings

from games.models import Game
from tests.accounts.people import a_person

pytestmark = pytest.mark.django_db
ZONE = settings.ZONE_COOKIE_NAMES[0]


@pytest.mark.parametrize(
    ("language", "zone", "preset"),
    [
        ("es-AR,es;q=0.9", "", "argentino"),
        ("es-UY,es;q=0.9", "", "uruguayo"),
        ("ca-valencia,ca;q=0.9", "", "truc"),
        ("en", "America/Montevideo", "uruguayo"),
        ("es-AR", "America/Montevideo", "argentino"),
        ("es,es-UY;q=0.8", "", "uruguayo"),
        ("pt-BR,pt;q=0.9", "", "paulista"),
        ("pt-PT,pt;q=0.9", "", "paulista"),
        ("en", "America/Sao_Paulo", "paulista"),
        ("es-VE,es;q=0.9", "", "venezolano"),
        ("en", "America/Caracas", "venezolano"),
        ("ca-balear,ca;q=0.9", "", "mallorqui"),
        ("ca-ES-u-sd-esib", "", "mallorqui"),
        ("", "", "argentino"),
    ],
)
@pytest.mark.parametrize("page", ["/", "/tables/"])
def test_the_family_of_the_place_comes_first(client, language, zone, preset, page):
    client.cookies[ZONE] = zone
    form = client.get(page, headers={"accept-language": language}).context["play_now"]
    assert form["preset"].initial == preset


@pytest.mark.parametrize(("language", "preset"), [("es-uy", "uruguayo"), ("es-ve", "venezolano")])
def test_the_language_of_an_account_decides_before_the_browser(client, language, preset):
    client.force_login(a_person(language=language))
    page = client.get("/tables/", headers={"accept-language": "es-AR,es;q=0.9"})
    assert page.context["play_now"]["preset"].initial == preset


def test_what_was_liked_last_comes_before_the_place(client):
    chosen = {"preset": "truc", "seats": "2", "length": "short"}
    client.post("/tables/now/", chosen)
    page = client.get("/tables/", headers={"accept-language": "es-UY"})
    assert page.context["play_now"]["preset"].initial == "truc"


def test_who_chooses_other_rules_is_not_led_back_to_their_unfinished_table(client):
    liked = {"preset": "argentino", "seats": "2", "length": "short", "robots": "on"}
    first = client.post("/tables/now/", liked).url
    assert client.post("/tables/now/", liked).url == first
    for chosen in ({"preset": "uruguayo"}, {"length": "long"}, {"seats": "4"}, {"robots": ""}):
        assert client.post("/tables/now/", {**liked, **chosen}).url != first


@pytest.mark.parametrize(
    ("language", "game", "target"),
    [
        ("es-AR", "argentino", 15),
        ("es-UY", "uruguayo", 30),
        ("ca-valencia", "truc", 18),
        ("pt-BR", "paulista", 12),
        ("es-VE", "venezolano", 12),
    ],
)
@pytest.mark.parametrize("page", ["/", "/tables/"])
def test_practice_in_one_tap_has_the_rules_of_the_place(client, language, game, target, page):
    headers = {"accept-language": language}
    form = client.get(page, headers=headers).context["quick_practice"]
    chosen = {"preset": form.preset, "target": form.target, "seats": "2"}
    assert client.post("/tables/practice/", chosen, headers=headers).status_code == HTTPStatus.FOUND
    table = Game.objects.latest("pk")
    assert (table.preset, table.rules.target) == (game, target)


@pytest.mark.parametrize(("language", "first"), [("es-AR", "argentino"), ("pt-BR", "paulista")])
def test_lessons_begin_with_the_course_of_the_place(client, language, first):
    courses = client.get("/learn/", headers={"accept-language": language}).context["courses"]
    assert courses[0]["preset"] == first
    assert len({course["preset"] for course in courses}) == len(courses)
