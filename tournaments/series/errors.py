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
    message = _("Ya hay un circuito con ese nombre.")


class TooManySeriesError(RefusedError):
    code = "too-many-series"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Ya hay demasiados circuitos: sacá alguno.")


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


class BeingCountedError(RefusedError):
    code = "series-being-counted"
    message = _("Se está contando lo último que se jugó: la tabla se actualiza sola en un momento.")


class TooFewFinalistsError(RefusedError):
    code = "too-few-in-series"
    message = _("Todavía no hay bastante gente en la tabla para una final.")


class MoreCountedThanPlannedError(RefusedError):
    code = "more-counted-than-planned"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("No pueden contar más fechas de las que el circuito va a tener.")


class SilverWithoutGoldError(RefusedError):
    code = "silver-without-gold"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "La final de plata es de los que siguen a la de oro: decí cuántos pasan a la final."
    )


class NotOfFederationError(RefusedError):
    code = "not-of-federation"
    message = _("El club de esa competencia no es parte de la federación.")


class EventNotPublicError(RefusedError):
    code = "event-not-public"
    message = _("En el circuito de una federación cuentan competencias públicas.")


class BadWeightError(RefusedError):
    code = "bad-weight"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El peso va de 1 % a 1000 %. Si una fecha no tiene que sumar, sacala del circuito.")


class CannotDefendError(RefusedError):
    code = "cannot-defend"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "La edición anterior tiene que ser una fecha ya terminada de este circuito, y de una sola"
        " edición siguiente."
    )


class NoHostError(RefusedError):
    code = "no-host"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("La final se juega en un club de la federación que vos organices: elegí cuál.")


class NothingToUpdateError(RefusedError):
    code = "nothing-to-update"
    message = _("La final ya tiene a quienes dice la tabla.")
