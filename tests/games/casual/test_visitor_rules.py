"""A new visitor is offered the rules of their language and place."""

import pytest
from django.conf import settings

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
