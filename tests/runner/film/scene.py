"""What is filmed: the final of a cup of four, some hands before its end. Chance is fixed."""

from datetime import timedelta
from random import Random
from typing import NamedTuple

from django.utils import timezone

from accounts.clubs.services import open_club
from accounts.models import User
from games.engine import legal_actions, make_rules, to_token, view
from games.models import Game
from games.play import clock
from games.robots import decide
from tests.games.tables import act, play_to_the_end, state_of
from tests.tournaments.cups import call, enter, everybody_sits
from tournaments.competitions import services as competitions
from tournaments.competitions import state as competitions_state
from tournaments.competitions.settings import CompetitionSettings
from tournaments.draw import services as draw
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Match

NAMES = ("Marita Quiroga", "Tato Pereyra", "Pocha Insúa", "Cholo Benítez")
HANDS = 7  # of the final, before anything is filmed
SIDE = 1  # whose phone it is


class Scene(NamedTuple):
    """A final that is being played, and from where it is looked at."""

    game: Game
    cup: Competition
    organiser: User
    player: User
    seat: int


def the_final(hands: int = HANDS) -> Scene:
    """Play a cup up to its final, and that for some hands, all by robots in people's places."""
    organiser = User.objects.create_user("la.yunta", display_name="La Yunta")
    cup = _cup(organiser)
    matches = Match.objects.of(cup.pk)
    while len(ready := list(matches.filter(state__in=Match.PLAYABLE))) > 1 or not _is_last(ready):
        for match in ready:
            now = timezone.now()
            call(match, now)
            play_to_the_end(everybody_sits(match, now), now)
    call(ready[0], timezone.now())
    game = everybody_sits(ready[0], timezone.now())
    for _ in range(hands):
        _play_hand(game)
    seat = game.seats.get(number=SIDE)
    return Scene(game, cup, organiser, seat.user, seat.number)


def _is_last(ready: list[Match]) -> bool:
    return ready[0].round.number == ready[0].round.group.rounds.count()


def _cup(organiser: User) -> Competition:
    now = timezone.now()
    club = open_club(owner=organiser, name="La Yunta", zone="America/Argentina/Buenos_Aires")
    rules = make_rules("argentino", {"seats": "2", "target": "15"})
    terms = CompetitionSettings(
        name="Copa de los viernes", rules=rules, cap=len(NAMES), turn_seconds=120
    )
    cup = competitions.create_competition(club=club, actor=organiser, terms=terms, now=now)
    competitions_state.open_registration(competition_id=cup.pk, actor=organiser, now=now)
    for number, name in enumerate(NAMES):
        at = now + timedelta(milliseconds=number)
        person = User.objects.create_user(f"jugador{number}", display_name=name)
        enter(cup, organiser, at, person)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    cup.refresh_from_db()
    return cup


def _play_hand(game: Game) -> None:
    """Play until the next hand is dealt."""
    while not state_of(game).over:
        act(game, robot_action(game), timezone.now())
    assert game.act_by is not None
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)


def robot_action(game: Game) -> str:
    """Return the action that a robot would choose for the seat to act."""
    state = state_of(game)
    seat = state.to_act[0]
    return to_token(decide(view(state, seat), legal_actions(state, seat), Random(game.version)))
