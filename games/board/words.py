"""The table's codes in words for people: cards, signs, points and refusals.

Everything here is read in the language that is active when it is called. Calls are terms of the
table's family in every language (`games.house_rules.cantos`).
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop, ngettext

from accounts.values.looked_up import gettext, remembered
from games.engine import Card
from games.house_rules import short_canto, within

RANKS: Final[Mapping[int, str]] = {
    1: gettext_noop("as"),
    2: gettext_noop("dos"),
    3: gettext_noop("tres"),
    4: gettext_noop("cuatro"),
    5: gettext_noop("cinco"),
    6: gettext_noop("seis"),
    7: gettext_noop("siete"),
    10: gettext_noop("sota"),
    11: gettext_noop("caballo"),
    12: gettext_noop("rey"),
}
SUITS: Final[Mapping[str, str]] = {
    "o": gettext_noop("%(rank)s de oros"),
    "c": gettext_noop("%(rank)s de copas"),
    "e": gettext_noop("%(rank)s de espadas"),
    "b": gettext_noop("%(rank)s de bastos"),
}

PERROS_ANSWERS: Final[Mapping[str, str]] = {  # R-X2
    "ley:quiere:quiere": "En ley: quiero la contraflor y el truco",
    "ley:quiere:pasa": "En ley: quiero la contraflor y paso el truco",
    "ley:pasa:quiere": "En ley: paso la contraflor y quiero el truco",
    "ley:pasa:pasa": "En ley: paso todo",
    "punto:quiere:quiere": "A punto: quiero la falta y el truco",
    "punto:quiere:pasa": "A punto: quiero la falta y paso el truco",
    "punto:pasa:quiere": "A punto: paso la falta y quiero el truco",
    "punto:pasa:pasa": "A punto: paso todo",
}

SIGNS: Final[Mapping[str, str]] = {  # R-G
    "pieza-2": gettext_noop("pieza: el dos"),
    "pieza-4": gettext_noop("pieza: el cuatro"),
    "pieza-5": gettext_noop("pieza: el cinco"),
    "pieza-11": gettext_noop("pieza: el caballo"),
    "pieza-10": gettext_noop("pieza: la sota"),
    "1e": gettext_noop("as de espadas"),
    "1b": gettext_noop("as de bastos"),
    "7e": gettext_noop("siete de espadas"),
    "7o": gettext_noop("siete de oros"),
    "3": gettext_noop("un tres"),
    "2": gettext_noop("un dos"),
    "envido-30": gettext_noop("30 o más de %(envido)s"),
    "ciego": gettext_noop("ciego: poco %(envido)s"),
    "perdedoras": gettext_noop("las perdedoras: 29"),
    "viejas": gettext_noop("las viejas: 27"),
}
SHORT_SIGNS: Final[Mapping[str, str]] = {
    "1e": gettext_noop("as espada"),
    "1b": gettext_noop("as basto"),
    "7e": gettext_noop("7 espada"),
    "7o": gettext_noop("7 oro"),
    "3": gettext_noop("tres"),
    "2": gettext_noop("dos"),
    "envido-30": gettext_noop("30 o más"),
    "ciego": gettext_noop("ciego"),
    "perdedoras": gettext_noop("29"),
    "viejas": gettext_noop("27"),
}

REASONS: Final[Mapping[str, str]] = {
    "envido": "%(envido)s",
    "envido-refused": gettext_noop("%(envido)s no querido"),
    "flor": gettext_noop("flor"),
    "flor-refused": gettext_noop("flor no querida"),
    "truco": "%(truco)s",
    "truco-refused": gettext_noop("%(truco)s no querido"),
    "hand": gettext_noop("la mano"),
    "judge": gettext_noop("decisión del juez"),
}

REFUSALS: Final[Mapping[str, str]] = {
    # the table's own
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
    # the cortes
    "bad-corte": gettext_noop("El corte que mandó tu navegador no se entiende."),
    "cortes-closed": gettext_noop("Ahora no se abren cortes en esta mesa."),
    "no-corte": gettext_noop("Te sentaste sin sellar un corte: no hay nada que abrir."),
    "corte-opened": gettext_noop("Tu corte ya está abierto."),
    "wrong-corte": gettext_noop("Ese no es el corte que sellaste al sentarte."),
    # the judge
    "judge-called": gettext_noop("El juez ya fue llamado a esta mesa."),
    "already-ruled": gettext_noop("El juez ya resolvió."),
    "table-broken": gettext_noop(
        "Esta mesa no puede seguir: solo queda anular el partido o darlo por ganado."
    ),
    # the engine's, turn and cards
    "not-your-turn": gettext_noop("No es tu turno."),
    "hand-over": gettext_noop("La mano ya terminó."),
    "folded": gettext_noop("Te fuiste al mazo."),
    "answer-first": gettext_noop("Primero hay que responder."),
    "card-not-held": gettext_noop("No tenés esa carta."),
    "two-cards-together": gettext_noop("Van las dos cartas juntas."),
    "one-card-at-a-time": gettext_noop("Va una sola carta."),
    "must-cover": gettext_noop("Ya tapaste una: van todas tapadas."),
    "cannot-cover": gettext_noop("Acá no se juega tapado."),
    # envido
    "envido-closed": gettext_noop("Ya pasó el momento del %(envido)s."),
    "envido-already-said": gettext_noop("Ya se jugó el %(envido)s."),
    "nothing-to-raise": gettext_noop("No hay %(envido)s que subir."),
    "raise-too-low": gettext_noop("No alcanza para subir lo cantado."),
    # flor
    "flor-first": gettext_noop("Primero se canta la flor."),
    "no-flor": gettext_noop("No tenés flor."),
    "flor-already-said": gettext_noop("Ya cantaste la flor."),
    "nothing-to-contest": gettext_noop("Nadie más cantó flor."),
    # truco
    "truco-not-yours": gettext_noop("Ahora sube el otro equipo."),
    "wrong-level": gettext_noop("No es el canto que sigue."),
    "top-reached": gettext_noop("Ya no se puede subir más."),
    # answers
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
    # talk
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


@remembered
def card_name(card: Card) -> str:
    """Say a card: `siete de oros`."""
    return gettext(SUITS[card.suit]) % {"rank": gettext(RANKS[card.rank])}


def answer_to_perros(token: str) -> str:
    """Say an answer to the dogs in full."""
    return PERROS_ANSWERS[token]


def sign(code: str, preset: str) -> str:
    """Say what a seña tells."""
    return gettext(SIGNS[code]) % within(preset)


def short_sign(code: str) -> str:
    """Say a seña in the few letters of a button: a pieza by its number."""
    return code.replace("-", " ") if code not in SHORT_SIGNS else gettext(SHORT_SIGNS[code])


@remembered
def refusal(code: str, preset: str) -> str:
    """Say why something was refused, or cannot be done now."""
    return gettext(REFUSALS.get(code, REFUSALS["badly-written"])) % within(preset)


@remembered
def reason(code: str, preset: str) -> str:
    """Say what points are for."""
    if code == "mazo":
        return short_canto(code, preset).lower()
    return (gettext(words) if (words := REASONS.get(code)) else code) % within(preset)


@remembered
def points(number: int) -> str:
    """Say a number of points."""
    return ngettext("%(number)s punto", "%(number)s puntos", number) % {"number": number}
