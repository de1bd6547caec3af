"""La Gira as data: the bars in their order, their rules and their locals."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from games.engine import Rules, make_rules
from games.robots.cast import CAST, Character


def _(words: str) -> str:
    """Mark a text for the catalogues; it is translated when it is shown."""
    return words


@dataclass(frozen=True)
class Round:
    """One game at a bar: the rivals, and the partner at a table of four."""

    rivals: tuple[str, ...]
    target: int
    partner: str = ""

    @property
    def seats(self) -> tuple[Character, ...]:
        """The robots in the order of their seats, from seat 1 on."""
        first, *others = (CAST[key] for key in self.rivals)
        return (first, CAST[self.partner], *others) if self.partner else (first,)

    @property
    def strongest(self) -> Character:
        """The rival whose level the table has."""
        return max((CAST[key] for key in self.rivals), key=lambda rival: rival.strength)


@dataclass(frozen=True)
class Bar:
    """A bar: its rules, a lesson of what is played differently there, and its rounds.

    The last round is the bar's final; winning it earns the trophy and opens the next bar. `lesson`
    names a hand of a course that shows the local rule.
    """

    slug: str
    name: str
    town: str
    region: str
    preset: str
    about: str
    teaches: str
    rounds: tuple[Round, ...]
    trophy: str
    lesson: tuple[str, int] | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def rules_of(self, number: int) -> Rules:
        """Return the rules of a round, counted from 1."""
        chosen = self.rounds[number - 1]
        seats = "4" if chosen.partner else "2"
        return make_rules(
            self.preset, {"seats": seats, "target": str(chosen.target), **self.options}
        )

    @cached_property
    def place(self) -> int:
        """Its number on the road, from 1."""
        return ROAD.index(self) + 1


ROAD: Final = (
    Bar(
        *("lujan", "La Pulpería", "Luján", _("Pampa"), "argentino"),
        _("Mostrador de estaño y una mesa coja. Acá empieza todo el mundo."),
        _("Sin flor: envido y truco. Gana la mano quien gana dos de las tres bazas."),
        (Round(("porota",), 9), Round(("toto",), 12)),
        "wheel",
        ("argentino", 1),
    ),
    Bar(
        *("la-plata", "La Diagonal", "La Plata", _("Pampa"), "argentino-flor"),
        _("Estudiantes, jubilados y una mesa de café que nunca se levanta."),
        _("Con flor: tres cartas del mismo palo valen tres tantos y dejan sin envido al rival."),
        (Round(("quique",), 12), Round(("mirta",), 15)),
        "flower",
        ("argentino-flor", 8),
    ),
    Bar(
        *("rosario", "El Puerto", "Rosario", _("Litoral"), "argentino"),
        _("Ventanas al río. Se canta más de lo que se tiene."),
        _("La falta envido paga lo que le falta al que va ganando. Pensalo antes de querer."),
        (Round(("beba",), 12), Round(("gringo",), 15)),
        "boat",
        ("argentino", 6),
        {"falta": "shortfall"},
    ),
    Bar(
        *("cordoba", "La Cañada", "Córdoba", _("Sierras"), "argentino-flor"),
        _("Patio con parra y humor rápido: el que se distrae pierde la mano."),
        _("Flor contra flor vale cuatro: achicarse cuesta menos, y desafiar también."),
        (Round(("chicha",), 12), Round(("cacho",), 15)),
        "hills",
        ("argentino-flor", 9),
        {"flor_vs_flor": "4"},
    ),
    Bar(
        *("neuquen", "El Viento", "Neuquén", _("Sur"), "argentino"),
        _("Afuera sopla; adentro se juega de a cuatro, en parejas."),
        _("De a cuatro, el compañero es de fiar: no le mates una baza que ya es de ustedes."),
        (Round(("nahuel", "pocha"), 15, "cholo"),),
        "wind",
        ("argentino", 3),
    ),
    Bar(
        *("tucuman", "La Peña", "Tucumán", _("Norte"), "trucoestrella"),
        _("Guitarra hasta tarde y empanadas con la carta que sigue."),
        _("Reglas de campeonato: se canta en el turno de cada uno y el envido ganado se muestra."),
        (Round(("zulma",), 15), Round(("rulo",), 15)),
        "guitar",
    ),
    Bar(
        *("montevideo", "El Hacha", "Montevideo", _("Montevideo"), "uruguayo-online"),
        _("Suena un tambor en la vereda. Se juega con muestra."),
        _("La muestra manda: el 2, 4, 5, 11 y 10 de su palo son piezas y le ganan a todo."),
        (Round(("lonja",), 15), Round(("gladys",), 15), Round(("nelson",), 20)),
        "drum",
        ("uruguayo", 1),
    ),
    Bar(
        *("salto", "La Naranja", "Salto", _("Litoral uruguayo"), "uruguayo"),
        _("Mesas al fresco entre los naranjales, cerca del río."),
        _("Con flor y muestra: una pieza suma mucho, y la flor puede armarse con dos."),
        (Round(("tape",), 15), Round(("nibia",), 15), Round(("milton",), 20)),
        "orange",
        ("uruguayo", 8),
    ),
    Bar(
        *("valencia", "La Bodega", "València", _("València"), "truc"),
        _("Barriles por mesa y azulejos. Se habla poco y se envida mucho."),
        _("El truc usa otra baraja y otro orden, y en una baza se pueden jugar dos cartas juntas."),
        (Round(("vicent",), 12), Round(("empar",), 12)),
        "lemon",
        ("truc", 2),
        {"legs_to_win": "1"},
    ),
    Bar(
        *("alcoi", "El Casal", "Alcoi", _("La Muntanya"), "truc"),
        _("Banda ensayando arriba y cartas abajo. El maestro no falla un compás."),
        _("Una carta tapada no gana nada, pero nadie sabe qué guardaste: usala a tiempo."),
        (Round(("ximo",), 18),),
        "bell",
        ("truc", 6),
        {"legs_to_win": "1"},
    ),
    Bar(
        *("palma", "Es Celler", "Palma", _("Mallorca"), "mallorqui"),
        _("Botas de roble, pan con aceite y una mesa debajo de la escalera."),
        _("El amo (11 de bastos) y la madona (10 de oros) mandan; el envite sube paso a paso."),
        (Round(("tomeu",), 18), Round(("aina",), 18)),
        "mill",
        ("mallorqui", 1),
        {"legs_to_win": "1"},
    ),
    Bar(
        *("caracas", "La Esquina", "Caracas", _("Venezuela"), "venezolano"),
        _("Un mostrador abierto a la calle y la radio con el partido."),
        _("Con vira: la perica y el perico le ganan a todo, y el envido sube de a piedras."),
        (Round(("goyo",), 12), Round(("mireya",), 12)),
        "maraca",
        ("venezolano", 2),
        {"legs_to_win": "1"},
    ),
    Bar(
        *("porto-alegre", "O Galpão", "Porto Alegre", _("Pampa gaúcho"), "gauderio"),
        _("Fuego en el medio, agua caliente y la mesa larga contra la pared."),
        _("Se juega con flor y se canta en portugués. Flor contra flor paga las dos."),
        (Round(("anita",), 12), Round(("blau",), 18)),
        "gourd",
        ("gauderio", 9),
    ),
    Bar(
        *("sao-paulo", "O Boteco", "São Paulo", _("Brasil"), "paulista"),
        _("Café corto, azulejo blanco y alguien que grita truco desde la vereda."),
        _("Sin envido ni flor. La carta que sigue a la vira es manilla, y el truco vale tres."),
        (Round(("cida",), 12), Round(("dirce",), 12)),
        "coffee",
        ("paulista", 2),
    ),
    Bar(
        *("ouro-preto", "A Venda", "Ouro Preto", _("Minas Gerais"), "mineiro"),
        _("Una cuesta de piedra, una puerta baja y queso sobre el mostrador."),
        _(
            "Las manillas son siempre las mismas: el zap, el 7 de corazones, la espadilla y el "
            "pica-fumo."
        ),
        (Round(("juca",), 12), Round(("geralda",), 12)),
        "gem",
        ("mineiro", 1),
    ),
    Bar(
        *("belo-horizonte", "O Mercado", "Belo Horizonte", _("Minas Gerais"), "mineiro"),
        _("Un pasillo del mercado, taburetes altos y cuatro que nunca se ponen de acuerdo."),
        _("De a cuatro, en parejas: en la mano de diez, los compañeros se muestran las cartas."),
        (Round(("lia", "tonho"), 12, "chico"),),
        "cheese",
        ("mineiro", 9),
    ),
    Bar(
        *("abasto", "El Abasto", "Buenos Aires", _("La final"), "argentino-flor"),
        _("Dos mesas y una luz. Acá se juega la final de La Gira, a treinta."),
        _("Todo lo que aprendiste: flor, envido y truco a treinta, malas y buenas."),
        (Round(("ciriaco",), 15), Round(("zurda",), 30)),
        "crown",
        ("argentino-flor", 10),
    ),
)
BARS: Final[Mapping[str, Bar]] = {bar.slug: bar for bar in ROAD}
