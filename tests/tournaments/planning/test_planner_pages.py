"""The page of the planner, from the first wish to the published calendar."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.games.tables import a_person
from tests.tournaments.planning.test_services import a_planned_league, dates_of, run, short_searches
from tournaments.models import DateWish, Derby, SeasonDraft

pytestmark = pytest.mark.django_db
__all__ = ["short_searches"]


@pytest.fixture
def league(client):
    """A league whose organiser is signed in."""
    league, organiser = a_planned_league(timezone.now())
    client.force_login(organiser)
    league.runner = organiser
    return league


def post(client, league, act: str, **sent):
    return client.post(reverse("competitions:plan_act", args=[league.pk, act]), sent, follow=True)


def page(client, league):
    return client.get(reverse("competitions:planner", args=[league.pk]))


def test_the_desk_leads_to_the_planner(client, league):
    desk = client.get(reverse("competitions:manage", args=[league.pk]) + "?s=standings")
    assert reverse("competitions:planner", args=[league.pk]) in desk.text


def test_an_organiser_writes_wishes_and_derbies(client, league):
    first, second = league.entries.order_by("pk")[:2]
    answer = post(
        client, league, "wish", entry_id=first.pk, side="home", day=dates_of(league)[0].isoformat()
    )
    assert str(first) in answer.text
    answer = post(client, league, "derby", first_id=first.pk, second_id=second.pk)
    assert Derby.objects.count() == 1
    post(client, league, "forget-wish", wish_id=DateWish.objects.get().pk)
    post(client, league, "forget-derby", derby_id=Derby.objects.get().pk)
    assert not DateWish.objects.exists()
    assert not Derby.objects.exists()


def test_the_search_is_shown_until_it_is_over(client, league):
    progress = reverse("competitions:plan_progress", args=[league.pk])
    assert client.get(progress).headers["HX-Refresh"] == "true"
    answer = post(client, league, "start")
    assert progress in answer.text
    assert "<progress" in client.get(progress).text
    assert "disabled" in post(client, league, "stop").text


def test_a_draft_is_shown_moved_and_published(client, league):
    now = timezone.now()
    run(league, league.runner, now)
    shown = page(client, league)
    assert "Se cumplen todos los pedidos" in shown.text
    match = shown.context["planner"].days[0].matches[0]
    answer = post(client, league, "move", home_id=match.home.pk, away_id=match.away.pk, place=1)
    assert f"{match.home} juega dos veces" in answer.text
    assert "Publicar" not in answer.text
    post(client, league, "move", home_id=match.home.pk, away_id=match.away.pk, place=0)
    published = post(client, league, "publish")
    assert "Calendario publicado" in published.text
    assert "Fecha 1" in published.text
    assert not SeasonDraft.objects.exists()


def test_a_draft_is_discarded(client, league):
    run(league, league.runner, timezone.now())
    assert "Borrador tirado" in post(client, league, "discard").text
    assert not SeasonDraft.objects.exists()


def test_a_missed_wish_is_named_in_the_draft(client, league):
    """Two homes at one table: the second came when there was still room for both."""
    first, second = league.entries.order_by("pk")[:2]
    for entry in (first, second):
        DateWish.objects.create(entry=entry, day=dates_of(league)[0], side="home")
    run(league, league.runner, timezone.now())
    shown = page(client, league).text
    assert "pidió ser local" in shown


@pytest.mark.parametrize(
    ("act", "sent", "status"),
    [
        ("wish", {"entry_id": "x"}, 422),
        ("wish", {"entry_id": 1, "side": "home", "day": "2026-02-31"}, 422),
        ("derby", {"first_id": 1, "second_id": 1}, 422),
        ("move", {"home_id": 1, "away_id": 2, "place": 0}, 409),
        ("publish", {}, 409),
        ("nothing", {}, 404),
    ],
)
def test_bad_input_is_refused(client, league, act, sent, status):
    assert post(client, league, act, **sent).status_code == status


def test_strangers_see_no_planner(client, league):
    client.force_login(a_person())
    assert page(client, league).status_code == 403
    assert post(client, league, "start").status_code == 403
