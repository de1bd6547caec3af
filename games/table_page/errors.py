"""Refusals of `games.table_page`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class SpectatorError(RefusedError):
    code = "spectator"
    status = HTTPStatus.FORBIDDEN
    message = _("Estás mirando: no tenés lugar en esta mesa.")
