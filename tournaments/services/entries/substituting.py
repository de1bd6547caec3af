"""A reserve takes a player's place: between matches, or at a table that has not started."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.models import Game
from games.services.alarm import enqueue
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Entry, Match, MatchGame, RosterPlayer, ScoreSheet
from tournaments.services import audit
from tournaments.services.entries import rosters
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition, lock_in_play
from tournaments.services.matches.bracket import CALL_TASK
from tournaments.services.matches.games import end_window_in_time, open_table, void_games


def substitute(
    *,
    entry_id: int,
    out_player_id: int,
    in_player_id: int,
    actor: User,
    now: datetime,
    reason: str = "",
) -> None:
    """Let a reserve play instead of a player, who becomes a reserve; both are roster places.

    The captain does it, or an organiser. A table that waits is opened anew for the new line-up.
    Raises RefusedError `not-captain`, `wrong-state`, `wrong-roster`, `cards-on-the-move` once the
    match has begun, or `nobody-to-sit` where a waiting side would be left without an account.
    """
    arguments = {"entry_id": entry_id, "out_player_id": out_player_id, "in_player_id": in_player_id}
    while not _substitute(**arguments, actor=actor, now=now, reason=reason):
        continue  # a match came up meanwhile: it is to be locked first


@retrying
@transaction.atomic
def _substitute(
    *,
    entry_id: int,
    out_player_id: int,
    in_player_id: int,
    actor: User,
    now: datetime,
    reason: str,
) -> bool:
    matches = lock_in_play(entry_id)
    if matches is None:
        return False
    lock_competition(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    rosters.require_captain(entry, actor)
    if entry.competition.is_over or entry.state == Entry.State.WITHDRAWN:
        raise RefusedError("wrong-state")
    waiting = list(_waiting(matches))
    before = rosters.playing(entry)
    _swap(entry, out_player_id, in_player_id)
    rosters.rename_team(entry, before)
    for match in waiting:
        _open_anew(match, entry, now)
    audit.record(
        AuditEvent.Act.SUBSTITUTE,
        competition=entry.competition,
        actor=actor,
        now=now,
        reason=reason,
        before={"playing": before},
        after={**rosters.told(entry), "playing": rosters.playing(entry)},
    )
    announce_competition(entry.competition_id)
    on_commit(enqueue, CALL_TASK)  # a match may be playable now
    return True


def _waiting(matches: Iterable[Match]) -> Iterator[Match]:
    """Yield the matches at whose first table nobody has played yet; refuse if one has begun.

    Who plays in a match of boards is up to its line-up.
    """
    for match in matches:
        if match.competition is not None and match.competition.boards:
            continue
        links = match.games.filter(voided=False).select_related("game").order_by("number")
        if is_written_on(match) or any(_has_begun(link) for link in links):
            raise RefusedError("cards-on-the-move")
        if links:
            yield match


def _has_begun(link: MatchGame) -> bool:
    return link.number > 1 or link.game.status != Game.Status.WAITING


def is_written_on(match: Match) -> bool:
    """Whether points stand on the score sheet of a match with real cards."""
    sheet = ScoreSheet.objects.filter(match=match).first()
    return sheet is not None and (bool(sheet.chicos) or any(sheet.points))


def _swap(entry: Entry, out_player_id: int, in_player_id: int) -> None:
    """Swap the two roles; numbers stay, and with them the captain."""
    roster = {player.pk: player for player in entry.roster.all()}
    goes, comes = roster.get(out_player_id), roster.get(in_player_id)
    if goes is None or comes is None or goes.reserve or not comes.reserve:
        raise RefusedError("wrong-roster")
    goes.reserve, comes.reserve = True, False
    RosterPlayer.objects.bulk_update([goes, comes], ["reserve"])


def _open_anew(match: Match, entry: Entry, now: datetime) -> None:
    """Void a table at which people still sit down and open another; its window is not lost."""
    if not entry.roster.playing().filter(user__isnull=False).exists():
        raise RefusedError("nobody-to-sit")
    assert match.sit_by is not None, "a called match has a window"
    void_games(match, now=now)
    match.sit_by = max(match.sit_by, now + timedelta(seconds=settings.NEXT_GAME_WINDOW))
    match.save(update_fields=["sit_by"])
    open_table(match, number=1, now=now)
    end_window_in_time(match)
