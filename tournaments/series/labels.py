"""A series in words: its rules, what is at stake, and its table as a text to send."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from accounts.names.display import join_names
from tournaments.formats.series_table import Stake
from tournaments.models import Series
from tournaments.series.identities import Key
from tournaments.series.queries import Line, Player, SeriesTable

SENT = 30  # lines of a text


def progress(table: SeriesTable) -> str:
    """Return how many competitions were played: `16 fechas jugadas de 18.`"""
    played, planned = len(table.events), table.series.planned
    params = {"number": played, "planned": planned}
    if planned:
        return (
            ngettext(
                "%(number)s fecha jugada de %(planned)s.",
                "%(number)s fechas jugadas de %(planned)s.",
                played,
            )
            % params
        )
    return ngettext("%(number)s fecha jugada.", "%(number)s fechas jugadas.", played) % params


def rules(series: Series) -> list[str]:
    """Return sentences about how the points of a series are counted."""
    return list(_rules(series))


def _rules(series: Series) -> Iterator[str]:
    if series.scoring == Series.Scoring.SUMS:
        yield gettext("Suma cada partido: 20 puntos por ganado, 5 por perdido.")
    if series.counted:
        yield ngettext(
            "Cuenta %(number)s fecha de cada uno, la mejor.",
            "Cuentan las %(number)s mejores fechas de cada uno.",
            series.counted,
        ) % {"number": series.counted}
    if series.attendance_bonus:
        yield ngettext(
            "Además, %(number)s punto por cada vez que vino.",
            "Además, %(number)s puntos por cada vez que vino.",
            series.attendance_bonus,
        ) % {"number": series.attendance_bonus}
    if series.validity == Series.Validity.YEAR:
        yield gettext("Cada resultado cuenta un año: después se vence.")
    if series.validity == Series.Validity.EDITION:
        yield gettext("Los puntos se defienden: cuentan hasta que termina la edición siguiente.")
    yield gettext("Desempatan los primeros puestos; después, la última fecha.")
    if series.silver_finalists:
        params = {"gold": series.finalists, "silver": series.silver_finalists}
        yield (
            gettext(
                "Los %(gold)s primeros van a la final de oro; los %(silver)s siguientes,"
                " a la de plata."
            )
            % params
        )
    elif series.finalists:
        yield gettext("Los %(number)s primeros juegan la final.") % {"number": series.finalists}


def at_stake(table: SeriesTable) -> list[str]:
    """Return sentences: the players who can win the series next time, or its winner."""
    if table.is_complete and not table.series.finalists:
        names = [line.player.name for line in table.leaders]
        params = {"names": join_names(names)}
        if len(names) > 1:
            return [gettext("%(names)s ganaron el circuito.") % params]
        return [gettext("%(names)s ganó el circuito.") % params]
    to_come = table.to_come
    words = ngettext("Falta %(number)s fecha.", "Faltan %(number)s fechas.", to_come)
    return [
        *([words % {"number": to_come}] if to_come else []),
        *(_stake(table, player, stake) for player, stake in table.stakes),
    ]


def _stake(table: SeriesTable, player: Player, stake: Stake[Key]) -> str:
    params = {"name": player.name, "place": stake.place}
    if stake.place is None:
        return gettext("%(name)s ya ganó el circuito, pase lo que pase.") % params
    if stake.place > len(table.series.rules.points):
        return gettext("%(name)s se corona con solo venir a la próxima.") % params
    if stake.place == 1:
        return gettext("%(name)s se corona si gana la próxima.") % params
    return gettext("%(name)s se corona si queda entre los %(place)s primeros.") % params


def in_short(table: SeriesTable) -> str:
    """Return what is at stake, or else how many competitions were played."""
    return " ".join(at_stake(table) or [progress(table)])


def line_notes(line: Line) -> Iterator[str]:
    """Yield what a table says below a name: `vino 3 veces`, `1 no cuenta`."""
    number = line.attended
    yield ngettext("vino %(number)s vez", "vino %(number)s veces", number) % {"number": number}
    if number := line.dropped:
        yield ngettext("%(number)s no cuenta", "%(number)s no cuentan", number) % {"number": number}
    if line.is_sure:
        yield gettext("ya está en la final")
    if number := line.defended:
        words = ngettext("defiende %(number)s punto", "defiende %(number)s puntos", number)
        yield words % {"number": number}


def movement(line: Line) -> str:
    """Return how many places a line moved, for who does not see the arrow."""
    number = line.gained
    if not number:
        return "" if line.move is None else gettext("igual")
    if (line.move or 0) > 0:
        return ngettext("subió %(number)s", "subió %(number)s", number) % {"number": number}
    return ngettext("bajó %(number)s", "bajó %(number)s", number) % {"number": number}


def as_text(table: SeriesTable, link: str) -> str:
    """Return the table as a message; `link` leads to the whole of it."""
    params = {"name": table.series.name}
    lines = [f"{line.rank}. {line.player.name} {line.total}" for line in table.lines[:SENT]]
    remaining = len(table.lines) - len(lines)
    if remaining > 0:
        more = ngettext("y %(number)s más", "y %(number)s más", remaining)
        lines.append(more % {"number": remaining})
    heading = gettext("Así va %(name)s:") % params
    return "\n".join([heading, *lines, in_short(table), link])
