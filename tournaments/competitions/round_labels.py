"""Texts for stages, groups and rounds, and for places still open, in the active language."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.competitions.format_labels import FORMAT_NAMES
from tournaments.formats.bracket import Part, first_place_of
from tournaments.formats.options import Layout
from tournaments.models import Group, Stage

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


def stage_name(stage: Stage, *, has_silver: bool = False, divisions: int = 0) -> str:
    """Name a stage among those of its competition; a league has divisions."""
    if divisions and stage.is_bracket and stage.promotion:
        tiers = {"upper": stage.tier - 1, "lower": stage.tier}
        return gettext("Promoción entre la %(upper)s.ª y la %(lower)s.ª división") % tiers
    if divisions and stage.is_bracket:
        return playoffs(stage.tier, divisions)
    if divisions == 1:
        return gettext("Fase regular")
    if stage.how.has_seasons:
        return gettext("%(number)s.ª división") % {"number": stage.tier}
    if stage.is_bracket:
        return knockout(stage.tier, has_silver=has_silver)
    return gettext("Grupos") if stage.how.sends_on else capfirst(str(FORMAT_NAMES[stage.format]))


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


def group_name(number: int) -> str:
    """Name a group: `Grupo A`."""
    return gettext("Grupo %(letter)s") % {"letter": letter(number)}


def group_or_stage_name(group: Group, *, has_silver: bool = False) -> str:
    """Name a group by its letter, a bracket or table by its stage."""
    if group.stage.how.sends_on:
        return group_name(group.number)
    return stage_name(group.stage, has_silver=has_silver)


def letter(number: int) -> str:
    """Return a number as letters: A to Z, then AA."""
    before, last = divmod(number - 1, ALPHABET)
    return (letter(before) if before else "") + chr(ord("A") + last)


def bracket_part_name(name: str, *, is_alone: bool = False, entries: int = 0) -> str:
    """Name a part of a bracket that has several; `entries` play in it.

    A main bracket that stands alone decides who wins.
    """
    first = first_place_of(name)
    if first is not None and name != Part.THIRD:
        last = first + entries - 1
        if entries == 2:
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
        return bracket_part_name(name)
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


def ranked_in_group(rank: int, group_number: int) -> str:
    """Name a place of an unfinished group: `1.º del grupo A`."""
    return gettext("%(rank)s.º del grupo %(letter)s") % {
        "rank": rank,
        "letter": letter(group_number),
    }


def best_of_rank(rank: int, place: int) -> str:
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
