"""Changes of partners by an organiser: a substitute for the evening, a swap, a move.

All work before and after the draw, between matches or at a table that has not started. What was
played stays with who played it, and with the entry in the table.
"""

from datetime import datetime

from django.db.models import Max, Q

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_competition, lock_in_play, until_locked
from tournaments.common.permissions import require_organiser
from tournaments.entries import rosters
from tournaments.entries.errors import (
    DrawnPairError,
    InAnotherPairError,
    LinedUpError,
    PairFullError,
    SamePairError,
    WrongRosterError,
)
from tournaments.entries.known_teams import record_team
from tournaments.entries.places import (
    give_place,
    lock_for_entering,
    promote_waiting,
    release_place,
    remove_entry,
)
from tournaments.entries.rosters import NamedPlayer, add_player
from tournaments.entries.substitutes import (
    forget_line_ups,
    leave_roster,
    open_anew,
    waiting_matches,
)
from tournaments.matches.decisions import CALL_TASK
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    NameClaim,
    PartnerProposal,
    RosterPlayer,
)
from tournaments.names.comparison import comparison_key

Act = AuditEvent.Act
State = Entry.State
SPARE_NUMBER = 30_000  # no roster has so many: a number to park a player at


@until_locked
@transactional
def bring_in(
    *, entry_id: int, out_player_id: int, player: NamedPlayer, actor: User, now: datetime
) -> RosterPlayer | None:
    """Replace a player by a newcomer from the next match on; return the newcomer.

    The newcomer takes the seat, and with it the captaincy. The player becomes a reserve if the
    competition has room for one more, else leaves the list and may return in the same way. Raises
    RefusedError `not-organiser`, `wrong-state`, `wrong-roster`, `in-another-pair`,
    `already-entered`, `cards-on-the-move`, `match-called` or `nobody-to-sit`.
    """
    matches = lock_in_play(entry_id)
    if matches is None:
        return None
    entry = rosters.lock_entry(entry_id)
    require_organiser(entry.competition, actor)
    rosters.require_in(entry)
    goes = entry.roster.playing().select_related("user").filter(pk=out_player_id).first()
    if goes is None:
        raise WrongRosterError()
    waiting = list(waiting_matches(matches))  # refused while one is being played
    before = rosters.playing(entry)
    if entry.competition.boards:
        forget_line_ups(goes, matches, now)
    comes = _newcomer(entry, player)
    _trade_numbers(goes, comes)
    _step_back(goes, entry, now)
    rosters.rename_team(entry, before)
    if not entry.competition.is_drawn:
        record_team([entry], now)
    for match in waiting:
        open_anew(match, entry, now)
    audit.log_event(
        Act.SUBSTITUTE,
        competition=entry.competition,
        actor=actor,
        now=now,
        before={"playing": before, "players": [goes.name], "accounts": [_account(goes)]},
        after={**rosters.entry_for_audit(entry), "playing": rosters.playing(entry)},
    )
    broadcast_competition(entry.competition_id)
    on_commit(enqueue, CALL_TASK)
    return comes


def _newcomer(entry: Entry, player: NamedPlayer) -> RosterPlayer:
    """Add a player to the team, or bring back a reserve or a former player of the entry."""
    if player.user is None:
        return _named_newcomer(entry, player)
    if (reserve := entry.roster.filter(user=player.user, reserve=True).first()) is not None:
        return _promote(reserve, entry.competition)
    if entry.roster.filter(user=player.user).exists():
        raise SamePairError()
    others = RosterPlayer.ever.filter(competition=entry.competition, user=player.user)
    if others.exclude(entry=entry).exists():
        raise InAnotherPairError()
    return add_player(entry, player)


def _named_newcomer(entry: Entry, player: NamedPlayer) -> RosterPlayer:
    name = comparison_key(player.name)
    listed = RosterPlayer.ever.filter(entry=entry).order_by("left_at", "number")
    own = [one for one in listed.without_account() if comparison_key(one.name) == name]
    if any(one.left_at is None and not one.reserve for one in own):
        raise SamePairError()
    if own:
        return _promote(own[0], entry.competition)
    others = RosterPlayer.objects.filter(competition=entry.competition).exclude(entry=entry)
    playing = others.filter(reserve=False).exclude(entry__state=State.WITHDRAWN)
    if name in map(comparison_key, playing.values_list("name", flat=True)):
        raise InAnotherPairError()
    return add_player(entry, player)


def _promote(player: RosterPlayer, competition: Competition) -> RosterPlayer:
    rosters.require_able(competition, [player])
    player.reserve, player.left_at = False, None
    player.save(update_fields=["reserve", "left_at"])
    return player


def _step_back(goes: RosterPlayer, entry: Entry, now: datetime) -> None:
    """Make a player a reserve where there is room for one, else take the player off the list."""
    if entry.roster.filter(reserve=True).count() < entry.competition.reserves:
        RosterPlayer.objects.filter(pk=goes.pk).update(reserve=True)
    else:
        leave_roster(goes, entry, now)


def _trade_numbers(one: RosterPlayer, other: RosterPlayer) -> None:
    """Exchange the seats of two players, of one entry or of two."""
    first, second = (one.entry_id, one.number), (other.entry_id, other.number)
    _seat(one, one.entry_id, SPARE_NUMBER)
    _seat(other, *first)
    _seat(one, *second)


def _seat(player: RosterPlayer, entry_id: int, number: int) -> None:
    player.entry_id, player.number = entry_id, number
    RosterPlayer.ever.filter(pk=player.pk).update(entry=entry_id, number=number)


def _account(player: RosterPlayer) -> str | None:
    return player.user.username if player.user is not None else None


@until_locked
@transactional
def swap_players(
    *, first_player_id: int, second_player_id: int, actor: User, now: datetime
) -> tuple[Entry, Entry] | None:
    """Exchange two players of two entries, who take each other's seats; return the entries.

    One of the entries may have left the competition. Raises RefusedError `not-organiser`,
    `wrong-state`, `wrong-roster`, `same-pair`, `lined-up`, `cards-on-the-move` or `nobody-to-sit`.
    """
    unlocked = _players(first_player_id, second_player_id)
    matches = lock_in_play(*sorted(player.entry_id for player in unlocked))
    if matches is None:
        return None
    competition = lock_competition(unlocked[0].competition_id)
    require_organiser(competition, actor)
    one, other = _players(first_player_id, second_player_id)
    if (one.entry_id, other.entry_id) != (unlocked[0].entry_id, unlocked[1].entry_id):
        return None  # another organiser moved one of them meanwhile
    first, second = rosters.find_entry(one.entry_id), rosters.find_entry(other.entry_id)
    _require_swappable(first, second, [one, other])
    waiting = list(waiting_matches(matches))  # refused while one is being played
    before = {entry.pk: rosters.playing(entry) for entry in (first, second)}
    _trade_numbers(one, other)
    for entry in (first, second):
        rosters.rename_team(entry, before[entry.pk])
        if not competition.is_drawn and entry.complete_at is not None:
            record_team([entry], now)
    for match in waiting:
        for entry in (first, second):
            if match.slots.filter(entry=entry).exists():
                open_anew(match, entry, now)
    audit.log_event(
        Act.SWAP_PLAYERS,
        competition=competition,
        actor=actor,
        now=now,
        before={"playing": [*before[first.pk], *before[second.pk]]},
        after=_swap_for_audit(first, second, one, other),
    )
    broadcast_competition(competition.pk)
    on_commit(enqueue, CALL_TASK)
    return first, second


def _swap_for_audit(
    first: Entry, second: Entry, one: RosterPlayer, other: RosterPlayer
) -> dict[str, object]:
    """Return the facts of a swap, with everybody it concerns, for a later erasure."""
    people = RosterPlayer.objects.filter(entry__in=(first, second)).order_by("entry", "number")
    rows = list(people.values_list("name", "user__username"))
    return {
        "entry": rosters.join_display_names([one.name, other.name]),
        "players": [name for name, _ in rows],
        "accounts": [username for _, username in rows],
        "playing": [*rosters.playing(first), *rosters.playing(second)],
        "swapped": [one.pk, other.pk],
        "entry_id": second.pk,  # where the first of the two plays now
    }


def _players(*player_ids: int) -> list[RosterPlayer]:
    rows = RosterPlayer.objects.select_related("user", "entry").in_bulk(player_ids)
    players = [rows[pk] for pk in player_ids if pk in rows]
    is_one_event = len({player.competition_id for player in players}) == 1
    if len(players) != len(player_ids) or not is_one_event:
        raise WrongRosterError()
    return players


def _require_swappable(first: Entry, second: Entry, players: list[RosterPlayer]) -> None:
    competition = first.competition
    if competition.is_over or first.awaited or second.awaited:
        raise WrongStateError()
    if first.state == second.state == State.WITHDRAWN:
        raise WrongStateError()
    if first.pk == second.pk:
        raise SamePairError()
    if any(player.reserve for player in players):
        raise WrongRosterError()
    if competition.boards and any(map(rosters.has_played, players)):
        raise LinedUpError()
    rosters.require_able(competition, players)


@transactional
def move_player(*, player_id: int, to_entry_id: int, actor: User, now: datetime) -> Entry:
    """Move a player to an entry that lacks one; return that entry.

    An entry that is left short loses its place and looks for another player; an empty one is
    deleted. Raises RefusedError `not-organiser`, `wrong-state`, `wrong-roster`, `same-pair`,
    `pair-full`, `drawn-pair`, and as `give_place` does.
    """
    competition = lock_for_entering(rosters.find_entry(to_entry_id).competition_id)
    require_organiser(competition, actor)
    (player,) = _players(player_id)
    source, target = rosters.find_entry(player.entry_id), rosters.find_entry(to_entry_id)
    _require_movable(source, target, competition)
    was_beside = rosters.playing(source)
    join_entry(player, source, target)
    target.competition = competition
    if target.roster.playing().count() == competition.players_per_side:
        target.complete_at, target.invitation = now, ""
        is_at_the_door = competition.state == Competition.State.CHECK_IN
        target.checked_in_at = now if is_at_the_door else None
        target.save(update_fields=["complete_at", "invitation", "checked_in_at"])
        give_place(target, now)
        record_team([target], now)
    audit.log_event(
        Act.MOVE_PLAYER,
        competition=competition,
        actor=actor,
        now=now,
        before={"playing": was_beside},
        after={
            **rosters.entry_for_audit(target),
            "entry": player.name,
            "players": [player.name],
            "accounts": [_account(player)],
            "playing": rosters.playing(target),
        },
    )
    if not competition.is_drawn:
        promote_waiting(competition, now)
    broadcast_competition(competition.pk)
    return target


def _require_movable(source: Entry, target: Entry, competition: Competition) -> None:
    if competition.is_over or source.competition_id != target.competition_id:
        raise WrongStateError()
    if source.pk == target.pk:
        raise SamePairError()
    if target.roster.playing().count() >= competition.players_per_side:
        raise PairFullError()
    if target.state != State.FORMING or source.awaited:
        raise WrongStateError()
    if competition.is_drawn and source.state != State.FORMING:
        raise DrawnPairError()


def join_entry(player: RosterPlayer, source: Entry, target: Entry) -> None:
    """Seat a player in an entry that lacks one; their competition is locked.

    An entry that is left short looks for another player; its proposals end.
    """
    was_beside, was_there = rosters.playing(source), rosters.playing(target)
    number = player.number
    NameClaim.objects.filter(player=player).pending().delete()
    _seat_last(player, target)
    rosters.rename_team(target, was_there)
    PartnerProposal.objects.filter(Q(entry=target) | Q(to=target)).delete()
    if source.roster.playing().exists():
        _leave_short(source, was_beside)
        return
    _move_payment(source, target)
    if source.paid:
        _list_by_name(source, player, number)
    remove_entry(source)


def _seat_last(player: RosterPlayer, target: Entry) -> None:
    last = RosterPlayer.ever.filter(entry=target).aggregate(last=Max("number"))["last"] or 0
    player.reserve = False
    player.save(update_fields=["reserve"])
    _seat(player, target.pk, last + 1)


def _move_payment(source: Entry, target: Entry) -> None:
    """Note a payment at the entry that goes on, unless that has paid, too."""
    if target.paid or not source.paid:
        return
    target.paid, target.paid_by = True, source.paid_by
    target.save(update_fields=["paid", "paid_by"])
    source.paid, source.paid_by = False, ""
    source.save(update_fields=["paid", "paid_by"])


def _list_by_name(source: Entry, player: RosterPlayer, number: int) -> None:
    """List a player who has moved also where only a payment stays, without the account.

    Its name holds theirs, and names are hidden and erased in the entries where a person is listed.
    """
    RosterPlayer.objects.create(
        entry=source,
        competition_id=source.competition_id,
        number=number,
        person=player.person,
        name=player.name,
    )


def _leave_short(entry: Entry, before: list[str]) -> None:
    """Release the place of an entry that is short of a player; another one is its captain."""
    if not entry.roster.captains().exists():
        _seat(entry.roster.playing()[0], entry.pk, RosterPlayer.CAPTAIN)
    rosters.rename_team(entry, before)
    release_place(entry)
