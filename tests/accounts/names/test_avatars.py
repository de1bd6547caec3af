"""Drawn heads: everybody has one, may choose among a dozen, and nothing else is taken."""

from xml.etree import ElementTree

import pytest

from accounts.models import User
from accounts.names.display import DOZEN, avatar_symbol
from accounts.profiles import services as profiles
from games.artwork.heads import AVATARS, draw_avatars
from tests.accounts.people import a_person
from tests.tournaments.browsers import a_browser, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]
SVG = "{http://www.w3.org/2000/svg}"


def test_a_dozen_heads_are_drawn_and_no_two_alike() -> None:
    symbols = list(ElementTree.fromstring(draw_avatars()).iter(f"{SVG}symbol"))
    assert [one.get("id") for one in symbols] == [f"a{number}" for number in range(DOZEN)]
    assert len(set(AVATARS)) == DOZEN
    bodies = {ElementTree.tostring(one).partition(b">")[2] for one in symbols}
    assert len(bodies) == DOZEN


def test_without_a_choice_the_same_row_has_always_the_same_head() -> None:
    assert [avatar_symbol(None, pk) for pk in (5, 5, 17)] == ["a5", "a5", "a5"]
    assert len({avatar_symbol(None, pk) for pk in range(DOZEN)}) == DOZEN
    assert avatar_symbol(0, 5) == "a0"


@pytest.mark.feature("Points and players", "An avatar for everybody, chosen among a dozen")
@pytest.mark.parametrize("number", range(DOZEN))
def test_each_of_them_may_be_chosen(number: int) -> None:
    ana = a_person()
    answer = a_browser(ana).post("/profile/avatar/", {"avatar": str(number)})
    assert answer.status_code == 302
    ana.refresh_from_db()
    assert ana.avatar == number
    assert f"avatars.svg#a{number}" in text_of(a_browser().get(f"/players/{ana.username}/"))
    profile = text_of(a_browser(ana).get("/profile/"))
    assert profile.count('aria-pressed="true"') == 1


@pytest.mark.parametrize("asked", ["", "12", "-1", "x", "1.0", "²", "999999999999"])
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
