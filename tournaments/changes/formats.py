"""Another format for a drawn competition in which nothing has been played."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.changes.marks import require_seen
from tournaments.common import audit
from tournaments.common.errors import refused
from tournaments.common.locks import lock_competition, lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.competitions.settings import CompetitionSettings
from tournaments.draw.services import draw, undo_draw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.errors import FormatError
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle.services import pause, start
from tournaments.lifecycle.set_up import change_terms
from tournaments.models import AuditEvent, Competition, Match

OFFERED: Final = tuple(
    name
    for name, each in FORMATS.items()
    if not each.has_seasons and not each.play.partners_change
)  # fmt: skip
"""Formats that entries of another one can play: neither seasons nor players who enter alone."""


def fitting_shape(competition: Competition, format_: str) -> FormatOptions | None:
    """Return a format as its present entries can play it; None if they cannot."""
    entries = competition.entries.confirmed().count()
    how, terms = FORMATS[format_], CompetitionSettings.of(competition)
    try:
        shape = how.fitting(FormatOptions(format=format_), entries)
    except FormatError:
        return None
    return None if any(terms.replace(shape=shape).misfits()) else shape


def refusal_to_change_format(competition: Competition, shape: FormatOptions | None) -> str | None:
    """Return why a competition cannot be drawn again in a shape, as a code; None if it can."""
    if competition.state not in Competition.IN_PROGRESS or competition.early_end:
        return "wrong-state"
    terms = CompetitionSettings.of(competition)
    if terms.shape.format not in OFFERED or shape is None or shape.format not in OFFERED:
        return "not-this-format"
    if shape == terms.shape:
        return "nothing-changes"
    return "cards-played" if Match.objects.of(competition.pk).with_play().exists() else None


def change_format(
    *,
    competition_id: int,
    format_: str,
    seed: str,
    actor: User,
    now: datetime,
    seen: str | None = None,
) -> None:
    """Draw a competition again in another format, with the entries that are in.

    If it had started it continues at once. Raises RefusedError `not-organiser`, `options-changed`,
    `wrong-state`, `not-this-format`, `nothing-changes`, `cards-played`, or as the draw does.
    """
    competition = Competition.objects.get(pk=competition_id)
    shape = fitting_shape(competition, format_) if format_ in OFFERED else None
    _draw_again(competition_id, shape, seed, actor=actor, now=now, seen=seen)


def stored_shape(shape: Mapping[str, Any]) -> FormatOptions:
    """Return a format as the log keeps it."""
    return FormatOptions(**{**shape, "tie_breaks": tuple(shape["tie_breaks"])})


def restore_format(
    *, competition_id: int, shape: Mapping[str, Any], seed: str, actor: User, now: datetime
) -> None:
    """Draw a competition again as it was before `change_format`: by the same seed."""
    _draw_again(competition_id, stored_shape(shape), seed, actor=actor, now=now)


@transactional
def _draw_again(
    competition_id: int,
    shape: FormatOptions | None,
    seed: str,
    *,
    actor: User,
    now: datetime,
    seen: str | None = None,
) -> None:
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    require_seen(competition, seen)
    if refusal := refusal_to_change_format(competition, shape):
        raise refused(refusal)
    assert shape is not None, "the refusal says so"
    terms, state = CompetitionSettings.of(competition), competition.state
    before = {"shape": asdict(terms.shape), "seed": competition.draw_seed}
    arguments: Any = {"competition_id": competition_id, "actor": actor, "now": now}
    undo_draw(reason=gettext("se juega en otro formato"), **arguments)
    competition = lock_competition(competition_id)
    change_terms(competition, terms.replace(shape=shape), actor=actor, now=now)
    draw(seed=seed, **arguments)
    if state in Competition.GOING:
        start(**arguments)
    if state == Competition.State.PAUSED:
        pause(**arguments)
    audit.log_event(
        AuditEvent.Act.CHANGE_FORMAT,
        competition=competition,
        actor=actor,
        now=now,
        before=before,
        after={"shape": asdict(shape), "seed": seed},
    )
