"""A ladder over two weeks in a browser; what time does is done with its clock passed in."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.tournaments.challenges.test_challenges import (
    a_ladder,
    dare,
    entry,
    group_of,
    order,
    player,
    sweep,
)
from tests.tournaments.events import organiser_of
from tournaments.challenges.services import apply_inactivity
from tournaments.matches.services import give_walkover
from tournaments.models import Challenge, Competition, Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DAY = timedelta(days=1)


@pytest.mark.feature("Formats", "Ladder: a season of two weeks on the phone")
def test_a_ladder_over_two_weeks(open_screen):
    now = timezone.now()
    event = a_ladder(now, entries=5, season_days=14, inactive_days=7, answer_days=2)
    address = f"/competitions/{event.pk}/ladder/"

    second = open_screen(f"/competitions/{event.pk}/", player(event, 2)).page
    second.get_by_role("link", name="Escalera y desafíos").tap()
    second.get_by_role("button", name="Desafiar a").tap()
    expect(second.get_by_text("Espera respuesta hasta el")).to_be_visible()

    first = open_screen(address, player(event, 1)).page
    first.get_by_role("button", name="Aceptar").tap()
    expect(first).to_have_url(re.compile(r"/matches/\d+/$"))
    give_walkover(
        match_id=match_of(event).pk,
        winner=0,
        actor=organiser_of(event),
        reason="lo anotaron en el club",
        now=now + DAY,
    )
    sweep(now + DAY)
    first.goto(first.url.partition("/matches")[0] + address)
    expect(first.locator("#ladder li").first).to_contain_text(str(entry(event, 2)))

    dare(event, 5, 4, now + 2 * DAY)  # who never answers
    sweep(now + 4 * DAY)
    assert order(event) == [2, 1, 3, 5, 4]
    apply_inactivity(group_id=group_of(event).pk, now=now + 7 * DAY + DAY / 2)
    assert order(event) == [2, 1, 5, 3, 4]

    sweep(now + 15 * DAY)
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    assert event.champion == entry(event, 2)
    assert not Challenge.objects.open().exists()
    first.goto(first.url)
    expect(first.get_by_text("sin contestar")).to_be_visible()


def match_of(event: Competition) -> Match:
    return Match.objects.of(event.pk).earliest("pk")
