"""Recent events of a large club: teams with years of history, an americano, stages, clubs.

Teams are rows, and the best seeds of every competition belong to them; the events are created
through the real services.
"""

from datetime import datetime

from django.urls import reverse

from accounts.models import Club, User
from bench.dataset.people import LAST, Dataset
from games.engine import make_rules
from tournaments.competitions.settings import CompetitionSettings
from tournaments.demo.competitions import enter_robots, play_by_hand
from tournaments.draw.rounds import draw_awaited
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.stage_chains import CHAINS
from tournaments.models import Competition, Entry, Match, Team, TeamPlayer
from tournaments.regular_events.robots import robot_player
from tournaments.tasks import update_ranking

TEAMS = 60  # the first 32 are in every competition, the others in its cups
AMERICANO, STAGES, CLUBS = 32, 64, 16  # entries of the three events
AMERICANO_ROUNDS = 8
CHAIN = "thirds-and-cups"
BOARDS = "2,2,1"


def add(dataset: Dataset, owner: User) -> None:
    """Create the teams and play the events."""
    (club,) = dataset.members
    _found_teams(dataset, club)
    chain = CHAINS[CHAIN](STAGES)
    americano = FormatOptions(format="americano", swiss_rounds=AMERICANO_ROUNDS)
    _play(dataset, club, owner, "Americano", americano, AMERICANO, seats=4)
    _play(dataset, club, owner, "Etapas", FORMATS[chain.format].fitting(chain, STAGES), STAGES)
    _play(dataset, club, owner, "Clubes", FormatOptions(format="single"), CLUBS, boards=BOARDS)


def _found_teams(dataset: Dataset, club: Club) -> None:
    people, since = dataset.members[club], dataset.now
    pairs = [people[2 * number : 2 * number + 2] for number in range(TEAMS)]
    teams = Team.objects.bulk_create(
        Team(
            club=club,
            name=f"Los {LAST[number % len(LAST)]} {number}",
            captain=pair[0],
            created_at=since,
        )
        for number, pair in enumerate(pairs)
    )
    TeamPlayer.objects.bulk_create(
        TeamPlayer(team=team, number=number, user=user, name=str(user)[:60], since=since)
        for team, pair in zip(teams, pairs, strict=True)
        for number, user in enumerate(pair, start=1)
    )
    for seed, team in enumerate(teams, start=1):
        Entry.objects.filter(competition__club=club, seed=seed).update(team=team)


def _play(
    dataset: Dataset,
    club: Club,
    owner: User,
    name: str,
    shape: FormatOptions,
    entries: int,
    *,
    seats: int = 2,
    boards: str = "",
) -> None:
    terms = CompetitionSettings(
        name=name,
        rules=make_rules("argentino", {"seats": str(seats)}),
        shape=shape,
        cap=entries,
        best_of=1,
        boards=boards,
        with_cards=True,
        seeding=Competition.Seeding.RANDOM,
        public=True,
    )
    people = range(1, entries * terms.players_per_side + 1)
    robots = [robot_player(f"{name.lower()}{each}", f"{name} {each}") for each in people]
    now = dataset.now
    event = enter_robots(club=club, organiser=owner, terms=terms, robots=robots, now=now)
    play_by_hand(
        event,
        organiser=owner,
        seed="1",
        rank=_rank,
        draw_next=_draw_next,
        now=now,
        loads_pages=False,
    )


def _rank(match_id: int) -> None:
    update_ranking.apply(args=(match_id,), throw=True)


def _draw_next(group_id: int, now: datetime) -> None:
    draw_awaited(group_id=group_id, now=now)


def addresses(club: Club) -> dict[str, str]:
    """Return the URLs by content."""
    events = {name: _event(club, name) for name in ("Americano", "Etapas", "Clubes")}
    americano = events["Americano"].pk
    final = Match.objects.of(events["Clubes"].pk).latest("pk")
    teams = reverse("club_teams", args=[club.slug])
    busiest = Team.objects.filter(club=club).named().earliest("pk")
    return {
        "its teams": teams,
        "its teams, search": teams + "?q=Acosta",
        "a team of 300 competitions": reverse("teams:team", args=[busiest.pk]),
        "americano": reverse("competitions:competition", args=[americano]),
        "americano, embedded": reverse("embed_sheet", args=[americano, "standings"]),
        "fixtures of an americano, embedded": reverse("embed_sheet", args=[americano, "fixtures"]),
        "groups, best thirds, two cups": reverse(
            "competitions:competition", args=[events["Etapas"].pk]
        ),
        "cup of clubs": reverse("competitions:competition", args=[events["Clubes"].pk]),
        "match of boards": reverse("match", args=[final.pk]),
    }


def _event(club: Club, name: str) -> Competition:
    return Competition.objects.get(club=club, name=name)
