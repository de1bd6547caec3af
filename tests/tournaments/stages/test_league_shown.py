"""What the pages of a league say of its rounds, its days and its results: the same on each."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.i18n.time_zones import short_date
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import write
from tests.tournaments.league_factories import DAY, a_league, fixture
from tournaments.draw.drafts import draft_draw
from tournaments.formats.options import FormatOptions
from tournaments.judging.forms import GroupField
from tournaments.models import Competition, Group, Match, Round
from tournaments.stages.queries import division_champions, entry_path, read_event
from tournaments.standings.queries import group_rows

pytestmark = pytest.mark.django_db
SHOWN = re.compile(r'<li id="m(\d+)" class="result-row (\w+)"')


def a_paper_league() -> Competition:
    """A league of four with real cards, whose first round begins tomorrow."""
    return a_league(timezone.now(), with_cards=True)


def page_of(league: Competition, more: str) -> str:
    return text_of(a_browser(organiser_of(league)).get(f"/competitions/{league.pk}/{more}"))


def of_round(league: Competition, number: int) -> set[str]:
    found = Match.objects.of(league.pk).filter(round__number=number)
    return {str(pk) for pk in found.values_list("pk", flat=True)}


def test_results_open_at_the_first_round_that_lacks_some() -> None:
    league = a_paper_league()
    for round_ in (1, 2):
        shown = dict(SHOWN.findall(page_of(league, "results/")))
        assert shown.keys() == of_round(league, round_)
        assert set(shown.values()) == {"missing"}
        for position in (1, 2):
            write(fixture(league, round_, position), timezone.now())
    assert dict(SHOWN.findall(page_of(league, "results/"))).keys() == of_round(league, 3)


def a_league_of_divisions() -> Competition:
    return a_league(timezone.now(), entries=8, divisions=2, with_cards=True)


def test_results_of_all_divisions_count_together() -> None:
    """Three of four written: the division that is through stays, with its name and the date."""
    league = a_league_of_divisions()
    for position, tier in ((1, 2), (2, 2), (1, 1)):
        write(fixture(league, 1, position, tier), timezone.now())
    page = page_of(league, "results/?show=all")
    shown = dict(SHOWN.findall(page))
    assert shown.keys() == of_round(league, 1)
    assert sorted(shown.values()) == ["missing", "saved", "saved", "saved"]
    assert "1.ª división: Fecha 1" in page
    assert "2.ª división: Fecha 1" in page
    assert page.count('<small class="due">') == 4
    write(fixture(league, 1, 2, 1), timezone.now())
    Round.objects.filter(group__stage__competition=league, number__gt=1).update(
        opens_at=timezone.now() + 30 * DAY
    )
    assert dict(SHOWN.findall(page_of(league, "results/?show=all"))).keys() >= of_round(league, 2)


def test_the_next_match_of_a_team_is_the_next_by_date() -> None:
    league = a_paper_league()
    first = fixture(league, 1)
    Match.objects.filter(pk=first.pk).update(scheduled_at=first.scheduled_at + 60 * DAY)
    entry = first.slots.get(side=0).entry
    event = read_event(league, league.entries.all())
    coming = [step.view.match for step in entry_path(event, entry.pk) if step.is_to_come]
    hours = [match.scheduled_at for match in coming]
    assert hours == sorted(hours)
    assert coming[-1] == first


def test_roles_name_the_division() -> None:
    league = a_league_of_divisions()
    groups = Group.objects.filter(stage__competition=league).select_related("stage")
    field = GroupField(groups)
    labels = [field.label_from_instance(group) for group in groups.order_by("stage__number")]
    assert labels == ["1.ª división", "2.ª división"]


def test_each_division_has_its_champion_on_the_podium(now: datetime) -> None:
    league = a_league_of_divisions()
    matches = Match.objects.of(league.pk).order_by("number")
    for match in matches.select_related("round__group__stage__competition"):
        write(match, timezone.now())
    league.refresh_from_db()
    event = read_event(league, league.entries.all())
    ((title, first),) = division_champions(league, event)
    assert title == "2.ª división"
    assert [entry.pk for entry in first] == [group_rows(event.stages[1].tables[0].group)[0].entry]
    page = page_of(league, "")
    assert 'id="division-1"' in page


def test_a_match_with_an_hour_says_that_and_one_without_that_it_is_to_be_played() -> None:
    league = a_paper_league()
    assert "por jugarse" not in page_of(league, "")
    first = fixture(league, 1)
    Match.objects.filter(pk=first.pk).update(scheduled_at=None)
    assert page_of(league, "").count("por jugarse") == 1


def pad_heading(league: Competition, show: str) -> str:
    """What stands above the pad of numbers."""
    page = page_of(league, f"results/?show={show}")
    return page.partition('<p id="asks">')[2].partition("</p>")[0].strip()


def test_where_results_are_missing_no_list_says_that_none_is() -> None:
    league = a_paper_league()
    assert pad_heading(league, "earlier") == "En esta lista no falta ningún resultado."
    for match in Match.objects.of(league.pk):
        write(match, timezone.now())
    assert pad_heading(league, "earlier") == "No falta ningún resultado."


def test_a_round_ends_on_the_same_day_on_every_page() -> None:
    league = a_paper_league()
    ends = timezone.localtime(fixture(league, 1).round.ends_at, ZoneInfo(league.club.zone))
    day = short_date(ends, "D j M")
    assert f"hasta el {day}" in page_of(league, "")
    assert f"al {day.split(' ', 1)[1]}" in page_of(league, "fixture/")


def test_a_result_has_the_hour_of_the_club_wherever_it_is_shown() -> None:
    league = a_paper_league()
    User.objects.update(zone="Asia/Tokyo")
    match = fixture(league, 1)
    write(match, datetime.fromisoformat("2026-11-26T16:05:00+00:00"))
    assert ">13:05</time>" in page_of(league, "results/?show=all")
    page = text_of(a_browser(organiser_of(league)).get(f"/matches/{match.pk}/"))
    assert "26 nov 13:05" in page
    assert "27 nov 01:05" not in page


def test_a_draft_shows_the_rounds_to_come(organiser: User, now: datetime) -> None:
    terms = {"starts_at": now + DAY, "round_days": 7, "cap": 8}
    league = a_cup(organiser, now, shape=FormatOptions(format="league", cycles=1), **terms)
    for _ in range(3):
        enter(league, organiser, now, a_person())
    draft_draw(competition_id=league.pk, actor=organiser, seed="semilla", now=now)
    page = page_of(league, "draft/")
    assert all(f"<b>Fecha {number}</b>" in page for number in (1, 2, 3))
    assert page.count(": descansa") == 3


def test_nobody_waits_for_an_hour_where_all_is_played() -> None:
    league = a_paper_league()
    assert "esperan su hora" in page_of(league, "manage/?s=standings")
    for match in Match.objects.of(league.pk):
        write(match, timezone.now())
    assert "su hora" not in page_of(league, "manage/?s=standings")


def test_day_and_hour_stand_on_the_screen_and_the_desk_in_the_zone_of_the_club() -> None:
    league, at = a_league(timezone.now() - 2 * DAY, with_cards=True), timezone.now() - DAY / 2
    User.objects.update(zone="Asia/Tokyo")
    Match.objects.filter(pk=fixture(league, 1).pk).update(scheduled_at=at)
    told = short_date(timezone.localtime(at, ZoneInfo(league.club.zone)), "D j M H:i")
    wall = a_browser(organiser_of(league)).get(f"/competitions/{league.pk}/wall/", follow=True)
    assert text_of(wall).count(f">{told} · contra ") == 2  # both of that match
    assert f">{told}</time>" in page_of(league, "manage/")


def test_when_a_match_is_played_is_not_asked_once_it_was() -> None:
    league = a_paper_league()
    match = fixture(league, 1)
    reader = a_browser(organiser_of(league))
    assert "Cuándo se juega" in text_of(reader.get(f"/matches/{match.pk}/"))
    write(match, timezone.now())
    assert "Cuándo se juega" not in text_of(reader.get(f"/matches/{match.pk}/"))
