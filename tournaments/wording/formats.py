"""Formats in words: what each is like, and how long it lasts.

Everything here is read in the language that is active when it is called.
"""

from collections.abc import Callable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.formats.americano import AMERICANO
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.double_elimination import DOUBLE
from tournaments.formats.groups import GROUPS
from tournaments.formats.knockout import SINGLE
from tournaments.formats.league import LEAGUE
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.shape import Shape
from tournaments.formats.swiss import SWISS
from tournaments.models import Competition

NAMES: Final[dict[str, str | Promise]] = {
    SINGLE.name: gettext_lazy("eliminación directa"),
    DOUBLE.name: gettext_lazy("doble eliminación"),
    GROUPS.name: gettext_lazy("grupos y eliminación"),
    ROUND_ROBIN.name: gettext_lazy("todos contra todos"),
    SWISS.name: gettext_lazy("sistema suizo"),
    AMERICANO.name: gettext_lazy("americano"),
    LEAGUE.name: gettext_lazy("liga"),
}
NUMBERED: Final[dict[str, str | Promise]] = dict.fromkeys(
    (ROUND_ROBIN.name, LEAGUE.name),
    gettext_lazy("Juega contra todos: su número ordena las fechas."),
)
"""What an entry's number does in a fixture that is known from the start, where that can be said."""

ROUNDS_OF_PARTNERS: Final = gettext_lazy(
    "Vacío: las que hagan falta para que cada uno juegue una vez con cada compañero."
)
DIVISIONS: Final = gettext_lazy("divisiones")
SECOND = LAST_TWO = 2
HOUR = 60
STEP, LONG_STEP = 5, 10  # minutes to which a duration is rounded, up to an hour and beyond


def name(format_: str) -> str:
    """Name a format."""
    return str(NAMES[format_])


def choices() -> list[tuple[str, str | Promise]]:
    """Name every format, in the order in which they are offered."""
    return [(each, NAMES[each]) for each in FORMATS]


def numbered(format_: str) -> list[str]:
    """Say what an entry's number does in a fixture."""
    return [str(NUMBERED[format_])] if format_ in NUMBERED else []


def format_in_words(shape: Shape) -> str:
    """Say a format with what was chosen: `4 grupos, pasan 2`."""
    told = CHOSEN.get(shape.format, _plainly)
    return told(FORMATS[shape.format].settled(shape))


def final_in_words(shape: Shape, best_of: int) -> list[str]:
    """Say how the final is played, where it differs from the other matches."""
    if shape.final_best_of in (None, best_of):
        return []
    return [gettext("final %(how)s") % {"how": Competition.BestOf(shape.final_best_of).label}]


def duration(minutes: int) -> str:
    """Say a duration roughly: `unos 40 minutos`, `unas 3 h 20`."""
    step = STEP if minutes < HOUR else LONG_STEP
    hours, rest = divmod(max(STEP, round(minutes / step) * step), HOUR)
    if not hours:
        return gettext("unos %(minutes)s minutos") % {"minutes": rest}
    if not rest:
        told = ngettext("alrededor de %(hours)s hora", "unas %(hours)s horas", hours)
        return told % {"hours": hours}
    return gettext("unas %(hours)s h %(minutes)s") % {"hours": hours, "minutes": rest}


def _plainly(shape: Shape) -> str:
    return name(shape.format)


def _swiss(shape: Shape) -> str:
    if not shape.swiss_rounds:
        return name(shape.format)
    rounds = ngettext("%(number)s ronda", "%(number)s rondas", shape.swiss_rounds)
    told = {"rounds": rounds % {"number": shape.swiss_rounds}}
    return gettext("sistema suizo, %(rounds)s") % told


def _americano(shape: Shape) -> str:
    if not shape.swiss_rounds:
        return gettext("americano, con compañero distinto en cada ronda")
    told = ngettext(
        "americano, %(number)s ronda",
        "americano, %(number)s rondas con compañero distinto",
        shape.swiss_rounds,
    )
    return told % {"number": shape.swiss_rounds}


def _league(shape: Shape) -> str:
    if shape.divisions > 1:
        return gettext("liga de %(number)s divisiones") % {"number": shape.divisions}
    return _legs(shape)


def _legs(shape: Shape) -> str:
    if shape.cycles == 1:
        return name(shape.format)
    return gettext("%(format)s a ida y vuelta") % {"format": name(shape.format)}


def _groups(shape: Shape) -> str:
    return ", ".join([_of_groups(shape), *afterwards(shape)])


def _of_groups(shape: Shape) -> str:
    told = through_in_words(shape.qualifiers, shape.best_next)
    if shape.group_count is None:
        return gettext("grupos de a cuatro, %(through)s") % {"through": told}
    groups = ngettext("%(number)s grupo", "%(number)s grupos", shape.group_count)
    return f"{groups % {'number': shape.group_count}}, {told}"


def through_in_words(per_group: int, best_next: int) -> str:
    """Say who passes from groups: `pasan 2 + 2 mejores terceros`."""
    told = ngettext("pasa %(number)s", "pasan %(number)s", per_group) % {"number": per_group}
    return f"{told} + {best_in_words(per_group + 1, best_next)}" if best_next else told


def best_in_words(rank: int, number: int) -> str:
    """Say how many of a rank pass over all groups: `2 mejores terceros`."""
    if rank == SECOND:
        told = ngettext("%(number)s mejor segundo", "%(number)s mejores segundos", number)
    elif rank == SECOND + 1:
        told = ngettext("%(number)s mejor tercero", "%(number)s mejores terceros", number)
    else:
        told = ngettext("%(number)s mejor %(rank)s.º", "%(number)s mejores %(rank)s.º", number)
    return told % {"number": number, "rank": rank}


def play_in(places: int) -> str:
    """Say for how many places a play-in is played: `repechaje por 2 lugares`."""
    told = ngettext("repechaje por %(number)s lugar", "repechaje por %(number)s lugares", places)
    return told % {"number": places}


def afterwards(shape: Shape) -> list[str]:
    """Say what follows a table beyond the usual: a Swiss, a knockout of the first, two cups."""
    said = []
    if shape.then_swiss:
        rounds = ngettext("%(number)s ronda", "%(number)s rondas", shape.then_swiss)
        told = {"rounds": rounds % {"number": shape.then_swiss}}
        said.append(gettext("suizo de %(rounds)s entre los que pasan") % told)
    if shape.finalists == LAST_TWO:
        said.append(gettext("final entre los dos primeros"))
    elif shape.finalists:
        said.append(gettext("llaves de %(number)s") % {"number": shape.finalists})
    if shape.play_in:
        said.append(play_in(shape.play_in))
    if shape.silver:
        said.append(gettext("copas de oro y plata"))
    return said


def _with_afterwards(told: Callable[[Shape], str]) -> Callable[[Shape], str]:
    return lambda shape: ", ".join([told(shape), *afterwards(shape)])


CHOSEN: Final[dict[str, Callable[[Shape], str]]] = {
    GROUPS.name: _groups,
    SWISS.name: _with_afterwards(_swiss),
    AMERICANO.name: _americano,
    LEAGUE.name: _league,
    ROUND_ROBIN.name: _with_afterwards(_legs),
}
"""How a format is said with what was chosen, where its name alone is not enough."""
