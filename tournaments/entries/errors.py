"""Refusals of `tournaments.entries`."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError


class TooManyForFormatError(RefusedError):
    code = "too-many-for-format"
    message = _("Son muchos para ese formato: hasta 128. Con más, grupos, suizo o eliminación.")


class LineUpInError(RefusedError):
    code = "line-up-in"
    message = _(
        "Hay una formación presentada que todavía no se ve: hasta entonces nadie sale de la lista."
    )


class NoSuchAccountError(RefusedError):
    code = "no-such-account"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("No hay ninguna cuenta con ese nombre.")


class NotCaptainError(RefusedError):
    code = "not-captain"
    status = HTTPStatus.FORBIDDEN
    message = _("Eso lo hace quien anotó al equipo, o quien organiza.")


class WrongRosterError(RefusedError):
    code = "wrong-roster"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Faltan o sobran jugadores para esa inscripción.")


class NoLateEntriesError(RefusedError):
    code = "no-late-entries"
    message = _(
        "Ya se está jugando, y los partidos de este formato se fijan en el sorteo: quien entra "
        "tarde jugaría menos que los demás. Puede jugar en lugar de alguien que no vino o que se "
        "va, con «Cambiar un jugador» en la página de esa inscripción."
    )


class TooLateToJoinError(RefusedError):
    code = "too-late-to-join"
    message = _(
        "Ya pasó la mitad de las rondas: es tarde para entrar. Puede jugar en lugar de alguien que "
        "se va, con «Cambiar un jugador» en la página de esa inscripción."
    )


class ClosedMeanwhileError(RefusedError):
    code = "closed-meanwhile"
    message = _(
        "El tiempo ya se cumplió: se terminan los partidos que quedan y no entra nadie más."
    )


class CapTooLowError(RefusedError):
    code = "cap-too-low"
    message = _("Hay más confirmados que ese cupo: primero tiene que salir alguien.")


class NoCheckInError(RefusedError):
    code = "no-check-in"
    message = _("La acreditación no está abierta para esa inscripción.")


class AlreadyCheckedInError(RefusedError):
    code = "already-checked-in"
    message = _("Esa inscripción ya está acreditada.")


class MembersOnlyError(RefusedError):
    code = "members-only"
    message = _(
        "Es solo para gente del club: hacete socio, o pedile a quien organiza que te anote."
    )


class OutsideBandError(RefusedError):
    code = "outside-band"
    message = _(
        "Es para otra habilidad: fijate en las condiciones cuál, y en la página de cada "
        "persona la suya."
    )


class NoMoreReservesError(RefusedError):
    code = "no-more-reserves"
    message = _("Ese equipo ya tiene todos los suplentes que puede tener.")


class TransfersClosedError(RefusedError):
    code = "transfers-closed"
    message = _("Los planteles ya están cerrados: no entra ni sale nadie de la lista.")


class CaptainGoesError(RefusedError):
    code = "captain-goes"
    message = _("El capitán no sale de la lista: es quien responde por el equipo.")


class MatchCalledError(RefusedError):
    code = "match-called"
    message = _(
        "Tiene un partido en juego, o con las formaciones ya a la vista: la transferencia, después."
    )


class CardsOnTheMoveError(RefusedError):
    code = "cards-on-the-move"
    message = _(
        "Ese partido ya empezó: el cambio se hace antes de la primera carta, o al terminar."
    )


class NobodyToSitError(RefusedError):
    code = "nobody-to-sit"
    message = _("Así no queda nadie con cuenta para sentarse a la mesa.")


class AddsByNameError(RefusedError):
    code = "adds-by-name"
    message = _("Sin cuenta se suma a alguien por su nombre, o con el enlace de la inscripción.")


class NobodyMissingError(RefusedError):
    code = "nobody-missing"
    message = _("En esa inscripción ya están todos.")


class BothEnteredError(RefusedError):
    code = "both-entered"
    message = _(
        "Tu cuenta y vos, como invitado, están anotados en el mismo torneo. Pedile a quien "
        "organiza que borre una de las dos inscripciones."
    )


class StillEnteredError(RefusedError):
    code = "still-entered"


class PairFullError(RefusedError):
    code = "pair-full"
    message = _(
        "Esa inscripción ya está completa: cambialos entre sí, o poné a alguien en lugar de otro."
    )


class InAnotherPairError(RefusedError):
    code = "in-another-pair"
    message = _(
        "Ya está en otra inscripción de esta competencia: cambialos entre sí. Si es otra persona "
        "con el mismo nombre, escribí también el apellido."
    )


class SamePairError(RefusedError):
    code = "same-pair"
    message = _("Ya juegan juntos.")


class DrawnPairError(RefusedError):
    code = "drawn-pair"
    message = _(
        "Después del sorteo nadie queda solo: cambialo con otro, o poné a alguien en su lugar."
    )


class LinedUpError(RefusedError):
    code = "lined-up"
    message = _("Ya jugó para su equipo en esta competencia: no puede pasar a otro.")
