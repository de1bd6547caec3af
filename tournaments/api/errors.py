"""Refusals that only programs meet."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class TokenMissingError(RefusedError):
    code = "token-missing"
    status = HTTPStatus.UNAUTHORIZED
    message = _("Hace falta un token: «Authorization: Bearer truco_…».")


class ScopeMissingError(RefusedError):
    code = "scope-missing"
    status = HTTPStatus.FORBIDDEN
    message = _("Ese token no tiene permiso para eso.")


class OtherClubError(RefusedError):
    code = "other-club"
    status = HTTPStatus.FORBIDDEN
    message = _("Ese token es de otro club.")


class TooManyRequestsError(RefusedError):
    code = "too-busy"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("Son demasiados pedidos: probá en un minuto.")


class BadKeyError(RefusedError):
    code = "bad-idempotency-key"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("La clave «Idempotency-Key» va de 1 a 200 signos sin espacios.")


class KeyReusedError(RefusedError):
    code = "idempotency-key-reused"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Con esa clave «Idempotency-Key» ya se pidió otra cosa.")


class BadCursorError(RefusedError):
    code = "bad-cursor"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Ese lugar de la lista no se entiende: va uno de la cabecera «Link».")


class TooManyRowsError(RefusedError):
    code = "too-many-rows"
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    message = _("Son demasiadas filas para un solo pedido.")
