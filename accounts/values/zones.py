"""Time zones: which names are known, and which a person is offered."""

import zoneinfo
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

DEFAULT_ZONE = "America/Argentina/Buenos_Aires"
NEARBY = (  # where truco is played, offered first
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
REGIONS = frozenset(
    {"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


@cache
def known_zones() -> frozenset[str]:
    """Return the IANA names this machine knows (reading them costs a walk of the disk)."""
    return frozenset(zoneinfo.available_timezones())


@cache
def offered_zones() -> tuple[str, ...]:
    """Return the names a person may pick from: the nearby ones, then every region's by name."""
    others = (name for name in known_zones() if name.partition("/")[0] in REGIONS)
    return (*NEARBY, *sorted(set(others) - set(NEARBY)))


def city(name: str) -> str:
    """Return the last part of a zone's name: "Buenos Aires"."""
    return name.rpartition("/")[2].replace("_", " ")


def validate_zone(name: str) -> None:
    """Refuse anything but an IANA zone name."""
    if name not in known_zones():
        raise ValidationError(_("No conocemos esa zona horaria."), code="zone")
