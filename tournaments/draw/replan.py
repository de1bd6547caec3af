"""Adjustment of an announced format to the entries that came, and its undoing."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext

from accounts.common.transactions import transactional
from accounts.models import User
from games.engine import Rules, RulesError, make_rules
from tournaments.common.locks import lock_competition, lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.competitions.settings import CompetitionSettings, pace
from tournaments.draw.errors import CameOtherwiseError, NoReplanError
from tournaments.draw.plan import digest
from tournaments.draw.services import draw, undo_draw
from tournaments.entries.check_in import number_to_draw
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.format import FEWEST
from tournaments.formats.options import FormatOptions
from tournaments.formats.plan_review import Review, Turnout, review
from tournaments.formats.plans import SHORT
from tournaments.lifecycle.set_up import change_terms, is_settled
from tournaments.models import AuditEvent, Competition, Draft

Act = AuditEvent.Act


@dataclass(frozen=True)
class AdjustedFormat:
    """A format that the present entries can play instead of the announced one."""

    entries: int
    terms: CompetitionSettings  # as announced
    shape: FormatOptions
    target: int | None = None  # the points of a game, if they change too

    @property
    def key(self) -> str:
        """The key of this adjustment: the organiser agrees to exactly the one on the page."""
        return digest(self.entries, self.shape, self.target)

    @property
    def adjusted(self) -> CompetitionSettings:
        """The terms with this format."""
        if self.target is None:
            return self.terms.replace(shape=self.shape)
        return self.terms.replace(shape=self.shape, rules=_with_target(self.terms, self.target))


def nearest_playable_format(competition: Competition) -> AdjustedFormat | None:
    """Return the format to draw instead; None if the announced one fits or no format would."""
    entries, terms = number_to_draw(competition), CompetitionSettings.of(competition)
    how = FORMATS[terms.shape.format]
    if competition.state not in Competition.DRAWABLE or entries < how.least:
        return None
    shape = how.fitting(terms.shape, entries, terms.movers)
    return AdjustedFormat(entries, terms, shape) if shape != terms.shape else None


def review_of_draw(competition: Competition, now: datetime) -> Review | None:
    """Judge the announced plan by the present entries; None before there are enough."""
    entries, terms = number_to_draw(competition), CompetitionSettings.of(competition)
    if competition.state not in Competition.DRAWABLE or entries < FEWEST:
        return None
    how = FORMATS[terms.shape.format]
    is_dated = competition.is_dated
    turnout = Turnout(
        entries=entries,
        pace=pace(terms),
        best_of=terms.best_of,
        tables=competition.count_tables(),
        movers=terms.movers,
        may_join=terms.late_entries and how.play.is_paired_in_play,
        may_shorten=not is_settled(competition) and _can_be_short(terms),
        keeps_format=is_dated or how.has_seasons or how.play.partners_change or bool(terms.boards),
        is_dated=is_dated,
        minutes_left=minutes_left(terms, now),
    )
    return review(terms.shape, terms.cap, turnout)


def offered_formats(competition: Competition, review: Review) -> list[AdjustedFormat]:
    """Return the plans of a review as adjustments, the likeliest first."""
    entries, terms = number_to_draw(competition), CompetitionSettings.of(competition)
    return [
        AdjustedFormat(
            entries,
            terms,
            one.outlook.shape,
            None if one.outlook.target == terms.rules.target else one.outlook.target,
        )
        for one in review.plans
    ]


A_MOMENT = 30  # minutes: an evening that is almost over is written down afterwards


def minutes_left(terms: CompetitionSettings, now: datetime) -> int | None:
    """Return the minutes from the start, or from now, to the announced end; None without one."""
    if terms.available_minutes is None or terms.round_days is not None:
        return None  # an evening alone has minutes
    start = terms.starts_at or now
    late = max(timedelta(), now - start) // timedelta(minutes=1)
    left = int(terms.available_minutes) - late
    return left if left > A_MOMENT else None


def _can_be_short(terms: CompetitionSettings) -> bool:
    """Return whether these rules can be played to the shorter number of points."""
    try:
        _with_target(terms, SHORT)
    except RulesError:
        return False
    return True


def _with_target(terms: CompetitionSettings, target: int) -> Rules:
    return make_rules(terms.rules.preset, {**terms.rules.options(), "target": str(target)})


@transactional
def draw_adjusted(
    *,
    competition_id: int,
    agreed: str,
    actor: User,
    seed: str,
    now: datetime,
    draw_function: Callable[..., object] = draw,
) -> None:
    """Change the format to the agreed adjustment and draw, in one transaction.

    `draw_function` draws at once or makes a draft. Raises RefusedError `not-organiser`,
    `came-otherwise` if that adjustment is not offered any more, or those of the draw.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    review = review_of_draw(competition, now)
    nearest = nearest_playable_format(competition)
    offered = [*(offered_formats(competition, review) if review else ()), nearest]
    chosen = next((one for one in offered if one is not None and one.key == agreed), None)
    if chosen is None:
        raise CameOtherwiseError()
    change_terms(competition, chosen.adjusted, actor=actor, now=now, act=Act.REPLAN)
    draw_function(competition_id=competition_id, actor=actor, seed=seed, now=now)


@transactional
def undo_replan(*, competition_id: int, actor: User, now: datetime) -> None:
    """Restore the plan that was announced; a draw without play, and a draft, are undone with it.

    Raises RefusedError `not-organiser`, `no-replan` if the terms have changed since, or those
    of `undo_draw`.
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    replan = replan_in_force(competition)
    if replan is None:
        raise NoReplanError()
    if competition.is_drawn:
        reason = gettext("Se vuelve al plan de antes.")
        undo_draw(competition_id=competition_id, actor=actor, reason=reason, now=now)
        competition.refresh_from_db()
    Draft.objects.filter(competition=competition).delete()
    terms = CompetitionSettings.of(competition).restored(replan.before)
    change_terms(competition, terms, actor=actor, now=now, act=Act.UNDO_REPLAN)


CHANGES_TERMS: Final = (Act.REPLAN, Act.UNDO_REPLAN, Act.EDIT)


def replan_in_force(competition: Competition) -> AuditEvent | None:
    """Return the act that gave an unfinished competition its plan, if it was a re-plan."""
    if competition.is_over:
        return None
    last = competition.audit.filter(act__in=CHANGES_TERMS).order_by("-pk").first()
    return last if last is not None and last.act == Act.REPLAN else None
