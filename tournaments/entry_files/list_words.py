"""What stands beside names in a list that people keep: words, signs and figures that are no name.

All patterns are matched on flat text: small letters without accents.
"""

import re
import unicodedata
from typing import Final


def flat(text: str) -> str:
    """Return as many signs in small letters without accents."""
    return "".join(unicodedata.normalize("NFD", sign)[0].lower()[0] for sign in text)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PAID: Final = _words("pago pagos pagado pagada pagados pagadas pagaron paid pagat pagada pagats")
# What is said of a name after it, and is no part of it.
SAID_AFTER: Final = PAID | _words(
    "x ok okey si listo lista listos va van confirmado confirmada confirmados confirmadas presente"
    " presentes confirmed confirmat confirmats transferido transferencia efectivo mp seña sena"
)
SAID_BEFORE: Final = PAID | _words("x ok")
# In the place of a partner whom nobody knows yet.
NOBODY: Final = frozenset(
    {"", "1", "x", "xx", "xxx", "nn", "n n", "tbd", "tbc", "alguien", "falta", "libre", "pareja"}
    | {"a confirmar", "por confirmar", "a definir", "a designar", "companero", "companera"}
    | {"su companero", "su companera", "uno mas", "1 mas", "somebody", "someone", "algu"}
)
# Words of those who talk in a list, not of those who are in it.
TALK: Final = _words(
    "confirmo confirma confirmamos confirman hola buenas buenos gracias anotame anotenme anotanos"
    " anoten anotemos anotate anotense anotarse anoto anotamos sumame sumo sumamos lista listas"
    " torneo torneos truco copa campeonato inscriptos inscritos inscripcion inscripciones"
    " anotados anotadas participantes jugadores jugador parejas pareja equipos equipo suplentes"
    " reservas espera total precio valor costo alias cbu cvu premio premios fecha horario"
    " direccion sede reglas reglamento link grupo whatsapp manana hoy noche tarde puntual saludos"
    " abrazo genial vamos jugamos juego juega jueguen empezamos empieza arranca arrancamos quien"
    " quienes falta faltan faltamos cupo cupos lugares quedan porfa favor perdon aviso avisen"
    " avisame mensaje omitido multimedia imagen sticker nombre nombres apellido apellidos telefono"
    " celular yo jaja jajaja jajajaja voy"
    " hello thanks thank tournament list players player pairs teams team signed waiting reserves"
    " tomorrow today tonight please missing fee price date venue name names"
    " gracies torneig llista parelles jugadors equips apunteu apuntam dema avui inscrits confirme"
)
# What "Juan y ..." means to one name, not to two.
KIN: Final = (
    r"(?:cia|compania|hijos?|hijas?|hnos?|hermanos?|familia|amigos?|asociados|asoc|co|sons|fills?)"
)

CHAT: Final = re.compile(r"\[[\d/., :apm]+\]\s*[^:\[\]]{1,60}:\s|[\d/.]+,? [\d:]+ - [^:]{1,60}:\s")
STRUCK: Final = re.compile(r"\W*~+[^~]+~+\W*")
BOLD: Final = re.compile(r"\s*\*[^*]+\*\s*")
NUMBERED: Final = re.compile(
    r"\s*(?:"
    r"(?:pareja|equipo|dupla|trio|terna|jugador|team|pair|player|parella|equip|mesa)\s*"
    r"(?:n[o.\W]{0,2})?\s*\d{1,3}\s*[:.)\-–—]*\s*"
    r"|[(\[#]?\s*\d{1,3}\s*[oa]?\s*(?:[.):\-–—\]/°º]+(?!\d)|(?=\s+(?!de\s)[^\W\d])|(?=\t)|\s*$)"
    r")"
)
BULLET: Final = re.compile(r"\s*(?:\[\s*[x✓✔]?\s*\]|\(\s*[x✓✔]?\s*\)|[^\w@«\"“(\[¿¡]+)")
PHONE: Final = re.compile(r"\+?\(?\d(?:[ ().\-]*\d){5,}")
MAIL: Final = re.compile(r"\S{1,64}@\S{1,64}\.\w+")
MONEY: Final = re.compile(
    r"(?:us)?\$\s*\d[\d.,]*\s*(?:k|mil)?\b|\b\d[\d.,]*\s*(?:k|mil|pesos|ars|eur|euros|\$|€)(?!\w)"
)
WHEN: Final = re.compile(
    r"\b\d{1,2}\s*/\s*\d{1,2}(?:\s*/\s*\d{2,4})?\b|\b\d{1,2}:\d{2}\b|\b\d{1,2}\s*(?:hs?|am|pm)\b"
    r"|\b\d{1,2}\s+de\s+(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)\w*"
)
BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
UNPAID: Final = re.compile(
    r"\b(?:no pag\w+|(?:falta|sin) pagar|deben?|unpaid|not paid|no ha pagat)\b"
)
LOOKS: Final = re.compile(
    r"\b(?:busc[ao]|sin|falta|necesita|le falta|sense|busque)"
    r"\s+(?:pareja|companer[oa]|compa|partner|parella)\b"
    r"|\b(?:looking for|needs?|without)\s+(?:a\s+)?partner\b|(?<=\w\s)sol[oa]\s*$"
)
LINK: Final = re.compile(r"https?:|www\.|\b(?:wa|t)\.me/")
HYPHEN: Final = r"\s+-+\s*|\s*-+\s+"  # between names, not inside one
JOINT: Final = re.compile(
    rf"\s*(?:[/+&|;,\t·•–—]|--+)[/+&|;,\t·•–—\s]*|{HYPHEN}"
    rf"|\s+(?P<word>y|e(?=\s+h?i)|i|and|con|with|amb|junto a)(?!\s+{KIN}\b)\s+"
)
DASH: Final = re.compile(rf"\s*(?:[–—]|--+)\s*|{HYPHEN}")
PARTICLES: Final = _words("de del la las los y e i da das do dos van von der den di")
