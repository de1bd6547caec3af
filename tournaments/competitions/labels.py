"""Texts for formats, stages, rounds, tie-breaks and club matches.

Texts use the language that is active at the call.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Final, Protocol

from django.utils.formats import get_format, number_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.names.display import join_names
from games.engine import Rules
from games.house_rules import choice, preset
from tournaments.formats.americano import AMERICANO
from tournaments.formats.arena import ARENA
from tournaments.formats.bracket import Part, first_place_of
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.challenge_ladder import LADDER
from tournaments.formats.errors import FormatError
from tournaments.formats.groups import GROUPS, read_sizes
from tournaments.formats.king_of_the_table import KING
from tournaments.formats.knockout import DOUBLE, SINGLE
from tournaments.formats.league import LEAGUE
from tournaments.formats.mexicano import MEXICANO
from tournaments.formats.options import (
    BYES,
    LATE_POINTS,
    LEAVING,
    FormatOptions,
    Layout,
    LosersPlay,
)
from tournaments.formats.points_scale import (
    CHESS_SCALE,
    PointsScale,
    misfits_of_scale,
    scale_of,
)
from tournaments.formats.rotation import ROTATION
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.standings import Row
from tournaments.formats.swiss import SWISS
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Group, RosterPlayer, Stage
from tournaments.models.competitions import ByePoints, Currency, FeePer, Leaving, games_in_words


def kind(size: int) -> str:
    """Name the kind of a board by its players per side."""
    if size == 1:
        return gettext("individual")
    return gettext("pareja") if size == 2 else gettext("trío")


def title(number: int, *, is_tie_break: bool) -> str:
    """Name a board of a match."""
    if is_tie_break:
        return gettext("Desempate")
    return gettext("%(number)s.ª mesa") % {"number": number}


def people(players: Sequence[RosterPlayer]) -> str:
    """Join the names of the players on one side of a board; "" while they are secret."""
    return join_names([player.name for player in players]) if players else ""


class HasBoards(Protocol):
    """A competition or its settings."""

    first_board_decides: bool
    level_stands: bool

    @property
    def board_sizes(self) -> Sequence[int]:
        """Return the players per side of each board."""


def boards_in_words(terms: HasBoards) -> Iterator[str]:
    """Describe the boards of a match: `Cada encuentro son 3 mesas: 2 parejas y 1 individual`."""
    sizes = terms.board_sizes
    yield gettext("Cada encuentro son %(number)s mesas: %(boards)s; cada una vale un punto") % {
        "number": len(sizes),
        "boards": made_of(sizes),
    }
    if terms.level_stands:
        yield gettext("En la tabla, si ganan las mismas mesas, es empate")
    yield (
        gettext("Si ganan las mismas mesas, gana quien ganó la primera")
        if terms.first_board_decides
        else gettext("Si ganan las mismas mesas, se juega una más")
    )
    yield gettext("Cada capitán presenta su formación, que nadie ve hasta que estén las dos")


def made_of(sizes: Sequence[int]) -> str:
    """Count the boards of a match: `2 parejas y 1 individual`."""
    return join_names([_count(size, len(list(boards))) for size, boards in groupby(sizes)])


def _count(size: int, number: int) -> str:
    values = {"number": number}
    if size == 1:
        return ngettext("%(number)s individual", "%(number)s individuales", number) % values
    if size == 2:
        return ngettext("%(number)s pareja", "%(number)s parejas", number) % values
    return ngettext("%(number)s trío", "%(number)s tríos", number) % values


NAMES: Final[dict[str, str | Promise]] = {
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
DIVISIONS: Final = gettext_lazy("divisiones")
SECOND = LAST_TWO = 2
HOUR = 60
STEP, LONG_STEP = 5, 10  # minutes to which a duration is rounded, up to an hour and beyond


def name(format_: str) -> str:
    return str(NAMES[format_])


def choices() -> list[tuple[str, str | Promise]]:
    """Return the name of every format, in the order in which they are offered."""
    return [(each, NAMES[each]) for each in FORMATS]


def numbered(format_: str) -> list[str]:
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


def duration(minutes: int) -> str:
    """Return a rough duration: `unos 40 minutos`, `unas 3 h 20`."""
    step = STEP if minutes < HOUR else LONG_STEP
    hours, rest = divmod(max(STEP, round(minutes / step) * step), HOUR)
    if not hours:
        return gettext("unos %(minutes)s minutos") % {"minutes": rest}
    if not rest:
        text = ngettext("alrededor de %(hours)s hora", "unas %(hours)s horas", hours)
        return text % {"hours": hours}
    return gettext("unas %(hours)s h %(minutes)s") % {"hours": hours, "minutes": rest}


def tables(number: int) -> str:
    """Count tables: `6 mesas`."""
    return ngettext("%(number)s mesa", "%(number)s mesas", number) % {"number": number}


def _plainly(shape: FormatOptions) -> str:
    return name(shape.format)


def _swiss(shape: FormatOptions) -> str:
    if not shape.swiss_rounds:
        return name(shape.format)
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
    at = {"tables": tables(shape.king_tables)}
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
        return name(shape.format)
    return gettext("%(format)s a ida y vuelta") % {"format": name(shape.format)}


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
    if shape.finalists == LAST_TWO:
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
    return ", ".join([name(shape.format), *of_a_knockout(shape)])


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
ALPHABET = 26
ROUNDS: Final[Mapping[int, str | Promise]] = {  # by the number of matches in a full round
    1: _("Final"),
    2: _("Semifinales"),
    4: _("Cuartos de final"),
    8: _("Octavos de final"),
    16: _("Dieciseisavos"),
    32: _("32 avos"),
    64: _("64 avos"),
}
SHORT_ROUNDS: Final[Mapping[int, str | Promise]] = {
    1: _("Final"),
    2: _("Semis"),
    4: _("4tos"),
    8: _("8vos"),
    16: _("16avos"),
}
PARTS: Final[Mapping[str, str | Promise]] = {
    Part.MAIN: _("Cuadro de ganadores"),
    Part.LOSERS: _("Cuadro de perdedores"),
    Part.FINAL: _("Gran final"),
    Part.THIRD: _("Tercer puesto"),
    Part.CONSOLATION: _("Consolación"),
}
LAST_ROUNDS: Final[Mapping[str, str | Promise]] = {
    Part.MAIN: _("Final de ganadores"),
    Part.LOSERS: _("Final de perdedores"),
    Part.CONSOLATION: _("Final de la consolación"),
}


def stage(value: Stage, *, has_silver: bool = False, divisions: int = 0) -> str:
    """Name a stage among those of its competition; a league has divisions."""
    if divisions and value.is_bracket and value.promotion:
        tiers = {"upper": value.tier - 1, "lower": value.tier}
        return gettext("Promoción entre la %(upper)s.ª y la %(lower)s.ª división") % tiers
    if divisions and value.is_bracket:
        return playoffs(value.tier, divisions)
    if divisions == 1:
        return gettext("Fase regular")
    if value.how.has_seasons:
        return gettext("%(number)s.ª división") % {"number": value.tier}
    if value.is_bracket:
        return knockout(value.tier, has_silver=has_silver)
    return gettext("Grupos") if value.how.sends_on else capfirst(str(NAMES[value.format]))


def playoffs(tier: int, divisions: int) -> str:
    """Name the knockout of the first of a division."""
    if divisions == 1:
        return gettext("Play-offs")
    return gettext("Play-offs de la %(number)s.ª división") % {"number": tier}


def knockout(tier: int, *, has_silver: bool) -> str:
    """Name the bracket of a tier."""
    if not has_silver:
        return gettext("Eliminación")
    return gettext("Copa de plata") if tier > 1 else gettext("Copa de oro")


def group(number: int) -> str:
    """Name a group: `Grupo A`."""
    return gettext("Grupo %(letter)s") % {"letter": letter(number)}


def letter(number: int) -> str:
    """Return a number as letters: A to Z, then AA."""
    before, last = divmod(number - 1, ALPHABET)
    return (letter(before) if before else "") + chr(ord("A") + last)


def part(name: str, *, is_alone: bool = False, entries: int = 0) -> str:
    """Name a part of a bracket that has several; `entries` play in it.

    A main bracket that stands alone decides who wins.
    """
    first = first_place_of(name)
    if first is not None and name != Part.THIRD:
        last = first + entries - 1
        if entries == LAST_TWO:
            return _round_for_place(first, 1, is_last=True)
        return gettext("Puestos %(first)s a %(last)s") % {"first": first, "last": last}
    if name == Part.MAIN and is_alone:
        return gettext("Cuadro principal")
    return str(PARTS[name])


def bracket_round(
    stage: Stage, name: str, number: int, size: int, *, is_alone: bool, is_last: bool
) -> str:
    """Name a round of a bracket by its part, its number and its matches.

    A main bracket that stands alone ends in the final.
    """
    if name == Part.MAIN and (special := _special_round(stage, number, is_last=is_last)):
        return special
    if name == Part.FINAL:
        return gettext("Segunda final") if number > 1 else gettext("Gran final")
    if name == Part.THIRD:
        return part(name)
    if (first := first_place_of(name)) is not None:
        return _round_for_place(first, number, is_last=is_last)
    if is_last and not (is_alone and name == Part.MAIN):
        return str(LAST_ROUNDS[name])
    if name == Part.LOSERS:
        return gettext("Perdedores, ronda %(number)s") % {"number": number}
    if name == Part.CONSOLATION:
        return gettext("Consolación, ronda %(number)s") % {"number": number}
    return str(ROUNDS.get(size, number))


def _round_for_place(first: int, number: int, *, is_last: bool) -> str:
    place = gettext("Por el %(place)s.º puesto") % {"place": first}
    return place if is_last else f"{place}, {table_round(number).lower()}"


def _special_round(stage: Stage, number: int, *, is_last: bool) -> str:
    """Name a round that is not that of a full bracket: of a play-in or a ladder; "" for others."""
    if stage.layout == Layout.PAGE:
        return [gettext("1.º–2.º y 3.º–4.º"), gettext("Semifinal"), gettext("Final")][number - 1]
    if stage.layout == Layout.STEPLADDER and not is_last:
        return gettext("Escalón %(number)s") % {"number": number}
    if stage.promotion:
        return gettext("Promoción")
    return gettext("Repechaje") if stage.play_in and number == 1 else ""


def short_round(stage: Stage, name: str, number: int, size: int, *, is_last: bool) -> str:
    """Name a round in short, for narrow columns."""
    if name == Part.MAIN and (special := _special_round(stage, number, is_last=is_last)):
        return special
    if name == Part.MAIN or size == 1:
        return str(SHORT_ROUNDS.get(size, number))
    return str(number)


def table_round(number: int) -> str:
    """Name a round of a table."""
    return gettext("Ronda %(number)s") % {"number": number}


def round_of_table(stage: Stage, number: int) -> str:
    """Name a round of a table as its stage does: in a league it is a date."""
    if not stage.how.play.is_round_by_round:
        return gettext("Partidos")
    return (league_round if stage.how.has_seasons else table_round)(number)


def round_in_brief(stage: Stage, number: int) -> str:
    """Name a round where only its stage is known: one of a bracket by what the bracket is for."""
    if not stage.is_bracket:
        return round_of_table(stage, number)
    if stage.promotion:
        return gettext("Promoción")
    return gettext("Play-offs") if stage.number > 1 else table_round(number)


def pending_draw(group: Group) -> str:
    """Describe what is being drawn from the results of a group; "" if nothing is."""
    if group.awaits_round is None:
        return ""
    if group.stage.is_bracket:
        return gettext("Sorteando la eliminación…")
    if not group.stage.how.play.is_round_by_round:
        return gettext("Buscando rivales libres…") if group.stage.pairs_when_free else ""
    if group.awaits_round > (group.stage.swiss_rounds or 0):
        return gettext("Cerrando la tabla…")
    return gettext("Sorteando la ronda %(number)s…") % {"number": group.awaits_round}


def league_round(number: int) -> str:
    """Name a round of a league."""
    return gettext("Fecha %(number)s") % {"number": number}


def winner_of(number: int) -> str:
    """Name the winner of an undecided match."""
    return gettext("gana el %(number)s") % {"number": number}


def loser_of(number: int) -> str:
    """Name the loser of an undecided match."""
    return gettext("pierde el %(number)s") % {"number": number}


def loser_of_first_match(number: int) -> str:
    """Name the loser of an undecided match, who comes if it had a bye before."""
    return gettext("pierde el %(number)s, si es su primer partido") % {"number": number}


def winner_at(table: str) -> str:
    """Name the winner of the undecided match at a hall table."""
    return gettext("gana la mesa %(table)s") % {"table": table}


def loser_at(table: str) -> str:
    """Name the loser of the undecided match at a hall table."""
    return gettext("pierde la mesa %(table)s") % {"table": table}


def ranked(rank: int, group_number: int) -> str:
    """Name a place of an unfinished group: `1.º del grupo A`."""
    return gettext("%(rank)s.º del grupo %(letter)s") % {
        "rank": rank,
        "letter": letter(group_number),
    }


def best_of(rank: int, place: int) -> str:
    """Name a place in the ranking across groups: `2.º mejor 3.º`."""
    return gettext("%(place)s.º mejor %(rank)s.º") % {"place": place, "rank": rank}


def ranked_in_table(rank: int, division: int | None = None) -> str:
    """Name a place of an unfinished table: `1.º de la tabla`, or of a division."""
    if division is not None:
        values = {"rank": rank, "division": division}
        return gettext("%(rank)s.º de la %(division)s.ª división") % values
    return gettext("%(rank)s.º de la tabla") % {"rank": rank}


HALVES: Final[Mapping[int, str | Promise]] = {1: _("Apertura"), 2: _("Clausura")}


def champion_of_half(half: int) -> str:
    """Name the place of who wins a half of a season: `campeón del Apertura`."""
    return gettext("campeón del Apertura") if half == 1 else gettext("campeón del Clausura")


def figure(value: float, *, signed: bool = False) -> str:
    """Format a figure of a table: halves take the decimal sign of the language."""
    text = number_format(abs(value), decimal_pos=0 if float(value).is_integer() else 1)
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return sign + text


RULES: Final[Mapping[TieBreak, str | Promise]] = {
    TieBreak.POINTS: _("puntos"),
    TieBreak.HEAD_TO_HEAD: _("lo jugado entre ellos (se cuenta una sola vez)"),
    TieBreak.HEAD_TO_HEAD_RESTART: _(
        "lo jugado entre ellos (se vuelve a contar entre los que sigan iguales)"
    ),
    TieBreak.DIRECT_ENCOUNTER: _(
        "lo jugado entre ellos, si todos se cruzaron (se cuenta una sola vez)"
    ),
    TieBreak.GAMES: _("diferencia de partidas"),
    TieBreak.CHICO_POINTS: _("diferencia de tantos"),
    TieBreak.WINS: _("partidos ganados"),
    TieBreak.WIN: _("rondas ganadas, jugadas o no"),
    TieBreak.WON: _("partidos ganados jugando"),
    TieBreak.FEWEST_WALKOVERS: _("menos ausencias"),
    TieBreak.BUCHHOLZ: _("puntos de los rivales (Buchholz)"),
    TieBreak.BUCHHOLZ_CUT_1: _("puntos de los rivales sin el peor (Buchholz 1)"),
    TieBreak.BUCHHOLZ_MEDIAN: _("puntos de los rivales sin el mejor ni el peor (Buchholz medio)"),
    TieBreak.SONNEBORN_BERGER: _("puntos de los vencidos (Sonneborn-Berger)"),
    TieBreak.PROGRESSIVE: _("puntos acumulados ronda a ronda"),
    TieBreak.KOYA: _("puntos contra los de arriba (Koya)"),
    TieBreak.LADDER: _("puesto en la escalera"),
    TieBreak.LOT: _("el sorteo, con la semilla publicada"),
}
AMONG_THEMSELVES: Final = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.HEAD_TO_HEAD_RESTART,
    TieBreak.DIRECT_ENCOUNTER,
)
# tie-breaks whose figure means something on its own
TIE_BREAK_HEADINGS: Final[Mapping[TieBreak, str | Promise]] = {
    TieBreak.GAMES: _("Part."),
    TieBreak.CHICO_POINTS: _("Tant."),
    TieBreak.FEWEST_WALKOVERS: _("Aus."),
    TieBreak.BUCHHOLZ: _("Buch."),
    TieBreak.BUCHHOLZ_CUT_1: _("Buch. 1"),
    TieBreak.BUCHHOLZ_MEDIAN: _("Buch. m."),
    TieBreak.SONNEBORN_BERGER: _("S-B"),
    TieBreak.PROGRESSIVE: _("Acum."),
    TieBreak.KOYA: _("Koya"),
}
DIFFERENCES = (TieBreak.GAMES, TieBreak.CHICO_POINTS)


def rule(name: TieBreak, *, by_boards: bool = False) -> str:
    """Name a tie-break. In matches of several boards, the boards count as games."""
    if by_boards and name == TieBreak.GAMES:
        return gettext("diferencia de mesas")
    return str(RULES[name])


def order(names: Sequence[str], *, by_boards: bool = False) -> str:
    """Describe the order of a table. If boards count before matches, they replace points."""
    ways = [rule(TieBreak(name), by_boards=by_boards) for name in names]
    if names and names[0] == TieBreak.POINTS:
        return gettext("Si empatan en puntos: %(ways)s") % {"ways": ", ".join(ways[1:])}
    return gettext("La tabla se ordena por: %(ways)s") % {"ways": ", ".join(ways)}


def scale_in_words(shape: FormatOptions) -> Iterator[str]:
    """Describe the points of a table that does not count as usual, if they can be read."""
    if FORMATS[shape.format].play.is_bracket or next(misfits_of_scale(shape), None):
        return
    scale = scale_of(shape)
    if scale != CHESS_SCALE:
        yield gettext("Puntos por partido: %(points)s") % {"points": ", ".join(_points_of(scale))}


def _points_of(scale: PointsScale) -> Iterator[str]:
    results = (
        (gettext("ganado %(points)s"), scale.win),
        (gettext("ganado por una partida %(points)s"), scale.narrow_win),
        (gettext("empatado %(points)s"), scale.draw),
        (gettext("perdido por una partida %(points)s"), scale.narrow_loss),
        (gettext("perdido %(points)s"), scale.loss),
        (gettext("libre %(points)s"), scale.bye),
        (gettext("no venir %(points)s"), scale.absence),
    )
    for words, points in results:
        if points is not None:
            yield words % {"points": figure(points)}


def column(name: TieBreak, *, by_boards: bool = False) -> str:
    """Return the column heading of a tie-break."""
    return (
        gettext("Mesas") if by_boards and name == TieBreak.GAMES else str(TIE_BREAK_HEADINGS[name])
    )


def value(name: TieBreak, amount: float) -> str:
    """Format the value of a tie-break. Absences are shown as a positive count."""
    if name == TieBreak.FEWEST_WALKOVERS:
        return figure(-amount)
    return figure(amount, signed=name in DIFFERENCES)


def figure_of(row: Row[int], name: TieBreak, *, by_boards: bool = False) -> str:
    """Format a tie-break value of a row; boards as won and lost."""
    if by_boards and name == TieBreak.GAMES:
        own, others = (sum(one.games[side] for one in row.appearances) for side in (0, 1))
        return f"{own}–{others}"
    return value(name, row.values[name])


def above(name: TieBreak, other: str, own: float, others: float, *, by_boards: bool = False) -> str:
    """Explain why a row ranks above the next one with as many points."""
    if name == TieBreak.LOT:
        return gettext("Arriba de %(other)s por el sorteo") % {"other": other}
    among = (
        gettext("lo jugado entre ellos")
        if name in AMONG_THEMSELVES
        else rule(name, by_boards=by_boards)
    )
    return gettext("Arriba de %(other)s por %(rule)s: %(own)s a %(others)s") % {
        "other": other,
        "rule": among,
        "own": value(name, own),
        "others": value(name, others),
    }


class Announced(Protocol):
    """Withdrawal and bye settings, of a competition or of its terms."""

    @property
    def leaving(self) -> str:
        """Rule for the matches of an entry that leaves."""

    @property
    def byes(self) -> int:
        """Number of byes that each entry may request."""

    @property
    def bye_points(self) -> str:
        """Value of a requested bye, as in `ByePoints`."""

    @property
    def late_points(self) -> str:
        """Value of a round missed by a late entry, as in `ByePoints`."""


def who_leaves(format_: str, terms: Announced) -> str:
    """Describe what happens to the matches of an entry that leaves; "" if the format decides."""
    return str(Leaving(terms.leaving).label) if LEAVING in FORMATS[format_].choices else ""


def who_is_absent(format_: str, terms: Announced) -> str:
    """Describe what a missed round gives; "" if no round is paired by results."""
    if BYES not in FORMATS[format_].choices:
        return ""
    if not terms.byes:
        return gettext("Quien falta a una ronda no suma")
    text = ngettext(
        "Cada uno puede pedir %(number)s ronda libre: %(what)s",
        "Cada uno puede pedir hasta %(number)s rondas libres: cada una %(what)s",
        terms.byes,
    )
    return text % {"number": terms.byes, "what": ByePoints(terms.bye_points).label}


def who_is_late(format_: str, terms: Announced) -> str:
    """Describe what the rounds that a late entry missed give it; "" if they give nothing."""
    if LATE_POINTS not in FORMATS[format_].choices or terms.late_points == ByePoints.NONE:
        return ""
    text = gettext("Quien llega tarde %(what)s por cada ronda que no jugó")
    return text % {"what": ByePoints(terms.late_points).label}


DRAWS: Final[Mapping[str, str]] = {
    "rating": gettext_noop(
        "El orden sale del ranking, el mejor primero; entre iguales decide la semilla publicada."
    ),
    "random": gettext_noop(
        "El orden sale de barajar a los anotados, como llegaron, con la semilla publicada: "
        "quien la tenga puede repetir el sorteo y llegar a lo mismo."
    ),
    "manual": gettext_noop("El orden lo puso a mano quien organiza."),
    "previous": gettext_noop(
        "El orden es el final de la edición anterior, por el mejor puesto de cada equipo; quien no "
        "la jugó va después, por ranking. Entre iguales decide la semilla publicada."
    ),
}


def rules(value: Rules, boards: Sequence[int] = ()) -> str:
    """Describe the rules in one line: `Truco argentino a 15, 1 contra 1`, or with its boards."""
    target, seats = (choice(key, value.option(key), value.preset) for key in ("target", "seats"))
    return f"{preset(value.preset)} {target}, {made_of(boards) if boards else seats}"


class Fee(Protocol):
    """The columns of what an entry costs, of a competition or of its settings."""

    fee: Decimal | None
    currency: str
    fee_per: str
    fee_includes: str

    @property
    def players_per_side(self) -> int: ...


def money(amount: Decimal, currency: str) -> str:
    """Write an amount as the reader's locale does: `$ 5.000`, `7,50 €`."""
    is_whole = amount == amount.to_integral_value()
    number = number_format(amount, decimal_pos=0 if is_whole else 2, force_grouping=True)
    sign = Currency(currency).label
    is_after = currency == Currency.EURO and get_format("DECIMAL_SEPARATOR") == ","
    return f"{number}\N{NO-BREAK SPACE}{sign}" if is_after else f"{sign}\N{NO-BREAK SPACE}{number}"


def prize_share(rank: int, percent: int) -> str:
    """Return the part of the pot that a place wins: `1.º: 50 % del pozo`."""
    values = {"rank": rank, "share": percent}
    return gettext("%(rank)s.º: %(share)s %% del pozo") % values


def fee(terms: Fee) -> str:
    """Return what it costs and what that includes; "" where no fee is set."""
    if not terms.fee:
        return ""
    amount = money(terms.fee, terms.currency)
    if terms.players_per_side > 1:
        words = (
            gettext("%(amount)s por persona")
            if terms.fee_per == FeePer.PERSON
            else gettext("%(amount)s la pareja")
            if terms.players_per_side == LAST_TWO
            else gettext("%(amount)s el equipo")
        )
        amount = words % {"amount": amount}
    if not terms.fee_includes:
        return amount
    return gettext("%(amount)s, incluye %(what)s") % {"amount": amount, "what": terms.fee_includes}


def sides(number: int, players: int) -> str:
    """Count the sides: `16 jugadores`, `8 parejas`."""
    if players == 1:
        return ngettext("%(number)s jugador", "%(number)s jugadores", number) % {"number": number}
    if players == 2:
        return ngettext("%(number)s pareja", "%(number)s parejas", number) % {"number": number}
    return ngettext("%(number)s equipo", "%(number)s equipos", number) % {"number": number}


def draw(seeding: str) -> str:
    """Describe how the entries were ordered for the draw."""
    return gettext(DRAWS[seeding])
