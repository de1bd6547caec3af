"""Refusals of `tournaments.changes`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class OptionsChangedError(RefusedError):
    code = "options-changed"
    message = _("Algo cambió desde que lo miraste. Mirá de nuevo qué pasaría ahora.")


class NoRoundsError(RefusedError):
    code = "no-rounds"
    message = _("En este formato la cantidad de rondas no se elige.")


class RoundPublishedError(RefusedError):
    code = "round-published"
    message = _(
        "Esa ronda ya está publicada. Para no jugarla, terminá acá: con las rondas completas o "
        "esperando las mesas que faltan."
    )


class TooManyRoundsInAllError(RefusedError):
    code = "too-many-rounds-in-all"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Son demasiadas rondas.")


class NoRoundsToComeError(RefusedError):
    code = "no-rounds-to-come"
    message = _("Ya empezó todo lo que se juega: lo que está en la mesa sigue como empezó.")


class NoLaterStagesError(RefusedError):
    code = "no-later-stages"
    message = _("En este formato no hay etapas después de la primera que se puedan elegir.")


class LaterStageStartedError(RefusedError):
    code = "later-stage-started"
    message = _("La etapa que sigue ya empezó: lo de antes queda como está.")


class NothingChangesError(RefusedError):
    code = "nothing-changes"
    message = _("Así ya está: no cambia nada.")


class NotTheLastChangeError(RefusedError):
    code = "not-the-last-change"
    message = _("Después de eso se cambió otra vez: deshacé primero lo último.")


class NothingPlayedError(RefusedError):
    code = "nothing-played"
    message = _("Todavía no hay ningún resultado que cuente: si no se va a jugar, cancelala.")


class NotThisEndError(RefusedError):
    code = "not-this-end"
    message = _("Así no puede terminar ahora: mirá de nuevo las opciones.")


class NotThisFormatError(RefusedError):
    code = "not-this-format"
    message = _("Quienes están anotados no pueden jugar ese formato.")
