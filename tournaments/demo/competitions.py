"""Whole competitions of robot players, played through the regular services.

The clock is a value that advances one second per action, so nothing waits. Covers cups on the
site, club matches with hidden line-ups, a league of two divisions with a round per week, and
competitions with real cards, where the waits for draws, results and pages are measured.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.core.management import call_command
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Membership, User
from games.engine import Action, State, legal_actions, make_rules, view
from games.models import Game
from games.play.robot_games import play_out
from games.robots import decide
from games.robots.levels import RobotLevel
from tournaments.club_matches.line_ups import name_line_up
from tournaments.club_matches.results import write_board
from tournaments.club_matches.standing import measure_of_board, results_of, standing_of
from tournaments.competitions import services as competitions
from tournaments.competitions import state as competitions_state
from tournaments.competitions.settings import CompetitionSettings
from tournaments.demo.ladders import challenge_neighbours
from tournaments.draw import services as draw_services
from tournaments.draw.rounds import draw_awaited
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.catalogue import with_seasons
from tournaments.formats.club_match import Standing
from tournaments.formats.league import LEAGUE
from tournaments.formats.options import FormatOptions
from tournaments.leagues.services import close_season
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches_services
from tournaments.models import Competition, Entry, Group, Match, RosterPlayer, TimeProposal
from tournaments.models.club_matches import are_open, sizes_of
from tournaments.ranking import services as ranking
from tournaments.results.services import submit_result
from tournaments.schedule import services as schedule
from tournaments.schedule.services import instant_at, wall_time


def play_boards(match: Match, organiser: User, chance: Random, now: datetime) -> None:
    """Name both line-ups and write the result of every board, with any tie-break."""
    name_both(match, chance, now)
    for number in _due(match):
        write_board(
            match_id=match.pk,
            board=number,
            chicos=_chicos(match, chance),
            actor=organiser,
            now=now,
        )


def name_both(match: Match, chance: Random, now: datetime) -> None:
    """Name the line-ups of both captains while these are secret."""
    for slot in match.slots.select_related("entry").order_by("side"):
        if slot.entry is not None and not are_open(match, now):
            _name(match, slot.entry, chance, now)


def _name(match: Match, entry: Entry, chance: Random, now: datetime) -> None:
    """Name a line-up with the players of an entry in random order."""
    people = list(entry.roster.order_by("number"))
    captain = next(one.user for one in people if one.number == RosterPlayer.CAPTAIN)
    assert captain is not None, "robots play here"
    chance.shuffle(people)
    sent = iter(people)
    boards = [[next(sent).pk for _ in range(size)] for size in sizes_of(match)]
    name_line_up(match_id=match.pk, entry_id=entry.pk, boards=boards, actor=captain, now=now)


def _due(match: Match) -> Iterator[int]:
    """Yield the boards in order, then the tie-break if it is needed."""
    boards = len(sizes_of(match))
    yield from range(1, boards + 1)
    if standing_of(match, results_of(match)) is Standing.LEVEL:
        yield boards + 1


def _chicos(match: Match, chance: Random) -> list[tuple[int, int]]:
    measure = measure_of_board(match)
    loser = chance.randrange(measure.target)
    score = (measure.target, loser) if chance.random() < 1 / 2 else (loser, measure.target)
    return [score] * measure.legs_to_win


TEMPO = timedelta(seconds=1)
# the strongest level takes three times as long, and past cups have no spectators
PAST_LEVEL = RobotLevel.BOLICHE


def start_competition(
    *,
    club: Club,
    organiser: User,
    terms: CompetitionSettings,
    robots: Sequence[User],
    seed: str,
    now: datetime,
) -> Competition:
    """Create a competition of robots, draw it and start it."""
    competition = enter_robots(club=club, organiser=organiser, terms=terms, robots=robots, now=now)
    draw_and_start(competition, organiser=organiser, seed=seed, now=now)
    return competition


def enter_robots(
    *,
    club: Club,
    organiser: User,
    terms: CompetitionSettings,
    robots: Sequence[User],
    now: datetime,
) -> Competition:
    """Create a competition and enter robots in teams of its size."""
    competition = competitions.create_competition(club=club, actor=organiser, terms=terms, now=now)
    competitions_state.open_registration(competition_id=competition.pk, actor=organiser, now=now)
    size = competition.players_per_side
    for first in range(0, len(robots), size):
        team = [NamedPlayer(str(robot), robot) for robot in robots[first : first + size]]
        entries.add_entry(competition_id=competition.pk, actor=organiser, players=team, now=now)
    return competition


def draw_and_start(competition: Competition, *, organiser: User, seed: str, now: datetime) -> None:
    """Draw and start a competition, and call its first matches."""
    draw_services.draw(competition_id=competition.pk, actor=organiser, seed=seed, now=now)
    lifecycle.start(competition_id=competition.pk, actor=organiser, now=now)
    competition.refresh_from_db()


def play_competition(
    competition_id: int, *, rank: Callable[[int], object], chance: Random, now: datetime
) -> datetime:
    """Play a running competition to its end and rank each match; return the last instant."""
    matches = Match.objects.of(competition_id)
    to_draw = Group.objects.awaiting().filter(stage__competition=competition_id)
    playable = matches.filter(state__in=Match.PLAYABLE)
    while True:
        for match in list(playable.all()):
            now = play_match(match, rank=rank, chance=chance, now=now)
        for group in to_draw.all():
            draw_awaited(group_id=group.pk, now=now)
        if not playable.all().exists():
            now = _go_on(to_draw, now, lambda pk, at: draw_awaited(group_id=pk, now=at))
        if not playable.all().exists():
            return now


def _go_on(
    waiting: QuerySet[Group], now: datetime, draw_next: Callable[[int, datetime], object]
) -> datetime:
    """Make challenges among the entries of ladders, and end those whose time is over."""
    for group in waiting.select_related("stage__competition__club"):
        is_ladder = group.stage.how.play.is_by_challenge
        if is_ladder and (at := challenge_neighbours(group, now)) is not None:
            now = at
        elif group.stage.closes_at is not None:
            now = max(now, group.stage.closes_at)
            draw_next(group.pk, now)
    return now


def play_match(
    match: Match, *, rank: Callable[[int], object], chance: Random, now: datetime
) -> datetime:
    """Play one match, at its scheduled time if it has one; return the last instant."""
    now = max(now, match.scheduled_at or now)
    if match.competition is not None and match.competition.boards:
        name_both(match, chance, now)
    matches_services.call_match(match_id=match.pk, now=now)
    now = _play_games(match, chance, now)
    rank(match.pk)
    return now


def _play_games(match: Match, chance: Random, now: datetime) -> datetime:
    games = Game.objects.filter(match_game__match=match, status=Game.Status.LIVE)

    def decided(state: State) -> Action:
        seat = state.to_act[0]
        return decide(view(state, seat), legal_actions(state, seat), chance, PAST_LEVEL)

    while game := games.first():
        now = play_out(game_id=game.pk, decide=decided, tempo=TEMPO, now=now)
    return now


RESULT_INTERVAL = timedelta(seconds=20)  # event time between two results
LOOKS = 2  # page loads while as many results are written as there are entries


@dataclass(frozen=True)
class Waits:
    """Seconds the draw took, and the longest times of the later steps."""

    draw: float
    result: float
    next_round: float  # drawn in a task, not in the request that writes a result
    page: float


def play_by_hand(
    competition: Competition,
    *,
    organiser: User,
    seed: str,
    rank: Callable[[int], object],
    draw_next: Callable[[int, datetime], object],
    now: datetime,
    loads_pages: bool = True,
) -> Waits:
    """Draw a competition and write a result for every match; return the longest times.

    With `loads_pages` the organiser's pages are loaded right after a result, as a browser does.
    `rank` and `draw_next` do the work of a Celery worker, for a match, and for a group at an
    instant.
    """
    with _timed() as drawing:
        draw_and_start(competition, organiser=organiser, seed=seed, now=now)
    if loads_pages:
        call_command("collectstatic", interactive=False, verbosity=0)  # they refer to hashed files
    browser, chance = Client(SERVER_NAME="localhost"), Random(seed)
    browser.force_login(organiser)
    results, pages, rounds = list[float](), [0.0], [0.0]
    matches = Match.objects.of(competition.pk)
    to_draw = Group.objects.awaiting().filter(stage__competition=competition)
    every = max(1, competition.cap // LOOKS)
    playable = matches.filter(state__in=Match.PLAYABLE)
    if not playable.all().exists():
        now = _go_on(to_draw, now, draw_next)
    while going := list(playable.all()):
        for match in going:
            now += RESULT_INTERVAL
            with _timed() as writing:
                _write(match, organiser, chance, now)
            results += writing
            rank(match.pk)
            if loads_pages and len(results) % every == 1:
                pages += _time_pages(match, browser)
        for group in to_draw.all():  # evaluated again: another stage may have been added
            with _timed() as seconds:
                draw_next(group.pk, now)
            rounds += seconds
        if not playable.all().exists():
            now = _go_on(to_draw, now, draw_next)
        if loads_pages:
            pages += _time_pages(going[-1], browser)
    return Waits(drawing[0], max(results), max(rounds), max(pages))


def _write(match: Match, organiser: User, chance: Random, now: datetime) -> None:
    """Write the result of a match, or of each of its boards."""
    if match.competition is not None and match.competition.boards:
        play_boards(match, organiser, chance, now)
    else:
        games = _games(match, chance)
        submit_result(match_id=match.pk, games=games, actor=organiser, now=now)


def _games(match: Match, chance: Random) -> list[tuple[int, int]]:
    """Return the points of each game; one side wins them all, or each half of an even number."""
    measure = match.measure
    loser = chance.randrange(measure.target)
    scores = [(measure.target, loser), (loser, measure.target)]
    chance.shuffle(scores)
    if not measure.plays_all:
        return [scores[0]] * ((measure.best_of // 2 + 1) * measure.legs_to_win)
    won = [scores[number % 2 * chance.randrange(2)] for number in range(measure.best_of)]
    return [score for score in won for _ in range(measure.legs_to_win)]


def _time_pages(match: Match, browser: Client) -> list[float]:
    """Return the seconds that each page took."""
    assert match.competition is not None
    pages = (
        reverse("competitions:competition", args=[match.competition.pk]),
        reverse("competitions:manage", args=[match.competition.pk]),
        reverse("match", args=[match.pk]),
    )
    took: list[float] = []
    for address in pages:
        with _timed() as seconds:
            response = browser.get(address)
        assert response.status_code == 200, f"{address}: {response.status_code}"
        took += seconds
    return took


@contextmanager
def _timed() -> Iterator[list[float]]:
    seconds: list[float] = []
    start = time.perf_counter()
    yield seconds
    seconds.append(time.perf_counter() - start)


NAME = "Liga del Bodegón"
DIVISIONS, ENTRIES = 2, 8
SINCE = timedelta(days=2)  # age of the first season, so that its first round is played
EVENING = 21  # hour of the matches
KEPT = 2  # finished seasons
Rank = Callable[[int], object]


def leagues(club: Club) -> "list[Competition]":
    """Return the seasons of the club's league, newest first."""
    seasons = club.competitions.filter(stages__format__in=with_seasons())
    return list(seasons.distinct().order_by("-pk"))


def found_league(club: Club, *, rank: Rank, chance: Random, now: datetime) -> None:
    """Create a first season that started days ago: results, an agreed time and an offered one."""
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
    """Start a new season after a finished one, and delete all but the last finished seasons."""
    seasons = leagues(club)
    if seasons and seasons[0].state == Competition.State.FINISHED:
        host = _host(club)
        finished = seasons[0].pk
        following = close_season(competition_id=finished, actor=host, now=now)
        _begin(following.pk, host, seed=f"{following.pk:016x}", now=now)
    for season in leagues(club)[KEPT + 1 :]:
        ranking.forget_competition(competition_id=season.pk)


def _first_season(club: Club, chance: Random, then: datetime) -> Competition:
    wall = wall_time(then, club.zone).replace(hour=EVENING, minute=0, second=0, microsecond=0)
    members = club.members.filter(memberships__role=Membership.Role.MEMBER, is_robot=True)
    return start_competition(
        club=club,
        organiser=_host(club),
        terms=CompetitionSettings(
            name=NAME,
            season="Primera 1",
            rules=make_rules("argentino", {"seats": "2", "target": "15"}),
            shape=FormatOptions(format=LEAGUE.name, divisions=DIVISIONS, cycles=1),
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
    competitions_state.open_registration(competition_id=competition_id, actor=host, now=now)
    draw_services.draw(competition_id=competition_id, actor=host, seed=seed, now=now)
    lifecycle.start(competition_id=competition_id, actor=host, now=now)


def _offer(match: Match, now: datetime, *, is_agreed: bool) -> None:
    """Offer a time one hour later for one side; the other side may accept it."""
    assert match.scheduled_at is not None, "its hour is to come"
    first, second = (slot.entry for slot in match.slots.select_related("entry").order_by("side"))
    assert first is not None
    assert second is not None
    proposer, rival = (entry.roster.earliest("number").user for entry in (first, second))
    assert proposer is not None
    assert rival is not None
    later = match.scheduled_at + timedelta(hours=1)
    schedule.propose_times(match_id=match.pk, user=proposer, times=[later], now=now)
    if is_agreed:
        proposal = TimeProposal.objects.get(match=match, at=later)
        schedule.accept_time(proposal_id=proposal.pk, user=rival, now=now)


def _host(club: Club) -> User:
    return club.members.get(memberships__role=Membership.Role.OWNER)
