"""Refusals about the persons of a club."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NoSuchPersonError(RefusedError):
    code = "no-such-person"
    status = HTTPStatus.NOT_FOUND
    message = _("Esa persona ya no está entre la gente del club.")


class SamePersonError(RefusedError):
    code = "same-person"
    message = _("Ya son la misma persona.")


class PlayedTogetherError(RefusedError):
    code = "played-together"
    message = _("Jugaron los dos en una misma competencia: son dos personas.")


class TwoAccountsError(RefusedError):
    code = "two-accounts"
    message = _("Los dos tienen cuenta: cada cuenta es de una persona.")


class HasAccountError(RefusedError):
    code = "has-account"
    message = _("Tiene cuenta: sus datos los borra quien es dueño de la cuenta.")


class ChangedSinceError(RefusedError):
    code = "changed-since"
    message = _("Desde entonces cambió de nuevo: ya no se puede deshacer.")


class UndoOverError(RefusedError):
    code = "undo-over"
    message = _("Pasaron más de 30 días: ya no se puede deshacer.")


class NothingToSplitError(RefusedError):
    code = "nothing-to-split"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Elegí alguna de sus noches, y dejale al menos una.")
