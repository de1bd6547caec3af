"""What the page of a competition tells about the event: place, price, prizes, description."""

import io
from datetime import datetime
from decimal import Decimal

import pytest
from django.utils import translation
from PIL import Image

from accounts.models import User
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser
from tests.tournaments.events import an_event
from tournaments.competitions.terms_labels import money
from tournaments.exports.posters import competition_poster, draw_poster
from tournaments.live.competition import CompetitionView
from tournaments.models import Competition

pytestmark = pytest.mark.django_db

TOLD = {
    "venue": "Club El Ombú",
    "address": "Mitre 450, Mercedes",
    "fee": Decimal(5000),
    "fee_includes": "empanadas",
    "prizes": "Un lechón\nDos vinos",
    "prize_shares": "50,30",
    "description": "Traé **mazo**.",
}


@pytest.fixture
def organiser(db: None) -> User:
    return an_organiser()


def page_of(cup: Competition, language: str = "es-ar") -> str:
    return text_of(a_browser(language=language).get(f"/competitions/{cup.pk}/"))


@pytest.mark.feature("Competitions", "Place with a map, price, prizes and description on the page")
def test_the_page_tells_place_price_prizes_and_description(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, per_side=2, **TOLD)
    page = page_of(cup)
    for words in (
        "Club El Ombú",
        "Mitre 450, Mercedes",
        "https://www.openstreetmap.org/search?query=Mitre+450%2C+Mercedes",
        "$\xa05.000 por persona, incluye empanadas",
        "Un lechón",
        "1.º: 50 % del pozo",
        "<strong>mazo</strong>",
    ):
        assert words in page
    assert "$\xa05,000 per person, includes empanadas" in page_of(cup, "en")


def test_a_competition_without_them_has_no_empty_card(organiser: User, now: datetime) -> None:
    assert 'id="announcement"' not in page_of(a_cup(organiser, now))


def test_it_stays_on_the_page_of_a_drawn_one(organiser: User, now: datetime) -> None:
    assert "Club El Ombú" in page_of(a_running_cup(organiser, now, entries=4, **TOLD))


@pytest.mark.parametrize(
    ("per_side", "fee_per", "words"),
    [
        (1, "person", "$\xa05.000"),
        (2, "person", "$\xa05.000 por persona"),
        (2, "entry", "$\xa05.000 la pareja"),
        (3, "entry", "$\xa05.000 el equipo"),
    ],
)
def test_a_price_says_who_pays_it(organiser, now, per_side, fee_per, words) -> None:
    cup = a_cup(organiser, now, per_side=per_side, fee=Decimal(5000), fee_per=fee_per)
    assert f"<bdi>{words}</bdi>" in page_of(cup)
    assert cup.amount_due == (5000 * per_side if fee_per == "person" else 5000)


@pytest.mark.parametrize(
    ("language", "amount", "currency", "words"),
    [
        ("es-ar", "12500", "ARS", "$\xa012.500"),
        ("es-es", "7.50", "EUR", "7,50\xa0€"),
        ("es-uy", "1200", "UYU", "$U\xa01.200"),
        ("es-ve", "12500.50", "ARS", "$\xa012.500,50"),
        ("en", "7.50", "EUR", "€\xa07.50"),
        ("en", "1200", "UYU", "$U\xa01,200"),
    ],
)
def test_amounts_are_written_as_the_reader_does(language, amount, currency, words) -> None:
    with translation.override(language):
        assert money(Decimal(amount), currency) == words


def edited(organiser: User, cup: Competition, **sent: str) -> Competition:
    answer = a_browser(organiser).post(f"/competitions/{cup.pk}/edit/", sent)
    assert answer.status_code in (302, 422)
    cup.refresh_from_db()
    return cup


def test_it_can_be_changed_after_the_draw_and_is_logged(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=2, with_cards=True, **TOLD)
    sent = {"drawn": "True", "name": cup.name, "fee": "7000.50", "venue": "Otro"}
    edited(organiser, cup, **sent, description="Uno\n\n\n\nDos\nTres")
    assert (cup.fee, cup.venue, cup.currency) == (Decimal("7000.50"), "Otro", "ARS")
    assert cup.description == "Uno\n\nDos\nTres"
    told = cup.audit.filter(act="edit").get()
    assert (told.before["fee"], told.after["fee"]) == ("5000.00", "7000.50")


@pytest.mark.parametrize(
    "wrong",
    [
        {"fee": "-1"},
        {"fee": "1e9"},
        {"fee": "NaN"},
        {"currency": "XXX"},
        {"prize_shares": "60,50"},
        {"prize_shares": "0"},
        {"prize_shares": "mitad"},
        {"description": "oro\x00"},
        {"description": "x" * 4001},
        {"venue": "oro\u202e"},
    ],
)
def test_what_makes_no_sense_is_refused(organiser: User, now: datetime, wrong) -> None:
    cup = a_running_cup(organiser, now, entries=2)
    sent = {"drawn": "True", "name": cup.name, "public": "on", **wrong}
    answer = a_browser(organiser).post(f"/competitions/{cup.pk}/edit/", sent)
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)


def test_the_poster_tells_place_and_price(organiser: User, now: datetime) -> None:
    lines = competition_poster(a_cup(organiser, now, **TOLD)).lines
    assert lines[-2:] == ["Club El Ombú, Mitre 450, Mercedes", "$\xa05.000, incluye empanadas"]


@pytest.mark.feature("Exports", "The draw as a picture to share")
@pytest.mark.parametrize("format_", ["single", "swiss", "groups"])
def test_the_draw_is_a_picture(now: datetime, format_: str) -> None:
    event = an_event(now, format_, 16)
    listed = draw_poster(event, CompetitionView.of(event).event).listed
    told = "\n".join(listed)
    for entry in event.entries.all():
        assert told.count(str(entry)) >= 1
    answer = a_browser().get(f"/competitions/{event.pk}/drawn.png")
    assert answer["Content-Type"] == "image/png"
    width, height = Image.open(io.BytesIO(answer.content)).size
    assert width == 1200
    assert height >= 630
    page = text_of(a_browser().get(f"/competitions/{event.pk}/why/"))
    assert f'data-picture="/competitions/{event.pk}/drawn.png"' in page


def test_a_running_one_is_passed_on_with_its_draw(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=4)
    assert f'data-picture="/competitions/{cup.pk}/drawn.png"' in page_of(cup)


def test_before_the_draw_there_is_no_picture_of_it(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now)
    assert a_browser().get(f"/competitions/{cup.pk}/drawn.png").status_code == 404
    assert f'data-picture="/competitions/{cup.pk}/picture.png"' in page_of(cup)
