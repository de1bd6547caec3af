"""Refusals of `tournaments.challenges`."""

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class OutOfRangeError(RefusedError):
    code = "out-of-range"
    message = _("Está fuera de tu alcance en la escalera.")


class OnHolidayError(RefusedError):
    code = "on-holiday"
    message = _("Uno de los dos está de licencia: hasta que vuelva no hay desafío.")


class RematchTooSoonError(RefusedError):
    code = "rematch-too-soon"
    message = _("Ya jugaron hace poco: todavía no hay revancha.")


class SeasonEndsError(RefusedError):
    code = "season-ends"
    message = _("La temporada termina antes de que se pueda contestar un desafío.")


class ChallengeClosedError(RefusedError):
    code = "challenge-closed"
    message = _("Ese desafío ya no espera respuesta.")
