"""Refusals of La Gira."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class BarClosedError(RefusedError):
    code = "bar-closed"
    status = HTTPStatus.CONFLICT
    message = _("Esa mesa todavía no te espera: primero ganá la anterior.")
