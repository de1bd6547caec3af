"""A team is the same players together: what they did adds up over its competitions."""

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, enter, match_at, play_match
from tournaments.draw import services as draw
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Match
from tournaments.ranking import services as ranking
from tournaments.teams.queries import entries_of_team, team_figures

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def pairs():
    """Two pairs of players."""
    return (a_person(), a_person()), (a_person(), a_person())


def a_played_cup(organiser, pairs, now, **terms):
    """A cup of two pairs that the first one won, ranked."""
    cup = a_cup(organiser, now, per_side=2, presencial=True, **terms)
    entries = [enter(cup, organiser, now, *pair) for pair in pairs]
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    match = match_at(cup, 1, 1)
    play_match(match, match.slots.get(entry=entries[0]).side, now)
    for each in Match.objects.unranked():
        ranking.rank_match(match_id=each.pk)
    return entries


def test_a_team_is_found_in_every_competition_it_entered(pairs, now):
    organiser = an_organiser()
    first, _ = a_played_cup(organiser, pairs, now)
    again, _ = a_played_cup(organiser, pairs, now)
    mixed = a_cup(organiser, now, per_side=2)
    enter(mixed, organiser, now, pairs[0][0], a_person())
    assert {entry.pk for entry in entries_of_team(first)} == {first.pk, again.pk}


@pytest.mark.feature("Points and players", "A team's figures over its competitions")
def test_its_figures_add_up_over_its_competitions(pairs, now):
    organiser = an_organiser()
    winners, losers = a_played_cup(organiser, pairs, now)
    a_played_cup(organiser, pairs, now)
    (won,), (lost,) = team_figures(winners), team_figures(losers)
    assert (won.sums["matches"], won.sums["wins"], won.sums["best_streak"]) == (2, 2, 2)
    assert (lost.sums["matches"], lost.sums["wins"], lost.sums["streak"]) == (2, 0, 0)
    assert won.sums["hands_won"] > lost.sums["hands_won"]


def test_the_page_of_an_entry_shows_them_once_there_are_any(pairs, now):
    organiser = an_organiser()
    winners, _ = a_played_cup(organiser, pairs, now)
    page = f"/competitions/{winners.competition_id}/entries/{winners.pk}/"
    assert "Estadísticas" in text_of(a_browser().get(page))
    cup = a_cup(organiser, now)
    newcomer = enter(cup, organiser, now, a_person())
    answer = a_browser().get(f"/competitions/{cup.pk}/entries/{newcomer.pk}/")
    assert "Estadísticas" not in text_of(answer)
