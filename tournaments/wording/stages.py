"""The stages of a competition in words: formats, groups, rounds, divisions, where seeds come from.

Everything here is read in the language that is active when it is called.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.graph import Part
from tournaments.models import Group, Stage
from tournaments.wording import formats

ALPHABET = 26
ROUNDS: Final[Mapping[int, str | Promise]] = {  # by the matches that a round has room for
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
}
LAST_ROUNDS: Final[Mapping[str, str | Promise]] = {
    Part.MAIN: _("Final de ganadores"),
    Part.LOSERS: _("Final de perdedores"),
}


def stage(value: Stage, *, has_silver: bool = False) -> str:
    """Name a stage among those of its competition."""
    if value.how.has_seasons:
        return gettext("%(number)s.ª división") % {"number": value.tier}
    if value.is_bracket:
        return knockout(value.tier, has_silver=has_silver)
    return gettext("Grupos") if value.how.sends_on else capfirst(str(formats.NAMES[value.format]))


def knockout(tier: int, *, has_silver: bool) -> str:
    """Name the bracket that a tier leads to."""
    if not has_silver:
        return gettext("Eliminación")
    return gettext("Copa de plata") if tier > 1 else gettext("Copa de oro")


def group(number: int) -> str:
    """Name a group: `Grupo A`."""
    return gettext("Grupo %(letter)s") % {"letter": letter(number)}


def letter(number: int) -> str:
    """Count in letters: A to Z, then AA."""
    before, last = divmod(number - 1, ALPHABET)
    return (letter(before) if before else "") + chr(ord("A") + last)


def part(name: str) -> str:
    """Name a part of a bracket that has several."""
    return str(PARTS[name])


def bracket_round(name: str, number: int, size: int, *, is_alone: bool, is_last: bool) -> str:
    """Name a round of a bracket by its part, its number and its matches.

    A main bracket that stands alone ends in the final.
    """
    if name == Part.FINAL:
        return gettext("Segunda final") if number > 1 else gettext("Gran final")
    if name == Part.THIRD:
        return part(name)
    if is_last and not is_alone:
        return str(LAST_ROUNDS[name])
    if name == Part.LOSERS:
        return table_round(number)
    return str(ROUNDS.get(size, number))


def is_play_in(value: Stage, name: str, number: int) -> bool:
    """Tell whether a round of a bracket is that for the last places of the others."""
    return bool(value.play_in) and (name, number) == (Part.MAIN, 1) and value.is_bracket


def play_in() -> str:
    """Name the round for the last places of a bracket."""
    return gettext("Repechaje")


def short_round(name: str, number: int, size: int) -> str:
    """Name a round where there is little room."""
    if name == Part.MAIN or size == 1:
        return str(SHORT_ROUNDS.get(size, number))
    return str(number)


def table_round(number: int) -> str:
    """Name a round of a table."""
    return gettext("Ronda %(number)s") % {"number": number}


def round_of_table(stage: Stage, number: int) -> str:
    """Name a round of a table as its stage does: in a league it is a date."""
    return (league_round if stage.how.has_seasons else table_round)(number)


def awaited(group: Group) -> str:
    """Say what is being drawn from the results of a group; "" if it awaits nothing."""
    if group.awaits_round is None:
        return ""
    if group.stage.is_bracket:
        return gettext("Sorteando la eliminación…")
    if group.awaits_round > (group.stage.swiss_rounds or 0):
        return gettext("Cerrando la tabla…")
    return gettext("Sorteando la ronda %(number)s…") % {"number": group.awaits_round}


def league_round(number: int) -> str:
    """Name a round of a league."""
    return gettext("Fecha %(number)s") % {"number": number}


def winner_of(number: int) -> str:
    """Tell who will come out of a match."""
    return gettext("gana el %(number)s") % {"number": number}


def loser_of(number: int) -> str:
    """Tell who will fall in a match."""
    return gettext("pierde el %(number)s") % {"number": number}


def winner_at(table: str) -> str:
    """Tell who will come out of the match at a table of the hall."""
    return gettext("gana la mesa %(table)s") % {"table": table}


def loser_at(table: str) -> str:
    """Tell who will fall in the match at a table of the hall."""
    return gettext("pierde la mesa %(table)s") % {"table": table}


def ranked(rank: int, group_number: int) -> str:
    """Tell who will come out of a group: `1.º del grupo A`."""
    return gettext("%(rank)s.º del grupo %(letter)s") % {
        "rank": rank,
        "letter": letter(group_number),
    }


def best_of(rank: int, place: int) -> str:
    """Tell who will come out of all groups, compared: `2.º mejor 3.º`."""
    return gettext("%(place)s.º mejor %(rank)s.º") % {"place": place, "rank": rank}


def ranked_in_table(rank: int) -> str:
    """Tell who will come out of a table of its own: `1.º de la tabla`."""
    return gettext("%(rank)s.º de la tabla") % {"rank": rank}


def figure(value: float, *, signed: bool = False) -> str:
    """Write a figure of a table: whole as it is, halves with the decimal sign of the language."""
    text = number_format(abs(value), decimal_pos=0 if float(value).is_integer() else 1)
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return sign + text
