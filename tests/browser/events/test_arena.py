"""An arena in a browser: the time left, the next table, a rest and the return."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.tournaments.cups import a_running_cup, an_organiser
from tournaments.formats.options import FormatOptions
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEFT = re.compile(r"^quedan (59:\d\d|1:00:00)$")


@pytest.mark.feature("Formats", "Arena: the page counts down, players rest and return by one tap")
def test_a_player_sees_the_time_rests_and_returns(open_screen):
    now, organiser = timezone.now(), an_organiser()
    shape = FormatOptions(format="arena")
    event = a_running_cup(organiser, now, entries=5, shape=shape, cap=8, late_entries=True)
    busy = Match.objects.of(event.pk).values("slots__entry")
    waiting = event.entries.exclude(pk__in=busy).get()
    page = open_screen(f"/competitions/{event.pk}/", waiting.roster.get().user).page
    expect(page.locator("#clock time")).to_have_text(LEFT)
    expect(page.get_by_text("Buscando rival para vos")).to_be_visible()
    page.get_by_role("button", name="Descansar").tap()
    expect(page.get_by_text("Estás descansando")).to_be_visible()
    page.get_by_role("button", name="Volver a jugar").tap()
    expect(page.get_by_text("Buscando rival para vos")).to_be_visible()
