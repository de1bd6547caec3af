"""What was done last, each act with the way to undo it where there is one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch
from django.utils.translation import gettext

from accounts.values.erased import as_read
from tournaments.models import AuditEvent, Competition, Match
from tournaments.pages.organisers.desk.ways import Way, link, post
from tournaments.pages.organisers.entry_desk import may_undo
from tournaments.services.leaving.reinstating import refusal_to_reinstate

Act = AuditEvent.Act
LINES: Final = 5


@dataclass(frozen=True)
class Line:
    """One act: who, what, about whom."""

    event: AuditEvent
    who: str
    about: str
    undo: Way | None


def latest(competition: Competition) -> list[Line]:
    """Return the last acts of a competition, the newest first."""
    placed = Prefetch("match", Match.objects.placed().select_related(WHOLE))
    log = competition.audit.select_related("actor").prefetch_related(placed)
    lines: list[Line] = []
    undone: set[tuple[str, object]] = set()
    for event in log[:LINES]:
        subject = (_KINDS.get(event.act, event.act), event.match_id or _entry_id(event))
        way = None if subject in undone else _undo(event, competition)
        undone.add(subject)
        lines.append(Line(event, _who(event), _about(event), way))
    return lines


def _who(event: AuditEvent) -> str:
    if event.slip_of:
        return gettext("papeleta de %(slip_of)s") % {"slip_of": event.slip_of}
    return str(event.actor)


def _about(event: AuditEvent) -> str:
    if event.match is not None:
        return event.match.place
    told = {**event.before, **event.after}
    return as_read(str(told.get("entry") or told.get("table") or ""))


def _entry_id(event: AuditEvent) -> int:
    """Return the entry an act is about, 0 if it is about none."""
    return int({**event.before, **event.after}.get("entry_id") or 0)


def _undo(event: AuditEvent, competition: Competition) -> Way | None:
    undo = _UNDOES.get(event.act)
    return undo(event, competition) if undo else None


def _result(event: AuditEvent, competition: Competition) -> Way | None:
    if event.match is None or not event.match.is_correctable:
        return None
    return link(gettext("Deshacer"), "reopen", event.match.pk)


def _draw(event: AuditEvent, competition: Competition) -> Way | None:
    if not may_undo(competition):
        return None
    where = "?s=rules#undo-draw"
    return link(gettext("Deshacer"), "competitions:manage", competition.pk, more=where)


def _pause(event: AuditEvent, competition: Competition) -> Way | None:
    if competition.state != Competition.State.PAUSED:
        return None
    return post(gettext("Deshacer"), "competitions:act", competition.pk, "resume")


def _check_in_opened(event: AuditEvent, competition: Competition) -> Way | None:
    if competition.state != Competition.State.CHECK_IN:
        return None
    return post(gettext("Deshacer"), "competitions:step", competition.pk, "reopen")


def _table_out(event: AuditEvent, competition: Competition) -> Way | None:
    out = competition.club.hall_tables.filter(is_out=True)
    table = next((table for table in out if str(table) == event.after.get("table")), None)
    if table is None or competition.is_over:
        return None
    keys = (competition.pk, table.pk)
    return post(gettext("Deshacer"), "competitions:hall_use", *keys, field=("back", "1"))


def _of_entry(act: str) -> Callable[[AuditEvent, Competition], Way | None]:
    """Undo what was done to an entry by its opposite."""

    def undo(event: AuditEvent, competition: Competition) -> Way | None:
        entry = _entry_id(event)
        if not competition.entries.filter(pk=entry).exists() or competition.is_over:
            return None
        field = ("only", str(entry))
        return post(gettext("Deshacer"), "competitions:decide", competition.pk, act, field=field)

    return undo


def _acredited(event: AuditEvent, competition: Competition) -> Way | None:
    is_open = competition.state == Competition.State.CHECK_IN
    return _of_entry("undo-check-in")(event, competition) if is_open else None


def _withdrawal(event: AuditEvent, competition: Competition) -> Way | None:
    """Lead to what comes back with whoever left."""
    left = competition.entries.filter(
        pk=event.after.get("entry_id") or 0, state="withdrawn"
    ).first()
    if left is None or not competition.is_drawn or refusal_to_reinstate(left):
        return None
    return link(gettext("Deshacer"), "competitions:entered_one", competition.pk, left.pk)


WHOLE = "round__group__stage__competition"
_KINDS: Final[Mapping[str, str]] = {
    Act.WALKOVER: Act.SUBMIT_RESULT,
    Act.REOPEN: Act.SUBMIT_RESULT,
    Act.RULE: Act.SUBMIT_RESULT,
    Act.UNPAID: Act.PAID,
    Act.UNDO_CHECK_IN: Act.CHECK_IN,
    Act.UNDO_DRAW: Act.DRAW,
    Act.RESUME: Act.PAUSE,
    Act.TABLE_BACK: Act.TABLE_OUT,
    Act.REINSTATE: Act.WITHDRAW,
}
"""Acts that undo, or do in another way, what others do."""
_UNDOES: Final[Mapping[str, Callable[[AuditEvent, Competition], Way | None]]] = {
    Act.SUBMIT_RESULT: _result,
    Act.WALKOVER: _result,
    Act.DRAW: _draw,
    Act.PAUSE: _pause,
    Act.OPEN_CHECK_IN: _check_in_opened,
    Act.CHECK_IN: _acredited,
    Act.PAID: _of_entry("unpaid"),
    Act.UNPAID: _of_entry("paid"),
    Act.TABLE_OUT: _table_out,
    Act.WITHDRAW: _withdrawal,
}
