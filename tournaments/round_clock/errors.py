"""Refusals of `tournaments.round_clock`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NoClockError(RefusedError):
    code = "no-clock"
    message = _("Esta competencia no tiene rondas por tiempo.")


class ClockStartedError(RefusedError):
    code = "clock-started"
    message = _("El reloj de esa ronda ya empezó.")


class ClockNotRunningError(RefusedError):
    code = "clock-not-running"
    message = _("Ese reloj no está andando.")


class ClockNotPausedError(RefusedError):
    code = "clock-not-paused"
    message = _("Ese reloj no está parado.")


class RoundNotOpenError(RefusedError):
    code = "round-not-open"
    message = _("En esa ronda todavía no hay nada que jugar.")


class BadMinutesError(RefusedError):
    code = "bad-minutes"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Se suma de 1 a 60 minutos por vez.")
