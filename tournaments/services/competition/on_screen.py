"""A competition of names is played on the site: who plays takes their name by the event's QR."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition

TERMS = ("with_cards", "names_by_qr")


@retrying
@transaction.atomic
def play_on_screen(*, competition_id: int, actor: User, now: datetime) -> None:
    """Open the list of names to holders of the QR; no real cards, unless the event began with them.

    Raises RefusedError `not-organiser`, `only-names` in a rehearsal, or `wrong-state`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.rehearsal:
        raise RefusedError("only-names")
    is_settled = competition.with_cards and not may_change_cards(competition)
    if is_settled or competition.is_over:
        raise RefusedError("wrong-state")
    before = {name: getattr(competition, name) for name in TERMS}
    competition.with_cards, competition.names_by_qr = False, True
    competition.save(update_fields=TERMS)
    audit.record(
        AuditEvent.Act.EDIT,
        competition=competition,
        actor=actor,
        now=now,
        before=before,
        after={name: getattr(competition, name) for name in TERMS},
    )
    announce_competition(competition.pk)


def may_change_cards(competition: Competition) -> bool:
    """Tell whether real cards can still be put away: nobody has been called to play with them."""
    return competition.state in (*Competition.UNDRAWN, Competition.State.DRAWN)
