"""The stages that a shape comes to, as a small picture: who comes into each, and what they play."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from accounts.values.joining import together
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.following import has_silver, sizes_of
from tournaments.formats.format import Seeded, StagePlan
from tournaments.formats.qualification import Takes
from tournaments.formats.shape import Shape
from tournaments.wording import formats, refusals, stages

OF_A_FINAL = 2
OF_A_MATCH = 2  # a group that is one match: its second has lost it


@dataclass(frozen=True)
class Box:
    """One stage: who comes, where that is to be said, its name, and what is played."""

    comes: str
    title: str
    note: str


@dataclass(frozen=True)
class StagePlanView:
    """What everybody plays first, then the ways on, side by side: each a stage or several."""

    entries: str
    first: Box
    ways: Sequence[Sequence[Box]]

    @classmethod
    def of(cls, shape: Shape, entries: int, players: int) -> "StagePlanView | None":
        """Draw what so many entries play; None where that is one stage, or nothing they can."""
        how = FORMATS[shape.format]
        whole = how.settled(shape)
        plans = how.stages(how.decide(whole, entries))
        if not any(plan.takes for plan in plans) or [*how.misfits(whole, entries)]:
            return None
        (dealt,) = how.deal(plans[0].shape, Seeded(entries=range(entries)))
        sizes = sizes_of(plans, [len(group) for group in dealt])
        ways: dict[int, list[Box]] = {}
        for plan, (number,) in zip(plans[1:], sizes[1:], strict=True):
            ways.setdefault(plan.tier, []).append(_following(plan, plans, sizes[0], number))
        first = Box("", *_of_all(plans[0].shape, sizes[0]))
        return cls(refusals.sides(entries, players), first, tuple(ways.values()))


def _of_all(shape: Shape, sizes: Sequence[int]) -> tuple[str, str]:
    if _are_matches(shape, sizes):
        matches = ngettext("%(number)s partido", "%(number)s partidos", len(sizes))
        return gettext("Primera ronda"), matches % {"number": len(sizes)}
    if FORMATS[shape.format].sends_on:
        groups = ngettext("%(number)s grupo", "%(number)s grupos", len(sizes))
        told = together(dict.fromkeys(map(str, sizes)))
        return groups % {"number": len(sizes)}, gettext("de %(sizes)s") % {"sizes": told}
    return capfirst(formats.name(shape.format)), _rounds(shape)


def _are_matches(shape: Shape, sizes: Sequence[int]) -> bool:
    return FORMATS[shape.format].sends_on and set(sizes) == {OF_A_MATCH} and shape.cycles == 1


def _following(
    plan: StagePlan, plans: Sequence[StagePlan], sizes: Sequence[int], number: int
) -> Box:
    assert plan.takes is not None, "the entries are dealt once"
    comes = _comes(plan.takes, plans[0].shape, sizes)
    if not FORMATS[plan.shape.format].is_bracket:
        return Box(comes, capfirst(formats.name(plan.shape.format)), _rounds(plan.shape))
    title = stages.knockout(plan.tier, has_silver=has_silver(plans))
    return Box(comes, title, _places(number - plan.shape.play_in, plan.shape.play_in))


def _places(number: int, play_in: int) -> str:
    """Say how large a bracket is, and what is played before it for its last places."""
    of = gettext("llaves de %(number)s") % {"number": number}
    told = gettext("la final") if number == OF_A_FINAL else of
    return f"{told}, {formats.play_in(play_in)}" if play_in else told


def _rounds(shape: Shape) -> str:
    if not shape.swiss_rounds:
        return ""
    rounds = ngettext("%(number)s ronda", "%(number)s rondas", shape.swiss_rounds)
    return rounds % {"number": shape.swiss_rounds}


def _comes(takes: Takes, first: Shape, sizes: Sequence[int]) -> str:
    if takes.is_rest:
        return gettext("los demás")
    if takes.stage > 1 or not FORMATS[first.format].sends_on:
        return gettext("los %(number)s primeros") % {"number": takes.per_group}
    if _are_matches(first, sizes) and takes.per_group == 1:
        return _winners(len(sizes), takes.best_next)
    return formats.through_in_words(takes.per_group, takes.best_next)


def _winners(number: int, best_losers: int) -> str:
    """Say who goes on from a first round: `los 6 ganadores + 2 mejores perdedores`."""
    told = gettext("los %(number)s ganadores") % {"number": number}
    if not best_losers:
        return told
    best = ngettext("%(number)s mejor perdedor", "%(number)s mejores perdedores", best_losers)
    return f"{told} + {best % {'number': best_losers}}"
