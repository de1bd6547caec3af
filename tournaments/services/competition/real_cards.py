"""A competition announced for tables on the site is played with real cards instead."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.services.alarm import enqueue
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Match
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.hints import announce_competition
from tournaments.services.locks import WHOLE, lock_whole
from tournaments.services.matches.bracket import CALL_TASK
from tournaments.services.matches.games import void_games


@retrying
@transaction.atomic
def play_with_cards(*, competition_id: int, actor: User, now: datetime) -> None:
    """Play with real cards from the first one on; tables that wait on the site are void.

    Raises RefusedError `not-organiser`, `wrong-state` or `played-on-the-site`.
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    if competition.with_cards or competition.is_over:
        raise RefusedError("wrong-state")
    matches = Match.objects.of(competition.pk)
    if matches.begun().exists():
        raise RefusedError("played-on-the-site")
    for match in matches.filter(state=Match.State.CALLED).select_related(WHOLE):
        void_games(match, now=now)
    matches.filter(state=Match.State.CALLED).update(
        state=Match.State.READY, called_at=None, sit_by=None, hall_table=None, waits_since=None
    )
    competition.with_cards = True
    competition.save(update_fields=["with_cards"])
    audit.record(
        AuditEvent.Act.EDIT,
        competition=competition,
        actor=actor,
        now=now,
        before={"with_cards": False},
        after={"with_cards": True},
    )
    announce_competition(competition.pk)
    on_commit(enqueue, CALL_TASK)
