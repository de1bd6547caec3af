"""Whole competitions of robot players, through the same services as everybody's.

Nothing waits here: the clock is a value that moves on by a second per action.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import chain, count
from random import Random

from accounts.models import Club, User
from accounts.values.skeletons import skeleton
from games.engine import Action, State, legal_actions, view
from games.models import Game
from games.robots import decide
from games.robots.levels import RobotLevel
from games.services.house_play import play_out
from tournaments.demo.boards import name_both
from tournaments.models import Competition, Group, Match
from tournaments.services.competition import announcing, lifecycle
from tournaments.services.competition.terms import Terms
from tournaments.services.draw import drawing
from tournaments.services.draw.awaited import draw_awaited
from tournaments.services.entries import by_hand
from tournaments.services.entries.rosters import NamedPlayer
from tournaments.services.matches import deciding

TEMPO = timedelta(seconds=1)
PAST_LEVEL = RobotLevel.BOLICHE  # the strongest thinks three times as long, and nobody watches


def robot_player(username: str, display_name: str) -> User:
    """Return the robot of that name, or of the next one that no person has."""
    for name in chain((username,), (f"{username}.{number}" for number in count(2))):
        known = User.objects.filter(skeleton=skeleton(name)).first()
        if known is None:
            return User.objects.create_user(name, display_name=display_name, is_robot=True)
        if known.is_robot:
            return known
    raise AssertionError("the numbers do not end")


def start_competition(
    *,
    club: Club,
    organiser: User,
    terms: Terms,
    robots: Sequence[User],
    seed: str,
    now: datetime,
) -> Competition:
    """Bring a competition of robots from its announcement to its first call."""
    competition = enter_robots(club=club, organiser=organiser, terms=terms, robots=robots, now=now)
    draw_and_start(competition, organiser=organiser, seed=seed, now=now)
    return competition


def enter_robots(
    *, club: Club, organiser: User, terms: Terms, robots: Sequence[User], now: datetime
) -> Competition:
    """Announce a competition and enter robots in it, in teams of its size."""
    competition = announcing.create_competition(club=club, actor=organiser, terms=terms, now=now)
    lifecycle.open_registration(competition_id=competition.pk, actor=organiser, now=now)
    size = competition.players_per_side
    for first in range(0, len(robots), size):
        team = [NamedPlayer(str(robot), robot) for robot in robots[first : first + size]]
        by_hand.add_entry(competition_id=competition.pk, actor=organiser, players=team, now=now)
    return competition


def draw_and_start(competition: Competition, *, organiser: User, seed: str, now: datetime) -> None:
    """Draw what everybody has entered, and call its first matches."""
    drawing.draw(competition_id=competition.pk, actor=organiser, seed=seed, now=now)
    lifecycle.start(competition_id=competition.pk, actor=organiser, now=now)
    competition.refresh_from_db()


def play_competition(
    competition_id: int, *, rank: Callable[[int], object], chance: Random, now: datetime
) -> datetime:
    """Play a running competition to its end, ranking each match; return the last instant."""
    matches = Match.objects.of(competition_id)
    while open_now := list(matches.filter(state__in=Match.PLAYABLE)):
        for match in open_now:
            now = play_match(match, rank=rank, chance=chance, now=now)
        for group in Group.objects.awaiting().filter(stage__competition=competition_id):
            draw_awaited(group_id=group.pk, now=now)
    return now


def play_match(
    match: Match, *, rank: Callable[[int], object], chance: Random, now: datetime
) -> datetime:
    """Play one match, at its hour if it has one; return the last instant."""
    now = max(now, match.scheduled_at or now)
    if match.competition is not None and match.competition.boards:
        name_both(match, chance, now)
    deciding.call_match(match_id=match.pk, now=now)
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
