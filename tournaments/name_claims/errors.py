"""Refusals of `tournaments.name_claims`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NamesClosedError(RefusedError):
    code = "names-closed"
    message = _("Acá no se eligen nombres, o ya no: preguntale a quien organiza.")


class NameClaimedError(RefusedError):
    code = "name-claimed"
    message = _("Ese nombre ya lo eligió otro teléfono. Si es el tuyo, avisale a quien organiza.")


class HasANameError(RefusedError):
    code = "has-a-name"
    message = _("Ya elegiste un nombre acá: soltalo antes de elegir otro.")


class NotYourNameError(RefusedError):
    code = "not-your-name"
    status = HTTPStatus.FORBIDDEN
    message = _("Ese nombre lo suelta quien lo eligió, o quien organiza.")


class NotYourPartnerError(RefusedError):
    code = "not-your-partner"
    status = HTTPStatus.FORBIDDEN
    message = _("Eso lo confirma su compañero, ya en su lugar, o quien organiza.")
