"""The characters that robots play: who they are, how they play, and what they say.

A character has a name, a place and rules at home (`family`, a voice of `house_rules`). At a table
the locals of its family sit down first; visitors from elsewhere fill the seats that are left. The
level is the one of their own bar (La Gira); at any other table the level of the table counts. What
they say is in the language of their place and is not translated.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.robots.levels import RobotLevel
from games.robots.styles import PLAIN, Style

APRENDIZ, BOLICHE, TAHUR = RobotLevel
ARGENTINO, URUGUAYO, TRUC = "argentino", "uruguayo", "truc"
GAUDERIO, PAULISTA, MINEIRO = "gauderio", "paulista", "mineiro"
MALLORQUI, VENEZOLANO = "mallorqui", "venezolano"


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
        Style(calls=0.6, bluffs=0.45, slow=-0.3),
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
    Character(
        *("tomeu", "Tomeu", "Palma", MALLORQUI, BOLICHE),
        Style(guards=0.7, slow=0.3),
        3,
        _("Arregla barcas en el puerto y juega mirando el tiempo que hace."),
        _("Guarda el amo y la madona para la última baza."),
        *("Bones. Seis, que fa bo.", "Truc, i a veure.", "Ben jugat, al·lot."),
    ),
    Character(
        *("aina", "Aina", "Sóller", MALLORQUI, BOLICHE),
        Style(calls=0.5, bluffs=0.25, slow=-0.2),
        4,
        _("Afina el órgano del pueblo y oye cuando alguien duda."),
        _("Envida de a poco y sube si la ven dudar."),
        *("Va, reparteix.", "Envit!", "M'has ben guanyat."),
    ),
    Character(
        *("goyo", "Goyo", "Petare", VENEZOLANO, BOLICHE),
        Style(stubborn=0.5, calls=0.3, slow=-0.1),
        3,
        _("Repara radios y tiene una prendida en cada mesa."),
        _("Acepta casi todo: quiere ver las cartas."),
        *("Épale, ¿una manito?", "¡Truco, pues!", "Buena esa, vale."),
    ),
    Character(
        *("mireya", "Mireya", "La Guaira", VENEZOLANO, TAHUR),
        Style(calls=0.4, bluffs=0.2, slow=0.1),
        4,
        _("Entrena a un equipo de béisbol infantil y lee las señas de todos."),
        _("Sube las piedras de a una, hasta que el otro se cansa."),
        *("Atento, que arranco.", "Quiero, y dos piedras más.", "Me ponchaste."),
    ),
    Character(
        *("anita", "Anita", "Porto Alegre", GAUDERIO, BOLICHE),
        Style(believes=0.4, slow=0.1),
        3,
        _("Restaura libros viejos y nunca dobla una carta."),
        _("Con flor va siempre adelante; sin flor, espera."),
        *("Senta aqui, já está quente.", "Flor!", "Que linda partida."),
    ),
    Character(
        *("blau", "Blau", "Bagé", GAUDERIO, BOLICHE),
        Style(calls=0.5, stubborn=0.3, slow=0.3),
        4,
        _("Veterinario de campaña. Conoce a los animales y a los mentirosos."),
        _("Canta primero y pregunta después."),
        *("Buenas, vivente.", "Truco, e te aprochega!", "Me pegou direitinho."),
    ),
    Character(
        *("cida", "Cida", "São Paulo", PAULISTA, BOLICHE),
        Style(calls=0.6, bluffs=0.3, slow=-0.3),
        3,
        _("Vende frutas en la feria y pregona el truco igual que las bananas."),
        _("Pide truco con manilla o sin ella."),
        *("Chega mais, freguês!", "Truco, ladrão!", "Levou a melhor, hein."),
    ),
    Character(
        *("dirce", "Dirce", "Campinas", PAULISTA, TAHUR),
        Style(guards=0.6, slow=0.2),
        4,
        _("Profesora de química. Mide cada carta como si fuera un gramo."),
        _("Esconde la manilla hasta la última."),
        *("Sem pressa, por favor.", "Seis.", "Experimento encerrado: ganhaste."),
    ),
    Character(
        *("juca", "Juca", "Ouro Preto", MINEIRO, BOLICHE),
        Style(quiet=0.4, slow=0.5),
        3,
        _("Talla piedra jabón y mide las palabras."),
        _("Habla poco: si pide truco, tiene con qué."),
        *("Uai, pode sentar.", "Truco, sô.", "Ganhou bonito."),
    ),
    Character(
        *("geralda", "Geralda", "Diamantina", MINEIRO, BOLICHE),
        Style(believes=-0.4, slow=-0.1),
        4,
        _("Toca el trombón en la banda y hace pan de queso para todos."),
        _("No cree en nadie: acepta y sube."),
        *("Trem bom, uma partidinha!", "Seis neles!", "Êta, essa foi sua."),
    ),
    Character(
        *("lia", "Lia", "Belo Horizonte", MINEIRO, TAHUR),
        Style(calls=0.4, ponders=0.15, slow=0.1),
        4,
        _("Maneja el taxi de noche y juega la última mano de cada turno."),
        _("Calcula lo que ya salió y aprieta al final."),
        *("Entra, que a corrida é curta.", "Truco!", "Fica com o troco."),
    ),
    Character(
        *("tonho", "Tonho", "Contagem", MINEIRO, BOLICHE),
        Style(hurries=0.6, slow=-0.2),
        4,
        _("Electricista: entra a cada mano con chispa."),
        _("Mata con la más alta apenas puede."),
        *("Bora que bora!", "Toma essa!", "Deu curto aqui."),
    ),
    Character(
        *("chico", "Chico", "Sabará", MINEIRO, BOLICHE),
        Style(guards=0.3, slow=0.2),
        3,
        _("Jardinero de la plaza. Acompaña a quien llega sin pareja."),
        _("Cuida la baza del compañero y guarda la más alta."),
        *("Vamo junto, companheiro.", "Deixa comigo.", "Valeu demais."),
    ),
)
CAST: Final[Mapping[str, Character]] = {each.key: each for each in _CAST}
_BY_NAME: Final = {each.name: each for each in _CAST}
OTHERS: Final[Mapping[str, Sequence[str]]] = {
    "paulista": (
        *("Zeca", "Tião", "Nelson", "Lurdes", "Baiano", "Neusa"),
        *("Toninho", "Vera", "Japa", "Sônia", "Mauro", "Dita"),
    ),
    "mineiro": (
        *("Zezinho", "Conceição", "Efigênia", "Nonô", "Zulmira"),
        *("Bené", "Das Dores", "Dirceu", "Naná"),
    ),
    "gauderio": (
        *("Gaudêncio", "Eulália", "Getúlio", "Chinoca", "Bagual", "Honorina"),
        *("Ventania", "Picucha", "Adão", "Maruca", "Jurema", "Leôncio"),
    ),
    "venezolano": (
        *("Chucho", "Yajaira", "Cheo", "Coromoto", "Catire", "Nena"),
        *("Pancho", "Omaira", "Lucho", "Chela", "Asdrúbal", "Belkis"),
    ),
    "mallorqui": (
        *("Biel", "Margalida", "Miquela", "Rafel", "Xisca", "Toni"),
        *("Joana", "Pep", "Coloma", "Llorenç", "Bet", "Jaume"),
    ),
}
"""More names of robots, by the voice of rules that few characters are at home with."""
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
    locals_ = [each.name for each in _CAST if each.family == voice]
    visitors = [each.name for each in _CAST if each.family != voice]
    for names in (locals_, OTHERS.get(voice, ()), visitors):
        for step in range(len(names)):
            name = names[(game + step) % len(names)]
            if name.casefold() not in words:
                yield name
