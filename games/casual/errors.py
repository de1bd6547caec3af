"""Refusals of `games.casual`."""

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NotHostError(RefusedError):
    code = "not-host"
    message = _("Eso lo decide quien tiene la estrella.")


class NotInvitedError(RefusedError):
    code = "not-invited"
    message = _("A esta mesa se llega con invitación: pedile el enlace a quien la abrió.")


class SeatTakenError(RefusedError):
    code = "seat-taken"
    message = _("Ese lugar ya está ocupado.")


class NoRobotError(RefusedError):
    code = "no-robot"
    message = _("Ahí no hay ningún robot que sacar.")


class RulesUnseenError(RefusedError):
    code = "rules-unseen"
    message = _("Falta que alguien vea las reglas nuevas.")


class OtherSizeError(RefusedError):
    code = "other-size"
    message = _("Para cambiar cuántos juegan, abrí otra mesa.")


class BothSeatedError(RefusedError):
    code = "both-seated"
    message = _(
        "Tu cuenta y vos, como invitado, están sentados a la misma mesa. Terminá esa "
        "partida, o dejá de ser invitado, y después entrá."
    )


class TooManyTablesError(RefusedError):
    code = "too-many-tables"
    message = _(
        "Como invitado podés tener hasta cinco mesas abiertas: terminá una, o creá tu cuenta."
    )


class TooManyOpenTablesError(RefusedError):
    """The same for an account, which has no account to make."""

    code = "too-many-open-tables"
    message = _("Ya tenés demasiadas mesas abiertas: terminá alguna antes de abrir otra.")


class StillSeatedError(RefusedError):
    code = "still-seated"
