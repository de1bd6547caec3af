"""oEmbed: how other sites frame a public competition."""

from html.parser import HTMLParser

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser
from tournaments.models import Competition

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def get_oembed(url, **more):
    return a_browser().get("/oembed/", {"url": url, **more})


class _Frame(HTMLParser):
    def __init__(self):
        super().__init__()
        self.given = {}

    def handle_starttag(self, tag, attrs):
        assert tag == "iframe"
        self.given = dict(attrs)


@pytest.mark.feature("Public pages", "Other sites embed a competition by its address (oEmbed)")
@pytest.mark.parametrize("path", ["/competitions/{0}/", "/embed/competitions/{0}/", "/c/{1}/"])
def test_the_address_of_a_competition_leads_to_its_frame(now, path):
    cup = a_cup(an_organiser(), now)
    Competition.objects.filter(pk=cup.pk).update(name='Copa "<b>" & más')
    address = f"http://testserver{path.format(cup.pk, cup.code)}"
    told = get_oembed(address, maxwidth="320").json()
    assert (told["version"], told["type"], told["width"]) == ("1.0", "rich", 320)
    frame = _Frame()
    frame.feed(told["html"])
    assert frame.given["src"] == f"http://testserver/embed/competitions/{cup.pk}/"
    assert frame.given["title"] == f'Copa "<b>" & más · {cup.club}'
    assert a_browser().get(frame.given["src"].removeprefix("http://testserver")).status_code == 200
    picture = told["thumbnail_url"].removeprefix("http://testserver")
    assert a_browser().get(picture).headers["Content-Type"] == "image/png"


def test_the_page_of_a_competition_names_its_frame(now):
    cup = a_cup(an_organiser(), now)
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    link = f"/oembed/?url=http%3A%2F%2Ftestserver%2Fcompetitions%2F{cup.pk}%2F"
    assert f'type="application/json+oembed" href="http://testserver{link}"' in page
    assert a_browser().get(link).status_code == 200


def test_nothing_else_is_framed(now):
    cup = a_cup(an_organiser(), now, public=False)
    for address in (
        f"http://testserver/competitions/{cup.pk}/",
        f"http://evil.example/competitions/{cup.pk}/",
        *("http://testserver/clubs/", "http://testserver/nowhere/", "javascript:alert(1)"),
        *("http://[", "", "/competitions/1/", "http://testserver/competitions/99999/"),
    ):
        assert get_oembed(address).status_code == 404, address


def test_other_formats_are_not_offered(now):
    cup = a_cup(an_organiser(), now)
    assert get_oembed(f"http://testserver/competitions/{cup.pk}/", format="xml").status_code == 501


@pytest.mark.parametrize(("most", "width"), [("x", 640), ("99999", 640), ("9", 200), ("-5", 640)])
def test_sizes_stay_within_bounds(now, most, width):
    cup = a_cup(an_organiser(), now)
    assert (
        get_oembed(f"http://testserver/competitions/{cup.pk}/", maxwidth=most).json()["width"]
        == width
    )
