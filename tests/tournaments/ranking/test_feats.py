"""The bests of players at a club follow from its matches and their games, whatever happens."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.models import SeatStatistics
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_cup, play_match
from tests.tournaments.ranking.test_leaderboards import casually
from tests.tournaments.reopening import reopen
from tournaments.models import Competition, Feat, Match
from tournaments.ranking import services as ranking
from tournaments.ranking.rebuild import rebuild_ranking
from tournaments.tasks import heal_rankings
from tournaments.verification.ranking import feats_are_those_of_the_matches

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
Kind = Feat.Kind


def unsound() -> list[str]:
    return [str(violation) for violation in feats_are_those_of_the_matches()]


def stored() -> list[tuple[object, ...]]:
    columns = ("club", "user", "kind", "year", "value", "at", "match", "game")
    return sorted(Feat.objects.values_list(*columns), key=str)


def best(club_id: int, kind: str, year: str = "") -> Feat:
    return Feat.objects.filter(club=club_id, kind=kind, year=year)[0]


def a_played_cup(now: datetime, **figures: int) -> Competition:
    """A cup of four; what the winner of the final did there was counted so."""
    cup = a_running_cup(an_organiser(), now)
    play_cup(cup, now)
    heal_rankings()
    final = match_at(cup, 2, 1)
    won = SeatStatistics.objects.filter(seat__game__match_game__match=final)
    won.filter(seat__number=final.winner).update(**figures)
    cup.refresh_from_db()
    return cup


def count_again(cup: Competition) -> None:
    for match in Match.objects.of(cup.pk):
        Match.objects.filter(pk=match.pk).update(awaits_ranking=True)
        ranking.rank_match(match_id=match.pk)


@pytest.mark.feature("Points and players", "Club records, each with its match and game")
def test_each_record_names_the_match_and_the_game_it_comes_from(now: datetime) -> None:
    cup = a_played_cup(now, comeback=4, envidos_won=7)
    count_again(cup)
    final, champion = match_at(cup, 2, 1), cup.champion.roster.get().user
    streak = best(cup.club_id, Kind.STREAK)
    assert (streak.user, streak.value, streak.match, streak.game) == (champion, 2, final, None)
    for kind, value in ((Kind.COMEBACK, 4), (Kind.ENVIDOS, 7)):
        for year in ("", "2026"):
            feat = best(cup.club_id, kind, year)
            assert (feat.user, feat.value, feat.match) == (champion, value, final)
            assert feat.game == final.games.get().game
    assert best(cup.club_id, Kind.YEAR, "2026").value >= 7
    assert not Feat.objects.filter(kind=Kind.YEAR, year="").exists()
    assert unsound() == []


def test_years_are_counted_apart_and_the_first_of_equals_stays(now: datetime) -> None:
    organiser = an_organiser()
    cups = [a_running_cup(organiser, now, entries=2, name=name) for name in ("Una", "Dos")]
    champion = match_at(cups[0], 1, 1).slots.get(side=0).entry.roster.get().user
    later = a_running_cup(organiser, now, entries=2, name="Tres", first=[champion])
    play_match(match_at(cups[0], 1, 1), 0, now)
    again = match_at(later, 1, 1)
    side = again.slots.get(entry__roster__user=champion).side  # as drawn originally
    play_match(again, side, now + timedelta(days=365))
    heal_rankings()
    own = Feat.objects.filter(user=champion, kind=Kind.STREAK).order_by("year")
    assert list(own.values_list("year", "value")) == [("", 2), ("2026", 1), ("2027", 1)]
    assert own[0].match == match_at(later, 1, 1)
    assert own[1].match == match_at(cups[0], 1, 1)
    assert unsound() == []


def test_casual_tables_are_no_records_of_any_club(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    first, second = (slot.entry.roster.get().user for slot in match_at(cup, 1, 1).slots.all())
    casually(now, first, second)
    heal_rankings()
    assert stored() == []


def test_what_is_taken_back_takes_its_record_along(now: datetime) -> None:
    cup = a_played_cup(now)
    reopen(match_at(cup, 2, 1), now)
    heal_rankings()
    assert best(cup.club_id, Kind.STREAK).value == 1
    assert unsound() == []
    ranking.forget_competition(competition_id=cup.pk)
    assert stored() == []
    assert unsound() == []


def test_counting_again_and_rebuilding_change_nothing(now: datetime) -> None:
    cup = a_played_cup(now)
    before = stored()
    count_again(cup)
    assert stored() == before != []
    Feat.objects.all().delete()
    rebuild_ranking()
    assert stored() == before


@pytest.mark.parametrize(
    "harm",
    [
        lambda: Feat.objects.filter(kind=Kind.STREAK).update(value=99),
        lambda: Feat.objects.filter(kind=Kind.STREAK, year="").delete(),
        lambda: Feat.objects.filter(year="2026").update(year="2025"),
        lambda: SeatStatistics.objects.update(envidos_won=99),
    ],
)
def test_a_record_that_no_match_made_is_named(harm: Callable[[], object], now: datetime) -> None:
    a_played_cup(now)
    assert unsound() == []
    harm()
    assert unsound()
