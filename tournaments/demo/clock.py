"""The demo club by a passed clock: what falls due is done at its instant, and nobody waits.

What the tables' clock and the site's sweeps do by the time of the wall is done here for this club
alone, with the same services.
"""

from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.db.models import Min

from accounts.models import Club
from games.models import Game
from games.services import clock
from tournaments.demo.club import begin_league, found_club, keep_playing, play_past_cups
from tournaments.models import Match
from tournaments.services.matches import deciding
from tournaments.services.ranking import keeping, replaying

PLACE = "match_game__match__round__group__stage__competition__club"  # of a table
BEAT = timedelta(seconds=10)  # between two looks of the keeper, as in the timetable
TICK = timedelta(milliseconds=100)  # time goes on beside a table that cannot


@transaction.atomic
def open_demo(*, chance: Random, now: datetime) -> Club:
    """Return the demo club with its history, its league and a cup under way; twice is once.

    All of it is one transaction: nobody sees half a club, and a stopped start leaves none.
    """
    club = found_club()
    play_past_cups(club, chance=chance, now=now)
    begin_league(club, chance=chance, now=now)
    keep_playing(club, chance=chance, now=now)
    return club


def let_pass(club: Club, *, chance: Random, now: datetime, until: datetime) -> datetime:
    """Let the club's tables, its ranking and its keeper run until an instant; return it."""
    beat = now
    while now < until:
        if now >= beat:
            _look_after(club, chance, now)
            beat = now + BEAT
        _see_to_tables(club, now)
        now = min(until, beat, max(now + TICK, _next_deadline(club) or beat))
    return now


def _look_after(club: Club, chance: Random, now: datetime) -> None:
    """Rank decided matches, call playable ones, run the keeper, replay what it has forgotten."""
    matches = Match.objects.filter(round__group__stage__competition__club=club)
    for pk in list(matches.unranked().values_list("pk", flat=True)):
        keeping.rank_match(match_id=pk)
    for pk in list(matches.callable(now).values_list("pk", flat=True)):
        deciding.call_match(match_id=pk, now=now)
    keep_playing(club, chance=chance, now=now)
    while not replaying.replay_ratings(clock=lambda: now):
        pass


def _see_to_tables(club: Club, now: datetime) -> None:
    due = Game.objects.overdue(now).filter(**{PLACE: club}).order_by("act_by", "pk")
    for pk, version in list(due.values_list("pk", "version")):
        clock.advance(game_id=pk, seen_version=version, now=now)


def _next_deadline(club: Club) -> datetime | None:
    live = Game.objects.filter(status=Game.Status.LIVE, **{PLACE: club})
    deadline: datetime | None = live.aggregate(first=Min("act_by"))["first"]
    return deadline
