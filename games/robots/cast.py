"""The characters that robots play: who they are, how they play, and what they say.

A character has a name, a place and a family of rules at home. At a table the locals of its family
sit down first; visitors from elsewhere fill the seats that are left. The level is the one of their
own bar (La Gira); at any other table the level of the table counts. What they say is in the
language of their place and is not translated.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.robots.levels import RobotLevel
from games.robots.styles import PLAIN, Style

APRENDIZ, BOLICHE, TAHUR = RobotLevel
ARGENTINO, URUGUAYO, TRUC = "argentino", "uruguayo", "truc"


def _(words: str) -> str:
    """Mark a text for the catalogues; it is translated when it is shown."""
    return words


@dataclass(frozen=True)
class Character:
    """One character. `face` names its drawing; `strength` goes from 1 to 5."""

    face: str
    name: str
    place: str
    family: str
    level: RobotLevel
    style: Style
    strength: int
    about: str
    manner: str
    greeting: str
    calls: str
    beaten: str

    @property
    def key(self) -> str:
        return self.name.lower()


_CAST: Final = (
    Character(
        *("porota", "Porota", "Luján", ARGENTINO, APRENDIZ),
        Style(quiet=0.35, believes=0.4, slow=0.1),
        1,
        _("Jubilada del correo. Aprendió con sus nietos, o eso les hizo creer."),
        _("Si canta, tiene: casi nunca miente."),
        *("Sentate, nene, que ya está el mate.", "Mirá que yo no miento.", "¡Te felicito, che!"),
    ),
    Character(
        *("toto", "Toto", "Chascomús", ARGENTINO, APRENDIZ),
        Style(stubborn=0.7, slow=-0.3),
        1,
        _("Reparte pan en bicicleta y nunca llega tarde a la mesa."),
        _("Quiere casi todo: le da miedo quedarse afuera."),
        *("¡Dale, dale, repartí!", "¡Quiero! ¿Qué era?", "Uh, otra vez será."),
    ),
    Character(
        *("quique", "Quique", "La Plata", ARGENTINO, BOLICHE),
        Style(guards=0.9, slow=0.3),
        2,
        _("Profesor de historia. Cuenta cada partida como si fuera una batalla."),
        _("Guarda la carta grande para el final."),
        *("La paciencia es media partida.", "Ahora sí que la muestro.", "Lo tenía anotado."),
    ),
    Character(
        *("mirta", "Mirta", "Ensenada", ARGENTINO, BOLICHE),
        Style(hurries=0.8, slow=-0.35),
        2,
        _("Maneja el colectivo de la costa y juega con el mismo apuro."),
        _("Mata con la más alta apenas puede."),
        *("Rapidito, que salgo en diez.", "¡Esa es mía!", "Me pasé de parada."),
    ),
    Character(
        *("beba", "Beba", "Rosario", ARGENTINO, BOLICHE),
        Style(calls=0.6, bluffs=0.25),
        2,
        _("Canta tangos los viernes. Se ríe cuando miente, y cuando no, también."),
        _("Canta mucho, con cartas o sin ellas."),
        *("¿Y si es verdad, corazón?", "¡Envido, mi vida!", "Me agarraste justo."),
    ),
    Character(
        *("gringo", "Gringo", "Rafaela", ARGENTINO, BOLICHE),
        Style(quiet=0.4, guards=0.3, slow=0.9, ponders=0.25),
        2,
        _("Tambero. Mira el cielo, mira las cartas y vuelve a mirar el cielo."),
        _("Piensa largo y juega sobre seguro."),
        *("Despacio, que es lejos.", "A ver, a ver…", "Y bueno, mañana hay que ordeñar."),
    ),
    Character(
        *("chicha", "Chicha", "Córdoba", ARGENTINO, BOLICHE),
        Style(calls=0.4, hurries=0.6, slow=-0.4),
        3,
        _("Vende libros usados en la Cañada y discute el precio de todo."),
        _("Mata primero y pregunta después."),
        *("Dale, que se enfría el mate.", "¡Cantá nomás!", "¡Qué lo parió, che!"),
    ),
    Character(
        *("cacho", "Cacho", "Alta Gracia", ARGENTINO, BOLICHE),
        Style(believes=0.7, slow=0.05),
        3,
        _("Humorista retirado. Tiene un chiste para cada carta."),
        _("Se va al mazo fácil: vuelve por las manos buenas."),
        *("Te cuento uno mientras das.", "Esta la dejo pasar.", "Buenísimo, no me río."),
    ),
    Character(
        *("nahuel", "Nahuel", "Neuquén", ARGENTINO, BOLICHE),
        Style(stubborn=0.6, calls=0.2, slow=0.15),
        3,
        _("Guía de montaña. Dice que el viento también juega."),
        _("Casi nunca se va al mazo."),
        *("Con este viento nadie se va.", "Yo no me bajo.", "Buena, la cumbre es tuya."),
    ),
    Character(
        *("nata", "Pocha", "Zapala", ARGENTINO, BOLICHE),
        Style(calls=0.5, believes=-0.3),
        3,
        _("Enfermera de guardia. Nada la apura y nada la asusta."),
        _("Sube la apuesta cuando le creen."),
        *("Pasá, que la noche es larga.", "¿Y si te retruco?", "Hoy dormís tranquilo."),
    ),
    Character(
        *("pulpo", "Cholo", "Bariloche", ARGENTINO, BOLICHE),
        Style(guards=0.4),
        2,
        _("Chocolatero. Juega de compañero de quien llega solo."),
        _("Deja que mate el compañero y cuida la última."),
        *("Vamos juntos, no te preocupes.", "Vení a mí.", "Ya van a ver."),
    ),
    Character(
        *("zulma", "Zulma", "Tucumán", ARGENTINO, BOLICHE),
        Style(calls=0.8, bluffs=0.35, slow=-0.1),
        3,
        _("Maestra de primaria. Enseña fracciones con los tantos del envido."),
        _("Canta envido con casi nada y espera que le crean."),
        *("Así enseño fracciones.", "¡Envido, y que Dios reparta!", "Diez, te felicito."),
    ),
    Character(
        *("rulo", "Rulo", "Salta", ARGENTINO, BOLICHE),
        Style(believes=-0.5, ponders=0.15),
        4,
        _("Guitarrero de peña. Afina entre mano y mano."),
        _("Paga por ver: acepta lo que otros dejan pasar."),
        *("Una zamba y arrancamos.", "Quiero ver eso.", "Te la dedico."),
    ),
    Character(
        *("ciriaco", "Ciriaco", "Areco", ARGENTINO, TAHUR),
        Style(quiet=0.6, guards=0.3, slow=0.6),
        4,
        _("Talabartero. Calla toda la mano; cuando habla, hay que escucharlo."),
        _("Canta poco y con buenas cartas."),
        *("Mm.", "Truco.", "Bien jugado, mozo."),
    ),
    Character(
        *("zurda", "Zurda", "El Abasto", ARGENTINO, TAHUR),
        PLAIN,
        5,
        _("Nadie sabe cómo se llama. Juega con la izquierda y recuerda cada mano."),
        _("Sin costumbres: hace lo que conviene y nada más."),
        *("Te esperaba.", "Truco, entonces.", "Al fin alguien. Volvé cuando quieras."),
    ),
    Character(
        *("lonja", "Lonja", "Montevideo", URUGUAYO, BOLICHE),
        Style(calls=0.3, hurries=0.3, slow=-0.2),
        3,
        _("Toca el piano en una cuerda de candombe; el piano es un tambor."),
        _("Juega las piezas temprano."),
        *("Escuchá el repique, botija.", "¡Truco y vuelta!", "Ta, ganaste bien."),
    ),
    Character(
        *("gladys", "Gladys", "La Teja", URUGUAYO, BOLICHE),
        Style(believes=0.5, slow=0.2),
        3,
        _("Lleva las cuentas del club de barrio, y las de los rivales."),
        _("No paga por ver: si le cantás, se va seguido."),
        *("Anoto yo, ¿ta?", "No, m'hijo, no quiero.", "Salió redondo, che."),
    ),
    Character(
        *("wilson", "Nelson", "Pocitos", URUGUAYO, BOLICHE),
        Style(stubborn=0.5),
        4,
        _("Guarda de ómnibus. Conoce a todos y a todos les quiere ganar."),
        _("No se achica: acepta hasta con poco."),
        *("Pasen al fondo, que hay lugar.", "¡Quiero, faltaba más!", "Bajás en la próxima."),
    ),
    Character(
        *("tape", "Tape", "Salto", URUGUAYO, BOLICHE),
        Style(guards=0.8, slow=0.5),
        3,
        _("Peón de naranjales. Habla bajito y cuenta las cartas."),
        _("Guarda las piezas para el final."),
        *("Buenas. ¿Se puede?", "Aguante un poquito.", "Linda partida, vecino."),
    ),
    Character(
        *("coca", "Nibia", "Paysandú", URUGUAYO, BOLICHE),
        Style(calls=0.6, bluffs=0.25, slow=-0.3),
        4,
        _("Relatora de fútbol en la radio. Relata también cada mano."),
        _("Canta seguido, hasta sin pieza."),
        *("¡Arranca el partido!", "¡Envido, y se viene!", "¡Golazo tuyo!"),
    ),
    Character(
        *("tano", "Milton", "Artigas", URUGUAYO, TAHUR),
        Style(ponders=0.2, slow=0.3),
        5,
        _("Busca amatistas. Dice que una buena pieza se reconoce por el peso."),
        _("Calcula: casi no regala un punto."),
        *("Vamo arriba.", "Con muestra o sin muestra.", "Esa piedra es tuya."),
    ),
    Character(
        *("vicent", "Vicent", "València", TRUC, BOLICHE),
        Style(guards=0.6, slow=0.2),
        3,
        _("Cultivó naranjas toda la vida. Tapa una carta y sonríe."),
        _("Esconde lo bueno hasta la última baza."),
        *("Tranquil, que jo estic ací.", "Mira, mira…", "Molt bé, xiquet."),
    ),
    Character(
        *("empar", "Empar", "El Cabanyal", TRUC, BOLICHE),
        Style(calls=0.6, bluffs=0.3, slow=-0.3),
        4,
        _("Pescadera. Grita truc como quien vende sepias."),
        _("Envida sin miedo, con cartas o sin ellas."),
        *("Vinga, que no tinc tot el dia!", "Truc, i fresc!", "M'has pescat."),
    ),
    Character(
        *("ximo", "Ximo", "Alcoi", TRUC, TAHUR),
        Style(believes=0.3, slow=0.4, ponders=0.15),
        5,
        _("Maestro de capilla. Cuenta los compases y las cartas."),
        _("Cree lo que le dicen: solo va con juego."),
        *("Silenci, que comença.", "Envit.", "Has tocat bé."),
    ),
)
CAST: Final[Mapping[str, Character]] = {each.key: each for each in _CAST}
_BY_NAME: Final = {each.name: each for each in _CAST}
OTHERS: Final[Mapping[str, Sequence[str]]] = {
    "paulista": (
        *("Zeca", "Dirce", "Tião", "Cida", "Nelson", "Lurdes", "Baiano", "Neusa"),
        *("Toninho", "Vera", "Japa", "Sônia", "Mauro", "Dita"),
    ),
    "mineiro": (
        *("Juca", "Geralda", "Zezinho", "Conceição", "Tonho", "Efigênia", "Nonô", "Zulmira"),
        *("Bené", "Das Dores", "Chico", "Lia", "Dirceu", "Naná"),
    ),
    "gauderio": (
        *("Gaudêncio", "Eulália", "Getúlio", "Chinoca", "Bagual", "Anita", "Blau", "Honorina"),
        *("Ventania", "Picucha", "Adão", "Maruca", "Leôncio", "Jurema"),
    ),
    "venezolano": (
        *("Chucho", "Yajaira", "Cheo", "Mireya", "Goyo", "Coromoto", "Catire", "Nena"),
        *("Pancho", "Omaira", "Lucho", "Chela", "Asdrúbal", "Belkis"),
    ),
    "mallorqui": (
        *("Tomeu", "Aina", "Biel", "Margalida", "Miquela", "Rafel", "Xisca", "Toni"),
        *("Joana", "Pep", "Coloma", "Llorenç", "Bet", "Jaume"),
    ),
}
"""Names of robots by the voice of rules that no character is at home with."""
TASTES: Final = (
    Style(calls=0.6, slow=-0.1),
    Style(calls=-0.5, guards=0.3, slow=0.15),
    Style(believes=0.5),
    Style(believes=-0.3, slow=-0.05),
    Style(guards=0.5, slow=0.1),
    Style(calls=0.3, guards=-0.5, slow=-0.15),
    Style(calls=0.3, believes=-0.3, slow=0.05),
)
"""Assigned in turn to these names."""
_STYLES: Final[Mapping[str, Style]] = {
    name: TASTES[place % len(TASTES)]
    for names in OTHERS.values()
    for place, name in enumerate(names)
} | {each.name: each.style for each in _CAST}


def character_named(name: str) -> Character | None:
    return _BY_NAME.get(name)


def style_of(name: str) -> Style:
    """Return the style of the robot of this name; a plain one for any other name."""
    return _STYLES.get(name, PLAIN)


def robot_names(
    voice: str,
    game: int,
    seats: Collection[int],
    taken: Collection[str],
    kept: Mapping[int, str],
) -> Mapping[int, str]:
    """Name the robots on these seats of a game. No robot shares a name with a player at the table.

    The same arguments give the same names. A robot whose name was chosen, or is known from the game
    before, keeps it (`kept`).
    """
    words = {word.casefold() for name in taken for word in name.split()[:1]}
    again = {
        seat: name
        for seat, name in kept.items()
        if seat in seats and name in _STYLES and name.casefold() not in words
    }
    words.update(name.casefold() for name in again.values())
    others = sorted(set(seats) - again.keys())
    return again | dict(zip(others, _free(voice, game, words), strict=False))


def _free(voice: str, game: int, words: Collection[str]) -> Iterator[str]:
    """Yield the locals first, then the visitors, beginning elsewhere in each game."""
    locals_ = [each.name for each in _CAST if each.family == voice] or list(OTHERS[voice])
    visitors = [each.name for each in _CAST if each.name not in locals_]
    for known in (locals_, visitors):
        for step in range(len(known)):
            name = known[(game + step) % len(known)]
            if name.casefold() not in words:
                yield name
