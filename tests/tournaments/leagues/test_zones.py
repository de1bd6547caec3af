"""Zones of a dated league: their days, tables, planner, and the play-offs that combine them."""

from collections import Counter
from datetime import datetime, timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter
from tests.tournaments.events import award_all, organiser_of
from tests.tournaments.schedule.test_moves import with_days
from tests.tournaments.soundness import faults
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.formats.season_planner import plan_season as search
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Match, Round, StageSlot, Venue
from tournaments.planning import services as planning
from tournaments.stages.queries import read_event

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def zones(now: datetime, entries: int, *, days: int, **choices: object) -> Competition:
    """A league of zones, home and away, one date a week; each two share a venue."""
    organiser = an_organiser()
    shape = FormatOptions(format="groups", cycles=2, **choices)
    cup = a_cup(organiser, now, shape=shape, cap=entries)
    venues = [
        Venue.objects.create(club=club_of(organiser), name=f"Bar {number}", table_count=2)
        for number in range(entries // 2)
    ]
    for number in range(entries):
        entry = enter(cup, organiser, now, a_person())
        entry.home = venues[number // 2 % len(venues)]
        entry.save(update_fields=["home"])
    with_days(cup, now, number=days)
    cup.refresh_from_db()
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    cup.refresh_from_db()
    return cup


def days_of_rounds(cup: Competition, stage: int) -> list[list[str]]:
    """The days of the rounds of each group of a stage."""
    groups = cup.stages.get(number=stage).groups.order_by("number")
    return [
        [f"{row.day.day:%d/%m}" for row in Round.objects.filter(group=group).order_by("number")]
        for group in groups
    ]


@pytest.mark.feature("Leagues", "Zones by dates lead to play-offs that combine them")
def test_zones_are_played_by_dates_and_combine_in_play_offs(now: datetime) -> None:
    cup = zones(now, 9, days=12, group_sizes="5,4", qualifiers=1, best_next=1)
    large, small = days_of_rounds(cup, 1)
    assert (len(large), len(small)) == (10, 6)
    assert small == large[:6]  # both zones play on the same days
    later = days_of_rounds(cup, 2)[0]
    assert len(later) == 2  # a semifinal and the final of three
    assert not Match.objects.of(cup.pk).filter(scheduled_at=None, awaits_date=False).exists()
    assert faults() == []
    award_all(cup, now + timedelta(days=1))
    read = read_event(cup, cup.entries.all())
    assert [len(table.lines) for table in read.tables] == [5, 4]
    finalists = StageSlot.objects.filter(stage__competition=cup, source_rank__isnull=False)
    assert {slot.source_rank for slot in finalists} == {1, 2}
    assert cup.state == Competition.State.FINISHED
    assert faults() == []
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    assert "Grupo A" in page
    assert "Grupo B" in page


def test_a_match_that_is_late_does_not_hold_up_the_other_dates(now: datetime) -> None:
    cup = zones(now, 6, days=9, group_count=2)
    first, second = days_of_rounds(cup, 1)[0][:2]
    assert first != second
    callable_ = Match.objects.callable(now + timedelta(days=9))
    numbers = Counter(match.round.number for match in callable_ if match.round)
    assert set(numbers) == {1, 2}


@pytest.mark.feature("Leagues", "The planner arranges the dates of all zones of a league")
def test_the_planner_arranges_all_zones(now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "usual_steps", lambda _season: 10_000)
    monkeypatch.setattr(
        planning, "plan_season", lambda *args, **more: search(*args, steps=10_000, **more)
    )
    cup = zones(now, 8, days=8, group_count=2, qualifiers=1)
    organiser = organiser_of(cup)
    browser, desk = a_browser(organiser), f"/competitions/{cup.pk}"
    shown = text_of(browser.get(f"{desk}/manage/?s=standings"))
    assert f"{desk}/plan/" in shown
    assert f"{desk}/days/" in shown
    assert f"{desk}/fixture/" not in shown
    draft = planning.start_plan(competition_id=cup.pk, actor=organiser, now=now)
    planning.run_plan(draft_id=draft.pk, clock=lambda: now)
    planning.publish_plan(competition_id=cup.pk, actor=organiser, now=now)
    for page in ("plan", "plan/lost"):
        assert f'href="{desk}/"' in text_of(browser.get(f"{desk}/{page}/"))  # no fixture of zones
    matches = Match.objects.of(cup.pk).filter(round__group__stage__number=1)
    assert matches.count() == 24
    sides = Counter(frozenset(match.slots.values_list("entry", flat=True)) for match in matches)
    assert set(sides.values()) == {2}
    assert not matches.filter(scheduled_at=None).exists()
    assert faults() == []
    award_all(cup, now + timedelta(days=1))
    assert cup.state == Competition.State.FINISHED
    assert faults() == []
