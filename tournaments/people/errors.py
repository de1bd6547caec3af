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


class PersonClaimedError(RefusedError):
    code = "person-claimed"
    message = _("Esa persona ya tiene cuenta. Si no es así, decíselo a quien organiza el club.")


class ClaimsAnotherError(RefusedError):
    code = "claims-another"
    message = _("Ya dijiste que sos otra persona de este club: primero retirá ese pedido.")


class NoSuchClaimError(RefusedError):
    code = "no-such-claim"
    status = HTTPStatus.NOT_FOUND
    message = _("Ese pedido ya no está.")


class MayNotConfirmError(RefusedError):
    code = "may-not-confirm"
    status = HTTPStatus.FORBIDDEN
    message = _(
        "Lo confirma quien organiza el club, o quien hizo pareja con esa persona y tiene su propia "
        "cuenta confirmada por el club."
    )


class NeedsAccountError(RefusedError):
    code = "needs-account"
    status = HTTPStatus.FORBIDDEN
    message = _("Para quedarte con tu historia hace falta una cuenta.")
