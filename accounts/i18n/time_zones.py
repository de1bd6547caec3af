"""Time zones offered to users, and short dates in the active language."""

import zoneinfo
from datetime import date, datetime
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

CAPITAL_MONTHS = ("en",)  # "22 Nov"; others write "22 nov"


def short_date(at: date, form: str) -> str:
    """Format a date or time with Django's format characters, where M is an abbreviated month."""
    is_capital = (get_language() or "").startswith(CAPITAL_MONTHS)
    return date_format(at, form if is_capital else form.replace("M", "b"))


DEFAULT_ZONE = "America/Argentina/Buenos_Aires"
NEARBY = (  # where truco is played; offered first
    DEFAULT_ZONE,
    "America/Montevideo",
    "America/Asuncion",
    "America/Santiago",
    "America/Sao_Paulo",
    "America/La_Paz",
    "America/Lima",
    "America/Bogota",
    "America/Caracas",
    "America/Mexico_City",
    "Europe/Madrid",
)
SPELLED = {  # cities whose zone names lack accents, or are in English
    "America/Araguaina": "Araguaína",
    "America/Argentina/Cordoba": "Córdoba",
    "America/Argentina/Rio_Gallegos": "Río Gallegos",
    "America/Argentina/Tucuman": "Tucumán",
    "America/Asuncion": "Asunción",
    "America/Bahia_Banderas": "Bahía de Banderas",
    "America/Belem": "Belém",
    "America/Bogota": "Bogotá",
    "America/Cancun": "Cancún",
    "America/Ciudad_Juarez": "Ciudad Juárez",
    "America/Cordoba": "Córdoba",
    "America/Cuiaba": "Cuiabá",
    "America/Eirunepe": "Eirunepé",
    "America/Havana": "La Habana",
    "America/Maceio": "Maceió",
    "America/Mazatlan": "Mazatlán",
    "America/Merida": "Mérida",
    "America/Mexico_City": "Ciudad de México",
    "America/Panama": "Panamá",
    "America/Santarem": "Santarém",
    "America/Sao_Paulo": "São Paulo",
}
REGIONS = frozenset(
    {"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


def iso_instant(at: datetime | None) -> str | None:
    """Return an instant in ISO format, for documents and exports."""
    return None if at is None else at.isoformat()


@cache
def known_zones() -> frozenset[str]:
    """Return the IANA names known to this machine (reading them takes a directory scan)."""
    return frozenset(zoneinfo.available_timezones())


@cache
def offered_zones() -> tuple[str, ...]:
    """Return the zones to offer: the nearby ones first, then those of every region by name."""
    others = (name for name in known_zones() if name.partition("/")[0] in REGIONS)
    return (*NEARBY, *sorted(set(others) - set(NEARBY)))


def city(name: str) -> str:
    """Return a zone's city with its accents, or the last part of its name: "Buenos Aires"."""
    return SPELLED.get(name) or name.rpartition("/")[2].replace("_", " ")


def zone_in_words(name: str) -> str:
    """Return whose time an hour is: `hora de Buenos Aires`."""
    return gettext("hora de %(city)s") % {"city": city(name)}


def validate_zone(name: str) -> None:
    """Refuse anything but an IANA zone name."""
    if name not in known_zones():
        raise ValidationError(_("No conocemos esa zona horaria."), code="zone")
