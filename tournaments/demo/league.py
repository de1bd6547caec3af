"""The league of the demo club: two divisions, a round a week, one season after the other."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from accounts.models import Club, Membership, User
from games.engine import make_rules
from tournaments.demo.simulation import play_match, start_competition
from tournaments.formats.catalogue import with_seasons
from tournaments.formats.league import LEAGUE
from tournaments.formats.shape import Shape
from tournaments.models import Competition, Match, TimeProposal
from tournaments.services.competition import lifecycle
from tournaments.services.competition.round_dates import instant_at, wall_time
from tournaments.services.competition.seasons import close_season
from tournaments.services.competition.terms import Terms
from tournaments.services.draw import drawing
from tournaments.services.matches import proposals
from tournaments.services.ranking import keeping

NAME = "Liga del Bodegón"
DIVISIONS, ENTRIES = 2, 8
SINCE = timedelta(days=2)  # how long ago the first season began: its first round is played
EVENING = 21  # o'clock
KEPT = 2  # finished seasons

Rank = Callable[[int], object]


def leagues(club: Club) -> "list[Competition]":
    """Return the seasons of the club's league, the newest first."""
    found = club.competitions.filter(stages__format__in=with_seasons())
    return list(found.distinct().order_by("-pk"))


def found_league(club: Club, *, rank: Rank, chance: Random, now: datetime) -> None:
    """Begin the first season some days ago: results, an hour that was agreed, one on offer."""
    if leagues(club):
        return
    then = now - SINCE
    league = _first_season(club, chance, then)
    matches = Match.objects.of(league.pk)
    for match in matches.filter(scheduled_at__lte=now).order_by("scheduled_at", "pk"):
        play_match(match, rank=rank, chance=chance, now=max(then, match.scheduled_at or then))
    to_come = list(matches.filter(scheduled_at__gt=now).order_by("pk")[:2])
    for match, is_agreed in zip(to_come, (True, False), strict=False):
        _offer(match, now, is_agreed=is_agreed)


def keep_league(club: Club, *, now: datetime) -> None:
    """Let a new season follow a finished one, and keep no more than the last of them."""
    seasons = leagues(club)
    if seasons and seasons[0].state == Competition.State.FINISHED:
        host = _host(club)
        finished = seasons[0].pk
        following = close_season(competition_id=finished, actor=host, now=now)
        _begin(following.pk, host, seed=f"{following.pk:016x}", now=now)
    for season in leagues(club)[KEPT + 1 :]:
        keeping.forget_competition(competition_id=season.pk)


def _first_season(club: Club, chance: Random, then: datetime) -> Competition:
    wall = wall_time(then, club.zone).replace(hour=EVENING, minute=0, second=0, microsecond=0)
    members = club.members.filter(memberships__role=Membership.Role.MEMBER, is_robot=True)
    return start_competition(
        club=club,
        organiser=_host(club),
        terms=Terms(
            name=NAME,
            season="Primera 1",
            rules=make_rules("argentino", {"seats": "2", "target": "15"}),
            shape=Shape(format=LEAGUE.name, divisions=DIVISIONS, cycles=1),
            cap=ENTRIES,
            seeding=Competition.Seeding.RANDOM,
            starts_at=instant_at(wall + timedelta(days=1), club.zone),
            round_days=7,
            movers=1,
        ),
        robots=chance.sample(list(members.order_by("username")), ENTRIES),
        seed=f"{chance.getrandbits(64):016x}",
        now=then,
    )


def _begin(competition_id: int, host: User, *, seed: str, now: datetime) -> None:
    lifecycle.open_registration(competition_id=competition_id, actor=host, now=now)
    drawing.draw(competition_id=competition_id, actor=host, seed=seed, now=now)
    lifecycle.start(competition_id=competition_id, actor=host, now=now)


def _offer(match: Match, now: datetime, *, is_agreed: bool) -> None:
    """Have one side offer the hour after the match's own, and the other take it, or think."""
    assert match.scheduled_at is not None, "its hour is to come"
    first, second = (slot.entry for slot in match.slots.select_related("entry").order_by("side"))
    assert first is not None
    assert second is not None
    offered, asked = (entry.roster.earliest("number").user for entry in (first, second))
    assert offered is not None
    assert asked is not None
    later = match.scheduled_at + timedelta(hours=1)
    proposals.propose_times(match_id=match.pk, user=offered, times=[later], now=now)
    if is_agreed:
        proposal = TimeProposal.objects.get(match=match, at=later)
        proposals.accept_time(proposal_id=proposal.pk, user=asked, now=now)


def _host(club: Club) -> User:
    return club.members.get(memberships__role=Membership.Role.OWNER)
