"""Refusals of `tournaments.schedule`."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class TooManyTimesError(RefusedError):
    code = "too-many-times"
    message = _("Se ofrecen de una a tres horas por vez, y cada lado no más de doce por partido.")


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


class VenueNotFreeError(RefusedError):
    code = "venue-not-free"
    message = _("A esa hora el lugar del partido está cerrado o no tiene mesa: elijan otra.")


class ProposalClosedError(RefusedError):
    code = "proposal-closed"
    message = _("Esa propuesta ya no está en pie.")


class NoFirstHourError(RefusedError):
    code = "no-first-hour"
    message = _("Para poner fecha a cada partido falta el día del comienzo.")


class DaysPastError(RefusedError):
    code = "days-past"
    message = _("Uno de los días de la competencia ya pasó: cambiá los días antes del sorteo.")


class ClashError(RefusedError):
    """A move that collides with others; `problems` says with what, in the reader's language."""

    code = "clash"
    message = _("Así no se puede: hay partidos que chocan, o un lugar que no está libre.")

    def __init__(self, problems: Sequence[str] = ()) -> None:
        super().__init__()
        self.problems = problems


class PreviewOutdatedError(RefusedError):
    code = "preview-outdated"
    message = _("Algo cambió mientras lo mirabas: fijate de nuevo qué se mueve.")
