"""Cups for tests: plain functions with defaults. Games are to five points, lost by folding."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.clubs.services import open_club
from accounts.models import Club, User
from games.engine import PlayCard, State, legal_actions, make_rules, to_token
from games.models import Game
from games.play import clock
from games.play import seats as play_seats
from tests.games.tables import a_person, act, state_of
from tests.runner.arranged import arranged
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.competitions import services as competitions
from tournaments.competitions import state as competitions_state
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.suggestions import free_name
from tournaments.draw import services as draw
from tournaments.entries import services as entries_services
from tournaments.entries.new_entries import NewEntry, write_entries
from tournaments.entries.places import lock_for_entering
from tournaments.entries.rosters import NamedPlayer, entry_for_audit
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Competition, Entry, Match, VerifiedClub

SECOND = timedelta(seconds=1)
WINDOW = timedelta(minutes=10)


@arranged
def an_organiser(*, verified: bool = True) -> User:
    """Somebody who owns a club, whose results count on the leaderboards of the whole site."""
    owner, zone = a_person(), "America/Argentina/Buenos_Aires"
    club = open_club(owner=owner, name=f"Club de {owner.username}", zone=zone)
    if verified:
        VerifiedClub.objects.create(club=club, by=owner, at=club.created_at)
    return owner


def club_of(organiser: User) -> Club:
    """Return the club that a user owns."""
    return Club.objects.get(memberships__user=organiser)


@arranged
def a_cup(
    organiser: User, now: datetime, *, per_side: int = 1, opened: bool = True, **terms: Any
) -> Competition:
    """A cup that takes entries, at tables that its format is played at."""
    how = FORMATS[terms.get("shape", FormatOptions()).format]
    seats = 2 * per_side if 2 * per_side in how.seats else how.seats[0]
    rules = make_rules("argentino", {"seats": str(seats), "target": "5"})
    club = club_of(organiser)
    competition = competitions.create_competition(
        club=club,
        actor=organiser,
        terms=CompetitionSettings(**{"name": free_name(club, "Copa"), "rules": rules, **terms}),
        now=now,
    )
    if opened:
        competitions_state.open_registration(
            competition_id=competition.pk, actor=organiser, now=now
        )
        competition.refresh_from_db()
    return competition


def enter(competition: Competition, organiser: User, now: datetime, *people: User) -> Entry:
    """Enter one team by hand."""
    return entries_services.add_entry(
        competition_id=competition.pk,
        actor=organiser,
        players=[NamedPlayer(str(person), person) for person in people],
        now=now,
    )


def enter_all(
    competition: Competition, organiser: User, now: datetime, teams: Sequence[Sequence[User]]
) -> None:
    """Enter complete teams, a millisecond apart: what `enter` does for each, in a third of the CPU.

    A sixth of the CPU of these tests went into entering one by one.
    """
    wanted = [NewEntry([NamedPlayer(str(one), one) for one in people]) for people in teams]
    with transaction.atomic():
        locked = lock_for_entering(competition.pk)
        entries = write_entries(locked, wanted, now)
        for number, entry in enumerate(entries):
            at = now + timedelta(milliseconds=number)
            entry.created_at = entry.complete_at = at
            audit.log_event(
                AuditEvent.Act.ADD_ENTRY,
                competition=locked,
                actor=organiser,
                now=at,
                after=entry_for_audit(entry),
            )
        Entry.objects.bulk_update(entries, ["created_at", "complete_at"])
        broadcast_competition(competition.pk)


@arranged
def a_running_cup(
    organiser: User,
    now: datetime,
    *,
    entries: int = 4,
    per_side: int = 1,
    first: Sequence[User] = (),
    **terms: Any,
) -> Competition:
    """A cup whose first matches can be called; who entered first is seeded first."""
    competition = a_cup(organiser, now, per_side=per_side, **terms)
    size = competition.players_per_side
    teams = [
        (number == 0 and first) or [a_person() for _ in range(size)] for number in range(entries)
    ]
    enter_all(competition, organiser, now, teams)
    draw.draw(competition_id=competition.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=competition.pk, actor=organiser, now=now)
    competition.refresh_from_db()
    return competition


def match_at(competition: Competition, round_: int, position: int) -> Match:
    """Return the match at a position of a round."""
    return Match.objects.of(competition.pk).get(round__number=round_, position=position)


def players_of(match: Match, side: int) -> Sequence[User]:
    """Return the accounts that play on one side, in seating order."""
    slots = match.slots.filter(side=side).order_by("number")
    rosters = [slot.entry.roster.playing().select_related("user") for slot in slots]
    return [player.user for roster in rosters for player in roster]


def table_of(match: Match) -> Game:
    """The newest table of a match."""
    return match.games.select_related("game").latest("pk").game


def seated_people(game: Game) -> list[User | None]:
    """Return the seated players of a table, in the order they sit."""
    return [seat.user for seat in game.seats.order_by("number")]


def call(match: Match, now: datetime) -> Game:
    """Call a match, unless a clock of the served site was quicker; return its table."""
    is_called = matches.call_match(match_id=match.pk, now=now)
    match.refresh_from_db()
    assert is_called or match.state == Match.State.CALLED
    return table_of(match)


def sit(game: Game, *people: User, now: datetime, address: str = "") -> None:
    """These people sit down."""
    for person in people:
        play_seats.sit_down(game_id=game.pk, user=person, corte_hash="", address=address, now=now)
    game.refresh_from_db()


def everybody_sits(match: Match, now: datetime, *, addresses: Sequence[str] = ("a", "b")) -> Game:
    """Both sides sit down, each at an address of its own, and the game starts."""
    game = table_of(match)
    for side in (0, 1):
        for number, person in enumerate(players_of(match, side)):
            sit(game, person, now=now, address=f"{addresses[side]}{number}")
    return game


def win(game: Game, team: int, now: datetime) -> datetime:
    """The other team folds hand after hand; return the last instant."""
    game.refresh_from_db()
    while not game.is_over:
        now += SECOND
        state = state_of(game)
        if state.over:
            now = game.act_by
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
        else:
            act(game, _giving_way_to(team, state), now, seat=state.to_act[0])
        game.refresh_from_db()
    return now


def win_by_the_clock(game: Game, now: datetime, *, until: int | None = None) -> datetime:
    """Nobody acts until the game is over, or a team has so many points; return the instant."""
    game.refresh_from_db()
    while not game.is_over and (until is None or max(game.score) < until):
        now = game.act_by or now
        clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
        game.refresh_from_db()
    return now


def play_match(match: Match, winner: int, now: datetime) -> datetime:
    """Call a match, sit everybody down and let one side win all its games."""
    call(match, now)
    while not match.is_decided:
        now = win(everybody_sits(match, now), winner, now)
        match.refresh_from_db()
    return now


def play_cup(competition: Competition, now: datetime, *, winner: int = 0) -> datetime:
    """Play everything there is to play; the same side always wins."""
    while ready := list(Match.objects.of(competition.pk).callable(now)):
        for match in ready:
            now = play_match(match, winner, now)
    return now


def a_card(state: State) -> str:
    """A card that the seat which is due may play."""
    legal = legal_actions(state, state.to_act[0])
    return next(to_token(action) for action in legal if isinstance(action, PlayCard))


def _giving_way_to(team: int, state: State) -> str:
    """A card for the team that is to win, the mazo for the other."""
    seat = state.to_act[0]
    if seat % 2 == team:
        return a_card(state)
    legal = map(to_token, legal_actions(state, seat))
    return next(token for token in legal if token in ("mazo", "no"))
