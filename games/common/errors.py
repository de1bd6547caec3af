"""Refusals of several subjects of tables, and the words for those of the engine."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.common.errors import RefusedError, find_refusal
from accounts.i18n.languages import cached_per_language, gettext
from games.house_rules import within


class StaleError(RefusedError):
    """The table has changed since the clicked fragment; `version` is the newest."""

    code = "stale"
    message = _("Llegó tarde: la mesa ya cambió.")

    def __init__(self, version: int) -> None:
        super().__init__()
        self.version = version


class ClosedError(RefusedError):
    code = "closed"
    message = _("Esta mesa no está en juego.")


class NotCasualError(RefusedError):
    code = "not-casual"
    message = _("Esta partida es de una competencia: la decide su organizador.")


class SuspendedInClubError(RefusedError):
    code = "suspended-in-club"
    message = _("Este club te suspendió: en sus mesas no te podés sentar.")


class NotSeatedError(RefusedError):
    code = "not-seated"
    message = _("Sentate primero.")


class NoSeatError(RefusedError):
    code = "no-seat"
    message = _("No hay lugar para vos en esta mesa.")


class NotYourSeatError(RefusedError):
    code = "not-your-seat"
    message = _("Ese lugar no es tuyo.")


class TooManyGuestsError(RefusedError):
    code = "too-many-guests"
    message = _(
        "Desde tu conexión ya se sentaron muchos invitados. Entrá con tu cuenta, o probá más tarde."
    )


class NotInHandError(RefusedError):
    code = "not-in-hand"
    message = _("El teléfono lo tiene otra persona: pasáselo primero.")


class BadlyWrittenError(RefusedError):
    code = "badly-written"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Eso no se entiende en esta mesa.")


class NotYourTurnError(RefusedError):
    code = "not-your-turn"
    message = _("No es tu turno.")


ENGINE_REFUSALS: Final[Mapping[str, str]] = {
    "hand-over": gettext_noop("La mano ya terminó."),
    "folded": gettext_noop("Te fuiste al mazo."),
    "answer-first": gettext_noop("Primero hay que responder."),
    "card-not-held": gettext_noop("No tenés esa carta."),
    "two-cards-together": gettext_noop("Van las dos cartas juntas."),
    "one-card-at-a-time": gettext_noop("Va una sola carta."),
    "must-cover": gettext_noop("Ya tapaste una: van todas tapadas."),
    "cannot-cover": gettext_noop("Acá no se juega tapado."),
    "cover-too-early": gettext_noop("Todavía no se puede tapar."),
    "leader-shows": gettext_noop("El que sale juega destapado."),
    "must-show-highest": gettext_noop("Después de la parda va la carta más alta."),
    "play-by-place": gettext_noop("Esta mano se juega sin ver: elegí un lugar."),
    "not-blind": gettext_noop("Las cartas se juegan a la vista."),
    "last-hand": gettext_noop("De esta mano nadie se va al mazo."),
    "truco-banned": gettext_noop("En esta mano nadie grita %(truco)s."),
    "decide-first": gettext_noop("Primero decidan si juegan la mano."),
    "own-call-pending": gettext_noop("Esperá la respuesta."),
    "no-cards-left": gettext_noop("Sin cartas no se canta."),
    "raise-not-needed": gettext_noop("Con lo que ya vale alcanza."),
    "nothing-to-show": gettext_noop("No hay tantos que mostrar."),
    "not-your-pie": gettext_noop("El %(envido)s lo canta el pie."),
    "team-has-played": gettext_noop("Tu compañero ya jugó: no hay %(envido)s."),
    "envido-closed": gettext_noop("Ya pasó el momento del %(envido)s."),
    "envido-already-said": gettext_noop("Ya se jugó el %(envido)s."),
    "nothing-to-raise": gettext_noop("No hay %(envido)s que subir."),
    "raise-too-low": gettext_noop("No alcanza para subir lo cantado."),
    "flor-first": gettext_noop("Primero se canta la flor."),
    "no-flor": gettext_noop("No tenés flor."),
    "flor-already-said": gettext_noop("Ya cantaste la flor."),
    "nothing-to-contest": gettext_noop("Nadie más cantó flor."),
    "truco-not-yours": gettext_noop("Ahora sube el otro equipo."),
    "wrong-level": gettext_noop("No es el canto que sigue."),
    "top-reached": gettext_noop("Ya no se puede subir más."),
    "not-together": gettext_noop("Esa carta y ese canto no van juntos."),
    "nothing-pending": gettext_noop("No hay nada que responder."),
    "wrong-answer": gettext_noop("Eso no responde a lo cantado."),
    "wrong-ley": gettext_noop("Esa no es la respuesta a los perros."),
    "not-in-these-rules": gettext_noop("No se usa en esta mesa."),
    "wrong-deal": gettext_noop("Las cartas no salen de este mazo."),
}


@cached_per_language
def refusal(code: str, preset: str) -> str:
    """Return the reason of a refusal, or of a disabled button, in words."""
    if code in ENGINE_REFUSALS:
        return gettext(ENGINE_REFUSALS[code]) % within(preset)
    return str((find_refusal(code, "games") or BadlyWrittenError).message)
