"""One season of a league is closed, and the next one has the same terms and the same entries."""

from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import an_organiser, enter
from tests.tournaments.events import an_event, award_all, organiser_of
from tests.tournaments.league_factories import DAY, WEEK, a_league
from tests.tournaments.names import an_event_of_names, claims, draw_and_start, named
from tests.tournaments.schedule.test_moves import days_of, do
from tests.tournaments.soundness import sound
from tournaments.competitions import state as competitions_state
from tournaments.draw import services as draw_services
from tournaments.formats.options import FormatOptions
from tournaments.leagues import services as leagues
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Entry, StageSlot
from tournaments.name_claims.services import confirm_all
from tournaments.people.services import hide_person
from tournaments.schedule.moves import Move
from tournaments.verification import violations
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
LATER = timedelta(days=100)


def a_finished_league(now: datetime, **terms: object) -> Competition:
    """A league that was won by its better seeds."""
    league = a_league(now, **{"entries": 8, "divisions": 2, "movers": 1, **terms})
    award_all(league, now)
    return league


def close(league: Competition, now: datetime) -> Competition:
    return leagues.close_season(
        competition_id=league.pk, actor=organiser_of(league), now=now + LATER
    )


def draw(league: Competition, now: datetime) -> None:
    """Open the registration of the next season and draw it."""
    how = {"competition_id": league.pk, "actor": organiser_of(league), "now": now + LATER}
    competitions_state.open_registration(**how)
    draw_services.draw(**how, seed="otra semilla")


def seeds_by_tier(league: Competition) -> list[list[int]]:
    """The last season's seeds in each division of the next one."""
    entries = league.entries.order_by(F("previous__seed").asc(nulls_last=True))
    return [
        list(entries.filter(tier=tier).values_list("previous__seed", flat=True)) for tier in (1, 2)
    ]


def test_the_next_season_has_the_names_of_guests(now: datetime) -> None:
    long_name = "María de los Ángeles Fernández de la Vega y Ruiz"
    a_person("Ana Ruiz")  # an account of that name keeps it from guests
    teams = [[long_name], ["Ana Ruiz"]]
    how = {"starts_at": now + DAY, "round_days": 7, "shape": FormatOptions(format="league")}
    league = an_event_of_names(an_organiser(), now, teams, **how)
    organiser = organiser_of(league)
    for (name,) in teams:
        claims(league, name, now)
    confirm_all(competition=league, actor=organiser, now=now)
    hide_person(person_id=named(league, long_name).person_id, hidden=True, actor=organiser, now=now)
    draw_and_start(league, organiser, now)
    award_all(league, now)
    following = close(league, now)
    before, after = (
        set(each.entries.values_list("roster__name", "roster__person"))
        for each in (league, following)
    )
    assert before == after
    assert not User.objects.filter(roster_places__competition=following).exists()
    told = {"competition_id": following.pk, "actor": organiser, "now": now + LATER}
    competitions_state.open_registration(**told)
    lifecycle.play_on_screen(**told)
    following.refresh_from_db()
    claim = claims(following, "Ana Ruiz", now)
    confirm_all(competition=following, actor=organiser, now=now)
    assert named(following, "Ana Ruiz").user == claim.user


def test_the_next_season_keeps_home_venues_and_days(now: datetime) -> None:
    league = a_finished_league(now)
    room = league.club.venues.create(name="Sala")
    league.entries.update(home=room)
    league.playing_days.update(hours="21:15")
    Competition.objects.filter(pk=league.pk).update(has_own_days=True, round_days=None)
    following = close(league, now)
    assert set(following.entries.values_list("home", flat=True)) == {room.pk}
    before, after = (
        list(each.playing_days.order_by("day").values_list("day", "hours"))
        for each in (league, following)
    )
    assert {hours for _, hours in after} == {"21:15"}
    steps = [[later - one for (one, _), (later, _) in pairwise(days)] for days in (before, after)]
    assert steps[0] == steps[1]


def test_the_next_season_begins_on_the_weekday_that_the_last_was_moved_to(now: datetime) -> None:
    league = a_league(now)
    first = days_of(league)[0]
    do(league, Move(first, first.day + DAY, with_later=True), now)
    award_all(league, now)
    following = close(league, now)
    weekdays = {day.day.weekday() for each in (league, following) for day in days_of(each)}
    assert weekdays == {(first.day + DAY).weekday()}


def test_the_last_of_a_division_and_the_first_of_the_next_change_places(now: datetime) -> None:
    league = a_finished_league(now)
    following = close(league, now)
    assert seeds_by_tier(following) == [[1, 2, 3, 5], [4, 6, 7, 8]]
    assert following.entries.confirmed().count() == 8
    assert sound()


def test_the_next_season_has_the_same_terms_and_the_next_name(now: datetime) -> None:
    until = now + 3 * DAY
    terms = {"season": "2026", "prizes": "Copa", "reserves": 1, "transfers_until": until}
    league = a_finished_league(now, **terms)
    following = close(league, now)
    assert (following.name, following.season) == ("Liga", "2027")
    assert (following.prizes, following.reserves, following.movers) == ("Copa", 1, 1)
    assert (following.round_days, following.rules) == (7, league.rules)
    assert following.state == Competition.State.DRAFT
    assert list(following.stages.values_list("tier", "cycles")) == [(1, 1), (2, 1)]
    first = following.starts_at
    assert now + LATER + WEEK <= first < now + LATER + 2 * WEEK
    assert (first - league.starts_at) % WEEK == timedelta(0)
    assert following.transfers_until - first == until - league.starts_at


def test_the_players_come_along_in_their_order(now: datetime) -> None:
    league = a_finished_league(now, entries=4, per_side=2)
    ana = league.entries.first().roster.first().user
    User.objects.filter(pk=ana.pk).update(is_active=False)
    following = close(league, now)
    for entry in following.entries.all():
        before = list(entry.previous.roster.values_list("number", "name", "user"))
        after = list(entry.roster.values_list("number", "name", "user"))
        assert [row[0] for row in after] == [row[0] for row in before]
        assert [row[2] for row in after] == [None if row[2] == ana.pk else row[2] for row in before]


def test_the_log_of_both_seasons_tells_it(now: datetime) -> None:
    league = a_finished_league(now)
    following = close(league, now)
    closed = AuditEvent.objects.get(competition=league, act=AuditEvent.Act.CLOSE_SEASON)
    opened = AuditEvent.objects.get(competition=following, act=AuditEvent.Act.OPEN_SEASON)
    assert closed.after["next"] == following.pk
    assert opened.before["previous"] == league.pk
    assert [move[1:] for move in closed.after["moves"]] == [[1, 2], [2, 1]]


def test_closing_again_gives_the_same_next_season(now: datetime) -> None:
    league = a_finished_league(now)
    assert close(league, now) == close(league, now + DAY)
    assert Competition.objects.filter(previous=league).count() == 1
    assert Entry.objects.filter(competition__previous=league).count() == 8


def test_who_has_left_is_not_carried_over(now: datetime) -> None:
    league = a_league(now, entries=8, divisions=2, movers=1)
    entry = league.entries.get(seed=2)
    withdrawals.withdraw(entry_id=entry.pk, actor=organiser_of(league), now=now)
    award_all(league, now)
    following = close(league, now)
    assert not following.entries.filter(previous=entry).exists()
    assert following.entries.count() == 7
    assert seeds_by_tier(following) == [[1, 3, 4, 5], [6, 7, 8]]


def test_the_next_draw_keeps_everybody_where_they_belong_and_newcomers_begin_below(
    now: datetime,
) -> None:
    following = close(a_finished_league(now), now)
    organiser = organiser_of(following)
    enter(following, organiser, now + LATER, a_person())
    draw(following, now)
    assert seeds_by_tier(following) == [[1, 2, 3, 5], [4, 6, 7, 8, None]]
    slots = StageSlot.objects.filter(stage__competition=following)
    assert all(slot.stage.tier == slot.entry.tier for slot in slots)
    assert sound()


def test_a_place_that_is_left_above_goes_to_the_best_below(now: datetime) -> None:
    following = close(a_finished_league(now, seeding="previous"), now)
    organiser = organiser_of(following)
    leaver = following.entries.get(previous__seed=1)
    withdrawals.withdraw(entry_id=leaver.pk, actor=organiser, now=now + LATER)
    draw(following, now)
    assert seeds_by_tier(following) == [[2, 3, 4, 5], [6, 7, 8]]


def test_divisions_are_made_equal_where_the_last_would_be_too_small(now: datetime) -> None:
    following = close(a_finished_league(now, movers=0, entries=6), now)
    organiser = organiser_of(following)
    for entry in list(following.entries.filter(tier=2))[:2]:
        withdrawals.withdraw(entry_id=entry.pk, actor=organiser, now=now + LATER)
    draw(following, now)
    assert [len(tier) for tier in seeds_by_tier(following)] == [2, 2]


def test_undoing_the_next_draw_leaves_everybody_in_their_division(now: datetime) -> None:
    following = close(a_finished_league(now), now)
    draw(following, now)
    draw_services.undo_draw(
        competition_id=following.pk,
        actor=organiser_of(following),
        reason="faltaba uno",
        now=now + LATER,
    )
    assert seeds_by_tier(following) == [[1, 2, 3, 5], [4, 6, 7, 8]]


@pytest.mark.feature("Leagues", "Seasons follow one another")
def test_three_seasons_follow_one_another(now: datetime) -> None:
    league = a_finished_league(now)
    for year in (1, 2):
        following = close(league, now)
        draw(following, now)
        lifecycle.start(competition_id=following.pk, actor=organiser_of(following), now=now + LATER)
        award_all(following, now + LATER)
        league, now = following, now + year * LATER
    assert league.season == "3"
    assert sound()


@pytest.mark.parametrize("state", ["running", "cup"])
def test_only_a_finished_league_is_closed(now: datetime, state: str) -> None:
    event = a_league(now) if state == "running" else an_event(now, "single", 4)
    if state == "cup":
        award_all(event, now)
    with pytest.raises(RefusedError) as refused:
        close(event, now)
    assert refused.value.code == "wrong-state"


def test_organisers_of_other_clubs_close_nothing(now: datetime) -> None:
    league = a_finished_league(now)
    with pytest.raises(RefusedError) as refused:
        leagues.close_season(competition_id=league.pk, actor=an_organiser(), now=now)
    assert refused.value.code == "not-organiser"
    assert not Competition.objects.filter(previous=league).exists()


def test_the_desk_shows_who_moves_before_the_season_is_closed() -> None:
    now = timezone.now()
    league = a_finished_league(now)
    browser = a_browser(organiser_of(league))
    desk = f"/competitions/{league.pk}/manage/"
    assert f'href="{desk}?s=standings#close-season">Cerrar la temporada</a>' in text_of(
        browser.get(desk)
    )
    page = text_of(browser.get(f"{desk}?s=standings"))
    assert "asciende a la 1.ª" in page
    assert "desciende a la 2.ª" in page
    answer = browser.post(f"/competitions/{league.pk}/close-season/", follow=True)
    following = Competition.objects.get(previous=league)
    assert answer.redirect_chain[-1][0] == f"/competitions/{following.pk}/manage/"
    assert "Cerrar la temporada" not in text_of(browser.get(f"/competitions/{league.pk}/manage/"))
    again = browser.post(f"/competitions/{league.pk}/close-season/")
    assert again["Location"] == f"/competitions/{following.pk}/manage/"
    assert a_browser(a_person()).post(f"/competitions/{league.pk}/close-season/").status_code in (
        403,
        404,
    )


def test_seasons_link_to_each_other() -> None:
    now = timezone.now()
    league = a_finished_league(now, season="2026")
    following = close(league, now - LATER)
    competitions_state.open_registration(
        competition_id=following.pk, actor=organiser_of(following), now=now
    )
    assert f'href="/competitions/{following.pk}/"' in text_of(
        a_browser().get(f"/competitions/{league.pk}/")
    )
    assert f'href="/competitions/{league.pk}/"' in text_of(
        a_browser().get(f"/competitions/{following.pk}/")
    )


def test_verify_names_an_entry_in_the_wrong_division(now: datetime) -> None:
    league = a_league(now, entries=8, divisions=2)
    Entry.objects.filter(pk=league.entries.get(seed=1).pk).update(tier=2)
    found = [violation.what for violation in violations(live=False)]
    assert found == ["its entry belongs to another division"]


def test_verify_names_an_entry_of_no_season_before(now: datetime) -> None:
    following = close(a_finished_league(now), now)
    other = a_league(now)
    entry = following.entries.first()
    Entry.objects.filter(pk=entry.pk).update(previous=other.entries.first())
    found = [violation.what for violation in violations(live=False)]
    assert found == ["it does not come from the season before"]
