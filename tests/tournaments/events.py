"""Competitions of every format, played by walkovers: results without cards, for tests of routes."""

from collections.abc import Callable
from datetime import datetime, timedelta

from accounts.models import User
from tests.tournaments.cups import a_running_cup, an_organiser
from tournaments.formats.options import FormatOptions
from tournaments.matches import services as matches_services
from tournaments.models import Competition, Group, Match
from tournaments.tasks import draw_awaited_rounds

ROUNDS = 32  # of one event, at most
Chooser = Callable[[Match], int]


def an_event(
    now: datetime, format_: str, entries: int, *, organiser: User | None = None, **choices: object
) -> Competition:
    """A running competition of that format."""
    shape = FormatOptions(format=format_, **choices)
    return a_running_cup(organiser or an_organiser(), now, entries=entries, shape=shape, cap=32)


def organiser_of(event: Competition) -> User:
    """Return the owner of the club of a competition."""
    return event.club.members.get()


def award(match: Match, winner: int, now: datetime) -> None:
    """Award a match to one side, and let a worker draw the next matches."""
    organiser = organiser_of(match.round.group.stage.competition)
    matches_services.give_walkover(
        match_id=match.pk, winner=winner, actor=organiser, reason="no vinieron", now=now
    )
    draw_what_follows()


def draw_what_follows() -> None:
    """Let a worker draw the next matches; a round without players advances automatically."""
    for _ in range(ROUNDS):
        if not Group.objects.awaiting().exists():
            break
        draw_awaited_rounds()


def nobody_comes(match: Match, now: datetime) -> None:
    """Call a match and let its window pass."""
    matches_services.call_match(match_id=match.pk, now=now)
    match.refresh_from_db()
    if match.sit_by is None:
        return  # it waits for a table of the hall
    matches_services.end_sit_down_window(match_id=match.pk, now=match.sit_by + timedelta(seconds=1))
    draw_what_follows()


def the_better_seed(match: Match) -> int:
    """The side whose entry has the better seed."""
    return min(match.slots.select_related("entry"), key=lambda slot: slot.entry.seed).side


def ready(event: Competition) -> list[Match]:
    """Return the matches that can be played now."""
    return list(Match.objects.of(event.pk).filter(state=Match.State.READY))


def award_all(event: Competition, now: datetime, winner: Chooser = the_better_seed) -> None:
    """Award every match, until the competition ends."""
    draw_what_follows()
    open_ = Match.objects.of(event.pk).filter(state__in=(Match.State.READY, Match.State.CALLED))
    while matches := list(open_.all()):  # a site that runs meanwhile calls some of them
        for match in matches:
            now += timedelta(seconds=1)
            award(match, winner(match), now)
    event.refresh_from_db()
