"""Where a competition was announced for more than came: the nearest shape that they can play."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.shape import Shape
from tournaments.models import Competition
from tournaments.services.competition.editing import change_terms
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.competition.terms import Terms
from tournaments.services.draw.drawing import DRAWABLE, draw
from tournaments.services.entries.check_in import number_to_draw
from tournaments.services.locks import lock_competition


@dataclass(frozen=True)
class Remedy:
    """The shape that so many entries can play, instead of the one that was announced."""

    entries: int
    terms: Terms
    shape: Shape

    @property
    def key(self) -> str:
        """Tell it from any other remedy: an organiser agrees to what was seen, or to nothing."""
        shape = self.shape
        told = (shape.group_count, shape.qualifiers, shape.swiss_rounds, shape.divisions)
        after = (shape.best_next, int(shape.silver), shape.then_swiss)
        finals = (shape.finalists, shape.play_in)
        return "-".join(map(str, (self.entries, shape.format, *told, *after, *finals)))


def remedy(competition: Competition) -> Remedy | None:
    """Return what to draw instead; None if the announced shape fits, or nothing would."""
    entries, terms = number_to_draw(competition), Terms.of(competition)
    how = FORMATS[terms.shape.format]
    if competition.state not in DRAWABLE or entries < how.least:
        return None
    shape = how.fitting(terms.shape, entries, terms.movers)
    return Remedy(entries, terms, shape) if shape != terms.shape else None


@retrying
@transaction.atomic
def draw_what_fits(
    *,
    competition_id: int,
    agreed: str,
    actor: User,
    seed: str,
    now: datetime,
    drawn: Callable[..., object] = draw,
) -> None:
    """Change the shape to the remedy that was agreed on, and draw; all of it, or nothing.

    `drawn` draws it: at once as here, or as a draft.

    Raises RefusedError `not-organiser`, `came-otherwise` if another remedy is due by now, or why
    it cannot be drawn.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    found = remedy(competition)
    if found is None or found.key != agreed:
        raise RefusedError("came-otherwise")
    change_terms(competition, replace(found.terms, shape=found.shape), actor=actor, now=now)
    drawn(competition_id=competition_id, actor=actor, seed=seed, now=now)
