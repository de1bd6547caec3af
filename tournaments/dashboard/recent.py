"""Recent activity on the dashboard, by hand and at the tables, with undo where possible."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext, ngettext

from accounts.names.display import show_erased_names
from tournaments.changes.options import changed_to
from tournaments.changes.undo import UNDOABLE, UNDONE_BY, is_edit_undoable
from tournaments.dashboard.cards import CardAction, link_action, post_action
from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import AuditEvent, Competition, Entry, HallTable, Match
from tournaments.models.matches import COMPETITION
from tournaments.repeats.services import is_unused
from tournaments.withdrawals.queries import may_leave
from tournaments.withdrawals.services import refusal_to_reinstate

Act = AuditEvent.Act
LINES: Final = 5
# The verb has no object, or names its own: the entry follows in parentheses.
_WITHOUT_OBJECT: Final = frozenset(
    {Act.REGISTER, Act.ORDER, Act.LINE_UP, Act.SWAP, Act.CLAIM_NAME, Act.REPEAT, Act.PENALTY}
)

_OF_COMPETITION: Final = frozenset({Act.SET_DAYS, Act.MOVE_DAYS, Act.SET_HOMES, Act.PUBLISH_SEASON})
"""Acts whose object is the competition: `movió partidos de Liga`."""
_LOGGED: Final = AuditEvent.objects.filter(
    competition=OuterRef(COMPETITION), at=OuterRef("completed_at")
)
BY_ITSELF: Final = Q(~Exists(_LOGGED), state__in=Match.WITH_RESULT)
"""Condition on a match: decided by its table or by absence, not by a logged act."""


@dataclass(frozen=True)
class ActivityLine:
    """One act or result: time, subject, verb, object, and the thing it concerns."""

    at: datetime
    who: str
    did: str
    about: str
    undo: CardAction | None
    whom: str = ""


@dataclass(frozen=True)
class ActivityContext:
    """Context in which undo actions are determined."""

    competition: Competition
    entries: Mapping[int, Entry]
    has_moved: bool


def last_acts(competition: Competition) -> list[AuditEvent]:
    """Read the last acts of a competition with their matches, newest first."""
    whole = ("actor", "match__hall_table", f"match__{COMPETITION}")
    return list(competition.audit.select_related(*whole)[:LINES])


def last_changes(competition: Competition) -> list[AuditEvent]:
    """Read the last changes of how a competition is played, and what undid them, newest first."""
    acts = (*UNDOABLE, *UNDONE_BY.values())
    return list(competition.audit.select_related("actor").filter(act__in=acts)[:LINES])


def last_results(competition: Competition) -> list[MatchView]:
    """Read the latest results that were decided by a table or by absence, without a logged act."""
    own = Match.objects.of(competition.pk).filter(BY_ITSELF)
    return read_matches(own.select_related(COMPETITION).order_by("-completed_at", "-pk")[:LINES])


def recent_activity(
    acts: Iterable[AuditEvent],
    results: Iterable[MatchView],
    around: ActivityContext,
    limit: int = LINES,
) -> list[ActivityLine]:
    """Return these acts, the newest first, and results in words, newest first."""
    lines = [*_acts(acts, around), *(_result_line(view) for view in results)]
    return sorted(lines, key=lambda line: line.at, reverse=True)[:limit]


def _acts(acts: Iterable[AuditEvent], around: ActivityContext) -> Iterator[ActivityLine]:
    undone: set[tuple[str, object]] = set()
    for event in acts:
        subject = (_KINDS.get(event.act, event.act), event.match_id or _entry_id(event))
        way = None if subject in undone else _undo(event, around)
        undone.add(subject)
        whom = _whom(event, around.competition)
        about = "" if whom and event.match is None else _about(event)
        yield ActivityLine(event.at, _who(event), _did(event), about, way, whom)


def _result_line(view: MatchView) -> ActivityLine:
    match, names = view.match, [side.name for side in view.sides]
    at = match.completed_at
    assert at is not None, "what is decided has an hour"
    undo = _reopening(match)
    if match.winner is None:
        return ActivityLine(
            at, " – ".join(names), str(match.get_state_display()), match.place, undo
        )
    winner, loser = view.sides[match.winner], view.sides[1 - match.winner]
    by_absence = match.state == Match.State.WALKOVER
    people = match.named_per_side
    if by_absence:
        did = ngettext("ganó por ausencia a", "ganaron por ausencia a", people)
    else:
        did = ngettext("le ganó a", "les ganaron a", people)
    score = "" if winner.score is None else f"{winner.score}–{loser.score}, "
    about = score + match.place
    return ActivityLine(at, winner.name, did, about, undo, whom=loser.name)


def _who(event: AuditEvent) -> str:
    if event.slip_of:
        return gettext("papeleta de %(slip_of)s") % {"slip_of": event.slip_of}
    return str(event.actor)


def _did(event: AuditEvent) -> str:
    if event.act == Act.WALKOVER and event.after.get("winner", 0) is None:
        return gettext("anotó que no vino nadie")
    return event.get_act_display()


def _whom(event: AuditEvent, competition: Competition) -> str:
    """Return the entry, official or competition that the act's verb takes as its object, or ""."""
    if event.act in _OF_COMPETITION:
        return str(competition)
    values = {**event.before, **event.after}
    official = str(values.get("official") or "")
    if event.match is not None or event.act in _WITHOUT_OBJECT:
        return show_erased_names(official)
    return show_erased_names(str(values.get("entry") or official))


def _about(event: AuditEvent) -> str:
    if event.match is not None:
        return event.match.place
    if event.act in UNDOABLE and (now := changed_to(event)):
        return now
    values = {**event.before, **event.after}
    name = values.get("entry") or values.get("official") or values.get("table")
    return show_erased_names(str(name or ""))


def _entry_id(event: AuditEvent) -> int:
    """Return the entry id in an act, or 0."""
    return int({**event.before, **event.after}.get("entry_id") or 0)


def _undo(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    undo = _UNDOES.get(event.act)
    return undo(event, around) if undo else None


def _result(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    return _reopening(event.match) if event.match is not None else None


def _reopening(match: Match) -> CardAction | None:
    return link_action(gettext("Corregir"), "reopen", match.pk) if match.is_correctable else None


def _draw(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    competition = around.competition
    if not competition.is_drawn or competition.is_over or around.has_moved:
        return None
    where = "?s=rules#undo-draw"
    return link_action(gettext("Deshacer"), "competitions:manage", competition.pk, more=where)


def _replan(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    competition = around.competition
    if competition.is_over or around.has_moved:
        return None
    question = gettext("¿Volver al plan de antes? Si ya está sorteado, se deshace el sorteo.")
    return post_action(
        gettext("Deshacer"), "competitions:undo_replan", competition.pk, confirm=question
    )


def _pause(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    if around.competition.state != Competition.State.PAUSED:
        return None
    return post_action(gettext("Deshacer"), "competitions:act", around.competition.pk, "resume")


def _check_in_opened(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    if around.competition.state != Competition.State.CHECK_IN:
        return None
    return post_action(gettext("Deshacer"), "competitions:step", around.competition.pk, "reopen")


def _table_out(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    competition = around.competition
    out = HallTable.objects.of_room(competition).filter(is_out=True)
    table = next((table for table in out if str(table) == event.after.get("table")), None)
    if table is None or competition.is_over:
        return None
    keys = (competition.pk, table.pk)
    return post_action(gettext("Deshacer"), "competitions:hall_use", *keys, field=("back", "1"))


def _repeat(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    if not is_unused(around.competition):
        return None
    question = gettext("Se borra esta competencia, con sus anotados y sus enlaces. ¿Seguro?")
    return post_action(
        gettext("Deshacer"), "competitions:undo_repeat", around.competition.pk, confirm=question
    )


def _change(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    competition = around.competition
    if competition.state not in Competition.CORRECTABLE:
        return None
    if event.act == Act.EDIT and not is_edit_undoable(event, competition):
        return None
    keys = (around.competition.pk, event.pk)
    return post_action(gettext("Deshacer"), "competitions:undo_change", *keys)


def _of_entry(act: str) -> Callable[[AuditEvent, ActivityContext], CardAction | None]:
    """Return a function that undoes an act on an entry by the opposite act."""

    def undo(event: AuditEvent, around: ActivityContext) -> CardAction | None:
        entry, competition = _entry_id(event), around.competition
        if entry not in around.entries or competition.is_over:
            return None
        field = ("only", str(entry))
        return post_action(
            gettext("Deshacer"), "competitions:decide", competition.pk, act, field=field
        )

    return undo


def _acredited(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    is_open = around.competition.state == Competition.State.CHECK_IN
    return _of_entry("undo-check-in")(event, around) if is_open else None


def _withdrawal(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    """Link to the page that reinstates a withdrawn entry."""
    entry = around.entries.get(_entry_id(event))
    if entry is None or entry.state != Entry.State.WITHDRAWN:
        return None
    if not around.competition.is_drawn or refusal_to_reinstate(entry):
        return None
    return link_action(
        gettext("Deshacer"), "competitions:entered_one", around.competition.pk, entry.pk
    )


def _return(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    """Link to the page that withdraws an entry that came back, or came late."""
    back = around.entries.get(_entry_id(event))
    competition = around.competition
    if back is None or back.state != Entry.State.CONFIRMED or not competition.is_drawn:
        return None
    if not may_leave(back):
        return None
    return link_action(gettext("Deshacer"), "competitions:ask_withdrawal", competition.pk, back.pk)


def _swap(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    """Link to the page that exchanges two players again."""
    return _player_change(event, around, "?goes={}&comes={}".format(*event.after["swapped"]))


def _substitution(event: AuditEvent, around: ActivityContext) -> CardAction | None:
    return _player_change(event, around, "")


def _player_change(event: AuditEvent, around: ActivityContext, chosen: str) -> CardAction | None:
    entry, competition = _entry_id(event), around.competition
    if entry not in around.entries or competition.is_over:
        return None
    keys = (competition.pk, entry)
    return link_action(gettext("Deshacer"), "competitions:change_players", *keys, more=chosen)


_KINDS: Final[Mapping[str, str]] = {
    Act.WALKOVER: Act.SUBMIT_RESULT,
    Act.REOPEN: Act.SUBMIT_RESULT,
    Act.RULE: Act.SUBMIT_RESULT,
    Act.UNPAID: Act.PAID,
    Act.UNDO_CHECK_IN: Act.CHECK_IN,
    Act.UNDO_DRAW: Act.DRAW,
    Act.UNDO_REPLAN: Act.REPLAN,
    Act.EDIT: Act.REPLAN,
    Act.RESUME: Act.PAUSE,
    Act.TABLE_BACK: Act.TABLE_OUT,
    Act.REINSTATE: Act.WITHDRAW,
    Act.UNDO_FINISH: Act.FINISH,
    Act.PRESENT: Act.ABSENT,
}
"""Acts that undo or replace another act, mapped to that act."""
_UNDOES: Final[Mapping[str, Callable[[AuditEvent, ActivityContext], CardAction | None]]] = {
    Act.SUBMIT_RESULT: _result,
    Act.WALKOVER: _result,
    Act.DRAW: _draw,
    Act.REPLAN: _replan,
    Act.PAUSE: _pause,
    Act.REPEAT: _repeat,
    Act.OPEN_CHECK_IN: _check_in_opened,
    Act.CHECK_IN: _acredited,
    Act.PAID: _of_entry("unpaid"),
    Act.UNPAID: _of_entry("paid"),
    Act.TABLE_OUT: _table_out,
    Act.WITHDRAW: _withdrawal,
    **dict.fromkeys(UNDOABLE, _change),
    Act.REINSTATE: _return,
    Act.APPROVE: _return,
    Act.ABSENT: _of_entry("present"),
    Act.PRESENT: _of_entry("absent"),
    Act.SWAP_PLAYERS: _swap,
    Act.SUBSTITUTE: _substitution,
    Act.MOVE_PLAYER: _substitution,
}
