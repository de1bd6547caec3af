"""Services for line-ups: hidden until both captains named theirs or the deadline passed."""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.club_matches.errors import (
    BoardBegunError,
    LineUpNotWholeError,
    LineUpsClosedError,
    LineUpsSecretError,
    NotOfTheRosterError,
    PlaysTwiceError,
    WasTakenOutError,
)
from tournaments.club_matches.standing import named
from tournaments.club_matches.tables import (
    default_missing_line_ups,
    has_begun,
    open_boards,
    reopen_boards,
    write_line_up,
)
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_match
from tournaments.common.errors import (
    MatchNotOpenError,
    NoBoardsError,
    NotInEntryError,
    WrongStateError,
)
from tournaments.common.locks import lock_match, undecided_competition
from tournaments.common.permissions import require_organiser
from tournaments.entries import rosters
from tournaments.models import AuditEvent, Competition, Entry, LineUpPlace, Match, RosterPlayer
from tournaments.models.club_matches import are_open, sizes_of

Act = AuditEvent.Act


def lock_boards(match_id: int) -> Match:
    """Lock a playable match of boards.

    Raises RefusedError `no-boards`, `wrong-state` or `match-not-open`.
    """
    match = lock_match(match_id)
    assert match is not None, "only sweeps skip what is locked"
    competition = undecided_competition(match.competition)
    if not competition.boards:
        raise NoBoardsError()
    if competition.state not in Competition.GOING:
        raise WrongStateError()
    if match.state not in Match.PLAYABLE:
        raise MatchNotOpenError()
    return match


@transactional
def name_line_up(
    *, match_id: int, entry_id: int, boards: Sequence[Sequence[int]], actor: User, now: datetime
) -> bool:
    """Save the line-up of a side, by roster ids; return whether the line-ups are now visible.

    The captain or an organiser may change it until then. Raises RefusedError as `lock_boards` does,
    `not-in-entry`, `not-captain`, `line-ups-closed` once the line-ups are visible,
    `line-up-not-whole`, `not-of-the-roster` or `plays-twice`.
    """
    match = lock_boards(match_id)
    entry, side = side_of(match, entry_id)
    rosters.require_captain(entry, actor)
    if are_open(match, now):
        raise LineUpsClosedError()
    people = _of_the_roster(entry, boards, sizes_of(match))
    match.line_ups.filter(side=side).delete()
    write_line_up(match, side, people, by=actor, now=now)
    _record(Act.LINE_UP, match, entry, actor, now)  # the log does not name the players
    if not open_boards(match, now=now):
        broadcast_match(match)
    return are_open(match, now)


@transactional
def close_line_ups(*, match_id: int, actor: User, now: datetime) -> None:
    """Reveal the line-ups now. A side without one plays in the order of its list.

    Raises RefusedError as `lock_boards` does, `not-organiser` or `line-ups-closed`.
    """
    match = lock_boards(match_id)
    competition = undecided_competition(match.competition)
    require_organiser(competition, actor)
    if are_open(match, now):
        raise LineUpsClosedError()
    default_missing_line_ups(match, now=now)
    audit.log_event(Act.CLOSE_LINE_UPS, competition=competition, match=match, actor=actor, now=now)
    if not open_boards(match, now=now):
        broadcast_match(match)


@transactional
def change_place(
    *,
    match_id: int,
    entry_id: int,
    board: int,
    out_player_id: int,
    in_player_id: int,
    actor: User,
    now: datetime,
) -> None:
    """Substitute a player at a board that has not started, once line-ups are visible.

    A waiting table is opened again. The replaced player cannot return in this match, so a captain
    cannot swap two boards by way of a reserve. Players who have played may play the tie-break too.

    With real cards the site does not know which boards have started: only an organiser may change
    a place, at any board of an undecided match, and may put back who was taken out.

    Raises RefusedError as `lock_boards` does, `not-in-entry`, `not-captain`, `not-organiser`,
    `line-ups-secret`, `board-begun`, `line-up-not-whole`, `not-of-the-roster`, `was-taken-out` or
    `plays-twice`.
    """
    match = lock_boards(match_id)
    entry, side = side_of(match, entry_id)
    rosters.require_captain(entry, actor)
    require_seen(match, now)
    if entry.competition.with_cards:
        require_organiser(entry.competition, actor)
    default_missing_line_ups(match, now=now)
    open_boards(match, now=now)
    if not entry.competition.with_cards and has_begun(match, board):
        raise BoardBegunError()
    places = LineUpPlace.objects.filter(line_up__match=match, line_up__side=side)
    place = places.filter(board=board, player=out_player_id).first()
    if place is None:
        raise LineUpNotWholeError()
    line_up, comes = place.line_up, _who_comes(entry, place, in_player_id)
    before: dict[str, object] = {"playing": _names(named(line_up)[board])}
    out = (*line_up.taken_out, out_player_id)
    line_up.taken_out = [pk for pk in out if pk != in_player_id]
    line_up.save(update_fields=["taken_out"])
    place.player = comes
    place.save(update_fields=["player"])
    details = {"board": board, "playing": _names(named(line_up)[board])}
    _record(Act.BOARD_CHANGE, match, entry, actor, now, before=before, **details)
    reopen_boards(match, board, now=now)
    broadcast_match(match)


def require_seen(match: Match, now: datetime) -> None:
    """Refuse with `line-ups-secret` while the line-ups are secret."""
    if not are_open(match, now):
        raise LineUpsSecretError()


def side_of(match: Match, entry_id: int) -> tuple[Entry, int]:
    """Return an entry and its side in the match, or refuse with `not-in-entry`."""
    slot = match.slots.select_related("entry__competition__club").filter(entry=entry_id).first()
    if slot is None or slot.entry is None:
        raise NotInEntryError()
    return slot.entry, slot.side


def _who_comes(entry: Entry, place: LineUpPlace, player_id: int) -> RosterPlayer:
    comes = entry.roster.select_related("user").filter(pk=player_id).first()
    if comes is None:
        raise NotOfTheRosterError()
    rosters.require_able(entry.competition, [comes])
    if not entry.competition.with_cards and comes.pk in place.line_up.taken_out:
        raise WasTakenOutError()
    if place.line_up.places.filter(player=comes, tie_break=place.tie_break).exists():
        raise PlaysTwiceError()
    return comes


def _of_the_roster(
    entry: Entry, boards: Sequence[Sequence[int]], sizes: Sequence[int]
) -> list[list[RosterPlayer]]:
    if tuple(map(len, boards)) != tuple(sizes):
        raise LineUpNotWholeError()
    roster = {player.pk: player for player in entry.roster.select_related("user")}
    player_ids = list(chain.from_iterable(boards))
    if not roster.keys() >= set(player_ids):
        raise NotOfTheRosterError()
    if len(set(player_ids)) < len(player_ids):
        raise PlaysTwiceError()
    rosters.require_able(entry.competition, [roster[pk] for pk in player_ids])
    return [[roster[pk] for pk in board] for board in boards]


def _names(players: Sequence[RosterPlayer]) -> list[str]:
    return [player.name for player in players]


def _record(
    act: AuditEvent.Act,
    match: Match,
    entry: Entry,
    actor: User,
    now: datetime,
    *,
    before: dict[str, object] | None = None,
    **details: object,
) -> None:
    after = {"entry": entry.name, "entry_id": entry.pk, **details}
    audit.log_event(
        act,
        competition=entry.competition,
        match=match,
        actor=actor,
        now=now,
        before=before or {},
        after=after,
    )
