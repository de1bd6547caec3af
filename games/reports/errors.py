"""Refusals of `games.reports`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class BadReportError(RefusedError):
    code = "bad-report"
    message = _("Elegí un motivo de la lista; lo demás, en 200 letras.")


class TooManyReportsError(RefusedError):
    code = "too-many-reports"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("Ya denunciaste mucho en poco tiempo: seguí en una hora.")


class SuspendedError(RefusedError):
    code = "suspended"
    message = _("Tu cuenta está suspendida.")


class NoSuchLineError(RefusedError):
    code = "no-such-line"
    message = _("Eso ya no está, o no se puede denunciar.")


class AlreadyReportedError(RefusedError):
    code = "already-reported"
    message = _("Ya lo denunciaste, y todavía nadie decidió.")


class OneselfError(RefusedError):
    code = "oneself"
    status = HTTPStatus.FORBIDDEN
    message = _("A vos no te podés denunciar.")


class NothingThereError(RefusedError):
    code = "nothing-there"
    message = _("Eso ya no está: no hay qué denunciar.")


class AlreadyDecidedError(RefusedError):
    code = "already-decided"
    message = _("Eso ya lo decidió otra persona: mirá cómo quedó.")
