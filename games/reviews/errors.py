"""Refusals of `games.reviews`."""

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class TooManyReviewsError(RefusedError):
    code = "too-many-reviews"
    message = _("Ya hay tres partidas tuyas en espera: pedí otra cuando estén.")


class NoHintError(RefusedError):
    code = "no-hint"
    message = _("Consejos hay solo cuando practicás con robots.")


class UnseenCardsError(RefusedError):
    code = "cards-unseen"
    message = _("No ves tus cartas: ahora no hay consejo.")


class HintBusyError(RefusedError):
    code = "hint-busy"
    message = _("Hay otros pidiendo consejo: probá de nuevo en un momento.")


class HintFailedError(RefusedError):
    code = "hint-failed"
    message = _("Ahora no hay consejo: probá de nuevo.")


class NoReviewError(RefusedError):
    code = "no-review"
    message = _("Se repasa una partida propia, jugada hasta el final.")
