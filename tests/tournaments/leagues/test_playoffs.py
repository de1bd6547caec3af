"""Play-offs after a league: entries, dates, champion and the next season."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.events import award_all, draw_what_follows, organiser_of
from tests.tournaments.soundness import faults
from tournaments.changes.stages import change_stages
from tournaments.changes.undo import undo_change
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions, Layout
from tournaments.leagues.services import close_season, season_plan
from tournaments.models import Competition, Match, Round
from tournaments.stages.queries import division_champions, read_event
from tournaments.standings.queries import edition_ranks, final_places

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


def a_league(
    now: datetime, entries: int, *, is_dated: bool = False, movers: int = 0, **choices: object
) -> Competition:
    shape = FormatOptions(format="league", cycles=1, **choices)
    dates = {"round_days": 7, "starts_at": now + WEEK} if is_dated else {}
    return a_running_cup(
        an_organiser(), now, entries=entries, shape=shape, cap=32, movers=movers, **dates
    )


def stages_of(event: Competition) -> list[tuple[str, int, int]]:
    stages = event.stages.order_by("number")
    return [(stage.format, stage.tier, stage.slots.count()) for stage in stages]


@pytest.mark.feature("Leagues", "Play-offs of the first ones decide a dated league")
@pytest.mark.both
def test_a_dated_league_ends_in_play_offs_by_dates(now: datetime) -> None:
    event = a_league(now, 6, is_dated=True, finalists=4)
    assert stages_of(event) == [("league", 1, 6), ("single", 1, 4)]
    rounds = Round.objects.filter(group__stage__competition=event).order_by("opens_at")
    assert [one.group.stage.number for one in rounds] == [1] * 5 + [2] * 2
    hours = [one.matches.first().scheduled_at for one in rounds]
    assert [after - before for before, after in pairwise(hours)] == [WEEK] * 6
    award_all(event, now)
    assert (event.state, event.champion.seed) == (Competition.State.FINISHED, 1)
    assert faults() == []
    page = text_of(a_browser().get(f"/competitions/{event.pk}/"))
    assert "Play-offs" in page
    assert "Fase regular" in page


@pytest.mark.both
def test_the_first_division_alone_has_play_offs(now: datetime) -> None:
    event = a_league(now, 8, divisions=2, finalists=2, movers=1)
    assert stages_of(event) == [("league", 1, 4), ("league", 2, 4), ("single", 1, 2)]
    award_all(event, now)
    assert [rank for rank, _ in final_places(event)] == [1, 2]
    assert faults() == []
    assert sorted(edition_ranks(event).values()) == [*range(1, 9)]


@pytest.mark.both
def test_every_division_can_have_play_offs(now: datetime) -> None:
    event = a_league(now, 9, divisions=2, finalists=4, every_division=True, movers=1)
    assert stages_of(event) == [
        *(("league", 1, 5), ("league", 2, 4), ("single", 1, 4), ("single", 2, 4)),
    ]
    lower = event.stages.get(number=4)
    upset = {"done": False}

    def winner(match: Match) -> int:
        """The better seed, but for the final of the second division."""
        slots = sorted(match.slots.select_related("entry"), key=lambda slot: slot.entry.seed)
        is_final = match.round.group.stage_id == lower.pk and match.round.number == 2
        upset["done"] = upset["done"] or is_final
        return slots[is_final].side

    award_all(event, now, winner)
    assert upset["done"]
    read = read_event(event, event.entries.all())
    assert [stage.title for stage in read.stages] == [
        *("1.ª división", "2.ª división"),
        *("Play-offs de la 1.ª división", "Play-offs de la 2.ª división"),
    ]
    ((title, champions),) = division_champions(event, read)
    assert (title, [entry.seed for entry in champions]) == ("2.ª división", [7])
    assert faults() == []


def test_undoing_play_offs_takes_their_days_away(now: datetime) -> None:
    event = a_league(now, 6, is_dated=True)
    days = list(event.playing_days.order_by("day").values_list("pk", flat=True))
    actor = organiser_of(event)
    change_stages(competition_id=event.pk, changed={"finalists": 4}, actor=actor, now=now)
    assert event.playing_days.count() == len(days) + 2
    undo_change(event_id=event.audit.latest("pk").pk, actor=actor, now=now)
    assert list(event.playing_days.order_by("day").values_list("pk", flat=True)) == days
    assert faults() == []


@pytest.mark.feature("Leagues", "The table decides who goes up and down, play-offs the champion")
def test_the_table_decides_who_moves(now: datetime) -> None:
    event = a_league(now, 8, divisions=2, finalists=2, movers=1)
    award_all(event, now)
    moves = [(move.entry.seed, move.source, move.target) for move in season_plan(event).moves]
    assert moves == [(4, 1, 2), (5, 2, 1)]
    following = close_season(competition_id=event.pk, actor=organiser_of(event), now=now)
    assert [stage.format for stage in following.stages.order_by("number")] == [
        *("league", "league", "single"),
    ]
    assert following.entries.get(previous__seed=5).tier == 1


def test_play_offs_can_be_added_while_a_league_is_played(now: datetime) -> None:
    event = a_league(now, 8, is_dated=True, divisions=2)
    change_stages(
        competition_id=event.pk,
        changed={"finalists": 4, "layout": Layout.PAGE},
        actor=organiser_of(event),
        now=now,
    )
    assert stages_of(event) == [("league", 1, 4), ("league", 2, 4), ("single", 1, 4)]
    finals = Match.objects.of(event.pk).filter(round__group__stage__number=3)
    assert not finals.filter(scheduled_at=None).exists()
    draw_what_follows()
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert faults() == []


def test_more_finalists_than_a_division_has_are_fewer(now: datetime) -> None:
    how = FormatOptions(format="league", divisions=2, finalists=8)
    event = a_league(now, 6, finalists=4)
    assert stages_of(event)[1] == ("single", 1, 4)
    assert FORMATS["league"].fitting(how, 8).finalists == 4
    assert next(FORMATS["league"].misfits(how, 8)) == ("finalists", "too-many-finalists")


def promotion_of(event: Competition) -> list[Match]:
    matches = Match.objects.of(event.pk).filter(
        round__group__stage__promotion__gt=0, round__group__stage__format="single"
    )
    return list(matches)


@pytest.mark.feature("Leagues", "Promotion matches between divisions decide who goes up")
@pytest.mark.both
@pytest.mark.parametrize("lower_wins", [False, True])
def test_promotion_matches_follow_those_who_move_directly(
    now: datetime, *, lower_wins: bool
) -> None:
    """Of two divisions of five one moves directly, and the next one of each plays for it."""
    event = a_league(now, 10, is_dated=True, divisions=2, movers=1, promotion=1)
    assert stages_of(event) == [("league", 1, 5), ("league", 2, 5), ("single", 2, 2)]
    (match,) = promotion_of(event)
    page = text_of(a_browser().get(f"/competitions/{event.pk}/"))
    assert "Promoción entre la 1.ª y la 2.ª división" in page
    assert "4.º de la 1.ª división" in page
    assert "2.º de la 2.ª división" in page

    def winner(played: Match) -> int:
        slots = sorted(played.slots.select_related("entry"), key=lambda slot: slot.entry.seed)
        return slots[lower_wins and played.pk == match.pk].side

    award_all(event, now, winner)
    assert [slot.entry.seed for slot in match.slots.order_by("side")] == [4, 7]
    assert (event.state, event.champion.seed) == (Competition.State.FINISHED, 1)
    assert faults() == []
    assert edition_ranks(event)[event.entries.get(seed=4).pk] == 4
    moves = {(move.entry.seed, move.target) for move in season_plan(event).moves}
    direct = {(5, 2), (6, 1)}
    assert moves == (direct | {(4, 2), (7, 1)} if lower_wins else direct)
    following = close_season(competition_id=event.pk, actor=organiser_of(event), now=now)
    assert following.stages.count() == 3


def test_three_divisions_have_promotion_matches_at_both_borders(now: datetime) -> None:
    event = a_league(now, 12, divisions=3, promotion=2, finalists=2, every_division=True)
    assert stages_of(event)[3:] == [
        *(("single", 1, 2), ("single", 2, 2), ("single", 3, 2)),
        *(("single", 2, 4), ("single", 3, 4)),
    ]
    award_all(event, now)
    assert len(promotion_of(event)) == 4
    assert season_plan(event).moves == []
    assert faults() == []
    assert sorted(edition_ranks(event).values()) == [*range(1, 13)]


def test_one_division_has_no_promotion_matches() -> None:
    how, shape = FORMATS["league"], FormatOptions(format="league", promotion=1)
    assert next(how.misfits(shape, 8)) == ("promotion", "promotion-of-one-division")
    assert how.fitting(shape, 8).promotion == 0
    two = FormatOptions(format="league", divisions=2, promotion=2)
    assert next(how.misfits(two, 6, 2)) == ("divisions", "division-too-small")
    assert not [*how.misfits(two, 8, 2)]


def test_nobody_plays_for_the_title_and_not_to_go_down() -> None:
    how, shape = FORMATS["league"], FormatOptions(format="league", divisions=2, promotion=1)
    four = replace(shape, finalists=4)
    assert next(how.misfits(four, 10, 1)) == ("finalists", "too-many-finalists")
    assert how.fitting(four, 10, 1).finalists == 2
    assert not [*how.misfits(four, 12, 1)]
