"""Error messages and warnings for imported files and pasted lists."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

from tournaments.entry_import.pasted_list import ListError
from tournaments.entry_import.rows import FileError
from tournaments.names.words import PAIR

FILES: Final[Mapping[str, str]] = {
    "nothing-sent": gettext_noop("Elegí un archivo o pegá la lista."),
    "too-large": gettext_noop("El archivo pasa de 2 MB: con eso entran miles de equipos."),
    "large-workbook": gettext_noop(
        "Son demasiadas celdas para una planilla: en un CSV entran más."
    ),
    "too-many-rows": gettext_noop("Son más de 5000 filas."),
    "empty": gettext_noop("No hay ninguna fila debajo de los títulos."),
    "encoding": gettext_noop(
        "No se sabe con qué letras está escrito: guardalo de nuevo como CSV UTF-8."
    ),
    "binary": gettext_noop("Eso no es texto ni una planilla .xlsx. Guardalo como CSV."),
    "no-players-column": gettext_noop(
        "Falta una columna «jugadores» o «nombre» en la primera fila."
    ),
    "bad-csv": gettext_noop("Hay comillas sin cerrar cerca de la línea %(detail)s."),
    "bad-json": gettext_noop("El JSON está mal escrito."),
    "no-entries": gettext_noop("En el JSON falta la lista «entries»."),
}
ROW_ERRORS: Final[Mapping[str, str]] = {
    "wrong-number-of-players": gettext_noop("faltan o sobran jugadores"),
    "surname-first": gettext_noop("¿es una sola persona, el apellido adelante, o son dos?"),
    "alone": gettext_noop("falta un nombre: ¿con quién juega?"),
    "bad-name": gettext_noop("un nombre tiene signos que no van"),
    "too-long": gettext_noop("un nombre es demasiado largo"),
    "bad-seed": gettext_noop("la cabeza de serie no es un número de 1 a 1000"),
    "seed-twice": gettext_noop("esa cabeza de serie ya la tiene otro"),
    "withdrawn": gettext_noop("se dio de baja"),
    "too-many-cells": gettext_noop("tiene más celdas que títulos"),
    "twice-in-file": gettext_noop("está dos veces en el archivo"),
    "not-an-entry": gettext_noop("no tiene la forma de una inscripción"),
    "unknown-account": gettext_noop("no hay ninguna cuenta con ese usuario"),
    "already-entered": gettext_noop("ya está en la competencia"),
    "suspended-in-club": gettext_noop("el club suspendió a alguien de la fila"),
    "only-names": gettext_noop("en un ensayo van nombres, no cuentas"),
}
ROLES: Final[Mapping[str, str]] = {
    "": gettext_noop("no se lee"),
    "players": gettext_noop("todos los jugadores"),
    "player": gettext_noop("jugador %(number)s"),
    "last": gettext_noop("apellido del jugador %(number)s"),
    "name": gettext_noop("nombre del equipo"),
    "affiliation": gettext_noop("club de origen"),
    "seed": gettext_noop("cabeza de serie"),
    "paid": gettext_noop("pagó"),
    "state": gettext_noop("estado"),
}


def role(code: str) -> str:
    """Return the label of a column's role."""
    kind = code.rstrip("0123456789")
    return gettext(ROLES[kind]) % {"number": code[len(kind) :]}


def file_error(error: FileError) -> str:
    """Return the message for a rejected file."""
    return gettext(FILES[error.code]) % {"detail": error.detail}


def problem(code: str) -> str:
    """Return the message for a problem of a row."""
    return gettext(ROW_ERRORS[code])


LISTS: Final[Mapping[str, str]] = {
    "too-large": gettext_noop("La lista pasa de 64 KB: pegala en partes."),
    "too-many-lines": gettext_noop("Son más de 512 renglones: pegá la lista en partes."),
}
PASTED_ROWS: Final[Mapping[str, str]] = {
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
    "double": gettext_noop("en el club hay dos que se llaman %(name)s: ¿cuál es?"),
    "account": gettext_noop("así se llama alguien con cuenta: ¿es esa persona?"),
}


def list_error(error: ListError) -> str:
    """Return the message for a rejected list."""
    return gettext(LISTS[error.code])


OF_TEAMS: Final[Mapping[str, str]] = {
    "alone": gettext_noop("faltan nombres: cada equipo es de %(size)s"),
    "too-many": gettext_noop("sobran nombres: cada equipo es de %(size)s"),
}


def row_warning(code: str, name: str, row: int, size: int) -> str:
    """Return the message for an odd line of a list of teams of `size`."""
    words = {**PASTED_ROWS, **OF_TEAMS} if size > PAIR else PASTED_ROWS
    return gettext(words[code]) % {"name": name, "row": row, "size": size}


SKIPPED: Final[Mapping[str, str]] = {
    "withdrawn": gettext_noop("se bajó"),
    "waiting": gettext_noop("lista de espera"),
    "notice": gettext_noop("aviso del chat"),
}


def why_skipped(code: str) -> str:
    """Return the reason for skipping a line of names or of the messenger; "" for talk."""
    return gettext(SKIPPED[code]) if code else ""
