"""Refusals of `tournaments.club_history`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class SeasonBackwardsError(RefusedError):
    code = "season-backwards"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("La temporada termina antes de empezar.")


class SeasonOutOfTimeError(RefusedError):
    code = "season-out-of-time"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Esas fechas no sirven: van de 1970 a 2099.")


class SeasonNamedError(RefusedError):
    code = "season-named"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El club ya tiene una temporada con ese nombre.")


class SeasonOverlapsError(RefusedError):
    code = "season-overlaps"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "Esas fechas se pisan con otra temporada del club. Una abierta llega hasta siempre: "
        "ponele un último día antes de empezar la que sigue."
    )


class TooManySeasonsError(RefusedError):
    code = "too-many-seasons"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El club ya tiene demasiadas temporadas: sacá alguna.")


class NoSuchSeasonError(RefusedError):
    code = "no-such-season"
    message = _("Esa temporada ya no está.")
