"""Refusals of `games.play`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NotToBeSavedError(RefusedError):
    code = "not-to-be-saved"
    message = _("Una partida por los puntos no se guarda.")


class OtherActionError(RefusedError):
    code = "other-action"
    message = _("Ya habías jugado otra cosa.")


class ElsewhereError(RefusedError):
    code = "elsewhere"
    message = _("Esta mesa está abierta en otra pestaña: jugá desde ahí.")


class ActsTooFastError(RefusedError):
    code = "acts-too-fast"
    message = _("Vas muy rápido: esperá un momento.")


class BadCorteError(RefusedError):
    code = "bad-corte"
    message = _("El corte que mandó tu navegador no se entiende.")


class CortesClosedError(RefusedError):
    code = "cortes-closed"
    message = _("Ahora no se abren cortes en esta mesa.")


class NoCorteError(RefusedError):
    code = "no-corte"
    message = _("Te sentaste sin sellar un corte: no hay nada que abrir.")


class CorteOpenedError(RefusedError):
    code = "corte-opened"
    message = _("Tu corte ya está abierto.")


class WrongCorteError(RefusedError):
    code = "wrong-corte"
    message = _("Ese no es el corte que sellaste al sentarte.")


class JudgeCalledError(RefusedError):
    code = "judge-called"
    message = _("El juez ya fue llamado a esta mesa.")


class AlreadyRuledError(RefusedError):
    code = "already-ruled"
    message = _("El juez ya resolvió.")


class TableBrokenError(RefusedError):
    code = "table-broken"
    message = _("Esta mesa no puede seguir: solo queda anular el partido o darlo por ganado.")


class NoPerrosError(RefusedError):
    code = "no-perros"
    message = _("En esta mesa no se echan los perros.")


class PerrosTooLateError(RefusedError):
    code = "perros-too-late"
    message = _("Los perros se echan antes de repartir, y no antes de un pico.")


class PerrosThrownError(RefusedError):
    code = "perros-thrown"
    message = _("Ya se echaron los perros.")


class PerrosNotYoursError(RefusedError):
    code = "perros-not-yours"
    message = _("Los perros los saca el equipo que los echó.")


class SpectatorError(RefusedError):
    code = "spectator"
    status = HTTPStatus.FORBIDDEN
    message = _("Estás mirando: no tenés lugar en esta mesa.")
