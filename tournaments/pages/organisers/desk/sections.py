"""The sections of a desk, each at an address of its own: in a rail, or a dock under the thumb."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Competition

SIDES: Final = {1: _("Jugadores"), 2: _("Parejas")}
TEAMS: Final = _("Equipos")
PAGES: Final = {  # of a section, by the name of their address
    "hall": "tables",
    "results": "results",
    "paste": "entries",
    "entered": "entries",
    "add_entry": "entries",
    "feeders": "entries",
    "officials": "roles",
    "links": "roles",
    "screens": "notices",
}


@dataclass(frozen=True)
class Section:
    """One of them; a docked one is in reach on a phone, the others stand under *Más*."""

    key: str
    label: str | Promise
    address: str
    note: str | Promise = ""  # what is there, where they are listed
    is_docked: bool = False


def sections(competition: Competition, *, by_link: bool = False) -> list[Section]:
    """Return the sections of a desk; who is there by a link names no officials."""
    desk = reverse("competitions:manage", args=[competition.pk])
    entries = SIDES.get(competition.players_per_side, TEAMS)
    pages = {
        name: reverse(f"competitions:{name}", args=[competition.pk])
        for name in ("hall", "results", "officials")
    }
    found = [
        Section("now", _("Ahora"), desk, is_docked=True),
        Section("tables", _("Mesas"), pages["hall"], _("las del salón, con su nombre")),
        Section("results", _("Resultados"), pages["results"], is_docked=True),
        Section("entries", entries, f"{desk}?s=entries", is_docked=True),
        Section("standings", _("Posiciones"), f"{desk}?s=standings", _("tabla, cuadro y fechas")),
        Section("notices", _("Avisos"), f"{desk}?s=notices", is_docked=True),
        Section("roles", _("Roles"), pages["officials"], _("jueces y tanteadores")),
        Section("rules", _("Reglas"), f"{desk}?s=rules", _("condiciones, pausa, cancelar")),
        Section("log", _("Registro"), f"{desk}?s=log", _("quién hizo qué")),
    ]
    return [one for one in found if not (by_link and one.key == "roles")]


def section_of(page: str, asked: str) -> str:
    """Tell which section a page belongs to; the desk itself is `asked` for one."""
    return PAGES.get(page) or asked or "now"
