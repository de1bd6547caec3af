"""Refusals of webhooks."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class BadAddressError(RefusedError):
    code = "bad-webhook-address"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("La dirección empieza con https:// y lleva a un lugar público, sin otro puerto.")


class TooManyWebhooksError(RefusedError):
    code = "too-many-webhooks"
    message = _("Ya hay demasiadas direcciones: primero hay que borrar alguna.")


class NoSuchWebhookError(RefusedError):
    code = "no-such-webhook"
    status = HTTPStatus.NOT_FOUND
    message = _("Esa dirección ya no está.")


class WebhookOffError(RefusedError):
    code = "webhook-off"
    message = _("Esa dirección está apagada: primero hay que prenderla.")


class TooManyTestsError(RefusedError):
    code = "too-many-tests"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("Son demasiadas pruebas: esperá un minuto.")
