"""A format without rounds is added by its own file: services, pages and `verify` know it."""

import json
from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, enter
from tests.tournaments.events import (
    an_event,
    award,
    award_all,
    draw_what_follows,
    organiser_of,
    ready,
)
from tests.tournaments.formats.arena import ARENA, Arena
from tests.tournaments.lifecycle.test_pages_creating import fields
from tournaments import verification
from tournaments.competitions.labels import NAMES
from tournaments.draw.rounds import draw_awaited
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.matches.services import give_walkover
from tournaments.models import Competition, Group, Match
from tournaments.results.corrections import reopen_match
from tournaments.stages.queries import read_event
from tournaments.withdrawals.services import reinstate, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
NAME = ARENA.name
WORDS = "contra quien esté libre"
ADDED_TO = ((FORMATS, ARENA), (NAMES, WORDS))  # the catalogue, and the names of formats


@pytest.fixture
def _added(monkeypatch):
    for table, value in ADDED_TO:
        monkeypatch.setitem(table, NAME, value)


def violations():
    return [str(each) for each in verification.violations(live=False)]


def with_terms(now, entries, **terms):
    shape = FormatOptions(format=NAME)
    return a_running_cup(an_organiser(), now, entries=entries, shape=shape, cap=8, **terms)


def meetings(event):
    matches = Match.objects.of(event.pk).order_by("number")
    return [{slot.entry.seed for slot in match.slots.all()} for match in matches]


def test_nobody_can_choose_it():
    assert NAME not in FORMATS
    page = a_browser(an_organiser()).get("/competitions/new/", {"format": NAME})
    assert f'value="{NAME}"' not in text_of(page)


@pytest.mark.usefixtures("_added")
class TestAdded:
    def test_the_form_describes_it(self):
        organiser = an_organiser()
        asked = fields(organiser, format=NAME, cap="5")
        page = a_browser(organiser).get("/competitions/new/", asked, headers={"HX-Request": "true"})
        assert f"Hasta 5 jugadores, {WORDS}" in text_of(page)
        assert "10 partidos en total" in text_of(page)

    def test_who_is_free_plays_while_others_still_do(self, now):
        event = an_event(now, NAME, 5)
        first, other = ready(event)
        award(first, 0, now)
        assert len(ready(event)) == 2  # one rested, and meets a player of the match that is over
        assert other in ready(event)
        assert violations() == []

    def test_it_is_played_to_the_end_and_shown(self, now):
        organiser = an_organiser()
        event = an_event(now, NAME, 5, organiser=organiser)
        award(ready(event)[0], 0, now)
        browser, anybody = a_browser(organiser), a_browser()
        wall = browser.get(f"/competitions/{event.pk}/wall/")["location"]
        shown = (f"/competitions/{event.pk}/", f"/api/competitions/{event.pk}/")
        own = ("manage/", "screens/", "results/", "export/competition.json", "export/matches.csv")
        own += ("export/standings.csv", "papers/", "entered/", "draft/", "officials/")
        managed = [f"/competitions/{event.pk}/{each}" for each in own]

        def check_pages():
            for reader, pages in ((anybody, (*shown, wall)), (browser, managed)):
                for page in pages:
                    answer = reader.get(page, follow=True)
                    assert answer.status_code == 200, page
                    assert "Ronda" not in text_of(answer), page

        check_pages()
        assert WORDS in text_of(anybody.get(shown[0]))
        assert "Quien queda libre pasa solo" in text_of(browser.get(managed[0]))
        (table,) = read_event(event, event.entries.all()).tables
        assert [each.title for each in table.rounds] == ["Partidos"]
        award_all(event, now)
        assert event.state == Competition.State.FINISHED
        assert event.champion.seed == 1
        assert len({frozenset(pair) for pair in meetings(event)}) == len(meetings(event)) == 10
        check_pages()
        assert "Posiciones" in text_of(anybody.get(shown[0]))
        assert violations() == []

    def test_no_match_begins_after_closing_time(self, now, monkeypatch):
        closing = replace(ARENA, play=Arena(closes_after=7200))
        monkeypatch.setitem(FORMATS, NAME, closing)
        event = an_event(now, NAME, 5)
        group = Group.objects.get(stage__competition=event)
        late = event.started_at + timedelta(hours=2)
        for match in ready(event):
            give_walkover(
                match_id=match.pk, winner=0, actor=organiser_of(event), reason="ausente", now=late
            )
            assert draw_awaited(group_id=group.pk, now=late)
        event.refresh_from_db()
        assert event.state == Competition.State.FINISHED
        assert len(meetings(event)) == 2
        assert violations() == []

    def test_it_is_open_for_others_until_closing_time(self, now, monkeypatch):
        closing = replace(ARENA, play=Arena(closes_after=7200))
        monkeypatch.setitem(FORMATS, NAME, closing)
        event = with_terms(now, 2, late_entries=True)
        group, organiser = Group.objects.get(stage__competition=event), organiser_of(event)

        def decide(at):
            for match in ready(event):
                give_walkover(match_id=match.pk, winner=0, actor=organiser, reason="no", now=at)
            assert draw_awaited(group_id=group.pk, now=at)
            event.refresh_from_db()

        decide(now)
        assert event.state == Competition.State.RUNNING
        page = a_browser().get(f"/competitions/{event.pk}/")
        assert "Buscando rivales libres…" in text_of(page)
        enter(event, organiser, now, a_person())
        for _ in range(3):
            decide(now)
        assert len(meetings(event)) == 3
        assert event.state == Competition.State.RUNNING
        assert violations() == []
        decide(event.started_at + timedelta(hours=2))
        assert event.state == Competition.State.FINISHED
        assert violations() == []

    def test_who_comes_late_meets_whoever_is_free(self, now):
        event = with_terms(now, 3, late_entries=True)
        late = enter(event, organiser_of(event), now, a_person())
        draw_what_follows()
        assert {3, late.seed} in meetings(event)
        award_all(event, now)
        assert len(meetings(event)) == 6
        assert violations() == []

    def test_who_leaves_is_paired_no_more_and_may_come_back(self, now):
        event = an_event(now, NAME, 4)
        organiser = organiser_of(event)
        entry = event.entries.get(seed=4)
        withdraw(entry_id=entry.pk, actor=organiser, now=now)
        draw_what_follows()
        assert sum(4 in pair for pair in meetings(event)) == 1
        assert violations() == []
        reinstate(entry_id=entry.pk, actor=organiser, reason="volvió", now=now)
        draw_what_follows()
        award_all(event, now)
        assert len(meetings(event)) == 6
        assert violations() == []

    def test_a_result_taken_back_leaves_later_matches(self, now):
        event = an_event(now, NAME, 4)
        first = ready(event)[0]
        award_all(event, now)
        reopen_match(match_id=first.pk, actor=organiser_of(event), reason="mal", now=now)
        event.refresh_from_db()
        assert event.state == Competition.State.RUNNING
        assert Match.objects.of(event.pk).undecided().count() == 1
        assert violations() == []
        award_all(event, now + timedelta(minutes=1))
        assert event.state == Competition.State.FINISHED
        assert len(meetings(event)) == 6

    def test_its_draw_can_be_a_draft_and_what_follows_is_published(self, now):
        event = with_terms(now, 4, publishes_alone=False)
        award(ready(event)[0], 0, now)
        award_all(event, now)
        assert event.state == Competition.State.FINISHED

    def test_a_whole_one_is_played(self):
        told = StringIO()
        call_command("play_cup", entries=5, format=NAME, seed="1", json=True, stdout=told)
        found = json.loads(told.getvalue())
        assert (found["format"], found["matches"], found["violations"]) == (NAME, 10, [])
