"""A claim counts, or does no longer: its person is the player, in roster and at the tables.

Every function here is called with the matches of the entry and the competition locked.
"""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.services.alarm import enqueue
from tournaments.models import AuditEvent, Match, NameClaim
from tournaments.services import audit
from tournaments.services.entries.guests import name_at_tables
from tournaments.services.hints import announce_competition
from tournaments.services.matches.bracket import CALL_TASK
from tournaments.services.names.seats import leave_seats, take_seats


def count(claim: NameClaim, matches: Sequence[Match], now: datetime) -> None:
    """Make who claims a name its player; a guest without a name of their own bears it."""
    player, user = claim.player, claim.user
    if user.is_nameless:
        user.display_name = name_at_tables(player.name)
        user.save(update_fields=["display_name"])
    claim.counted_at = now
    claim.save(update_fields=["counted_at"])
    player.user = user
    player.save(update_fields=["user"])
    take_seats(player, matches, now)
    on_commit(enqueue, CALL_TASK)  # a match may be playable now


def uncount(claim: NameClaim, matches: Sequence[Match], now: datetime) -> None:
    """Make a name nobody's again; a guest who bore it bears it no longer."""
    player, user = claim.player, claim.user
    if not claim.counts or player.user_id != user.pk:
        return
    player.user = None
    player.save(update_fields=["user"])
    if user.is_guest and user.display_name == name_at_tables(player.name):
        user.display_name = ""
        user.save(update_fields=["display_name"])
    leave_seats(player, user, matches, now)
    on_commit(enqueue, CALL_TASK)  # a table may be free now


def record(act: AuditEvent.Act, claim: NameClaim, actor: User, now: datetime) -> None:
    """Write down who said, confirmed or took back what; all who follow are shown it."""
    audit.record(
        act,
        competition=claim.player.entry.competition,
        actor=actor,
        now=now,
        after={
            "entry": claim.player.name,
            "entry_id": claim.player.entry_id,
            "players": [claim.player.name],
            "accounts": [claim.user.username],
        },
    )
    announce_competition(claim.competition_id)
