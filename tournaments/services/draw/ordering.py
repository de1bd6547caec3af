"""The organiser's own order of the entries, for a draw by hand."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Entry
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.draw.seeding import by_hand
from tournaments.services.locks import lock_competition


@retrying
@transaction.atomic
def order_entries(
    *, competition_id: int, numbers: Mapping[int, int | None], actor: User, now: datetime
) -> list[Entry]:
    """Write down the organiser's order, entry by pk, as 1, 2, 3 and so on; return it.

    Equal numbers keep the order in which the entries came, gaps close; who is given no number has
    none. Raises RefusedError `not-organiser` or `already-drawn`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.is_drawn:
        raise RefusedError("already-drawn")
    entries = list(competition.entries.order_by("complete_at", "pk"))
    before = [str(entry) for entry in by_hand(entries) if entry.manual_seed]
    for entry in entries:
        entry.manual_seed = numbers.get(entry.pk)
    order = [entry for entry in by_hand(entries) if entry.manual_seed]
    for number, entry in enumerate(order, start=1):
        entry.manual_seed = number
    Entry.objects.bulk_update(entries, ["manual_seed"])
    audit.record(
        AuditEvent.Act.ORDER,
        competition=competition,
        actor=actor,
        now=now,
        before={"order": before},
        after={"order": [str(entry) for entry in order]},
    )
    return order
