"""Texts for formats and their options, in the active language."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.names.display import join_names
from tournaments.formats.americano import AMERICANO
from tournaments.formats.arena import ARENA
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.challenge_ladder import LADDER
from tournaments.formats.errors import FormatError
from tournaments.formats.groups import GROUPS, read_sizes
from tournaments.formats.king_of_the_table import KING
from tournaments.formats.knockout import DOUBLE, SINGLE
from tournaments.formats.league import LEAGUE
from tournaments.formats.mexicano import MEXICANO
from tournaments.formats.options import FormatOptions, Layout, LosersPlay
from tournaments.formats.rotation import ROTATION
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.swiss import SWISS
from tournaments.models.competitions import games_in_words

FORMAT_NAMES: Final[dict[str, str | Promise]] = {
    SINGLE.name: gettext_lazy("eliminación directa"),
    DOUBLE.name: gettext_lazy("doble eliminación"),
    GROUPS.name: gettext_lazy("grupos y eliminación"),
    ROUND_ROBIN.name: gettext_lazy("todos contra todos"),
    SWISS.name: gettext_lazy("sistema suizo"),
    ROTATION.name: gettext_lazy("rotación de rivales"),
    AMERICANO.name: gettext_lazy("americano"),
    MEXICANO.name: gettext_lazy("mexicano"),
    ARENA.name: gettext_lazy("arena"),
    KING.name: gettext_lazy("rey de la mesa"),
    LADDER.name: gettext_lazy("escalera de desafíos"),
    LEAGUE.name: gettext_lazy("liga"),
}
NUMBERED: Final[dict[str, str | Promise]] = dict.fromkeys(
    (ROUND_ROBIN.name, LEAGUE.name),
    gettext_lazy("Juega contra todos: su número ordena las fechas."),
)
"""Role of an entry's number in formats whose fixture is known from the start."""


EMPTY_ROUNDS: Final = {
    ROTATION.name: gettext_lazy("Vacío: cinco, o menos si hay menos rivales."),
    AMERICANO.name: gettext_lazy(
        "Vacío: las que hagan falta para que cada uno juegue una vez con cada compañero."
    ),
    MEXICANO.name: gettext_lazy("Vacío: ocho, o menos si hay menos rivales."),
}
"""The number of rounds that an empty field stands for, where it is not that of a Swiss."""


DIVISIONS_LABEL: Final = gettext_lazy("divisiones")
SECOND = 2
HOUR = 60
STEP, LONG_STEP = 5, 10  # minutes to which a duration is rounded, up to an hour and beyond


def format_name(format_: str) -> str:
    return str(FORMAT_NAMES[format_])


def format_choices() -> list[tuple[str, str | Promise]]:
    """Return the name of every format, in the order in which they are offered."""
    return [(each, FORMAT_NAMES[each]) for each in FORMATS]


def fixture_number_label(format_: str) -> list[str]:
    """Describe the role of an entry's number in a fixture."""
    return [str(NUMBERED[format_])] if format_ in NUMBERED else []


def format_in_words(shape: FormatOptions) -> str:
    """Describe a format with its choices: `4 grupos, pasan 2`."""
    describe = CHOSEN.get(shape.format, _plainly)
    return describe(FORMATS[shape.format].settled(shape))


def other_games_in_words(shape: FormatOptions, best_of: int) -> list[str]:
    """Describe the rounds and the final that have other numbers of games."""
    parts = []
    if shape.round_games:
        parts.append(gettext("partidas en cada ronda: %(games)s") % {"games": shape.round_games})
    if shape.final_best_of not in (None, best_of):
        how = games_in_words(shape.final_best_of, plays_all=False)
        parts.append(gettext("final %(how)s") % {"how": how})
    return parts


def rough_duration(minutes: int) -> str:
    """Return a rough duration: `unos 40 minutos`, `unas 3 h 20`."""
    step = STEP if minutes < HOUR else LONG_STEP
    hours, rest = divmod(max(STEP, round(minutes / step) * step), HOUR)
    if not hours:
        return gettext("unos %(minutes)s minutos") % {"minutes": rest}
    if not rest:
        text = ngettext("alrededor de %(hours)s hora", "unas %(hours)s horas", hours)
        return text % {"hours": hours}
    return gettext("unas %(hours)s h %(minutes)s") % {"hours": hours, "minutes": rest}


def count_tables(number: int) -> str:
    """Count tables: `6 mesas`."""
    return ngettext("%(number)s mesa", "%(number)s mesas", number) % {"number": number}


def _plainly(shape: FormatOptions) -> str:
    return format_name(shape.format)


def _swiss(shape: FormatOptions) -> str:
    if not shape.swiss_rounds:
        return format_name(shape.format)
    rounds = ngettext("%(number)s ronda", "%(number)s rondas", shape.swiss_rounds)
    values = {"rounds": rounds % {"number": shape.swiss_rounds}}
    return gettext("sistema suizo, %(rounds)s") % values


def _rotation(shape: FormatOptions) -> str:
    if not shape.swiss_rounds:
        return gettext("rotación, con otro rival en cada ronda")
    text = ngettext(
        "rotación, %(number)s ronda",
        "rotación, %(number)s rondas, cada una con otro rival",
        shape.swiss_rounds,
    )
    return text % {"number": shape.swiss_rounds}


def _americano(shape: FormatOptions) -> str:
    if not shape.swiss_rounds:
        return gettext("americano, con compañero distinto en cada ronda")
    text = ngettext(
        "americano, %(number)s ronda",
        "americano, %(number)s rondas con compañero distinto",
        shape.swiss_rounds,
    )
    return text % {"number": shape.swiss_rounds}


def _mexicano(shape: FormatOptions) -> str:
    if not shape.swiss_rounds:
        return gettext("mexicano, cada ronda se arma por la tabla")
    text = ngettext(
        "mexicano, %(number)s ronda",
        "mexicano, %(number)s rondas armadas por la tabla",
        shape.swiss_rounds,
    )
    return text % {"number": shape.swiss_rounds}


def _arena(shape: FormatOptions) -> str:
    return gettext("arena, abierta %(time)s") % {"time": open_time(shape.open_minutes)}


def _king(shape: FormatOptions) -> str:
    values = {"time": open_time(shape.open_minutes)}
    if shape.king_tables is None:
        return gettext("rey de la mesa, abierta %(time)s") % values
    at = {"tables": count_tables(shape.king_tables)}
    return gettext("rey de la mesa, %(tables)s, abierta %(time)s") % (values | at)


def _ladder(shape: FormatOptions) -> str:
    days = ngettext("%(number)s día", "%(number)s días", shape.season_days)
    within = ngettext("%(number)s puesto", "%(number)s puestos", shape.challenge_range)
    values = {
        "days": days % {"number": shape.season_days},
        "places": within % {"number": shape.challenge_range},
    }
    return gettext("escalera de %(days)s, se desafía hasta %(places)s más arriba") % values


def open_time(minutes: int) -> str:
    """Return an exact length in words: `45 minutos`, `1 h 30`."""
    hours, rest = divmod(minutes, HOUR)
    if not hours:
        text = ngettext("%(number)s minuto", "%(number)s minutos", rest)
        return text % {"number": rest}
    return f"{hours} h {rest:02}" if rest else f"{hours} h"


def _with_tantos(describe: Callable[[FormatOptions], str]) -> Callable[[FormatOptions], str]:
    def words_with_tantos(shape: FormatOptions) -> str:
        tantos = [gettext("se suman los tantos")] if shape.by_tantos else []
        return ", ".join([describe(shape), *tantos])

    return words_with_tantos


def _league(shape: FormatOptions) -> str:
    if shape.divisions > 1:
        return gettext("liga de %(number)s divisiones") % {"number": shape.divisions}
    return _legs(shape)


def _legs(shape: FormatOptions) -> str:
    if shape.cycles == 1:
        return format_name(shape.format)
    return gettext("%(format)s a ida y vuelta") % {"format": format_name(shape.format)}


def _groups(shape: FormatOptions) -> str:
    return ", ".join([_of_groups(shape), *afterwards(shape)])


def sizes_in_words(shape: FormatOptions) -> str:
    """Return the chosen sizes of groups: `8, 6 y 6`; empty where they are equal."""
    try:
        sizes = read_sizes(shape.group_sizes)
    except FormatError:  # which the form says
        return ""
    return join_names([str(size) for size in sizes]) if sizes else ""


def _of_groups(shape: FormatOptions) -> str:
    through = through_in_words(shape.qualifiers, shape.best_next)
    if sizes := sizes_in_words(shape):
        return gettext("grupos de %(sizes)s, %(through)s") % {"sizes": sizes, "through": through}
    if shape.group_count is None:
        return gettext("grupos de a cuatro, %(through)s") % {"through": through}
    groups = ngettext("%(number)s grupo", "%(number)s grupos", shape.group_count)
    return f"{groups % {'number': shape.group_count}}, {through}"


def through_in_words(per_group: int, best_next: int) -> str:
    """Describe who passes from groups: `pasan 2 + 2 mejores terceros`."""
    through = ngettext("pasa %(number)s", "pasan %(number)s", per_group) % {"number": per_group}
    return f"{through} + {best_in_words(per_group + 1, best_next)}" if best_next else through


def best_in_words(rank: int, number: int) -> str:
    """Count the entries of a rank that pass over all groups: `2 mejores terceros`."""
    if rank == SECOND:
        text = ngettext("%(number)s mejor segundo", "%(number)s mejores segundos", number)
    elif rank == SECOND + 1:
        text = ngettext("%(number)s mejor tercero", "%(number)s mejores terceros", number)
    else:
        text = ngettext("%(number)s mejor %(rank)s.º", "%(number)s mejores %(rank)s.º", number)
    return text % {"number": number, "rank": rank}


def play_in_label(places: int) -> str:
    """Describe a play-in by its places: `repechaje por 2 lugares`."""
    text = ngettext("repechaje por %(number)s lugar", "repechaje por %(number)s lugares", places)
    return text % {"number": places}


def afterwards(shape: FormatOptions) -> list[str]:
    """Describe the stages after a table: a Swiss, a knockout of the first, two cups."""
    parts = []
    if shape.then_swiss:
        rounds = ngettext("%(number)s ronda", "%(number)s rondas", shape.then_swiss)
        values = {"rounds": rounds % {"number": shape.then_swiss}}
        parts.append(gettext("suizo de %(rounds)s entre los que pasan") % values)
    if shape.split_season:
        parts.append(gettext("Apertura y Clausura, con final"))
    if shape.finalists == 2:
        parts.append(gettext("final entre los dos primeros"))
    elif shape.finalists:
        parts.append(gettext("llaves de %(number)s") % {"number": shape.finalists})
    if shape.every_division and parts and shape.divisions > 1:
        parts[-1] = gettext("%(finals)s en cada división") % {"finals": parts[-1]}
    if shape.play_in:
        parts.append(play_in_label(shape.play_in))
    if shape.promotion:
        matches = ngettext(
            "promoción de %(number)s partido",
            "promoción de %(number)s partidos",
            shape.promotion,
        )
        parts.append(matches % {"number": shape.promotion})
    if shape.silver:
        parts.append(gettext("copas de oro y plata"))
    return parts + of_a_knockout(shape)


OF_LAYOUTS: Final[Mapping[str, str | Promise]] = {
    Layout.PAGE: _("sistema Page"),
    Layout.STEPLADDER: _("en escalera"),
}
OF_LOSERS: Final[Mapping[str, str | Promise]] = {
    LosersPlay.CONSOLATION: _("con consolación"),
    LosersPlay.FEED_IN: _("con consolación hasta cuartos"),
    LosersPlay.PLACES: _("se juega cada puesto"),
}


def of_a_knockout(shape: FormatOptions) -> list[str]:
    """Describe a knockout that is more, or other, than a bracket."""
    parts = (OF_LAYOUTS.get(shape.layout), OF_LOSERS.get(shape.losers))
    return [str(each) for each in parts if each is not None]


def _knockout(shape: FormatOptions) -> str:
    return ", ".join([format_name(shape.format), *of_a_knockout(shape)])


def _with_afterwards(describe: Callable[[FormatOptions], str]) -> Callable[[FormatOptions], str]:
    return lambda shape: ", ".join([describe(shape), *afterwards(shape)])


CHOSEN: Final[dict[str, Callable[[FormatOptions], str]]] = {
    SINGLE.name: _knockout,
    GROUPS.name: _groups,
    SWISS.name: _with_afterwards(_swiss),
    ROTATION.name: _rotation,
    AMERICANO.name: _with_tantos(_americano),
    MEXICANO.name: _with_tantos(_mexicano),
    ARENA.name: _arena,
    KING.name: _king,
    LADDER.name: _ladder,
    LEAGUE.name: _with_afterwards(_league),
    ROUND_ROBIN.name: _with_afterwards(_legs),
}
"""Descriptions of formats with their choices, where the name is not enough."""
