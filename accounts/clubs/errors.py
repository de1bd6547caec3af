"""Refusals of `accounts.clubs`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class ClubUnknownError(RefusedError):
    code = "club-unknown"
    status = HTTPStatus.NOT_FOUND
    message = _("Ese club no existe.")


class InvitationUnknownError(RefusedError):
    code = "invitation-unknown"
    status = HTTPStatus.NOT_FOUND
    message = _("El enlace no sirve o ya venció. Pedile uno nuevo a quien organiza el club.")


class NotMemberError(RefusedError):
    code = "not-member"
    status = HTTPStatus.NOT_FOUND
    message = _("Esa persona no es parte del club.")


class NotOrganiserError(RefusedError):
    code = "not-organiser"
    status = HTTPStatus.FORBIDDEN
    message = _("Solo quienes organizan este club pueden hacer eso.")


class SecondFactorError(RefusedError):
    code = "second-factor"
    status = HTTPStatus.FORBIDDEN
    message = _(
        "Este club pide un segundo factor a quienes lo organizan. Activá uno y volvé: todo "
        "sigue como estaba."
    )


class NotOwnerError(RefusedError):
    code = "not-owner"
    status = HTTPStatus.FORBIDDEN
    message = _("Solo el dueño del club puede hacer eso.")


class NameTakenError(RefusedError):
    code = "name-taken"
    message = _("Ya hay un club con ese nombre o uno muy parecido.")


class TooManyClubsError(RefusedError):
    code = "too-many-clubs"
    message = _("Ya sos dueño de muchos clubes: pasale alguno a otra persona antes de abrir otro.")


class SuspendedInClubError(RefusedError):
    code = "suspended-in-club"
    message = _("Ese club te suspendió, o suspendió a esa persona: mientras tanto no se puede.")
