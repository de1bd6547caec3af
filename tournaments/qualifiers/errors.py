"""Refusals of `tournaments.qualifiers`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class FeedsItselfError(RefusedError):
    code = "feeds-itself"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Una competencia no recibe a los primeros de ella misma.")


class FeedsInACircleError(RefusedError):
    code = "feeds-in-a-circle"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "Así se esperarían una a la otra: esa ya recibe, directa o indirectamente, a los de esta."
    )


class AlreadyFeedsError(RefusedError):
    code = "already-feeds"
    message = _("De esa competencia ya pasan: quitá ese pase para cambiar cuántos.")


class SourceNotPublicError(RefusedError):
    code = "source-not-public"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "No hay una competencia pública con ese número o enlace: tiene que verla todo el mundo."
    )


class OtherSidesError(RefusedError):
    code = "other-sides"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Ahí los lados tienen otra cantidad de jugadores.")


class TooManyBerthsError(RefusedError):
    code = "too-many-berths"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("De ahí no pueden pasar tantos: entre 1 y su cupo, hasta 32.")


class AlreadyDecidedError(RefusedError):
    code = "already-decided"
    message = _("Eso ya lo decidió otra persona: mirá cómo quedó.")


class UnknownEntryError(RefusedError):
    code = "unknown-entry"
    message = _("Esa inscripción no está en el borrador.")


class NotComparableError(RefusedError):
    code = "not-comparable"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "Se comparan tablas que cuentan lo mismo: los mismos puntos por partido y los mismos "
        "desempates. Una llave no tiene tabla."
    )


class CannotPassError(RefusedError):
    code = "cannot-pass"
    message = _("Alguno de esos ya está anotado, está suspendido o no completa su equipo.")
