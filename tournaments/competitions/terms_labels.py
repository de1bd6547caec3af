"""Texts for the terms of a competition: who plays, leaves and pays what, in the active language."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final, Protocol

from django.utils.formats import get_format, number_format
from django.utils.translation import gettext, gettext_noop, ngettext

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import BYES, LATE_POINTS, LEAVING, FormatOptions
from tournaments.formats.swiss_field import OUTCOMES
from tournaments.models.competitions import ByePoints, Currency, FeePer, Leaving, bye_in_words


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


def who_is_absent(shape: FormatOptions, terms: Announced) -> str:
    """Describe what a missed round gives; "" if no round is paired by results."""
    if BYES not in FORMATS[shape.format].choices:
        return ""
    if not terms.byes:
        return gettext("Quien falta a una ronda no suma")
    text = ngettext(
        "Cada uno puede pedir %(number)s ronda libre: %(what)s",
        "Cada uno puede pedir hasta %(number)s rondas libres: cada una %(what)s",
        terms.byes,
    )
    return text % {"number": terms.byes, "what": what_a_round_gives(terms.bye_points, shape)}


def who_is_late(shape: FormatOptions, terms: Announced) -> str:
    """Describe what the rounds that a late entry missed give it; "" if they give nothing."""
    is_offered = LATE_POINTS in FORMATS[shape.format].choices
    if not is_offered or terms.late_points == ByePoints.NONE:
        return ""
    text = gettext("Quien llega tarde %(what)s por cada ronda que no jugó")
    return text % {"what": what_a_round_gives(terms.late_points, shape)}


def what_a_round_gives(points: str, shape: FormatOptions) -> str:
    """Say what a missed round gives by a choice of `ByePoints`: `no suma`, `suma ½ punto`."""
    if points == ByePoints.NONE:
        return str(ByePoints.NONE.label)
    return gettext("suma %(points)s") % {"points": bye_in_words(OUTCOMES[points], shape)}


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


def fee_in_words(terms: Fee) -> str:
    """Return what it costs and what that includes; "" where no fee is set."""
    if not terms.fee:
        return ""
    amount = money(terms.fee, terms.currency)
    if terms.players_per_side > 1:
        words = (
            gettext("%(amount)s por persona")
            if terms.fee_per == FeePer.PERSON
            else gettext("%(amount)s la pareja")
            if terms.players_per_side == 2
            else gettext("%(amount)s el equipo")
        )
        amount = words % {"amount": amount}
    if not terms.fee_includes:
        return amount
    return gettext("%(amount)s, incluye %(what)s") % {"amount": amount, "what": terms.fee_includes}


def count_sides(number: int, players: int) -> str:
    """Count the sides: `16 jugadores`, `8 parejas`."""
    if players == 1:
        return ngettext("%(number)s jugador", "%(number)s jugadores", number) % {"number": number}
    if players == 2:
        return ngettext("%(number)s pareja", "%(number)s parejas", number) % {"number": number}
    return ngettext("%(number)s equipo", "%(number)s equipos", number) % {"number": number}


def describe_draw(seeding: str) -> str:
    """Describe how the entries were ordered for the draw."""
    return gettext(DRAWS[seeding])
