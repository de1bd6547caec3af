"""Transfers: a newcomer replaces a player who leaves an entry, until a date."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Entry, Match, NameClaim, RosterPlayer
from tournaments.results.boards import are_open
from tournaments.services import audit
from tournaments.services.entries import rosters
from tournaments.services.entries.rosters import NamedPlayer, add_player
from tournaments.services.entries.substituting import is_written_on
from tournaments.services.entries.teams import remember
from tournaments.services.hints import announce_competition, announce_match
from tournaments.services.locks import lock_competition, lock_in_play


def list_is_open(competition: Competition, now: datetime) -> bool:
    """Tell whether lists may change by the date that was announced, if one was."""
    return competition.transfers_until is None or now < competition.transfers_until


def takes_transfers(competition: Competition, now: datetime) -> bool:
    """Tell whether one may come in another's place: after the draw only where a date says so."""
    is_dated = competition.transfers_until is not None
    return list_is_open(competition, now) and (is_dated or not competition.is_drawn)


def require_open_list(competition: Competition, now: datetime) -> None:
    """Refuse what would change a list after its date: `transfers-closed`."""
    if not list_is_open(competition, now):
        raise RefusedError("transfers-closed")


def transfer(
    *, entry_id: int, out_player_id: int, player: NamedPlayer, actor: User, now: datetime
) -> RosterPlayer:
    """Have a newcomer join an entry, as player or reserve, in the place of one of its roster.

    The captain does it, or an organiser; the captain stays. A leaver who has played is kept with
    what they played, and enters no other entry of the competition. Secret line-ups that include
    them are to be named anew. Raises RefusedError `not-captain`, `wrong-state`,
    `transfers-closed`, `wrong-roster`, `captain-goes`, `match-called`, and as `require_fit` and
    `add_player` do.
    """
    comes = None
    while comes is None:  # a match that came up meanwhile is to be locked first
        comes = _transfer(entry_id, out_player_id, player, actor=actor, now=now)
    return comes


@retrying
@transaction.atomic
def _transfer(
    entry_id: int, out_player_id: int, player: NamedPlayer, *, actor: User, now: datetime
) -> RosterPlayer | None:
    matches = lock_in_play(entry_id)
    if matches is None:
        return None
    lock_competition(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    rosters.require_captain(entry, actor)
    rosters.require_in(entry)
    if entry.state == Entry.State.FORMING:
        raise RefusedError("wrong-state")
    if not takes_transfers(entry.competition, now):
        raise RefusedError("transfers-closed")
    rosters.require_fit_for(entry, player.user, actor)
    goes = _who_goes(entry, out_player_id)
    _forget_line_ups(goes, matches, now)
    before = rosters.playing(entry)
    _leave(goes, entry, now)
    comes = add_player(entry, player, reserve=goes.reserve)
    rosters.rename_team(entry, before)
    if not entry.competition.is_drawn:
        remember([entry], now)
    audit.record(
        AuditEvent.Act.TRANSFER,
        competition=entry.competition,
        actor=actor,
        now=now,
        before=_told(goes),
        after={**rosters.told(entry), "player": comes.name},
    )
    announce_competition(entry.competition_id)
    return comes


def _told(goes: RosterPlayer) -> dict[str, object]:
    """Return what the log tells of who goes: by their account it is found once that is deleted."""
    account = goes.user.username if goes.user is not None else None
    return {"player": goes.name, "players": [goes.name], "accounts": [account]}


def _who_goes(entry: Entry, player_id: int) -> RosterPlayer:
    goes = entry.roster.select_related("user").filter(pk=player_id).first()
    if goes is None:
        raise RefusedError("wrong-roster")
    if goes.number == RosterPlayer.CAPTAIN:
        raise RefusedError("captain-goes")
    return goes


def _forget_line_ups(goes: RosterPlayer, matches: Iterable[Match], now: datetime) -> None:
    """Take back the secret line-ups that name who goes; refuse while a match is under way."""
    for match in matches:
        competition = match.competition
        has_boards = competition is not None and bool(competition.boards)
        is_seen = has_boards and are_open(match, now)
        if match.state == Match.State.CALLED or is_seen or is_written_on(match):
            raise RefusedError("match-called")
        if match.line_ups.filter(places__player=goes).delete()[0]:
            announce_match(match)


def _leave(goes: RosterPlayer, entry: Entry, now: datetime) -> None:
    """Keep a leaver who played for the entry as one who left; delete one who did not.

    It is unknown where a name without an account sat down: it played where its entry did.
    """
    begun = Match.objects.of(entry.competition_id).begun().filter(slots__entry=entry)
    is_named = goes.user_id is None
    if rosters.has_played(goes) or (is_named and begun.exists()):
        NameClaim.objects.filter(player=goes).pending().delete()
        RosterPlayer.objects.filter(pk=goes.pk).update(left_at=now, reserve=True)
    else:
        RosterPlayer.objects.filter(pk=goes.pk).delete()
