"""How much is said at the tables of a competition: changed at any time, at open tables too."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game
from games.services.refusals import RefusedError
from games.services.retry import retrying
from games.talk.levels import Level
from tournaments.models import AuditEvent
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition


@retrying
@transaction.atomic
def change_talk(*, competition_id: int, actor: User, talk: str, now: datetime) -> None:
    """Allow more or less to be said; what was said stays.

    Raises RefusedError `not-organiser`, `wrong-state` or `badly-written`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.is_over:
        raise RefusedError("wrong-state")
    if talk not in Level:
        raise RefusedError("badly-written")
    before = competition.talk
    if talk == before:
        return
    competition.talk = talk
    competition.save(update_fields=["talk"])
    of_matches = {"match_game__match__round__group__stage__competition": competition}
    Game.objects.open().filter(**of_matches).update(talk=talk)
    audit.record(
        AuditEvent.Act.EDIT,
        competition=competition,
        actor=actor,
        now=now,
        before={"talk": before},
        after={"talk": talk},
    )
    announce_competition(competition.pk)
