"""Refusals of API tokens."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class TokenUnknownError(RefusedError):
    """The token never existed, was revoked, or belongs to an account that cannot sign in."""

    code = "token-unknown"
    status = HTTPStatus.UNAUTHORIZED
    message = _("Ese token no existe o ya no sirve.")


class NoSuchTokenError(RefusedError):
    code = "no-such-token"
    status = HTTPStatus.NOT_FOUND
    message = _("Ese token no existe o ya no sirve.")


class TokenExpiredError(RefusedError):
    code = "token-expired"
    status = HTTPStatus.UNAUTHORIZED
    message = _("Ese token se venció: hace falta uno nuevo.")


class NoSuchApplicationError(RefusedError):
    code = "no-such-application"
    status = HTTPStatus.NOT_FOUND
    message = _("Esa aplicación no existe.")


class TooManyApplicationsError(RefusedError):
    code = "too-many-applications"
    message = _("Ya tenés muchas aplicaciones: primero borrá alguna.")


class TooManyTokensError(RefusedError):
    code = "too-many-tokens"
    message = _("Ya hay demasiados tokens: primero hay que anular alguno.")
