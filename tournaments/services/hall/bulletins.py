"""Telling everybody at a competition something, and taking it back."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.models import User
from accounts.values.names import tidy
from accounts.values.notices import BULLETIN
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Bulletin, Competition
from tournaments.models.screens import LIFE, LONGEST
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition
from tournaments.services.telling import tell

AT_ONCE: Final = 5  # bulletins of a competition in so much time: it is no way to chat
IN: Final = timedelta(minutes=10)
UNHEARD: Final = (
    Competition.State.DRAFT,
    Competition.State.CANCELLED,
    Competition.State.ARCHIVED,
)


@retrying
@transaction.atomic
def send_bulletin(*, competition_id: int, actor: User, text: str, now: datetime) -> Bulletin:
    """Show a text wherever the competition is followed, in the place of the one before it.

    Raises RefusedError `not-organiser`, `wrong-state`, `badly-written` or `too-many-bulletins`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.state in UNHEARD:
        raise RefusedError("wrong-state")
    words = tidy(text)
    if not 1 <= len(words) <= LONGEST:
        raise RefusedError("badly-written")
    if competition.bulletins.filter(at__gt=now - IN).count() >= AT_ONCE:
        raise RefusedError("too-many-bulletins")
    competition.bulletins.standing(now).update(until=now)
    sent = Bulletin.objects.create(
        competition=competition, text=words, by=actor, at=now, until=now + LIFE
    )
    _tell(AuditEvent.Act.BULLETIN, sent, actor, now)
    tell(BULLETIN, sent.pk, without=actor)
    return sent


@retrying
@transaction.atomic
def take_bulletin_back(*, bulletin_id: int, actor: User, now: datetime) -> None:
    """Stop showing a bulletin; browsers that were notified have shown it already.

    Raises RefusedError `not-organiser`, or `no-bulletin` if it does not stand any more.
    """
    found = Bulletin.objects.filter(pk=bulletin_id).values_list("competition", flat=True).first()
    if found is None:
        raise RefusedError("no-bulletin")
    competition = lock_competition(found)
    require_organiser(competition, actor)
    bulletin = competition.bulletins.standing(now).filter(pk=bulletin_id).first()
    if bulletin is None:
        raise RefusedError("no-bulletin")
    bulletin.until = now
    bulletin.save(update_fields=["until"])
    _tell(AuditEvent.Act.TAKE_BULLETIN_BACK, bulletin, actor, now)


def _tell(act: AuditEvent.Act, bulletin: Bulletin, actor: User, now: datetime) -> None:
    audit.record(
        act, competition=bulletin.competition, actor=actor, now=now, reason=bulletin.text[:200]
    )
    announce_competition(bulletin.competition_id)
