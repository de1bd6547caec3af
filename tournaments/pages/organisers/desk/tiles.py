"""The tables of what is played now: each stays in its place, so that a result changes one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext

from tournaments.models import Match
from tournaments.pages.match_sides import SideView
from tournaments.pages.organisers.desk.cases import Case, Urgency
from tournaments.pages.screens.plates import Plate, plate_of

MOST: Final = 64  # that are listed


@dataclass(frozen=True)
class Tile:
    """One table with a mark and a word for how it does."""

    match: Match
    sides: tuple[SideView, ...]
    plate: Plate
    kind: str  # how it is drawn
    mark: str
    state: str
    at: datetime | None  # since when, or when it ended
    due: datetime | None  # when it is to be played, where a match has an hour


def tiles(cases: Iterable[Case]) -> list[Tile]:
    """Return the tables; those that have ended are no more than there is room for beside others."""
    found = sorted(map(_tile, cases), key=lambda tile: tile.kind == DONE)[:MOST]
    return sorted(found, key=lambda tile: tile.match.number)


def _tile(case: Case) -> Tile:
    kind, mark, words = _look(case)
    match = case.view.match
    due = None if match.is_decided else match.scheduled_at
    called_at = None if due else match.called_at
    at = match.completed_at if kind == DONE else case.asked_at or called_at
    return Tile(match, case.view.sides, plate_of(match), kind, mark, words, at, due)


def _look(case: Case) -> tuple[str, str, str]:
    match, urgency = case.view.match, case.urgency
    if urgency <= Urgency.FROZEN or urgency == Urgency.APPEALED:
        return TROUBLED, "!", gettext("pide una decisión")
    if case.is_no_show:
        return WAITED, "○", gettext("falta alguien")
    if match.is_decided:
        is_played = match.state == Match.State.COMPLETED and not match.by_time
        words = gettext("cargado") if is_played else str(match.get_state_display())
        return DONE, "✓", words
    if urgency == Urgency.UNCLAIMED:
        return WAITED, "○", gettext("sin cuenta")
    if urgency == Urgency.PAUSED:
        return WAITED, "■", gettext("en pausa")
    if match.waits_since is not None:
        return READY, "○", gettext("espera mesa")
    if match.state == Match.State.READY:
        is_unscored = case.with_cards and not case.has_scorer
        return READY, "○", gettext("falta quien anote") if is_unscored else gettext("por llamar")
    return PLAYING, "●", gettext("jugando")


TROUBLED, WAITED, PLAYING, READY, DONE = "odd", "wait", "play", "ready", "done"
