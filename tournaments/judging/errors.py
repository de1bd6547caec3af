"""Refusals of `tournaments.judging`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NotInMatchError(RefusedError):
    code = "not-in-match"
    status = HTTPStatus.FORBIDDEN
    message = _("Al juez lo llaman quienes juegan el partido.")


class JudgeCalledError(RefusedError):
    code = "judge-called"
    message = _("El juez ya fue llamado a esta mesa.")


class TooManyCallsError(RefusedError):
    code = "too-many-calls"
    message = _("Tu lado ya llamó al juez dos veces en este partido.")


class AlreadyRuledError(RefusedError):
    code = "already-ruled"
    message = _("Eso ya está resuelto.")


class NoTableError(RefusedError):
    code = "no-table"
    message = _("Con cartas de verdad, los puntos se corrigen en la planilla.")


class BadScoreError(RefusedError):
    code = "bad-score"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Ese marcador no puede ser.")


class NotYourAppealError(RefusedError):
    code = "not-your-appeal"
    status = HTTPStatus.FORBIDDEN
    message = _("Apela quien es capitán del lado que no ganó.")


class NothingToAppealError(RefusedError):
    code = "nothing-to-appeal"
    message = _("Se apela un partido dado por ganado o una sanción, hasta un día después.")


class AlreadyAppealedError(RefusedError):
    code = "already-appealed"
    message = _("Ese partido ya fue apelado.")


class NoSuchPostError(RefusedError):
    code = "no-such-post"
    message = _("Ese puesto no existe en esta competencia.")


class AlreadyOfficialError(RefusedError):
    code = "already-official"
    message = _("Ya tiene ese puesto.")
