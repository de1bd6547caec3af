"""Words, signs and numbers in a list that are not names.

All patterns match text in lower case without accents.
"""

import re
import unicodedata
from typing import Final


def flat(text: str) -> str:
    """Return the text in small letters without accents, letter for letter."""
    return "".join(unicodedata.normalize("NFD", sign)[0].lower()[0] for sign in text)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PAID: Final = _words(
    "pago pagos pagado pagada pagados pagadas pagaron paid pagat pagada pagats pagou pagaram abono"
)
# What is said of a name after it, and is no part of it.
SAID_AFTER: Final = PAID | _words(
    "x ok okey si listo lista listos va van confirmado confirmada confirmados confirmadas presente"
    " presentes confirmed confirmat confirmats transferido transferencia efectivo mp seña sena"
)
SAID_BEFORE: Final = PAID | _words("x ok")
# Words written in place of a partner who is still unknown.
NOBODY: Final = re.compile(
    r"|no|nao|falso|false|fals|verdadero|true"
    r"|nadie|ningun[oa]?|ningu|ninguem|nobody|no[ -]?one|none"
    r"|1|x{1,3}|n\s?n|tb[dcah]|s/?n|alguien|alguno?a?|algu|algu mes|alguem|somebody|someone|anyone"
    r"|falta(?: un[oa]?)?|libre|vacante|pendiente|desconocid[oa]|unknown|sin nombre|uno?a? mas"
    r"|cualquiera|(?:quien|el que|la que) (?:sea|toque|venga|quiera|aparezca|caiga|este)"
    r"|(?:lo )?v(?:er)?emos|a ver|no se(?: sabe)?|not sure|um mais|mais um|un mes|1 mas"
    r"|(?:a|por|per|to be) (?:confirmar|definir|designar|conseguir|buscar|determinar|encontrar"
    r"|confirmed|decided|announced|trobar)"
    r"|novi[oa]|marido|espos[oa]"
    r"|(?:mi|tu|su|un|una|el meu|la meva|un altre|um|uma|meu|minha|seu|sua|a|my|his|her)\s+"
    r"(?:(?:herman|prim|novi|espos|hij|ti|cunad|vecin|sobrin|suegr|niet|abuel|soci)[oa]|marido"
    r"|mujer|padre|madre|papa|mama|viej[oa]|colega|jef[ea]|yerno|nuera|brother|sister|cousin"
    r"|husband|wife|boyfriend|girlfriend|son|daughter|dad|mom|germana?|cosina?|xicota?|home|dona"
    r"|irmao?|namorad[oa]|vizinh[oa])"
    r"|(?:(?:un|una|uno|mi|su|tu|el|la|um|uma|o|a|meu|minha|seu|el meu|la meva|another|my|some|his"
    r"|her|the|one)\s+)*"
    r"(?:otr[oa]|outr[oa]|altre|altra|companer[oa]|compa|amig[oa]|pareja|parella|partner|friend"
    r"|parceir[oa]|companheir[oa]|company|companya|invitad[oa]|convidad[oa]|acompanante|guest|other)"
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
    " obrigado obrigada valeu torneio inscricao inscricoes confirmado confirmados duplas jogadores"
    " vaga vagas amanha hoje pix boteco pessoal galera segue sabado domingo"
)
# What "Juan y ..." means to one name, not to two.
KIN: Final = (
    r"(?:cia|compania|hijos?|hijas?|hnos?|hermanos?|familia|amigos?|asociados|asoc|co|sons|fills?)"
)
STRUCK: Final = re.compile(r"~+[^~]+~+")
BOLD: Final = re.compile(r"\s*\*[^*]+\*\s*")
EMPHASIS: Final = re.compile(r"(?<![\w*_])([*_])(?=\S)([^*_]+)(?<=\S)\1(?![\w*_])")
NUMBERED: Final = re.compile(
    r"\s*(?:"
    r"(?:pareja|equipo|dupla|trio|terna|jugador|team|pair|player|parella|equip|mesa)\s*"
    r"(?:n[o.\W]{0,2})?\s*\d{1,3}\s*[:.)\-–—]*\s*"
    r"|(?:pareja|equipo|dupla|team|pair|parella|equip)\s+(?:[a-z]|un[oa]?|d[oue][si]|tres|cuatro"
    r"|cinco|seis|siete|ocho|nueve|diez|one|two|three|four|five|six)\s*[:.)\-–—]+\s*"
    r"|\d{1,2}\s?(?:e?r[ao]?|d[ao]|t[ao]|m[ao]|n[ao]|v[ao]|st|nd|rd|th|[ao])?\s+"
    r"(?:pareja|equipo|dupla|team|pair|parella|equip)\s*[:.)\-–—]+\s*"
    r"|n(?:o|um|ro)?[.o°º]{0,2}\s*\d{1,3}\s*[:.)\-–—]*(?=\s)\s*"
    r"|\(?[a-z]\)"
    r"|[(\[#]?\s*\d{1,3}\s*[oa]?\s*(?:[.):\-–—\]/°º]+(?!\d)|(?=\s+(?!de\s)[^\W\d])|(?=\t)|\s*$)"
    r")"
)
ROMAN: Final = re.compile(r"\s*\(?(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})\s*[.):\-–—]+\s+")
BULLET: Final = re.compile(r"\s*(?:\[\s*[x✓✔]?\s*\]|\(\s*[x✓✔]?\s*\)|[^\w@«\"“(\[¿¡]+)")
MENTIONED: Final = re.compile(r"(?<=[^\W\d_])\s+@\d{7,}\b")  # a number after a name
PHONE: Final = re.compile(r"(?<![\w@])\+?\(?\d(?:[ ().\-]*\d){5,}")
DOCUMENT: Final = re.compile(
    r"\b(?:d\.?n\.?i|c\.?i|n\.?i\.?[ef]|cui[lt]|r\.?u\.?t|c\.?p\.?f|r\.?g|le|lc|doc(?:umento)?|cedula"
    r"|pasaporte|passport|passaporte|id)\b\.?[\s:.n°ºo#-]{0,6}\d[\d.\- ]{2,}\d(?:-?[a-z0-9]\b)?"
    r"|(?<![\w@])(?:\d{1,2}\.\d{3}\.\d{3}|\d{7,8})(?!\d)(?:[- ]?[a-z]\b)?|\b[xyz]-?\d{7}-?[a-z]\b"
    r"|\b(?:tel(?:efono|efon|efone)?|cel(?:ular)?|movil|mobil|phone|wpp|whatsapp)\b[.:\s]*(?=\+?\d)"
    r"|\bd\.?n\.?i\b\.?"
)
MAIL: Final = re.compile(r"\S{1,64}@\S{1,64}\.\w+")
MONEY: Final = re.compile(
    r"(?:us|r)?\$\s*\d[\d.,]*\s*(?:k|mil)?\b"
    r"|\b\d[\d.,]*\s*(?:k|mil|pesos|ars|reais|brl|eur|euros|\$|€)(?!\w)"
)
WHEN: Final = re.compile(
    r"\b\d{1,2}\s*/\s*\d{1,2}(?:\s*/\s*\d{2,4})?\b|\b\d{1,2}:\d{2}\b|\b\d{1,2}\s*(?:hs?|am|pm)\b"
    r"|\b\d{1,2}\s+de\s+(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)\w*"
)
BRACKETS: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
UNPAID: Final = re.compile(
    r"\b(?:no pag\w+|(?:falta|sin) pagar|deben?|unpaid|not paid|no ha[n]? pag\w+|nao pag\w+"
    r"|pago pendiente|pendiente de pago|deve(?:m)?|owes?)\b"
)
# After a payment: it was made for a part of the side, or in part.
PARTLY: Final = re.compile(
    r"\b(?:uno|una|un|1|mitad|medio|media|half|one|part|parte|parcial|partial|meitat|metade|solo|nomes"
    r"|only|falta\w*|adelanto|anticipo|sena|seña|um|uma|resto|50\s?%)\b|\b1\s*/\s*2\b|½"
)
NOT_YET: Final = re.compile(
    r"\s+(?:(?:todavia|aun|encara|ainda)\s+)?(?:no|nao|not|falta|pendiente)\s*$"
)
# Who says so of an entry takes it back.
GONE: Final = (
    r"(?:(?:ya\s+)?no\s+(?:vien\w*|va|van|vamos|pued\w+|podran?|podemos|jueg\w+|jugamos|asist\w+"
    r"|llega\w*|particip\w+|esta[nr]?|venen|ve|poden?|pot|juguen?|vindr\w+)\b[^/]*"
    r"|nao\s+(?:vem|vao|vai|podem?|jogam?)\b[^/]*"
    r"|(?:se|es)\s+(?:baj\w+|retir\w+|fue(?:ron)?|borr\w+|donen? de baixa|dieron de baja"
    r"|dio de baja|cay\w+)\b[^/]*"
    r"|(?:dad[oa]s?\s+de\s+|de\s+)?(?:baja|bajas|baixa|baixes)|bajad[oa]s?|bajaron|retirad[oa]s?"
    r"|cancel\w*|anulad[oa]s?|abandon\w*|desist\w+|eliminad[oa]s?|ausentes?|renunci\w+"
    r"|out|withdr[ae]wn?|withdraw\w*|dropped(?:\s+out)?|scratched|cancelled|no\s*-?show"
    r"|(?:can.?t|cannot|can not|won.?t)\s+(?:come|make|play|be)\b[^/]*"
    r"|not\s+(?:coming|playing|going)"
    r"|fora|saiu|sairam|desistiram)"
)
GONE_NOTE: Final = re.compile(rf"[\s\W]*{GONE}[\s\W]*")
GONE_AFTER: Final = re.compile(
    rf"(?:[-–—:,;.*_=>|(\[]+|^)\s*(?P<apart>{GONE})[\s\W]*$|\s(?P<end>{GONE})[\s\W]*$"
)
CROSSES: Final = "❌✖✗✘🚫⛔☒🛑"
TICKS: Final = "✅☑✔✓🆗👍"
WAITING: Final = re.compile(
    r"[\W\d]*(?:(?:(?:lista|llista|list|fila|cola|cua)\s+(?:de\s+|d.)?|en\s+(?:la\s+)?))?"
    r"(?:espera|suplentes?|suplents?|reservas?|reserves?|banc[oa]|banquillo|banqueta"
    r"|waiting(?:\s*-?list)?|wait\s*-?list|alternates?|stand-?by|substitutes?|backups?|en espera)"
    r"(?:\s+(?:list|de espera|y espera))?\s*(?P<after>:.*|[\W\d]*)"
)
WAITS: Final = re.compile(
    r"(?:en\s+)?(?:la\s+)?(?:lista de |llista d.)?espera|suplente|suplent|reserva|esperando"
    r"|wait(?:ing)?(?:[- ]?list(?:ed)?)?|on the waiting list|alternate|reserve|lista de espera"
)
LEFT: Final = re.compile(
    r"[\W\d]*(?:(?:se\s+)?bajas?|bajaron|baixes|no (?:vienen|van|pueden|juegan)"
    r"|cancelad[oa]s|retirad[oa]s"
    r"|withdrawn|withdrawals|dropped out|desistencias|desistiram|out)\s*(?::[\W\d]*|[\W\d]*)"
)
PLAYING: Final = re.compile(
    r"[\W\d]*(?:titulares|confirmad[oa]s|inscript[oa]s|inscrit[oa]s|anotad[oa]s|jugadores|parejas|equipos"
    r"|participantes|lista|players|pairs|teams|confirmed|entered|parelles|jugadors|equips|inscrits"
    r"|confirmats|jogadores|duplas|grupo \w|zona \w|group \w|grup \w)\s*(?::[\W\d]*|[\W\d]*)"
)
LOOKS: Final = re.compile(
    r"\b(?:busc[ao]|sin|falta|necesita|le falta|sense|busque)"
    r"\s+(?:pareja|companer[oa]|compa|partner|parella)\b"
    r"|\b(?:looking for|needs?|without)\s+(?:a\s+)?partner\b|(?<=\w\s)sol[oa]\s*$"
)
LINK: Final = re.compile(r"https?:|www\.|\b(?:wa|t)\.me/")
HYPHEN: Final = r"\s+-+\s*|\s*-+\s+"  # between names, not inside one
JOINT: Final = re.compile(
    rf"\s*(?:[/\\+&|;,\t·•–—]|--+)[/\\+&|;,\t·•–—\s]*|{HYPHEN}|\s+\*\s+"
    r"|\s+(?:c|w)/\s*|\s+(?:ft|feat)\.?\s+|\s+featuring\s+"
    rf"|\s+(?P<word>(?:junt[oa]s?|juntamente|together|acompanad[oa])\s+(?:con|a|amb|with|com|por|de)"
    rf"|y|e|i|and|und|et|con|com|with|amb|mas|plus)(?!\s+{KIN}\b)\s+"
)
JOINING: Final = re.compile(
    "\\s*[🤝➕🫱🫲👫👬👭💑❤♥💕💞→➡↔]+\ufe0f?\\s*(?:(?:y|e|i|and|con|amb|com|with)\\s+)?(?![/+&|])"
)
DASH: Final = re.compile(rf"\s*(?:[–—]|--+)\s*|{HYPHEN}")
KINDS: Final = _words("equipo pareja dupla team pair parella equip trio terna")  # of sides
PARTICLES: Final = _words("de del la las los y e i da das do dos van von der den di")
PAIR: Final = 2
