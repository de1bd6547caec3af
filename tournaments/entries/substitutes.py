"""Reserves, substitutions and transfers.

A reserve takes a player's place between matches, or at a table that has not started. A transfer
replaces a player who leaves the entry, until a date.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from games.models import Game
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition, broadcast_match
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import WHOLE, lock_in_play, until_locked
from tournaments.entries import rosters
from tournaments.entries.errors import (
    CaptainGoesError,
    CardsOnTheMoveError,
    LineUpInError,
    MatchCalledError,
    NobodyToSitError,
    NoMoreReservesError,
    TransfersClosedError,
    WrongRosterError,
)
from tournaments.entries.known_teams import record_team
from tournaments.entries.rosters import NamedPlayer, add_player
from tournaments.matches.decisions import CALL_TASK
from tournaments.matches.tables import end_window_in_time, open_table, void_games
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Match,
    MatchGame,
    MatchSlot,
    NameClaim,
    RosterPlayer,
    ScoreSheet,
)
from tournaments.models.club_matches import are_open


def substitute(
    *,
    entry_id: int,
    out_player_id: int,
    in_player_id: int,
    actor: User,
    now: datetime,
    reason: str = "",
) -> None:
    """Swap a player and a reserve, given by their roster ids.

    The captain or an organiser does it. A waiting table is opened again for the new players. Raises
    RefusedError `not-captain`, `wrong-state`, `wrong-roster`, `cards-on-the-move` once the match
    has started, or `nobody-to-sit` if a waiting side would have no account.
    """
    arguments = {"entry_id": entry_id, "out_player_id": out_player_id, "in_player_id": in_player_id}
    while not _substitute(**arguments, actor=actor, now=now, reason=reason, by_captain=True):
        continue  # a match was added meanwhile and must be locked first


def bring_in_reserve(
    *, entry_id: int, out_player_id: int, in_player_id: int, actor: User, now: datetime
) -> None:
    """Let a reserve play for a player who is gone; the captain need not ask for it.

    Raises RefusedError as `substitute` does, except `not-captain`.
    """
    arguments = {"entry_id": entry_id, "out_player_id": out_player_id, "in_player_id": in_player_id}
    while not _substitute(**arguments, actor=actor, now=now, reason="", by_captain=False):
        continue


@transactional
def _substitute(
    *,
    entry_id: int,
    out_player_id: int,
    in_player_id: int,
    actor: User,
    now: datetime,
    reason: str,
    by_captain: bool,
) -> bool:
    matches = lock_in_play(entry_id)
    if matches is None:
        return False
    entry = rosters.lock_entry(entry_id)
    if by_captain:
        rosters.require_captain(entry, actor)
    if entry.competition.is_over or entry.state == Entry.State.WITHDRAWN:
        raise WrongStateError()
    waiting = list(waiting_matches(matches))
    before = rosters.playing(entry)
    _swap(entry, out_player_id, in_player_id)
    rosters.rename_team(entry, before)
    for match in waiting:
        open_anew(match, entry, now)
    audit.log_event(
        AuditEvent.Act.SUBSTITUTE,
        competition=entry.competition,
        actor=actor,
        now=now,
        reason=reason,
        before={"playing": before},
        after={**rosters.entry_for_audit(entry), "playing": rosters.playing(entry)},
    )
    broadcast_competition(entry.competition_id)
    on_commit(enqueue, CALL_TASK)  # a match may be playable now
    return True


def waiting_matches(matches: Iterable[Match]) -> Iterator[Match]:
    """Yield the matches with a waiting first table; refuse if one has started.

    Matches of boards are skipped: their line-ups say which players sit there.
    """
    for match in matches:
        if match.competition is not None and match.competition.boards:
            continue
        if has_begun(match):
            raise CardsOnTheMoveError()
        if match.games.filter(voided=False).exists():
            yield match


def has_begun(match: Match) -> bool:
    """Return whether a match has points on its sheet, or cards on one of its tables."""
    links = match.games.filter(voided=False).select_related("game")
    return is_written_on(match) or any(map(_is_dealt, links))


def _is_dealt(link: MatchGame) -> bool:
    return link.number > 1 or link.game.status != Game.Status.WAITING


def is_written_on(match: Match) -> bool:
    """Return whether the score sheet of a match with real cards has points."""
    sheet = ScoreSheet.objects.filter(match=match).first()
    return sheet is not None and (bool(sheet.chicos) or any(sheet.points))


def _swap(entry: Entry, out_player_id: int, in_player_id: int) -> None:
    """Swap the roles of two players. Their numbers stay, and with them the captain."""
    roster = {player.pk: player for player in entry.roster.select_related("user")}
    goes, comes = roster.get(out_player_id), roster.get(in_player_id)
    if goes is None or comes is None or goes.reserve or not comes.reserve:
        raise WrongRosterError()
    rosters.require_able(entry.competition, [comes])
    goes.reserve, comes.reserve = True, False
    RosterPlayer.objects.bulk_update([goes, comes], ["reserve"])


def open_anew(match: Match, entry: Entry, now: datetime) -> None:
    """Void a waiting table and open another one; its sit-down window may be extended."""
    if not entry.roster.playing().filter(user__isnull=False).exists():
        raise NobodyToSitError()
    assert match.sit_by is not None, "a called match has a window"
    void_games(match, now=now)
    match.sit_by = max(match.sit_by, now + timedelta(seconds=settings.NEXT_GAME_WINDOW))
    match.save(update_fields=["sit_by"])
    open_table(match, number=1, now=now)
    end_window_in_time(match)


def list_is_open(competition: Competition, now: datetime) -> bool:
    """Return whether rosters may change, before the announced deadline if there is one."""
    return competition.transfers_until is None or now < competition.transfers_until


def takes_transfers(competition: Competition, now: datetime) -> bool:
    """Return whether transfers are open. After the draw they need an announced deadline."""
    is_dated = competition.transfers_until is not None
    return list_is_open(competition, now) and (is_dated or not competition.is_drawn)


def require_open_list(competition: Competition, now: datetime) -> None:
    """Refuse changes of a roster after its deadline with `transfers-closed`."""
    if not list_is_open(competition, now):
        raise TransfersClosedError()


@until_locked
@transactional
def transfer(
    *, entry_id: int, out_player_id: int, player: NamedPlayer, actor: User, now: datetime
) -> RosterPlayer | None:
    """Replace one of an entry's roster by a newcomer, in the same role.

    The captain or an organiser does it; the captain cannot be replaced. A player who has played is
    kept as a former one and cannot enter another entry of the competition. Secret line-ups with
    that player are deleted. Raises RefusedError `not-captain`, `wrong-state`, `transfers-closed`,
    `wrong-roster`, `captain-goes`, `match-called`, and as `require_fit` and `add_player` do.
    """
    matches = lock_in_play(entry_id)
    if matches is None:
        return None
    entry = rosters.lock_entry(entry_id)
    rosters.require_captain(entry, actor)
    rosters.require_in(entry)
    if entry.state == Entry.State.FORMING:
        raise WrongStateError()
    if not takes_transfers(entry.competition, now):
        raise TransfersClosedError()
    rosters.require_fit_for(entry, player.user, actor)
    goes = _who_goes(entry, out_player_id)
    forget_line_ups(goes, matches, now)
    before = rosters.playing(entry)
    leave_roster(goes, entry, now)
    comes = add_player(entry, player, reserve=goes.reserve)
    rosters.rename_team(entry, before)
    if not entry.competition.is_drawn:
        record_team([entry], now)
    audit.log_event(
        AuditEvent.Act.TRANSFER,
        competition=entry.competition,
        actor=actor,
        now=now,
        before=_player_for_audit(goes),
        after={**rosters.entry_for_audit(entry), "player": comes.name},
    )
    broadcast_competition(entry.competition_id)
    return comes


def _player_for_audit(goes: RosterPlayer) -> dict[str, object]:
    """Return the leaving player for the audit log, with the account for a later erasure."""
    account = goes.user.username if goes.user is not None else None
    return {"player": goes.name, "players": [goes.name], "accounts": [account]}


def _who_goes(entry: Entry, player_id: int) -> RosterPlayer:
    goes = entry.roster.select_related("user").filter(pk=player_id).first()
    if goes is None:
        raise WrongRosterError()
    if goes.number == RosterPlayer.CAPTAIN:
        raise CaptainGoesError()
    return goes


def forget_line_ups(goes: RosterPlayer, matches: Iterable[Match], now: datetime) -> None:
    """Delete the secret line-ups that name a player; refuse while a match is in progress."""
    for match in matches:
        competition = match.competition
        has_boards = competition is not None and bool(competition.boards)
        is_seen = has_boards and are_open(match, now)
        if match.state == Match.State.CALLED or is_seen or is_written_on(match):
            raise MatchCalledError()
        if match.line_ups.filter(places__player=goes).delete()[0]:
            broadcast_match(match)


def leave_roster(goes: RosterPlayer, entry: Entry, now: datetime) -> None:
    """Mark a player who has played as former; delete one who has not.

    A name without an account counts as having played if its entry has.
    """
    begun = Match.objects.of(entry.competition_id).with_play().filter(slots__entry=entry)
    is_named = goes.user_id is None
    if rosters.has_played(goes) or (is_named and begun.exists()):
        NameClaim.objects.filter(player=goes).pending().delete()
        RosterPlayer.objects.filter(pk=goes.pk).update(left_at=now, reserve=True)
    else:
        RosterPlayer.objects.filter(pk=goes.pk).delete()


Act = AuditEvent.Act


@transactional
def add_reserve(*, entry_id: int, player: NamedPlayer, actor: User, now: datetime) -> RosterPlayer:
    """Add a reserve with an account or a name, which the entry's link lets a user claim.

    Raises RefusedError `not-captain`, `wrong-state`, `transfers-closed`, `no-more-reserves`,
    `members-only`, `outside-band`, `adds-by-name` or `already-entered`.
    """
    entry = rosters.lock_entry(entry_id)
    rosters.require_captain(entry, actor)
    rosters.require_in(entry)
    require_open_list(entry.competition, now)
    if entry.roster.filter(reserve=True).count() >= entry.competition.reserves:
        raise NoMoreReservesError()
    rosters.require_fit_for(entry, player.user, actor)
    reserve = add_player(entry, player, reserve=True)
    _record(Act.ADD_RESERVE, entry, reserve, actor, now)
    return reserve


def drop_reserve(*, entry_id: int, player_id: int, actor: User, now: datetime) -> None:
    """Remove a reserve from the list, by the captain, an organiser or the reserve.

    Players who have played stay, and so does the captain. Raises RefusedError `not-captain`,
    `wrong-state`, `transfers-closed`, or `line-up-in` while a line-up of the entry is in and still
    secret: the answer would reveal whether the reserve is in it.
    """
    while not _dropped(entry_id, player_id, actor=actor, now=now):
        pass  # a match was added meanwhile and must be locked first


@transactional
def _dropped(entry_id: int, player_id: int, *, actor: User, now: datetime) -> bool:
    if lock_in_play(entry_id) is None:  # so that no line-up names the reserve meanwhile
        return False
    entry = rosters.lock_entry(entry_id)
    reserve = entry.roster.filter(pk=player_id, reserve=True).first()
    if reserve is None or reserve.user_id != actor.pk:
        rosters.require_captain(entry, actor)
    rosters.require_in(entry)
    require_open_list(entry.competition, now)
    if _has_secret(entry, now):
        raise LineUpInError()
    if reserve is None or reserve.number == RosterPlayer.CAPTAIN or rosters.has_played(reserve):
        raise WrongStateError()
    reserve.delete()
    _record(Act.DROP_RESERVE, entry, reserve, actor, now)
    return True


def _has_secret(entry: Entry, now: datetime) -> bool:
    """Return whether a line-up of this entry is in but still secret."""
    if not entry.competition.boards:
        return False
    sides = MatchSlot.objects.filter(entry=entry, match__line_ups__side=F("side"))
    matches = Match.objects.undecided().filter(pk__in=sides.values("match"))
    return not all(are_open(match, now) for match in matches.select_related(WHOLE))


def _record(
    act: AuditEvent.Act, entry: Entry, reserve: RosterPlayer, actor: User, now: datetime
) -> None:
    after = {**rosters.entry_for_audit(entry), "reserve": reserve.name}
    audit.log_event(act, competition=entry.competition, actor=actor, now=now, after=after)
    broadcast_competition(entry.competition_id)
