"""Refusals of `tournaments.withdrawals`."""

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class DrawnSinceError(RefusedError):
    code = "drawn-since"
    message = _(
        "Desde que se retiró ya se sorteó o se jugó sin esa inscripción: no se puede deshacer."
    )


class RoundDrawnError(RefusedError):
    code = "round-drawn"
    message = _("Esa ronda ya está publicada.")


class NoSuchRoundError(RefusedError):
    code = "no-such-round"
    message = _("Esa ronda no existe en esta competencia.")


class AlreadyAbsentError(RefusedError):
    code = "already-absent"
    message = _("Ya está marcada como ausente en esa ronda.")


class NotAbsentError(RefusedError):
    code = "not-absent"
    message = _("No estaba marcada como ausente en esa ronda.")


class NoByesLeftError(RefusedError):
    code = "no-byes-left"
    message = _("Ya no le quedan rondas libres para pedir de antemano.")


class PlayedAlreadyError(RefusedError):
    code = "played-already"
    message = _(
        "Ese partido ya empezó: si alguien se fue a mitad, decidilo desde la página del partido."
    )


class ChallengeOpenError(RefusedError):
    code = "challenge-open"
    message = _("Hay un desafío sin terminar: primero se juega o se contesta.")
