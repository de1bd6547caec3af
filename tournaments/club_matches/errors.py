"""Refusals of `tournaments.club_matches`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class NoSuchBoardError(RefusedError):
    code = "no-such-board"
    message = _("Esa mesa no se juega, o no todavía.")


class BoardWrittenError(RefusedError):
    code = "board-written"
    message = _("Esa mesa ya tiene resultado: corregilo si está mal.")


class BoardBegunError(RefusedError):
    code = "board-begun"
    message = _("En esa mesa ya se juega, o ya se jugó.")


class LineUpsClosedError(RefusedError):
    code = "line-ups-closed"
    message = _("Las formaciones ya están a la vista: no se cambian más.")


class LineUpsSecretError(RefusedError):
    code = "line-ups-secret"
    message = _("Todavía faltan las formaciones. Quien organiza las puede cerrar antes de hora.")


class LineUpNotWholeError(RefusedError):
    code = "line-up-not-whole"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("La formación no está completa: falta o sobra alguien.")


class NotOfTheRosterError(RefusedError):
    code = "not-of-the-roster"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Esa persona no está en la lista de este equipo.")


class WasTakenOutError(RefusedError):
    code = "was-taken-out"
    message = _("Esa persona ya salió de una mesa de este partido: no vuelve a entrar.")


class PlaysTwiceError(RefusedError):
    code = "plays-twice"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Nadie juega en dos mesas a la vez.")
