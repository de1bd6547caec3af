"""A format is added by its module and its words: the form, the draw, the pages, verify know it."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import an_organiser
from tests.tournaments.events import an_event, award_all, ready
from tests.tournaments.formats.next_in_order import NEXT_IN_ORDER
from tests.tournaments.lifecycle.test_pages_creating import create, fields
from tournaments import verification
from tournaments.competitions.format_labels import FORMAT_NAMES
from tournaments.formats.catalogue import FORMATS
from tournaments.models import Competition, Match, MatchSlot

pytestmark = [pytest.mark.django_db, pytest.mark.both]
NAME = NEXT_IN_ORDER.name
WORDS = "cada uno con el que sigue"


@pytest.fixture(autouse=True)
def _added(monkeypatch):
    """Its line in the catalogue, and its words."""
    monkeypatch.setitem(FORMATS, NAME, NEXT_IN_ORDER)
    monkeypatch.setitem(FORMAT_NAMES, NAME, WORDS)


def violations():
    return [str(each) for each in verification.violations(live=False)]


def meetings(event):
    matches = Match.objects.of(event.pk).order_by("number")
    return [[slot.entry.seed for slot in match.slots.order_by("side")] for match in matches]


def test_the_form_offers_it_with_its_tie_breaks_and_says_what_it_comes_to():
    organiser = an_organiser()
    asked = fields(organiser, format=NAME, cap="9")
    headers = {"HX-Request": "true"}
    told = text_of(a_browser(organiser).get("/competitions/new/", asked, headers=headers))
    assert "Hasta 9 jugadores, cada uno con el que sigue" in told
    assert "1 ronda, 4 partidos en total" in told
    whole = text_of(a_browser(organiser).get("/competitions/new/", {"format": NAME}))
    assert WORDS in whole
    assert 'name="tie_break_1"' in whole
    assert 'name="third_place"' not in whole


def test_it_is_announced_and_refuses_a_tie_break_of_another():
    organiser = an_organiser()
    assert create(organiser, format=NAME, tie_break_1="wins").status_code == 302
    stage = Competition.objects.get().stages.get()
    assert (stage.format, stage.tie_breaks) == (NAME, ["points", "wins", "lot"])
    assert create(organiser, name="Otra", format=NAME, tie_break_1="koya").status_code == 422


@pytest.mark.feature("Formats", "A format is added as one module and its labels")
def test_it_is_drawn_played_and_shown(now):
    organiser = an_organiser()
    event = an_event(now, NAME, 5, organiser=organiser)
    assert meetings(event) == [[1, 2], [3, 4]]
    assert len(ready(event)) == 2
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert event.champion.seed in (1, 3)
    page = text_of(a_browser(organiser).get(f"/competitions/{event.pk}/"))
    assert WORDS in page
    assert "Posiciones" in page
    exported = a_browser(organiser).get(f"/api/competitions/{event.pk}/").json()
    assert exported["stages"][0]["format"] == NAME
    assert violations() == []


def test_verify_names_a_meeting_that_it_does_not_send(now):
    event = an_event(now, NAME, 4)
    slots = MatchSlot.objects.filter(match__in=Match.objects.of(event.pk), side=1)
    first, second = slots.order_by("match__number")
    first.entry, second.entry = second.entry, first.entry
    MatchSlot.objects.filter(pk=second.pk).delete()
    first.save()
    second.save(force_insert=True)
    (named,) = violations()
    assert "those who meet are not those whom its format sends against each other" in named


def test_a_whole_cup_of_it_is_played():
    told = StringIO()
    call_command("play_cup", entries=4, format=NAME, seed="1", json=True, stdout=told)
    found = json.loads(told.getvalue())
    assert (found["format"], found["matches"], found["violations"]) == (NAME, 2, [])
