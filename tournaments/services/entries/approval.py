"""Organisers decide on complete entries: confirm them, reject them, note their payment."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Entry
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.entries import rosters
from tournaments.services.entries.late import lock_for_entering
from tournaments.services.entries.places import let_in
from tournaments.services.hints import announce_competition

Act = AuditEvent.Act
State = Entry.State


@retrying
@transaction.atomic
def approve(
    *, competition_id: int, entry_ids: Collection[int], actor: User, now: datetime
) -> list[Entry]:
    """Let in those of these entries that ask for it, first come first; return them.

    Each gets a place, or waits for one; after the draw it comes late. Who was sent away before
    the draw can be let in again. Raises RefusedError `not-organiser`, `wrong-state` where none of
    them asks, or a code of `tournaments.services.entries.late`.
    """
    competition = lock_for_entering(competition_id)
    require_organiser(competition, actor)
    entries = _chosen(competition, _asking(competition), entry_ids)
    for entry in entries:
        before = entry.state
        let_in(entry, now)
        _record(Act.APPROVE, entry, actor, now, before={"state": before})
    announce_competition(competition.pk)
    return entries


@retrying
@transaction.atomic
def reject(
    *, competition_id: int, entry_ids: Collection[int], actor: User, reason: str, now: datetime
) -> list[Entry]:
    """Send away those of these entries that wait to be confirmed; they read the reason.

    Raises RefusedError `not-organiser`, `reason-missing`, or `wrong-state` where none of them asks.
    """
    competition = lock_for_entering(competition_id)
    require_organiser(competition, actor)
    if not reason.strip():
        raise RefusedError("reason-missing")
    entries = _chosen(competition, Q(state=State.REQUESTED), entry_ids)
    for entry in entries:
        before, entry.state = entry.state, State.WITHDRAWN
        entry.save(update_fields=["state"])
        _record(Act.REJECT, entry, actor, now, reason=reason, before={"state": before})
    announce_competition(competition.pk)
    return entries


@retrying
@transaction.atomic
def set_paid(
    *, competition_id: int, entry_ids: Collection[int], paid: bool, actor: User, now: datetime
) -> list[Entry]:
    """Note who paid, or that they did not after all; return those for whom it is news.

    Raises RefusedError `not-organiser`, or `wrong-state` where it is news for nobody.
    """
    competition = lock_for_entering(competition_id)
    require_organiser(competition, actor)
    entries = _chosen(competition, Q(paid=not paid), entry_ids)
    for entry in entries:
        entry.paid = paid
        entry.save(update_fields=["paid"])
        _record(Act.PAID if paid else Act.UNPAID, entry, actor, now, before={"paid": not paid})
    announce_competition(competition.pk)
    return entries


def why_rejected(entry: Entry) -> str:
    """Return the reason an entry was sent away with; "" if it was not."""
    acts = entry.competition.audit.filter(act=Act.REJECT, after__entry_id=entry.pk)
    last = acts.order_by("-pk").first()
    return last.reason if last and entry.state == State.WITHDRAWN else ""


def _asking(competition: Competition) -> Q:
    """Who can be let in: who asked, who was sent away, and late who was left waiting."""
    asked = Q(state=State.REQUESTED) | Q(
        state=State.WITHDRAWN, seed__isnull=True, complete_at__isnull=False
    )
    return asked | Q(state=State.WAITING) if competition.is_drawn else asked


def _chosen(competition: Competition, asking: Q, entry_ids: Collection[int]) -> list[Entry]:
    if competition.state == Competition.State.CANCELLED:
        raise RefusedError("wrong-state")
    found: QuerySet[Entry] = competition.entries.filter(asking, pk__in=entry_ids)
    entries = list(found.order_by("complete_at", "pk"))
    if not entries:
        raise RefusedError("wrong-state")
    return entries


def _record(
    act: AuditEvent.Act,
    entry: Entry,
    actor: User,
    now: datetime,
    *,
    before: dict[str, object],
    reason: str = "",
) -> None:
    after = {**rosters.told(entry), "state": entry.state, "paid": entry.paid}
    audit.record(
        act,
        competition=entry.competition,
        actor=actor,
        now=now,
        reason=reason,
        before=before,
        after=after,
    )
