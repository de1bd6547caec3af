"""Refusals of `tournaments.federations`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class CannotFoundError(RefusedError):
    code = "cannot-found-federation"
    status = HTTPStatus.FORBIDDEN
    message = _(
        "Una federación la funda quien organiza un club verificado, o quien opera el sitio."
    )


class FederationNamedError(RefusedError):
    code = "federation-named"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Ya hay una federación con ese nombre o uno muy parecido.")


class NotFederationOrganiserError(RefusedError):
    code = "not-federation-organiser"
    status = HTTPStatus.FORBIDDEN
    message = _("Solo quienes organizan la federación pueden hacer eso.")


class NotOfClubError(RefusedError):
    code = "not-organiser-of-club"
    status = HTTPStatus.FORBIDDEN
    message = _("Eso lo decide quien organiza el club.")


class AlreadyInFederationError(RefusedError):
    code = "already-in-federation"
    message = _("Ese club ya es de la federación, o ya está invitado.")


class NotInvitedError(RefusedError):
    code = "not-invited"
    message = _("Esa invitación ya no está.")


class NotMemberClubError(RefusedError):
    code = "not-member-club"
    message = _("Ese club ya no es de la federación.")


class LastOrganiserError(RefusedError):
    code = "last-federation-organiser"
    message = _("Una federación no queda sin nadie que la organice: primero sumá a otra persona.")


class NoSuchRoleError(RefusedError):
    code = "no-such-role"
    message = _("Esa persona ya no tiene un rol en la federación.")


class SameClubError(RefusedError):
    code = "persons-of-one-club"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Así quedarían juntas dos personas de un mismo club: a esas las une el club.")


class TwoAccountsError(RefusedError):
    code = "two-accounts-in-federation"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Cada una tiene su cuenta: son dos personas.")


class StrangePersonError(RefusedError):
    code = "strange-person"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Esa persona no es de un club de la federación.")


class NoSuchLinkError(RefusedError):
    code = "no-such-link"
    message = _("Eso ya estaba deshecho.")
