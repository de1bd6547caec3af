"""What became of a delivery, in words."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import WebhookDelivery

ERRORS: Final = {
    "bad-url": gettext_lazy("la dirección no sirve"),
    "not-public": gettext_lazy("el nombre lleva a una red privada"),
    "unknown-host": gettext_lazy("ese nombre no existe"),
    "too-slow": gettext_lazy("no contestó en cinco segundos"),
    "broken": gettext_lazy("no se pudo conectar, o cortó"),
    "no-secret": gettext_lazy("falta su secreto"),
}


def outcome(delivery: WebhookDelivery) -> str:
    """Return what its last try met with; "" before the first."""
    if delivery.error:
        return str(ERRORS.get(delivery.error, delivery.error))
    if delivery.status is None:
        return ""
    if 300 <= delivery.status < 400:
        return _("contestó %(status)s: manda a otra dirección, y ahí no se sigue") % {
            "status": delivery.status
        }
    return _("contestó %(status)s") % {"status": delivery.status}
