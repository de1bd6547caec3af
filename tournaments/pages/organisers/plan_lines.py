"""The plans of a new competition as its page shows them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.formats.plans import Plan
from tournaments.forms.terms.setup import LEAGUE, TIMES, SetupForm
from tournaments.wording import plans, refusals


@dataclass(frozen=True)
class PlanLine:
    """One plan in words."""

    way: str
    title: str
    end: str
    cost: str
    fits: bool
    is_chosen: bool


@dataclass(frozen=True)
class PlanList:
    """What was asked for, and what fits; no lines as long as that cannot be said."""

    heading: str
    lines: tuple[PlanLine, ...]

    @classmethod
    def of(cls, form: SetupForm) -> "PlanList":
        """Read what the form is answered with now."""
        found, chosen = form.plans, form.chosen
        if not found:
            return cls("", ())
        lines = tuple(_line(plan, form, is_chosen=plan == chosen) for plan in found)
        return cls(_heading(form, found), lines)


def _line(plan: Plan, form: SetupForm, *, is_chosen: bool) -> PlanLine:
    entries = form.cleaned_data["entries"]
    return PlanLine(
        way=plan.way,
        title=plans.title(plan),
        end=plans.end(plan, form.start),
        cost=plans.cost(plan, entries),
        fits=plan.fits,
        is_chosen=is_chosen,
    )


def _heading(form: SetupForm, found: tuple[Plan, ...]) -> str:
    time = form.cleaned_data["time"]
    sides = refusals.sides(form.cleaned_data["entries"], form.players_per_side)
    if time == LEAGUE:
        return gettext("Una liga de %(sides)s") % {"sides": sides}
    told = {"sides": sides, "time": dict(TIMES)[time]}
    if not any(plan.fits for plan in found):
        return gettext("Con %(sides)s no alcanza %(time)s: esto es lo más corto") % told
    return gettext("Con %(sides)s y %(time)s entra") % told
