"""Names that look like another's, that cannot be seen, or that are none."""

import pytest

from accounts.models import Club, User
from tests.accounts.people import a_club, a_person
from tests.accounts.sign_in.test_entrance import sign_up
from tests.games.tables import a_person as anybody
from tests.soak.inputs.listed import LARGE, check
from tests.tournaments.browsers import a_browser, text_of

pytestmark = [pytest.mark.both, pytest.mark.django_db]

ALIKE = {
    "a": "аàáＡ",
    "e": "еéｅ",
    "o": "о0óο",
    "p": "рＰ",
    "c": "сＣ",
    "i": "іíⅰ",
    "l": "1Ⅼ",
    "s": "ѕＳ",
}
RESERVED = (
    "admin",
    "аdmin",
    "adm1n",
    "juez",
    "JUEZ",
    "rnoderador",
    "moderador",
    "truco",
    "sistema",
)
UNSEEN = ("a\u202eb", "a\u200bb", "a\u2066b", "a\u00adb", "a\x1bb", "Z" + "\u0301" * 4, "a\u2028b")
NOBODY = ("   ", "🂡🂮", "...", "\u3164", "\u2800\u2800")


def pairs() -> list[tuple[str, str]]:
    """Names, and the same with one letter that looks alike."""
    names = ("claudio", "sofiapaz", "cecilia", "leopoldo", "isabel", "apolo", "pelopeco")
    found = [
        (name, name.replace(letter, other, 1))
        for name in names
        for letter, others in ALIKE.items()
        for other in others
        if letter in name
    ]
    found += [("marta", "rnarta"), ("walter", "vvalter"), ("hugo", "ℌugo"), ("ana", "ａｎａ")]
    assert len(found) >= 75
    return found if LARGE else found[::6]


@check("B099")
@pytest.mark.parametrize(("name", "alike"), pairs())
def test_no_two_names_look_alike(client, name, alike):
    a_person(name)
    page = sign_up(client, alike, email="new@example.org")
    assert "errorlist" in text_of(page)
    assert User.objects.count() == 1


@check("B099")
@pytest.mark.parametrize("name", RESERVED)
def test_the_names_of_the_house_are_nobodys(client, name):
    assert "errorlist" in text_of(sign_up(client, name))
    assert not User.objects.exists()


@check("B100")
@pytest.mark.parametrize("text", UNSEEN)
def test_signs_that_turn_or_hide_are_refused_and_names_stand_apart(text):
    """Refused with a text, not stripped: no user gets a name that they did not write."""
    person = anybody()
    browser = a_browser(person)
    form = {"display_name": text, "language": "es-ar", "zone": "UTC", "motion": "normal"}
    answer = browser.post("/profile/", form)
    if answer.status_code != 422:  # a line separator is white space: one space is kept
        assert answer.status_code == 302
        assert User.objects.get(pk=person.pk).display_name == "a b"
    else:
        assert User.objects.get(pk=person.pk).display_name == ""
    assert browser.post("/clubs/new/", {"name": text, "zone": "UTC"}).status_code in {302, 422}
    assert not any(text == club.name for club in Club.objects.all())
    assert "<bdi>" in text_of(browser.get(f"/players/{person.username}/"))


@check("B101")
@pytest.mark.parametrize("text", [*NOBODY, "x" * 10_000])
def test_a_name_is_neither_empty_nor_endless(text):
    owner = a_person("owen")
    club = a_club(owner)
    browser = a_browser(owner)
    assert browser.post("/clubs/new/", {"name": text, "zone": "UTC"}).status_code == 422
    form = {"name": text, "zone": "UTC"}
    assert browser.post(f"/clubs/{club.slug}/edit/", form).status_code == 422
    assert [each.name for each in Club.objects.all()] == ["La Yunta"]
    form = {"display_name": text, "language": "es-ar", "zone": "UTC", "motion": "normal"}
    browser.post("/profile/", form)
    assert User.objects.get().display_name == ""
