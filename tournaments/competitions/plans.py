"""Plans for a new competition as its page shows them: title, cost and end."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext, ngettext

from accounts.i18n.time_zones import short_date
from tournaments.competitions.format_labels import best_in_words
from tournaments.competitions.setup_form import LEAGUE, TIMES, SetupForm
from tournaments.competitions.terms_labels import count_sides
from tournaments.formats.americano import SEATS
from tournaments.formats.outline import rounded
from tournaments.formats.plans import A_WEEK, Plan, PlanKind
from tournaments.formats.round_robin import ROUND_ROBIN


def title(plan: Plan) -> str:
    """Name a plan for a poster: `Suizo, 5 rondas a 30`."""
    return _TITLES[plan.kind](plan)


def cost(plan: Plan, entries: int) -> str:
    """Describe how much each entry plays: `Nadie queda afuera: todos juegan 5.`"""
    return _COSTS[plan.kind](plan, entries)


def end(plan: Plan, start: datetime) -> str:
    """Describe when a plan that starts at `start` ends, in the same time zone."""
    if plan.round_days:
        day = short_date(start + timedelta(days=plan.days), "j M")
        return gettext("termina el %(day)s") % {"day": day}
    hour = start + timedelta(minutes=rounded(plan.minutes))
    return gettext("termina %(hour)s") % {"hour": f"{hour:%H:%M}"}


def _everybody(plan: Plan) -> str:
    if plan.shape.format == ROUND_ROBIN.name:
        return gettext("Todos contra todos, a %(target)s") % {"target": plan.target}
    values = {"rounds": plan.rounds, "target": plan.target}
    return gettext("Suizo, %(rounds)s rondas a %(target)s") % values


def _partners(plan: Plan) -> str:
    values = {"rounds": plan.rounds, "target": plan.target}
    return gettext("Americano, %(rounds)s rondas a %(target)s") % values


def _groups(plan: Plan) -> str:
    return gettext("Grupos y llave, a %(target)s") % {"target": plan.target}


def _cups(plan: Plan) -> str:
    return gettext("Copas de oro y plata, a %(target)s") % {"target": plan.target}


def _knockout(plan: Plan) -> str:
    return gettext("Eliminación, a %(target)s") % {"target": plan.target}


def _twice(plan: Plan) -> str:
    return gettext("Liga a ida y vuelta, a %(target)s") % {"target": plan.target}


def _single_cycle(plan: Plan) -> str:
    return gettext("Liga a una vuelta, a %(target)s") % {"target": plan.target}


def _divisions(plan: Plan) -> str:
    values = {"divisions": plan.shape.divisions, "target": plan.target}
    return gettext("Liga de %(divisions)s divisiones, a %(target)s") % values


def _nobody_out(plan: Plan, entries: int) -> str:
    return _all_play(plan, evenly=not entries % 2 or plan.shape.format == ROUND_ROBIN.name)


def _beside_others(plan: Plan, entries: int) -> str:
    """Describe an americano. Players beyond full tables rest in turn."""
    evenly = not plan.rounds * (entries % SEATS) % entries
    partners = gettext("Cada ronda con otro compañero.")
    return f"{partners} {_all_play(plan, evenly=evenly)}"


def _all_play(plan: Plan, *, evenly: bool) -> str:
    if not evenly:
        text = gettext("Nadie queda afuera: todos juegan %(sure)s o %(more)s.")
        return text % {"sure": plan.fewest_matches, "more": plan.fewest_matches + 1}
    return gettext("Nadie queda afuera: todos juegan %(sure)s.") % {"sure": plan.fewest_matches}


def _through(plan: Plan, entries: int) -> str:
    matches = ngettext("%(sure)s partido seguro", "%(sure)s partidos seguros", plan.fewest_matches)
    go_on = gettext("pasan %(through)s a la llave") % {"through": plan.through}
    return f"{matches % {'sure': plan.fewest_matches}}; {go_on}."


def _gold_or_silver(plan: Plan, entries: int) -> str:
    matches = ngettext("%(sure)s partido seguro", "%(sure)s partidos seguros", plan.fewest_matches)
    if plan.shape.best_next:
        cups = gettext(
            "%(gold)s van por la de oro (con %(best)s), los otros %(silver)s por la de plata"
        )
    else:
        cups = gettext("%(gold)s van por la de oro, los otros %(silver)s por la de plata")
    best = best_in_words(plan.shape.qualifiers + 1, plan.shape.best_next)
    numbers = {"gold": plan.through, "best": best, "silver": entries - plan.through}
    return f"{matches % {'sure': plan.fewest_matches}}; {cups % numbers}."


def _out(_plan: Plan, entries: int) -> str:
    if entries & (entries - 1):
        return gettext("Quien pierde se va: algunos juegan un solo partido.")
    return gettext("Quien pierde se va: la mitad juega un solo partido.")


def _dates(plan: Plan, _entries: int) -> str:
    rounds = ngettext("%(number)s fecha", "%(number)s fechas", plan.rounds)
    if plan.round_days == A_WEEK:
        text = gettext("%(rounds)s, una por semana: cada uno juega %(sure)s.")
    else:
        text = gettext("%(rounds)s, una cada %(days)s días: cada uno juega %(sure)s.")
    return text % {
        "rounds": rounds % {"number": plan.rounds},
        "days": plan.round_days,
        "sure": plan.fewest_matches,
    }


_TITLES: Final[dict[PlanKind, Callable[[Plan], str]]] = {
    PlanKind.EVERYBODY: _everybody,
    PlanKind.PARTNERS: _partners,
    PlanKind.GROUPS: _groups,
    PlanKind.CUPS: _cups,
    PlanKind.KNOCKOUT: _knockout,
    PlanKind.TWICE: _twice,
    PlanKind.ONCE: _single_cycle,
    PlanKind.DIVISIONS: _divisions,
}
_COSTS: Final[dict[PlanKind, Callable[[Plan, int], str]]] = {
    PlanKind.EVERYBODY: _nobody_out,
    PlanKind.PARTNERS: _beside_others,
    PlanKind.GROUPS: _through,
    PlanKind.CUPS: _gold_or_silver,
    PlanKind.KNOCKOUT: _out,
    PlanKind.TWICE: _dates,
    PlanKind.ONCE: _dates,
    PlanKind.DIVISIONS: _dates,
}


@dataclass(frozen=True)
class PlanLine:
    """Texts of one plan for the setup page."""

    way: str
    title: str
    end: str
    cost: str
    fits: bool
    is_chosen: bool


@dataclass(frozen=True)
class PlanList:
    """The request and its plans; empty while the form is incomplete."""

    heading: str
    lines: tuple[PlanLine, ...]

    @classmethod
    def of(cls, form: SetupForm) -> "PlanList":
        """Return the list for the current answers of the form."""
        plans, chosen = form.plans, form.chosen
        if not plans:
            return cls("", ())
        lines = tuple(_line(plan, form, is_chosen=plan == chosen) for plan in plans)
        return cls(_heading(form, plans), lines)


def _line(plan: Plan, form: SetupForm, *, is_chosen: bool) -> PlanLine:
    entries = form.cleaned_data["entries"]
    return PlanLine(
        way=plan.kind,
        title=title(plan),
        end=end(plan, form.start),
        cost=cost(plan, entries),
        fits=plan.fits,
        is_chosen=is_chosen,
    )


def _heading(form: SetupForm, plans: tuple[Plan, ...]) -> str:
    time = form.cleaned_data["time"]
    sides = count_sides(form.cleaned_data["entries"], form.players_per_side)
    if time == LEAGUE:
        return gettext("Una liga de %(sides)s") % {"sides": sides}
    values = {"sides": sides, "time": dict(TIMES)[time]}
    if not any(plan.fits for plan in plans):
        return gettext("En %(time)s no entran %(sides)s: esto es lo más corto") % values
    return gettext("Con %(sides)s y %(time)s entra") % values
