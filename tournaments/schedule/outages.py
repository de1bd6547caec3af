"""Deadlines in competitions extended after an outage, in the one lock order.

Registers extensions with `games.play.outages`. Times that people set or agreed on are
appointments, not deadlines, and stay.
"""

from accounts.models import Invitation
from games.models import Game
from games.play.outages import Gap, extends, move_column
from tournaments.common.broadcast import broadcast_match
from tournaments.common.locks import WHOLE
from tournaments.matches.tables import end_window_in_time, update_sit_down_window
from tournaments.models import Challenge, Match, RoundClock, Team
from tournaments.round_clock.services import set_bell_alarm


@extends("tournaments.Match.sit_by")
def _extend_windows(gap: Gap) -> int:
    """Windows to sit down or to name a line-up, the first and those between games."""
    called = Match.objects.select_for_update(of=("self",)).select_related(WHOLE)
    running = called.filter(state=Match.State.CALLED, sit_by__gt=gap.running_since)
    matches = list(running.order_by("pk"))
    for match in matches:
        competition = match.competition
        assert match.sit_by is not None, "only running windows are read"
        assert competition is not None, "casual matches have no window"
        match.sit_by = gap.extend_deadline(match.sit_by)
        match.save(update_fields=["sit_by"])
        update_sit_down_window(match, competition)
        if not competition.with_cards:
            end_window_in_time(match)
        broadcast_match(match)
    return len(matches)


@extends("tournaments.RoundClock.bell_at", "games.Game.bell_at")
def _extend_rounds(gap: Gap) -> int:
    """A round's clock and its copies at the tables, which must say the same."""
    running = RoundClock.objects.select_for_update().filter(bell_at__gt=gap.since)
    clocks = list(running.order_by("pk"))
    for clock in clocks:
        assert clock.bell_at is not None
        clock.bell_at = gap.extend_deadline(clock.bell_at)
        clock.save(update_fields=["bell_at"])
        set_bell_alarm(clock, gap.now)
    for game in Game.objects.filter(bell_at__gt=gap.since).order_by("pk"):
        assert game.bell_at is not None
        Game.objects.filter(pk=game.pk).update(bell_at=gap.extend_deadline(game.bell_at))
    return len(clocks)


@extends("tournaments.Challenge.answer_by")
def _extend_answers(gap: Gap) -> int:
    return move_column(Challenge.objects.filter(answer=""), "answer_by", gap)


@extends("tournaments.Challenge.play_by")
def _extend_challenges(gap: Gap) -> int:
    return move_column(Challenge.objects.open(), "play_by", gap)


@extends("tournaments.Team.invites_until")
def _extend_teams(gap: Gap) -> int:
    return move_column(Team.objects.all(), "invites_until", gap)


@extends("accounts.Invitation.expires_at")
def _extend_invitations(gap: Gap) -> int:
    return move_column(Invitation.objects.all(), "expires_at", gap)
