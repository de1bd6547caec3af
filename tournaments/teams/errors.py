"""Refusals of `tournaments.teams`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NoSuchTeamError(RefusedError):
    code = "no-such-team"
    status = HTTPStatus.NOT_FOUND
    message = _("Ese equipo ya no está así: miralo de nuevo.")


class TeamDissolvedError(RefusedError):
    code = "team-dissolved"
    message = _("Ese equipo se disolvió: lo que jugó queda, y nada más cambia.")


class NotTeamCaptainError(RefusedError):
    code = "not-team-captain"
    status = HTTPStatus.FORBIDDEN
    message = _("Eso lo hace quien es capitán del equipo.")


class AccountNeededError(RefusedError):
    code = "account-needed"
    status = HTTPStatus.FORBIDDEN
    message = _("Para estar en un equipo hace falta una cuenta: los invitados no vuelven.")


class NotInClubError(RefusedError):
    code = "not-in-club"
    status = HTTPStatus.FORBIDDEN
    message = _("Primero hay que ser socio de ese club.")


class TooManyTeamsError(RefusedError):
    code = "too-many-teams"
    message = _("Ya sos capitán de muchos equipos: pasá o disolvé alguno antes de hacer otro.")


class TeamNameTakenError(RefusedError):
    code = "team-name-taken"
    message = _("El club ya tiene un equipo con ese nombre o uno muy parecido.")


class TeamFullError(RefusedError):
    code = "team-full"
    message = _("En ese equipo ya no entra nadie más.")


class NotInTeamError(RefusedError):
    code = "not-in-team"
    status = HTTPStatus.FORBIDDEN
    message = _("Esa persona no está en el equipo, o está sin cuenta.")


class CaptainStaysError(RefusedError):
    code = "captain-stays"
    message = _("Quien es capitán no se va así: primero pasa la capitanía, o disuelve el equipo.")


class CaptainAlreadyError(RefusedError):
    code = "captain-already"
    message = _("Esa persona ya es capitán del equipo.")


class CaptaincyNotOfferedError(RefusedError):
    code = "captaincy-not-offered"
    message = _("El equipo ya tiene capitán, y no te ofreció la capitanía a vos, o ya no.")


class TeamEnteredError(RefusedError):
    code = "team-entered"
    message = _("Ese equipo ya está en esta competencia.")


class InAnotherTeamError(RefusedError):
    code = "in-another-team"
    message = _(
        "Alguien de esa formación ya está en esta competencia, en otro equipo: nadie juega "
        "dos veces."
    )


class WrongLineUpError(RefusedError):
    code = "wrong-line-up"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Elegí justo a quienes juegan, y no más suplentes que los que se permiten.")


class NotForTeamsError(RefusedError):
    code = "not-for-teams"
    message = _("Acá cada quien se anota solo: no es una competencia de equipos.")
