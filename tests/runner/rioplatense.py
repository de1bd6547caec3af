"""Words of the Río de la Plata: what has them reads otherwise in Spain."""

import re

OF_THE_PLATA = """
    vos sos acá allá ustedes recién planilla celular computadora cupo competencia competencias
    anotarse anotarte anotarme anotaste anotados agregar agregado adentro afuera che enoja
"""
WORDS = frozenset(OF_THE_PLATA.split())
PLACEHOLDERS = re.compile(r"%\(\w+\)\.?\d?[sdf]|<[^>]*>")
CLITICS = r"(?:te|me|l[oae]s?|sel[oa]s?)"
ENDINGS = re.compile(  # mirá, jugás; fijate, abrilo, which in Spain are fíjate and ábrelo; pedíselo
    rf"\w+(?:[áéí]|ás|és|ís)|[^\Wáéíóú]+[aei]{CLITICS}|\w+[áéí]{CLITICS}"
)
LIKE_VOS = """
    acredite además ahí apela aquí así atrás barriles carteles compás cielo cuales cuela dale dará
    decimales demás desempate después empate envite escala escuela estará estilo está estás esté
    estés fila filas finales habrá hará iguales inglés irá jamás mala malas manos mate menos miles
    modelo más mí palo palos país permite podrá quite quizás qué regala repite rivales sala sale
    sales semifinales será siete sola solo suele suelo sé sí tales tendrá totales tranquilo través
    vale vela venezuela verá vete
"""
SAID_EVERYWHERE = frozenset(LIKE_VOS.split())


def rioplatense(text: str) -> set[str]:
    """Return the words with which a text calls its reader vos, or which Spain has not."""
    words = re.findall(r"\b[a-záéíóúüñ]+", PLACEHOLDERS.sub(" ", text.lower()))
    return {word for word in words if word in WORDS or _ends_like_vos(word)}


def _ends_like_vos(word: str) -> bool:
    return word not in SAID_EVERYWHERE and ENDINGS.fullmatch(word) is not None
