"""Suggested settings, start times and names for new competitions.

Names of recurring competitions are numbered: `Copa del bar`, `Copa del bar 2`, `Copa del bar 3`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from tournaments.models import Competition


@dataclass(frozen=True)
class Card:
    """Suggestion with a title, a description, and the values it fills in."""

    key: str
    title: str | Promise
    note: str | Promise
    values: Mapping[str, str]


CARDS: Final = (
    Card(
        "relampago",
        _("Relámpago 16 parejas a 15"),
        _("Una noche: quien pierde se va, turnos de 20 segundos."),
        {"format": "single", "seats": "4", "target": "15", "cap": "16", "turn_seconds": "20"},
    ),
    Card(
        "clasico",
        _("Clásico a 30"),
        _("Como en el club: 8 parejas, malas y buenas, con tercer puesto."),
        {
            "format": "single",
            "third_place": "on",
            "seats": "4",
            "target": "30",
            "cap": "8",
            "turn_seconds": "45",
        },
    ),
    Card(
        "grupos",
        _("16 parejas en grupos"),
        _("4 grupos, pasan 2 a las llaves y la final es al mejor de tres."),
        {
            "format": "groups",
            "group_count": "4",
            "qualifiers": "2",
            "final_best_of": "3",
            "seats": "4",
            "target": "15",
            "cap": "16",
        },
    ),
    Card(
        "copas",
        _("Copas de oro y plata"),
        _("4 grupos de 4: pasan 2 y los 2 mejores terceros, y el resto juega otra copa."),
        {
            "format": "groups",
            "group_count": "4",
            "qualifiers": "2",
            "best_next": "2",
            "silver": "on",
            "seats": "4",
            "target": "15",
            "cap": "16",
        },
    ),
    Card(
        "repesca",
        _("Primera ronda y repesca"),
        _("12 parejas: siguen los 6 ganadores y los 2 mejores perdedores, en llaves de 8."),
        {
            "format": "groups",
            "group_count": "6",
            "qualifiers": "1",
            "best_next": "2",
            "seats": "4",
            "target": "15",
            "cap": "12",
        },
    ),
    Card(
        "liga",
        _("Liga de 8"),
        _("8 parejas, ida y vuelta, una fecha por semana."),
        {
            "format": "league",
            "cycles": "2",
            "round_days": "7",
            "seats": "4",
            "target": "30",
            "cap": "8",
            "turn_seconds": "45",
        },
    ),
    Card(
        "apertura",
        _("Apertura y Clausura"),
        _("Liga de 8 a dos vueltas: cada una con su campeón, y la final entre los dos."),
        {
            "format": "league",
            "cycles": "2",
            "split_season": "on",
            "round_days": "7",
            "seats": "4",
            "target": "30",
            "cap": "8",
            "turn_seconds": "45",
        },
    ),
    Card(
        "escalera",
        _("Escalera"),
        _("Tres meses de desafíos, 1 contra 1: quien gana toma el puesto del vencido."),
        {
            "format": "ladder",
            "season_days": "90",
            "challenge_range": "3",
            "late_entries": "on",
            "seats": "2",
            "target": "30",
            "cap": "32",
        },
    ),
    Card(
        "suizo",
        _("Suizo a 5 rondas"),
        _("Hasta 32 jugadores, nadie se va y se puede llegar tarde."),
        {
            "format": "swiss",
            "swiss_rounds": "5",
            "late_entries": "on",
            "seats": "2",
            "target": "15",
            "cap": "32",
        },
    ),
    Card(
        "suizo-llaves",
        _("Suizo y llaves de 8"),
        _("4 rondas en las que nadie se va, y los 8 primeros desde cuartos."),
        {
            "format": "swiss",
            "swiss_rounds": "4",
            "finalists": "8",
            "seats": "2",
            "target": "15",
            "cap": "16",
        },
    ),
    Card(
        "clubes",
        _("Club contra club"),
        _("Liga de 8 equipos de 5: dos parejas y un individual, formaciones en secreto."),
        {
            "format": "league",
            "round_days": "7",
            "boards": "2,2,1",
            "reserves": "2",
            "with_cards": "on",
            "seats": "4",
            "target": "30",
            "cap": "8",
        },
    ),
    Card(
        "americano",
        _("Americano"),
        _("Hasta 16 anotados de a uno: cada ronda con otro compañero, 5 rondas."),
        {
            "format": "americano",
            "swiss_rounds": "5",
            "late_entries": "on",
            "seats": "4",
            "target": "15",
            "cap": "16",
        },
    ),
    Card(
        "mexicano",
        _("Mexicano"),
        _("Hasta 16 anotados de a uno: la tabla arma cada ronda y se suman los tantos."),
        {
            "format": "mexicano",
            "swiss_rounds": "6",
            "by_tantos": "on",
            "late_entries": "on",
            "seats": "4",
            "target": "15",
            "cap": "16",
        },
    ),
    Card(
        "arena",
        _("Arena"),
        _("Una hora abierta, 1 contra 1: se entra, se descansa y se vuelve a gusto."),
        {
            "format": "arena",
            "open_minutes": "60",
            "late_entries": "on",
            "seats": "2",
            "target": "15",
            "cap": "64",
        },
    ),
    Card(
        "rey",
        _("Rey de la mesa"),
        _("El que gana se queda y el que pierde va al final de la fila, durante una hora."),
        {
            "format": "king",
            "open_minutes": "60",
            "late_entries": "on",
            "seats": "2",
            "target": "15",
            "cap": "16",
        },
    ),
    Card(
        "manoamano",
        _("Mano a mano"),
        _("8 jugadores, 1 contra 1, al mejor de tres."),
        {"format": "single", "seats": "2", "target": "15", "cap": "8", "best_of": "3"},
    ),
)


def card_values(key: str) -> Mapping[str, str]:
    """Return the field values of a suggestion; empty for an unknown key."""
    return next((card.values for card in CARDS if card.key == key), {})


LONGEST, LONGEST_SEASON = 80, 30
YEARS = re.compile(r"(.*?)\b([0-9]{4})([/–-])([0-9]{4}|[0-9]{2})")
NUMBERED = re.compile(r"(?P<words>.*\S)\s+(?P<number>[1-9][0-9]{0,5})")


def following(name: str, longest: int = LONGEST) -> str:
    """Return the name with the next number; a name without one counts as the first."""
    numbered = NUMBERED.fullmatch(name)
    words, number = (name, 1) if numbered is None else numbered.groups()
    ending = f" {int(number) + 1}"
    return words[: longest - len(ending)].rstrip() + ending


def following_season(season: str) -> str:
    """Return the name of the next season: `2027`, `2027/28`, `Apertura 2027`, or `2` if unnamed."""
    if re.fullmatch("[0-9]{1,9}", season):
        return str(int(season) + 1)
    if years := YEARS.fullmatch(season):
        words, first, sign, last = years.groups()
        second, third = (str(int(first) + more) for more in (1, 2))
        if second.endswith(last):  # else the last figures are a month, or a number
            return f"{words}{second}{sign}{third[-len(last) :]}"
    return following(season, LONGEST_SEASON) if season else "2"


def free_name(club: Club, name: str) -> str:
    """Return the name, or the next numbered one that no open competition of the club has."""
    taken = set(Competition.objects.undecided_in(club).values_list("name", flat=True))
    while name in taken:
        name = following(name)
    return name


BEGINS: Final = 21  # the usual starting hour
HALF_AN_HOUR: Final = 30  # minutes


def default_start(now: datetime, zone: str) -> datetime:
    """Return this evening's usual start in local time, or the next half hour if it has passed."""
    local_now = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None, second=0, microsecond=0)
    evening = local_now.replace(hour=BEGINS, minute=0)
    if local_now <= evening:
        return evening
    return local_now + timedelta(minutes=HALF_AN_HOUR - local_now.minute % HALF_AN_HOUR)


def default_name(start: datetime, club: Club | None) -> str:
    """Return a name by the day: `Truco del viernes 21`; a second one gets a number."""
    # Translators: a day of the week and of the month, as Django writes dates
    day = date_format(start, gettext("l j"))
    name = gettext("Truco del %(day)s") % {"day": day}
    if club is None or free_name(club, name) == name:
        return name
    return free_name(club, f"{name} · 2")
