"""Chat exports: the sender and time before each message, and the notices between messages.

Covers WhatsApp on Android (12 and 24 hours) and iOS, lines copied from WhatsApp Web, and
Telegram.
"""

import re
from dataclasses import dataclass
from typing import Final

from tournaments.names.words import flat

DIRECTIONS: Final = re.compile("[\u200b\u200e\u200f\u202a-\u202e\ufeff]")
SPACES: Final = re.compile("[\u00a0\u2007\u2009\u202f]")
DATE: Final = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*h)?(?:\s*[ap]\s?\.?\s?m\b\.?)?"
DASHED: Final = re.compile(rf"\s*{DATE},?\s+(?:a las |as |at )?{TIME}\s+[-–—]\s+")
BARE: Final = re.compile(  # without a dash or a date, as some messengers copy it
    rf"\s*(?:{DATE},?\s+{TIME}|\[{TIME}\])\s+(?=[^:/,]{{1,60}}:\s)"
)
BRACKETED: Final = re.compile(rf"\s*\[(?:{DATE},?\s+{TIME}|{TIME},?\s+{DATE})\]\s*")
TELEGRAM: Final = re.compile(rf"\s*[^,\[\]]{{1,60}},\s*\[{DATE},?\s+{TIME}\]:?\s*")
SENDER: Final = re.compile(r"[^:\n]{1,60}?:(?:\s+|$)")
MENTION: Final = re.compile("@\u2068~?\\s*([^\u2068\u2069]*)\u2069")
EDITED: Final = re.compile(r"\s*<[^<>]{0,60}\bedit[^<>]{0,60}>\s*$")
NOTICE: Final = re.compile(
    # end-to-end encryption
    r"\b(?:cifrad[oa]s?|encrypted|xifra(?:t|ts|des)|(?:criptografad|encriptad)[oa]s?)\b.*"
    r"\b(?:extremo?|end|ponta)\b"
    # attachments and media left out of the export
    r"|\((?:archivo adjunto|file attached|arquivo anexado|ficheiro anexado|fitxer adjunt)\)"
    r"|<(?:adjunto|attached|anexado|anexo|adjunt):|\b(?:img|vid|ptt|aud|stk|doc)-\d{8}-wa\d+"
    r"|^\W*\S+\.(?:jpe?g|png|gif|webp|opus|ogg|m4a|mp3|mp4|3gp|pdf|vcf|docx?|xlsx?)\b"
    r"|^\W*(?:multimedia|imagen|video|audio|sticker|gif|documento|tarjeta de contacto"
    r"|fitxers? multimedia|imatge|media|image|document|contact card|midia|imagem|figurinha)"
    r"\s+(?:omitid[oa]s?|omitted|omes[oa]?s?|omesos|ocult[oa]s?|ocultad[oa]s?)\W*$"
    # deleted messages
    r"|\b(?:elimino|eliminaste|borraste|borro) (?:este|un) mensaje"
    r"|\bmensaje (?:eliminado|borrado)\b"
    r"|\b(?:this message was deleted|you deleted this message)\b"
    r"|\b(?:mensagem (?:foi )?apagada|apagou esta mensagem)\b"
    r"|\b(?:suprimit|eliminat|esborrat) aquest missatge"
    # calls, polls, locations
    r"|\b(?:(?:video)?llamada(?: de voz| grupal)?(?: perdida)?|missed (?:voice|video|group) call"
    r"|chamada (?:de (?:voz|video) )?perdida|(?:video)?trucada (?:de veu )?perduda)\W*$"
    r"|^\W*(?:encuesta|poll|enquete|enquesta|opcion|option|opcao|opcio|ubicacion|location"
    r"|localizacao|ubicacio)\s*:"
    # the group and its members
    r"|\b(?:(?:se unio|joined|entrou|s.ha unit|s.hi ha unit|te uniste)\b.*"
    r"\b(?:enlace|grupo?|link|enllac|comunidad|group|community)"
    r"|(?:salio del|salio de este|left|saiu(?: do)?|ha (?:sortit|marxat|abandonat)(?: del)?)"
    r"(?: (?:this |the )?(?:grupo?|group))?\W*$"
    r"|(?:anadio|agrego|anadiste|agregaste|added|adicionou|va afegir|ha afegit|removed|removeu"
    r"|elimino|expulso) (?:a |al |o |en |a l.)?\S"
    r"|(?:creo|created|criou|va crear|ha creat|creaste) (?:el |este |this |o |group|la |the )"
    r"|(?:cambio|cambiaste|changed|mudou|alterou|va canviar|ha canviat) "
    r"(?:el |la |su |a |the |this |their |to |o |os |as |l.)"
    r"|(?:fijo|pinned|fixou|ha fixat) (?:un|a|uma) (?:mensaje|message|mensagem|missatge)"
    r"|(?:mensajes temporales|disappearing messages|mensagens temporarias)"
    r"|(?:ahora (?:eres|es)|you.re now|now) (?:un |an )?admin\w*)"
)


@dataclass(frozen=True)
class Message:
    """A line of an export without what the messenger adds."""

    text: str
    is_notice: bool = False


def read_message(line: str) -> Message:
    """Strip the time, the sender and the messenger's own marks from a line."""
    line = MENTION.sub(r"\1", SPACES.sub(" ", line)).strip("\u2068\u2069 ")
    text = DIRECTIONS.sub("", line)
    if telegram := TELEGRAM.fullmatch(flat(text)):
        return Message(text[telegram.end() :], is_notice=True)
    even = flat(text)
    header = BRACKETED.match(even) or DASHED.match(even) or BARE.match(even)
    if header is not None:
        text = text[header.end() :]
        sender = SENDER.match(text)
        if sender is None or NOTICE.search(flat(sender[0])):
            return Message(text, is_notice=True)
        text = text[sender.end() :]
        is_by_messenger = "]" in header[0] and re.search(r":\s*\u200e", line) is not None
        is_edited_alone = re.search(r":\s*\u200e?\s*<", line) is None and "\u200e<" in line
        if is_by_messenger and not is_edited_alone:
            return Message(text, is_notice=True)
    edited = EDITED.search(flat(text))
    text = text[: edited.start()] if edited else text
    return Message(text, is_notice=NOTICE.search(flat(text)) is not None)
