"""Verbs agree with whom a name means: Ana Ruiz came, Ana y Beto came, a club came."""

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.events import ready
from tests.tournaments.halls import write
from tests.tournaments.names import an_event_of_names, draw_and_start
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition
from tournaments.withdrawals.queries import no_show, what_falls
from tournaments.withdrawals.services import withdraw

pytestmark = pytest.mark.django_db
PAIRS = [("Ana", "Beto"), ("Caro", "Dani"), ("Eva", "Fito"), ("Gabi", "Hugo")]


@pytest.fixture
def pairs(organiser, now) -> Competition:
    """Four pairs in the first of three rounds, with real cards."""
    shape = FormatOptions(format="swiss", swiss_rounds=3)
    event = an_event_of_names(organiser, now, PAIRS, by_qr=False, with_cards=True, shape=shape)
    return draw_and_start(event, organiser, now)


@pytest.mark.parametrize(
    ("terms", "of_side", "of_entry"),
    [
        ({"options": {"seats": "2"}}, 1, 1),
        ({"options": {"seats": "4"}}, 2, 2),
        ({"options": {"seats": "6"}}, 3, 3),
        ({"options": {"seats": "4"}, "changing_partners": True}, 2, 1),
        ({"options": {"seats": "4"}, "boards": "2,2,1"}, 1, 1),
    ],
)
def test_a_name_means_so_many_people(terms, of_side, of_entry):
    competition = Competition(preset="argentino", **terms)
    assert (competition.named_per_side, competition.named_per_entry) == (of_side, of_entry)


def test_a_pair_that_did_not_come_is_more_than_one(pairs, organiser, now):
    match = ready(pairs)[0]
    case = no_show(match, [0], now)
    assert case.verdict == f"Ganan {case.names[1]} por ausencia."
    assert case.reason.startswith(f"No vinieron: {case.names[0]}, ")
    page = text_of(a_browser(organiser).get(f"/competitions/{pairs.pk}/results/"))
    assert f"No vinieron {case.names[0]}" in page
    assert "{place}: ganaron {winner}. ¿Y {loser}?" in page
    row = f"/competitions/{pairs.pk}/results/{match.pk}/absent/?who=0"
    asked = " ".join(text_of(a_browser(organiser).get(row)).split())
    assert "Llegan tarde." in asked
    assert "Faltan también en la ronda 2" in asked
    assert "En la tabla quedan al final, como retirados." in asked


def test_two_singles_who_did_not_come_are_more_than_one(organiser, now):
    names = [(name,) for name in ("Ana", "Beto")]
    event = an_event_of_names(organiser, now, names, by_qr=False, with_cards=True)
    match = ready(draw_and_start(event, organiser, now))[0]
    assert no_show(match, [0], now).reason.startswith("No vino: ")
    assert no_show(match, [0, 1], now).reason.startswith("No vinieron: ")


def test_a_pair_leaves_and_returns_as_more_than_one(pairs, organiser, now):
    match = ready(pairs)[0]
    gone, rival = (match.slots.get(side=side).entry for side in (0, 1))
    assert f"{match.place}: ganan {rival} por ausencia." in what_falls(gone)
    desk, page = a_browser(organiser), f"/competitions/{pairs.pk}"
    asked = text_of(desk.get(f"{page}/entries/{gone.pk}/withdraw/"))
    assert f"¿Se retiran <bdi>{gone}</bdi>?" in asked
    withdraw(entry_id=gone.pk, actor=organiser, now=now)
    told = text_of(desk.post(f"{page}/entries/{gone.pk}/reinstate/", follow=True))
    assert f"{gone} juegan de nuevo: todo quedó como estaba." in told


def test_the_news_of_a_club_say_what_pairs_did(pairs, organiser, now):
    match = ready(pairs)[0]
    write(match, now)
    news = text_of(a_browser(organiser).get(f"/clubs/{pairs.club.slug}/news/"))
    winner, loser = (match.slots.get(side=side).entry for side in (0, 1))
    assert f"{winner} les ganaron a {loser}" in news
