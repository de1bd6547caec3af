"""Roles of the columns in a table of entries, derived from titles and cells.

Titles are recognised in Spanish, English, Catalan and Portuguese. Where a title is ambiguous, the
cells decide: `Pareja` can hold both players, the second player, or the name of the pair.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.names.words import flat


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TWO: Final = 2  # players of a pair
STOP: Final = _words(
    "de del la el los las l d the of y i e and o a s as es n no nro num numero do da"
    " tu tus su sus mi your you vuestro vuestra teu teua seu sua ya ha han has have al"
)
FIRST: Final = _words("nombre nombres nom noms nome nomes name names first given pila forename")
LAST: Final = _words("apellido apellidos surname surnames last family cognom cognoms sobrenome")
WHOLE: Final = _words("completo completa full complet completos complete")
ONE: Final = _words(
    "jugador jugadora player integrante participante participant miembro member membre jogador"
    " jogadora persona capitan capitana captain capita capitao inscripto inscrito titular"
)
MATE: Final = _words(
    "companero companera partner companheiro companheira parceiro parceira company"
    " companya mate partenaire compagno compagna"
)
MANY: Final = _words(
    "jugadores jugadoras players integrantes participantes participants miembros members membres"
    " jogadores jogadoras jugadors jugadores titulares"
)
TEAM: Final = _words("equipo team equip equipe equipos teams time")
PAIR: Final = _words("pareja parejas pair pairs parella parelles dupla duplas couple duo trio")
CLUB: Final = _words(
    "club clube affiliation afiliacion afiliacao filiacio procedencia origen origem pena penya"
    " entidad entitat"
)
SEED: Final = _words("seed cabeza serie cap cabeca chave siembra sembrado seeding cabezas")
PAID: Final = _words(
    "pago paid pagado pagada pagaron pagaste pagasteis pagat pagament pagamento payment abono"
    " abonado abonada pagou inscripcion fee"
)
STATE: Final = _words("state status estado estat situacion situacao situacio")
ORDINALS: Final[Mapping[str, int]] = {
    **{str(number): number for number in range(1, 7)},
    **{letter: number for number, letter in enumerate("abcdef", 1)},
    **dict.fromkeys(
        [
            "uno",
            "one",
            "un",
            "primer",
            "primero",
            "primera",
            "first",
            "1er",
            "1ro",
            "1ra",
            "1st",
            "primeiro",
            "i",
        ],
        1,
    ),
    **dict.fromkeys(
        [
            "dos",
            "two",
            "segundo",
            "segunda",
            "second",
            "2do",
            "2da",
            "2nd",
            "segon",
            "segona",
            "dois",
            "ii",
        ],
        2,
    ),
    **dict.fromkeys(
        [
            "tres",
            "three",
            "tercer",
            "tercero",
            "tercera",
            "third",
            "3er",
            "3ro",
            "3ra",
            "3rd",
            "iii",
        ],
        3,
    ),
    **dict.fromkeys(
        ["cuatro", "four", "cuarto", "cuarta", "fourth", "4to", "4ta", "4th", "quatre", "iv"], 4
    ),
}
SHORT: Final = _words("j p jug jgd int part")  # abbreviations of a player, with a number


@dataclass(frozen=True)
class Column:
    """Meaning of a column title.

    `role` is one of "players", "player", "first", "last", "name", "pair", "team", "affiliation",
    "seed", "paid" and "state"; `number` counts players from 1 and is 0 if the title has none.
    """

    role: str
    number: int = 0
    is_surname_first: bool = False


def column_of(title: str) -> Column | None:
    """Return the meaning of a title; None if it is unknown."""
    if re.search(r"[;|\t]", title):
        return None
    spelled = re.sub(r"([^\W\d_])(\d)", r"\1 \2", title.strip().lstrip("'"))
    tokens = re.findall(r"\w+", flat(spelled.replace("_", " ").replace("º", "").replace("°", "")))
    if not tokens or len(tokens) > 8:
        return None
    number, rest = _numbered(tokens)
    terms = [token for token in rest if token not in STOP]
    words = frozenset(terms)
    if not words:
        return None
    if words <= (FIRST | LAST | WHOLE | ONE | MANY):
        return _person(terms, words, number)
    if words & MATE and words <= MATE | FIRST | LAST | WHOLE | ONE:
        if words & LAST and not words & FIRST:
            return Column("last", number or 2)
        is_part = bool(words & FIRST) and not words & (LAST | WHOLE)
        return Column("first" if is_part else "player", number or 2)
    if number and words <= SHORT:
        return Column("player", number)
    if words & PAIR and words & LAST and words <= PAIR | FIRST | LAST | WHOLE:
        return Column("pair")
    for role, role_words in (
        ("team", TEAM),
        ("pair", PAIR),
        ("affiliation", CLUB),
        ("seed", SEED),
        ("paid", PAID),
        ("state", STATE),
    ):
        if words & role_words and words <= role_words | FIRST:
            if role == "pair" and words & FIRST:
                return Column("team")
            is_one = role == "pair" and number > 0
            return Column("player" if is_one else role, number)
    return None


def _numbered(tokens: Sequence[str]) -> tuple[int, list[str]]:
    """Return the player number of a title, and its other words."""
    if len(tokens) == 1:
        return 0, list(tokens)
    for at in (len(tokens) - 1, 0, *range(1, len(tokens) - 1)):
        token = tokens[at]
        is_first_name = token == "first" and tokens[at + 1 : at + 2] == ["name"]
        is_word = token in STOP and at != len(tokens) - 1
        if token in ORDINALS and not is_first_name and not is_word:
            return ORDINALS[token], [*tokens[:at], *tokens[at + 1 :]]
    return 0, list(tokens)


def _person(terms: Sequence[str], words: frozenset[str], number: int) -> Column:
    has_last = bool(words & LAST)
    has_first = bool(words & FIRST)
    is_single_surname = bool(words & {"last", "family"}) and len(words & (LAST | FIRST)) == 2
    if has_last and has_first and not is_single_surname:
        order = [word in LAST for word in terms if word in LAST | FIRST]
        return Column("player", number, is_surname_first=order[0])
    if has_last:
        return Column("last", number)
    if has_first and words & {"first", "given", "pila", "forename"}:
        return Column("first", number)
    if has_first and words & ONE and not words & WHOLE:
        return Column("first", number)
    if words & MANY:
        return Column("player", number) if number else Column("players")
    if words & ONE or words & WHOLE:
        return Column("player", number)
    return Column("name", number)


@dataclass(frozen=True)
class Columns:
    """The columns of a table, and the titles that are not read."""

    single: Mapping[str, int]  # column of "team", "affiliation", "seed", "paid", "state", "players"
    people: tuple[tuple[int, ...], ...]  # columns of each player, whose cells are joined by a space
    surname_first: frozenset[int]
    left_out: tuple[str, ...] = ()

    def roles(self, width: int) -> tuple[str, ...]:
        """Return the role of each column, as `columns_of` reads it; "" if it is not read."""
        roles = dict.fromkeys(range(width), "")
        roles |= {at: "name" if role == "team" else role for role, at in self.single.items()}
        for number, cells in enumerate(self.people, 1):
            roles |= dict.fromkeys(cells[1:], f"last{number}") | {cells[0]: f"player{number}"}
        return tuple(roles[at] for at in range(width))


def roles_offered(size: int) -> tuple[str, ...]:
    """Return the roles that a column may have for a team of `size`."""
    people = [f"{part}{number}" for number in range(1, size + 1) for part in ("player", "last")]
    team = ("name",) if size > 1 else ()
    return ("", "players", *people, *team, "affiliation", "seed", "paid", "state")


def columns_of(roles: Sequence[str], titles: Sequence[str]) -> Columns | None:
    """Return the columns for the chosen roles; None if none of them holds names.

    Of two columns with the same role the first is read. A player may have several, the surname
    last.
    """
    single: dict[str, int] = {}
    people: dict[int, list[int]] = {}
    last: dict[int, list[int]] = {}
    for at, role in enumerate(roles):
        if part := re.fullmatch(r"(player|last)(\d+)", role):
            (people if part[1] == "player" else last).setdefault(int(part[2]), []).append(at)
        elif role:
            single.setdefault("team" if role == "name" else role, at)
    if not people and not last and not {"players", "team"} & single.keys():
        return None
    cells = [
        (*people.get(number, ()), *last.get(number, ())) for number in sorted({*people, *last})
    ]
    used = {*single.values(), *(at for each in cells for at in each)}
    columns = [column_of(title) for title in titles]
    return Columns(
        single,
        tuple(cells),
        frozenset(at for at, column in enumerate(columns) if column and column.is_surname_first),
        tuple(title.strip() for at, title in enumerate(titles) if at not in used and title.strip()),
    )


def read_titles(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    size: int,
    count_names: Callable[[str], int],
) -> Columns | None:
    """Propose roles for columns; None if none of them holds names.

    `rows` are the cells under the titles; `count_names` returns the number of people a cell names.
    """
    proposal = _Proposal(size, rows, count_names)
    for at, title in enumerate(titles):
        proposal.add(at, column_of(title))
    proposal.join_surnames()
    for at in proposal.pairs:
        proposal.place_pair(at)
    for number, at in enumerate(proposal.names, 1):
        proposal.place_name(number, at)
    proposal.read_team_as_players()
    return proposal.columns(titles)


class _Proposal:
    """Proposed columns, from the titles and the cells under them.

    Titles determine most columns directly. `Nombre` may be a team or a player, and `Pareja` both
    players, the second one or the name of the pair; their cells decide.
    """

    def __init__(
        self, size: int, rows: Sequence[Sequence[str]], count_names: Callable[[str], int]
    ) -> None:
        self.size, self.rows, self.count_names = size, rows, count_names
        self.single: dict[str, int] = {}
        self.players: dict[int, int] = {}
        self.first: dict[int, int] = {}
        self.last: dict[int, int] = {}
        self.names: list[int] = []
        self.pairs: list[int] = []
        self.surname_first: set[int] = set()

    @property
    def has_people(self) -> bool:
        """Whether a column is known to hold players."""
        return "players" in self.single or bool(self.players or self.first or self.last)

    def add(self, at: int, column: Column | None) -> None:
        """Assign a column by its title, or defer it until the cells are read."""
        match column:
            case None:
                pass
            case Column("name", 0):
                self.names.append(at)
            case Column("pair"):
                self.pairs.append(at)
            case Column("player" | "first" | "last" | "name"):
                self._add_person(at, column)
            case _:
                self.single.setdefault(column.role, at)

    def _add_person(self, at: int, column: Column) -> None:
        parts = {"player": self.players, "last": self.last}.get(column.role, self.first)
        number = column.number or len(parts) + 1
        parts[max(parts) + 1 if number in parts else number] = at
        if column.is_surname_first:
            self.surname_first.add(at)

    def join_surnames(self) -> None:
        """Use `Nombre` next to `Apellido` as the first name of the same player.

        A first name without a surname is the whole name.
        """
        if self.names and {*self.last} - {*self.first}:
            lacking = iter(sorted({*self.last} - {*self.first}))
            for at, number in zip([*self.names], lacking, strict=False):
                self.first[number] = at
                self.names.remove(at)
        for number in sorted({*self.first} - {*self.last}):
            at = self.first.pop(number)
            if number in self.players:
                number = max(self.players) + 1
            self.players[number] = at

    def place_pair(self, at: int) -> None:
        """Use `Pareja` as both players, as the partner of `Nombre`, or as the name of the pair."""
        size = self.size
        is_whole = size > 1 and self._names_most(at, size)
        has_players = "players" in self.single or bool(self.players)
        is_alone = not (has_players or self.names or self.first or self.last)
        if not has_players and self.names and size > 1 and self._names_most(at, 1):
            self.players = {1: self.names.pop(0), 2: at}
        elif (not has_players and is_whole) or (is_alone and "team" in self.single):
            self.single["players"] = at
        elif size == TWO and {*self.players} == {1} and self._names_most(at, 1):
            self.players[2] = at
        else:
            self.single.setdefault("team", at)

    def place_name(self, number: int, at: int) -> None:
        """Use `Nombre` as a player, as all players, or as the name of the team."""
        is_mate_alone = {*self.players} == {2} and self.size == TWO
        is_player = self.size == 1 or "team" in self.single or len(self.names) > 1
        if is_mate_alone:
            self.players[1] = at
        elif not self.has_people_besides_names and is_player:
            self.players[number] = at
        elif not self.has_people and self._names_most(at, self.size):
            self.single["players"] = at
        else:
            self.single.setdefault("team", at)

    @property
    def has_people_besides_names(self) -> bool:
        """Whether columns other than those of plain names hold players."""
        return self.has_people and not {*self.players.values()} <= {*self.names}

    def read_team_as_players(self) -> None:
        """Use a team column as the players if no other column has names and it names enough."""
        if "team" in self.single and not self.has_people:
            at = self.single["team"]
            if self.size == 1 or self._names_most(at, self.size):
                self.single["players"] = self.single.pop("team")

    def columns(self, titles: Sequence[str]) -> Columns | None:
        """Return the columns; None if none holds names."""
        if not self.has_people and "team" not in self.single:
            return None
        numbered: list[tuple[int, tuple[int, ...]]] = [
            (number, (at,)) for number, at in self.players.items()
        ]
        numbered += [
            (number, tuple(part[number] for part in (self.first, self.last) if number in part))
            for number in self.first.keys() | self.last.keys()
        ]
        people = [cells for _, cells in sorted(numbered)]
        used = {*self.single.values(), *(at for cells in people for at in cells)}
        left_out = (title.strip() for at, title in enumerate(titles) if at not in used)
        return Columns(
            self.single,
            tuple(people),
            frozenset(self.surname_first),
            tuple(filter(None, left_out)),
        )

    def _names_most(self, at: int, number: int) -> bool:
        """Return whether most filled cells of a column name `number` people."""
        filled = [row[at] for row in self.rows if at < len(row) and row[at].strip()]
        many = sum(self.count_names(cell) == number for cell in filled)
        return bool(filled) and 2 * many > len(filled)
