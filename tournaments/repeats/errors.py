"""Refusals of `tournaments.repeats`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class RehearsalNotRepeatedError(RefusedError):
    code = "rehearsal-not-repeated"
    message = _("Un ensayo no se repite: armá una competencia de verdad.")


class NotOfTheOriginalError(RefusedError):
    code = "not-of-the-original"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Algo de lo elegido ya no está en la competencia que repetís: mirá la lista.")
