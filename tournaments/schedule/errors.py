"""Refusals of `tournaments.schedule`."""

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class TooManyTimesError(RefusedError):
    code = "too-many-times"
    message = _("Se ofrecen de una a tres horas por vez, y no más de doce por partido.")


class TimeOutsideError(RefusedError):
    code = "time-outside"
    message = _(
        "Esa hora no sirve: tiene que caer en los días de la fecha y dejar tiempo para llegar."
    )


class TimePastError(RefusedError):
    code = "time-past"
    message = _("Esa hora ya pasó, o falta más de un año.")


class TimeTakenError(RefusedError):
    code = "time-taken"
    message = _("A esa hora uno de los dos ya tiene otro partido.")


class ProposalClosedError(RefusedError):
    code = "proposal-closed"
    message = _("Esa propuesta ya no está en pie.")


class NoFirstHourError(RefusedError):
    code = "no-first-hour"
    message = _("Para poner fecha a cada partido falta el día del comienzo.")
