"""Refusals of `tournaments.staff_links`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class BadLinkError(RefusedError):
    code = "bad-link"
    status = HTTPStatus.NOT_FOUND
    message = _("Ese enlace ya no sirve. Pedile otro a quien organiza.")


class LabelTakenError(RefusedError):
    code = "label-taken"
    message = _("Ya hay un enlace con ese nombre: poné otro, así se distinguen.")


class TooManyLinksError(RefusedError):
    code = "too-many-links"
    message = _("Ya hay demasiados enlaces: anulá los que no se usan.")
