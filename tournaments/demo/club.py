"""The demo club: a continuous series of cups played by robots.

The club is identified by its owner, a robot that cannot sign in; nothing outside the club is
changed. It runs on a `now` that is passed in: what the clock of the tables and the periodic tasks
do elsewhere is done here for this club only, with the same services and without waiting.
"""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from random import Random

from django.db import transaction
from django.db.models import Min, QuerySet

from accounts.clubs.services import open_club
from accounts.i18n.time_zones import DEFAULT_ZONE
from accounts.models import Club, Membership, User
from games.engine import make_rules
from games.models import Game
from games.play import clock
from tournaments.competitions.settings import CompetitionSettings
from tournaments.demo.competitions import (
    found_league,
    keep_league,
    play_competition,
    start_competition,
)
from tournaments.formats.catalogue import with_seasons
from tournaments.matches import services as matches_services
from tournaments.models import Competition, Match, RegularEvent, Series, Stage
from tournaments.models.regular_events import EVERY_DAY
from tournaments.ranking import ratings
from tournaments.ranking import services as ranking
from tournaments.regular_events.robots import NAMES, robot_player, robot_username
from tournaments.regular_events.services import hold
from tournaments.series.services import TERMS, add_to_series, open_series

HOST = "la.casa"
SERIES = "Las copas de la casa"
CUPS = ("Copa del Bodegón", "Copa Vale Cuatro", "Copa del Patio", "Copa Quiero Retruco")
ENTRIES = 8
PAST_ENTRIES = 4  # of the first cups, for whose matches the first start waits
KEPT = 4  # finished cups
Kind = RegularEvent.Kind
EVENINGS = (
    (Kind.ARENA, "Arena de la siesta", 15, EVERY_DAY),
    (Kind.ARENA, "Arena de la noche", 21, EVERY_DAY),
    (Kind.CUP, "Copa de los viernes", 20, "4"),
)
PAST = (timedelta(days=2), timedelta(days=1))  # age of the first cups


def demo_club() -> Club | None:
    """Return the demo club, or None if this site has none."""
    owned = Membership.objects.filter(
        role=Membership.Role.OWNER, user__username__startswith=HOST, user__is_robot=True
    )
    return Club.objects.filter(memberships__in=owned).first()


@transaction.atomic
def found_club() -> Club:
    """Return the demo club. Create it with its players if it does not exist."""
    existing = demo_club()
    if existing is not None:
        return existing
    club = open_club(
        owner=robot_player(HOST, "La Casa"),
        name="Club El Ancho de Espadas",
        zone=DEFAULT_ZONE,
        about="El club de los autómatas de la casa: siempre hay una copa en juego.",
    )
    for name in NAMES:
        club.memberships.create(user=robot_player(robot_username(name), name))
    return club


def play_past_cups(
    club: Club, *, chance: Random, now: datetime, past: Sequence[timedelta] = PAST
) -> None:
    """Create the history of a new demo club: cups played to the end."""
    if _cups(club).exists():
        return
    for ago in past:
        competition = _start_cup(club, chance, now - ago, entries=PAST_ENTRIES)
        play_competition(competition.pk, rank=_rank, chance=chance, now=now - ago)


def keep_playing(club: Club, *, chance: Random, now: datetime) -> None:
    """Keep one cup and one season in progress, and delete all but the last finished cups."""
    keep_league(club, now=now)
    _hold_evenings(club)
    competition = _next_cup(club, chance, now)
    if competition is not None:
        for match in Match.objects.of(competition.pk).callable(now):
            matches_services.call_match(match_id=match.pk, now=now)
    finished = _cups(club).filter(state__in=Competition.OVER).order_by("-finished_at", "-pk")
    for pk in finished.values_list("pk", flat=True)[KEPT:]:
        ranking.forget_competition(competition_id=pk)


@transaction.atomic
def _next_cup(club: Club, chance: Random, now: datetime) -> Competition | None:
    """Start a cup unless one is in progress. The lock on the club prevents a second one."""
    Club.objects.select_for_update().get(pk=club.pk)
    if _cups(club).exclude(state__in=Competition.OVER).exists():
        return None
    return _start_cup(club, chance, now)


def _start_cup(club: Club, chance: Random, now: datetime, *, entries: int = ENTRIES) -> Competition:
    """Start a cup, for single players and for pairs in turn."""
    number = _last_number(_cups(club)) + 1
    seats = 4 if number % 2 == 0 else 2
    host = club.members.get(memberships__role=Membership.Role.OWNER)
    cup = start_competition(
        club=club,
        organiser=host,
        terms=CompetitionSettings(
            name=f"{CUPS[number % len(CUPS)]} {number}",
            rules=make_rules("argentino", {"seats": str(seats), "target": "15"}),
            cap=entries,
            seeding=Competition.Seeding.RANDOM,
        ),
        robots=chance.sample(_players(club), entries * seats // 2),
        seed=f"{chance.getrandbits(64):016x}",
        now=now,
    )
    series = _series(club, host, now)
    add_to_series(series_id=series.pk, competition_id=cup.pk, actor=host, now=now)
    return cup


def _series(club: Club, host: User, now: datetime) -> Series:
    """Return the series of the cups; create it if the club has none."""
    existing = club.series.first()
    if existing is not None:
        return existing
    usual = Series(name=SERIES)
    terms = {name: getattr(usual, name) for name in TERMS}
    return open_series(owner=club, actor=host, terms=terms, now=now)


def _rank(match_id: int) -> None:
    ranking.rank_match(match_id=match_id)


def begin_league(club: Club, *, chance: Random, now: datetime) -> None:
    """Create the league of the demo club, if it has none."""
    found_league(club, rank=_rank, chance=chance, now=now)


def _cups(club: Club) -> QuerySet[Competition]:
    """Return the cups of the club. Its league is kept separately (`keep_league`)."""
    leagues = Stage.objects.filter(format__in=with_seasons())
    return club.competitions.exclude(stages__in=leagues).filter(occurrence=None)


def _hold_evenings(club: Club) -> None:
    """Hold the evenings of the demo club, which anybody may enter; robots fill them up."""
    if club.regular_events.exists():
        return
    host = club.members.get(memberships__role=Membership.Role.OWNER)
    for kind, name, hour, weekdays in EVENINGS:
        event = RegularEvent(
            kind=kind,
            name=name,
            preset="argentino",
            options={"seats": "2", "target": "15"},
            hour=time(hour),
            weekdays=weekdays,
        )
        hold(club=club, actor=host, event=event)


def _last_number(competitions: QuerySet[Competition]) -> int:
    last = competitions.order_by("-pk").first()
    return int(last.name.rsplit(" ", 1)[1]) if last else 0


def _players(club: Club) -> Sequence[User]:
    robots = club.members.filter(memberships__role=Membership.Role.MEMBER, is_robot=True)
    return list(robots.order_by("username"))


PLACE = "match_game__match__round__group__stage__competition__club"  # of a table
BEAT = timedelta(seconds=10)  # interval of the keeper, as in `tournaments.tasks.BEAT`
TICK = timedelta(milliseconds=100)  # minimum step, so that time advances if a table cannot move


@transaction.atomic
def open_demo(*, chance: Random, now: datetime) -> Club:
    """Return the demo club with its history, its league and a cup in progress. Idempotent.

    It runs in one transaction: no reader sees half a club, and an interrupted start leaves no
    trace.
    """
    club = found_club()
    play_past_cups(club, chance=chance, now=now)
    begin_league(club, chance=chance, now=now)
    keep_playing(club, chance=chance, now=now)
    return club


def let_pass(club: Club, *, chance: Random, now: datetime, until: datetime) -> datetime:
    """Simulate the club's tables, ranking and keeper until an instant; return it."""
    beat = now
    while now < until:
        if now >= beat:
            _look_after(club, chance, now)
            beat = now + BEAT
        _see_to_tables(club, now)
        now = min(until, beat, max(now + TICK, _next_deadline(club) or beat))
    return now


def _look_after(club: Club, chance: Random, now: datetime) -> None:
    """Rank decided matches, call playable ones, run the keeper, and replay outdated ratings."""
    matches = Match.objects.filter(round__group__stage__competition__club=club)
    for pk in list(matches.unranked().values_list("pk", flat=True)):
        ranking.rank_match(match_id=pk)
    for pk in list(matches.callable(now).values_list("pk", flat=True)):
        matches_services.call_match(match_id=pk, now=now)
    keep_playing(club, chance=chance, now=now)
    while not ratings.replay_ratings(clock=lambda: now):
        pass


def _see_to_tables(club: Club, now: datetime) -> None:
    due = Game.objects.overdue(now).filter(**{PLACE: club}).order_by("act_by", "pk")
    for pk, version in list(due.values_list("pk", "version")):
        clock.act_on_timeout(game_id=pk, seen_version=version, now=now)


def _next_deadline(club: Club) -> datetime | None:
    live = Game.objects.filter(status=Game.Status.LIVE, **{PLACE: club})
    deadline: datetime | None = live.aggregate(first=Min("act_by"))["first"]
    return deadline
