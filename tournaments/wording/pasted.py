"""What is odd about a line of a pasted list, and why a list is not read, in words for people."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

from tournaments.entry_files.line import PAIR
from tournaments.entry_files.pasted import ListError

LISTS: Final[Mapping[str, str]] = {
    "too-large": gettext_noop("La lista pasa de 64 KB: pegala en partes."),
    "too-many-lines": gettext_noop("Son más de 512 renglones: pegá la lista en partes."),
}
ROWS: Final[Mapping[str, str]] = {
    "nameless": gettext_noop("no tiene ningún nombre: ¿quién es?"),
    "too-many": gettext_noop("sobran nombres: ¿quiénes juegan juntos?"),
    "too-long": gettext_noop("un nombre pasa de 60 letras"),
    "bad-name": gettext_noop("un nombre tiene signos que no van"),
    "reserved": gettext_noop("«%(name)s» es un nombre reservado"),
    "entered": gettext_noop("%(name)s ya está en la competencia"),
    "suspended": gettext_noop("el club suspendió a %(name)s"),
    "only-names": gettext_noop("en un ensayo van nombres, no cuentas: %(name)s"),
    "alone": gettext_noop("falta un nombre: ¿con quién juega?"),
    "twice": gettext_noop("repetida: ya está en la fila %(row)s"),
    "elsewhere": gettext_noop("%(name)s ya está en la fila %(row)s"),
    "twice-in-row": gettext_noop("%(name)s está dos veces"),
    "surname-first": gettext_noop("¿es una sola persona, %(name)s, o son dos?"),
    "who": gettext_noop("¿qué %(name)s?"),
    "nearly": gettext_noop("%(name)s: ¿o es alguien del club?"),
    "account": gettext_noop("así se llama alguien con cuenta: ¿es esa persona?"),
}


def list_error(error: ListError) -> str:
    """Say why a list is not read."""
    return gettext(LISTS[error.code])


OF_TEAMS: Final[Mapping[str, str]] = {
    "alone": gettext_noop("faltan nombres: cada equipo es de %(size)s"),
    "too-many": gettext_noop("sobran nombres: cada equipo es de %(size)s"),
}


def oddity(code: str, name: str, row: int, size: int) -> str:
    """Say what is odd about a line of sides of so many."""
    words = {**ROWS, **OF_TEAMS} if size > PAIR else ROWS
    return gettext(words[code]) % {"name": name, "row": row, "size": size}


SKIPPED: Final[Mapping[str, str]] = {
    "withdrawn": gettext_noop("se bajó"),
    "waiting": gettext_noop("lista de espera"),
    "notice": gettext_noop("aviso del chat"),
}


def why_skipped(code: str) -> str:
    """Say why a line of names, or of the messenger, was skipped; "" for talk."""
    return gettext(SKIPPED[code]) if code else ""
