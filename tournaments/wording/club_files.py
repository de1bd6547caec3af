"""Why a club's file is not taken, in words for people; the place in it is the file's own."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

from tournaments.services.club_files.reading import FileRefusedError

FILES: Final[Mapping[str, str]] = {
    "nothing-sent": gettext_noop("Elegí el archivo del club."),
    "too-large": gettext_noop(
        "El archivo pasa de 4 MB: uno más grande lo trae quien administra el sitio."
    ),
    "too-often": gettext_noop("Probaste con muchos archivos seguidos: esperá una hora."),
    "not-json": gettext_noop("Eso no es el archivo de un club, o llegó cortado."),
    "not-a-club": gettext_noop("Eso no es el archivo de un club, o llegó cortado."),
    "other-version": gettext_noop("Es de otra versión del formato, que este sitio no conoce."),
    "already-here": gettext_noop("Una de sus competencias ya está en el club."),
    "not-your-club": gettext_noop("Acá ese nombre es de un club que no es tuyo."),
    "name-taken": gettext_noop("Ya hay un club con ese nombre o uno muy parecido."),
    "too-many": gettext_noop("El club ya trajo tantas competencias como se guardan."),
    "record": gettext_noop("El registro de una partida no cumple las reglas."),
    "keys": gettext_noop("Sobra un dato, o falta."),
}
ANY_VALUE: Final = gettext_noop("Un dato no es como tiene que ser.")


def file_refusal(error: FileRefusedError) -> str:
    """Say why nothing was brought of a file."""
    return gettext(FILES.get(error.code, ANY_VALUE))
