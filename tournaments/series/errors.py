"""Refusals of `tournaments.series`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NoSuchSeriesError(RefusedError):
    code = "no-such-series"
    message = _("Ese circuito ya no está.")


class SeriesNamedError(RefusedError):
    code = "series-named"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El club ya tiene un circuito con ese nombre.")


class TooManySeriesError(RefusedError):
    code = "too-many-series"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El club ya tiene demasiados circuitos: sacá alguno.")


class SeriesBackwardsError(RefusedError):
    code = "series-backwards"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El circuito termina antes de empezar.")


class OfAnotherClubError(RefusedError):
    code = "series-of-another-club"
    message = _("Esa competencia es de otro club.")


class InAnotherSeriesError(RefusedError):
    code = "in-another-series"
    message = _("Esa competencia ya es de otro circuito: sacala de ahí primero.")


class IsFinalError(RefusedError):
    code = "is-series-final"
    message = _("Esa competencia es la final de un circuito: no suma en su tabla.")


class FinalExistsError(RefusedError):
    code = "series-final-exists"
    message = _("La final ya está armada. Si no va, cancelala y armá otra.")


class NoFinalError(RefusedError):
    code = "no-series-final"
    message = _("Este circuito no tiene final: poné en sus reglas cuántos pasan.")


class TooFewFinalistsError(RefusedError):
    code = "too-few-in-series"
    message = _("Todavía no hay bastante gente en la tabla para una final.")
