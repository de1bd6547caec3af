"""Drawn heads: everybody has one, may choose among two dozen, and nothing else is taken."""

from xml.etree import ElementTree

import pytest

from accounts.models import User
from accounts.names.display import FACES, avatar_symbol
from accounts.profiles import services as profiles
from games.artwork.faces import KEYS, Mood, draw_faces, face
from games.robots.cast import CAST
from tests.accounts.people import a_person
from tests.tournaments.browsers import a_browser, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]
SVG = "{http://www.w3.org/2000/svg}"


def test_every_face_is_drawn_in_every_mood_and_no_two_are_alike() -> None:
    sprite = ElementTree.fromstring(draw_faces()).iter(f"{SVG}symbol")
    drawn = {one.get("id"): ElementTree.tostring(one).partition(b">")[2] for one in sprite}
    assert len(KEYS) >= FACES, "people choose among the first; the others are characters' own"
    asked = [face(key, mood) for key in KEYS for mood in Mood]
    assert len({drawn[symbol] for symbol in asked}) == len(asked)
    heads = {drawn[f"{avatar_symbol(None, number)}-head"] for number in range(FACES)}
    assert len(heads) == FACES


def test_every_character_has_a_face_of_its_own() -> None:
    assert sorted(who.face for who in CAST.values()) == sorted(KEYS)


def test_without_a_choice_the_same_row_has_always_the_same_head() -> None:
    assert [avatar_symbol(None, pk) for pk in (5, 5, 17)] == ["a5", "a5", "a17"]
    assert len({avatar_symbol(None, pk) for pk in range(FACES)}) == FACES
    assert avatar_symbol(0, 5) == "a0"


@pytest.mark.feature("Points and players", "A drawn face for everybody, chosen among two dozen")
@pytest.mark.parametrize("number", range(FACES))
def test_each_of_them_may_be_chosen(number: int) -> None:
    ana = a_person()
    answer = a_browser(ana).post("/profile/avatar/", {"avatar": str(number)})
    assert answer.status_code == 302
    ana.refresh_from_db()
    assert ana.avatar == number
    assert f"faces.svg#a{number}" in text_of(a_browser().get(f"/players/{ana.username}/"))
    profile = text_of(a_browser(ana).get("/profile/"))
    assert profile.count('aria-pressed="true"') == 1


@pytest.mark.parametrize("asked", ["", "24", "-1", "x", "1.0", "²", "999999999999"])
def test_what_is_not_drawn_is_refused_and_changes_nothing(asked: str) -> None:
    ana = a_person()
    profiles.choose_avatar(user=ana, avatar=3)
    answer = a_browser(ana).post("/profile/avatar/", {"avatar": asked})
    assert answer.status_code == 409
    assert "Esa cara no está entre las dibujadas." in text_of(answer)
    ana.refresh_from_db()
    assert ana.avatar == 3


def test_a_stranger_chooses_nobodys_head() -> None:
    assert a_browser().post("/profile/avatar/", {"avatar": "3"}).status_code in (302, 303)
    assert not User.objects.filter(avatar__isnull=False).exists()
    assert a_browser(a_person()).get("/profile/avatar/").status_code == 405


def test_who_leaves_leaves_no_chosen_head(now) -> None:
    ana = a_person()
    profiles.choose_avatar(user=ana, avatar=3)
    profiles.anonymise(user_id=ana.pk, now=now)
    ana.refresh_from_db()
    assert ana.avatar is None
