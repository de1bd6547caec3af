"""Hiding a competition from strangers, and showing it again: operators do, and its log says so."""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import User
from accounts.values.names import tidy
from games.models import Game
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition
from tournaments.services import audit
from tournaments.services.feeders.marking import source_changed
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition

OF_MATCHES = "match_game__match__round__group__stage__competition"


@retrying
@transaction.atomic
def set_hidden(
    *, competition_id: int, actor: User, hidden: bool, reason: str, now: datetime
) -> None:
    """Take a competition and its tables from the public, or give them back as they were.

    Its club, its players and its officials see it all the same. Raises RefusedError `not-operator`,
    `nothing-there`, `already-hidden` or `reason-missing`.
    """
    if not actor.may_operate:
        raise RefusedError("not-operator")
    if not Competition.objects.filter(pk=competition_id).exists():
        raise RefusedError("nothing-there")
    competition = lock_competition(competition_id)
    if (competition.hidden_at is not None) == hidden:
        raise RefusedError("already-hidden")
    if not tidy(reason):
        raise RefusedError("reason-missing")
    was_public = competition.public if hidden else _was_public(competition)
    competition.hidden_at = now if hidden else None
    competition.public = was_public and not hidden
    competition.save(update_fields=["hidden_at", "public"])
    tables = Game.objects.filter(**{OF_MATCHES: competition}).exclude(public=competition.public)
    tables.update(public=competition.public, seats_version=F("seats_version") + 1)  # who looks on
    audit.record(
        AuditEvent.Act.HIDE if hidden else AuditEvent.Act.SHOW,
        competition=competition,
        actor=actor,
        now=now,
        reason=tidy(reason),
        before={"public": was_public} if hidden else {},
    )
    source_changed(competition)
    announce_competition(competition.pk)


def _was_public(competition: Competition) -> bool:
    hidden = competition.audit.filter(act=AuditEvent.Act.HIDE).first()
    return hidden is not None and bool(hidden.before.get("public"))
