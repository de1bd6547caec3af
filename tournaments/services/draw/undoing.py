"""Undoing a draw, as long as no card was played."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.models import Game
from games.services.alarm import enqueue
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Group,
    Match,
    RosterPlayer,
    RoundClock,
    Stage,
)
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.entries.places import promote
from tournaments.services.feeders.marking import final_changed
from tournaments.services.hints import announce_competition
from tournaments.services.locks import WHOLE, lock_whole
from tournaments.services.matches.bracket import CALL_TASK
from tournaments.services.matches.games import void_games
from tournaments.services.ranking.keeping import forget_draw

State = Competition.State
UNDOABLE = (State.DRAWN, State.RUNNING, State.PAUSED)


@retrying
@transaction.atomic
def undo_draw(*, competition_id: int, actor: User, reason: str, now: datetime) -> None:
    """Go back to before the draw; entries keep their places, the log keeps the seed.

    Tables at which nobody has played yet are void. An entry that left since gives its place to the
    next in line. Raises RefusedError `not-organiser`, `reason-missing`, `wrong-state` or
    `cards-played`.
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    if not reason.strip():
        raise RefusedError("reason-missing")
    if competition.state not in UNDOABLE:
        raise RefusedError("wrong-state")
    if Match.objects.of(competition.pk).begun().exists():
        raise RefusedError("cards-played")
    drawn = competition.audit.filter(act=AuditEvent.Act.DRAW).latest("pk")
    before = {"state": competition.state, **drawn.after}
    _clear(competition, now)
    _leave_open(competition, drawn.before)
    competition.state = drawn.before.get("state", State.REGISTRATION)
    competition.draw_seed, competition.started_at = "", None
    competition.save(update_fields=["state", "draw_seed", "started_at"])
    promote(competition)
    on_commit(enqueue, CALL_TASK)  # tables of the hall are free
    audit.record(
        AuditEvent.Act.UNDO_DRAW,
        competition=competition,
        actor=actor,
        now=now,
        reason=reason,
        before=before,
        after={"state": competition.state},
    )
    announce_competition(competition.pk)


def _clear(competition: Competition, now: datetime) -> None:
    """Void the tables and drop what the draw made; what was done by hand stays in the log."""
    matches = Match.objects.of(competition.pk)
    for match in matches.select_related(WHOLE):
        void_games(match, now=now)
    page = reverse("competitions:competition", args=[competition.pk])
    Game.objects.filter(match_game__match__in=matches).update(page=page)
    competition.audit.filter(match__isnull=False).update(match=None)
    RoundClock.objects.filter(stage__competition=competition).delete()
    forget_draw(Group.objects.filter(stage__competition=competition))
    competition.entries.update(seed=None, strength=None, first_round=1)
    competition.entries.filter(previous__isnull=True).update(tier=1)
    gone = competition.entries.filter(state=Entry.State.WITHDRAWN)
    gone.filter(roster=None).delete()  # nobody came for it
    gone.update(place=None, left_at=None, annulled=False)
    RosterPlayer.ever.filter(competition=competition).exclude(left_at=None).delete()
    final_changed(competition)


def _leave_open(competition: Competition, before: dict[str, Any]) -> None:
    """Have the next draw decide again what this one decided."""
    for stage in before.get("stages", ()):
        number, open_again = stage["number"], {k: v for k, v in stage.items() if k != "number"}
        Stage.objects.filter(competition=competition, number=number).update(**open_again)
