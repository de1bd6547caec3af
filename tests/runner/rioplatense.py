"""Words of the sources, in the Spanish of Buenos Aires, that read otherwise elsewhere."""

import re
from typing import Final

SPAIN: Final = "es-es"
ELSEWHERE: Final = {
    SPAIN: """
        vos sos acá allá ustedes recién planilla celular computadora cupo competencia competencias
        anotarse anotarte anotarme anotaste anotados agregar agregado adentro afuera che enoja
    """,
    "es-uy": "che colectivo cuadro listo",  # a cuadro is a team there, and who is listo is clever
    "es-ve": """
        vos sos acá recién che boliche colectivo habitué ómnibus porotos saltear tambero vereda
    """,
}
WORDS: Final = {code: frozenset(words.split()) for code, words in ELSEWHERE.items()}
SAY_VOS: Final = frozenset({"es-uy"})
PLACEHOLDERS = re.compile(r"%\(\w+\)\.?\d?[sdf]|\{\w+\}|<[^>]*>")
CLITICS = r"(?:te|me|l[oae]s?|sel[oa]s?)"
ENDINGS = re.compile(  # mirá, jugás; fijate, abrilo, which in Spain are fíjate and ábrelo; pedíselo
    rf"\w+(?:[áéí]|ás|és|ís)|[^\Wáéíóú]+[aei]{CLITICS}|\w+[áéí]{CLITICS}"
)
LIKE_VOS = """
    aceite acredite además ahí animales apela aquí así atrás barriles café carteles casuales
    cielo compás cuales cuáles cuela dale dará dáselo decimales dejé demás desempate después dé
    dile díselo empate envite escala escuela estará está estás esté estés estilo fila filas
    finales granate habrá hará iguales individuales inglés iniciales irá jamás locales mala
    malas manos mate más menos mié miles mí modelo naranjales olvidé país palo palos permite
    planteles podrá portugués presenciales qué quite quizás reales regala repite rivales sala
    sale sales semifinales será sé siete sí sola solo suele suelo tales tapete tendrá terminé
    totales tranquilo través vale vela venezuela verá vete
"""
SAID_EVERYWHERE = frozenset(LIKE_VOS.split())


def rioplatense(text: str, reader: str = SPAIN) -> set[str]:
    """Return the words with which a text reads otherwise to a reader of another Spanish.

    They call the reader vos, or are none of theirs; a Spanish that is not listed is taken for that
    of Spain.
    """
    words = re.findall(r"\b[a-záéíóúüñ]+", PLACEHOLDERS.sub(" ", text.lower()))
    unknown = WORDS.get(reader, WORDS[SPAIN])
    return {
        word
        for word in words
        if word in unknown or (reader not in SAY_VOS and _ends_like_vos(word))
    }


def _ends_like_vos(word: str) -> bool:
    return word not in SAID_EVERYWHERE and ENDINGS.fullmatch(word) is not None
