"""A small site with a public page of each kind."""

from datetime import datetime

from accounts.models import User
from games.puzzles.services import day_of
from tests.games.puzzle_factories import a_puzzle
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, play_cup
from tests.tournaments.federations.factories import a_federation
from tests.tournaments.nights import a_series
from tests.tournaments.team_factories import a_team
from tournaments.tasks import heal_rankings


def public_paths(now: datetime) -> list[str]:
    """Fill the site and return the paths of public pages, one of each kind."""
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=4, name="Copa Otoño", starts_at=now)
    ended = a_running_cup(organiser, now, entries=2, name="Copa Verano", presencial=True)
    play_cup(ended, now)
    heal_rankings()
    slug = cup.club.slug
    player = User.objects.filter(roster_places__competition=ended).first()
    assert player is not None
    puzzle = a_puzzle(day_of(now))
    team = a_team(now, a_person(), a_person())
    return [
        *("/", "/competitions/", "/competitions/archive/", "/clubs/", "/ranking/", "/tables/"),
        *(f"/competitions/{each.pk}/" for each in (cup, ended)),
        f"/clubs/{slug}/",
        *(f"/clubs/{slug}/{page}/" for page in ("fame", "seasons", str(now.year))),
        f"/players/{player.username}/",
        *("/learn/", "/learn/argentino/", "/learn/argentino/1/", "/rules/"),
        *("/puzzle/", f"/puzzle/argentino/{puzzle.day}/"),
        *("/gira/", "/gira/lujan/", "/cast/", "/privacy/", "/federations/"),
        f"/federations/{a_federation(organiser, now).slug}/",
        f"/series/{a_series(organiser, now).pk}/",
        f"/teams/{team.pk}/",
    ]
