"""Errors of a table with their messages, in addition to the general ones."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop

from accounts.common.errors import RefusedError
from accounts.i18n.languages import cached_per_language, gettext
from games.house_rules import within


class StaleError(RefusedError):
    """The table has changed since the clicked fragment; `version` is the newest."""

    def __init__(self, version: int) -> None:
        super().__init__("stale")
        self.version = version


__all__ = ["RefusedError", "StaleError"]
REFUSALS: Final[Mapping[str, str]] = {
    # of the table
    "stale": gettext_noop("Llegó tarde: la mesa ya cambió."),
    "closed": gettext_noop("Esta mesa no está en juego."),
    "not-casual": gettext_noop("Esta partida es de una competencia: la decide su organizador."),
    "not-to-be-saved": gettext_noop("Una partida por los puntos no se guarda."),
    "not-host": gettext_noop("Eso lo decide quien tiene la estrella."),
    "not-invited": gettext_noop(
        "A esta mesa se llega con invitación: pedile el enlace a quien la abrió."
    ),
    "not-a-friend": gettext_noop("Por nombre se invita a amigos: a los demás, pasales el enlace."),
    "already-here": gettext_noop("Ya está en esta mesa."),
    "too-many-invitations": gettext_noop("Ya invitaste a muchos: pasá el enlace de la mesa."),
    "seat-taken": gettext_noop("Ese lugar ya está ocupado."),
    "bad-report": gettext_noop("Elegí un motivo de la lista; lo demás, en 200 letras."),
    "too-many-reports": gettext_noop("Ya denunciaste mucho en poco tiempo: seguí en una hora."),
    "suspended-in-club": gettext_noop("Este club te suspendió: en sus mesas no te podés sentar."),
    "suspended": gettext_noop("Tu cuenta está suspendida."),
    "no-robot": gettext_noop("Ahí no hay ningún robot que sacar."),
    "not-seated": gettext_noop("Sentate primero."),
    "rules-unseen": gettext_noop("Falta que alguien vea las reglas nuevas."),
    "other-size": gettext_noop("Para cambiar cuántos juegan, abrí otra mesa."),
    "no-seat": gettext_noop("No hay lugar para vos en esta mesa."),
    "too-many-guests": gettext_noop(
        "Desde tu conexión ya se sentaron muchos invitados. Entrá con tu cuenta, o probá más tarde."
    ),
    "other-action": gettext_noop("Ya habías jugado otra cosa."),
    "not-in-hand": gettext_noop("El teléfono lo tiene otra persona: pasáselo primero."),
    "elsewhere": gettext_noop("Esta mesa está abierta en otra pestaña: jugá desde ahí."),
    "acts-too-fast": gettext_noop("Vas muy rápido: esperá un momento."),
    "too-many-reviews": gettext_noop(
        "Ya hay tres partidas tuyas en espera: pedí otra cuando estén."
    ),
    "no-hint": gettext_noop("Consejos hay solo cuando practicás con robots."),
    "hint-busy": gettext_noop("Hay otros pidiendo consejo: probá de nuevo en un momento."),
    "hint-failed": gettext_noop("Ahora no hay consejo: probá de nuevo."),
    "no-review": gettext_noop("Se repasa una partida propia, jugada hasta el final."),
    "spectator": gettext_noop("Estás mirando: no tenés lugar en esta mesa."),
    "badly-written": gettext_noop("Eso no se entiende en esta mesa."),
    # of the cortes
    "bad-corte": gettext_noop("El corte que mandó tu navegador no se entiende."),
    "cortes-closed": gettext_noop("Ahora no se abren cortes en esta mesa."),
    "no-corte": gettext_noop("Te sentaste sin sellar un corte: no hay nada que abrir."),
    "corte-opened": gettext_noop("Tu corte ya está abierto."),
    "wrong-corte": gettext_noop("Ese no es el corte que sellaste al sentarte."),
    # of the judge
    "judge-called": gettext_noop("El juez ya fue llamado a esta mesa."),
    "already-ruled": gettext_noop("El juez ya resolvió."),
    "table-broken": gettext_noop(
        "Esta mesa no puede seguir: solo queda anular el partido o darlo por ganado."
    ),
    # of the engine: turns and cards
    "not-your-turn": gettext_noop("No es tu turno."),
    "hand-over": gettext_noop("La mano ya terminó."),
    "folded": gettext_noop("Te fuiste al mazo."),
    "answer-first": gettext_noop("Primero hay que responder."),
    "card-not-held": gettext_noop("No tenés esa carta."),
    "two-cards-together": gettext_noop("Van las dos cartas juntas."),
    "one-card-at-a-time": gettext_noop("Va una sola carta."),
    "must-cover": gettext_noop("Ya tapaste una: van todas tapadas."),
    "cannot-cover": gettext_noop("Acá no se juega tapado."),
    "highest-card-first": gettext_noop("Después de la parda va la carta más alta."),
    "blind-hand": gettext_noop("Esta mano se juega sin ver las cartas."),
    "not-blind": gettext_noop("Las cartas se juegan a la vista."),
    "last-hand": gettext_noop("En esta mano no se grita ni se va al mazo."),
    # of the envido
    "envido-closed": gettext_noop("Ya pasó el momento del %(envido)s."),
    "envido-already-said": gettext_noop("Ya se jugó el %(envido)s."),
    "nothing-to-raise": gettext_noop("No hay %(envido)s que subir."),
    "raise-too-low": gettext_noop("No alcanza para subir lo cantado."),
    # of the flor
    "flor-first": gettext_noop("Primero se canta la flor."),
    "no-flor": gettext_noop("No tenés flor."),
    "flor-already-said": gettext_noop("Ya cantaste la flor."),
    "nothing-to-contest": gettext_noop("Nadie más cantó flor."),
    # of the truco
    "truco-not-yours": gettext_noop("Ahora sube el otro equipo."),
    "wrong-level": gettext_noop("No es el canto que sigue."),
    "top-reached": gettext_noop("Ya no se puede subir más."),
    # of the answers
    "nothing-pending": gettext_noop("No hay nada que responder."),
    "wrong-answer": gettext_noop("Eso no responde a lo cantado."),
    "wrong-ley": gettext_noop("El canto a los perros no es ese."),
    "not-in-these-rules": gettext_noop("No se usa en esta mesa."),
    "wrong-deal": gettext_noop("Las cartas no salen de este mazo."),
    # between hands, and between partners
    "no-perros": gettext_noop("En esta mesa no se echan los perros."),
    "perros-too-late": gettext_noop("Los perros se echan entre dos manos, y no antes de un pico."),
    "perros-thrown": gettext_noop("Ya se echaron los perros."),
    "no-such-sign": gettext_noop("Esa seña no existe en esta mesa."),
    "too-fast": gettext_noop("Esperá un momento para la próxima seña."),
    # of the talk
    "no-talk": gettext_noop("En esta mesa no se habla."),
    "no-chat": gettext_noop("En esta mesa se habla con frases, no se escribe."),
    "no-such-phrase": gettext_noop("Esa frase no existe en esta mesa."),
    "needs-account": gettext_noop("Para escribir hace falta una cuenta; las frases son de todos."),
    "talks-too-fast": gettext_noop("Hablás muy rápido: esperá un momento."),
    "empty-line": gettext_noop("No escribiste nada."),
    "long-line": gettext_noop("Es muy largo: hasta 200 letras."),
    "unseen-signs": gettext_noop("El texto tiene signos invisibles o de control."),
    "no-such-line": gettext_noop("Eso ya no está, o no se puede denunciar."),
}


@cached_per_language
def refusal(code: str, preset: str) -> str:
    """Return the reason of a refusal, or of a disabled button, in words."""
    return gettext(REFUSALS.get(code, REFUSALS["badly-written"])) % within(preset)
