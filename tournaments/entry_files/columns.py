"""What the columns of a table of entries are, told by their titles and their cells.

Titles are known in Spanish, English, Catalan and Portuguese. What a title does not tell, the
cells do: `Pareja` may hold both players, the second one, or the name of the pair.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.entry_files.list_words import flat


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP: Final = _words(
    "de del la el los las l d the of y i e and o a s as es n no nro num numero do da"
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
    "pago paid pagado pagada pagaron pagat pagament pagamento payment abono abonado abonada pagou"
    " inscripcion fee"
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


@dataclass(frozen=True)
class Column:
    """What a title says a column is.

    `role` is one of "players", "player", "first", "last", "name", "pair", "team", "affiliation",
    "seed", "paid" and "state"; `number` counts players from 1, 0 where the title does not say.
    """

    role: str
    number: int = 0
    is_surname_first: bool = False


def column_of(title: str) -> Column | None:
    """Return what a title means; None if it is not a title of ours."""
    spelled = re.sub(r"([^\W\d_])(\d)", r"\1 \2", title.strip().lstrip("'"))
    tokens = re.findall(r"\w+", flat(spelled.replace("_", " ").replace("º", "").replace("°", "")))
    if not tokens or len(tokens) > 8:
        return None
    number, rest = _numbered(tokens)
    said = [token for token in rest if token not in STOP]
    words = frozenset(said)
    if not words:
        return None
    if words <= (FIRST | LAST | WHOLE | ONE | MANY):
        return _person(said, words, number)
    if words & MATE and words <= MATE | FIRST | LAST | WHOLE | ONE:
        return Column("player", number or 2)
    for role, known in (
        ("team", TEAM),
        ("pair", PAIR),
        ("affiliation", CLUB),
        ("seed", SEED),
        ("paid", PAID),
        ("state", STATE),
    ):
        if words & known and words <= known | FIRST:
            if role == "pair" and words & FIRST:
                return Column("team")
            return Column(role, number)
    return None


def _numbered(tokens: Sequence[str]) -> tuple[int, list[str]]:
    """Tell which player a title is about, and return its other words."""
    if len(tokens) == 1:
        return 0, list(tokens)
    for at in (len(tokens) - 1, 0, *range(1, len(tokens) - 1)):
        token = tokens[at]
        is_first_name = token == "first" and tokens[at + 1 : at + 2] == ["name"]
        is_word = token in STOP and at != len(tokens) - 1
        if token in ORDINALS and not is_first_name and not is_word:
            return ORDINALS[token], [*tokens[:at], *tokens[at + 1 :]]
    return 0, list(tokens)


def _person(said: Sequence[str], words: frozenset[str], number: int) -> Column:
    has_last = bool(words & LAST)
    has_first = bool(words & FIRST)
    is_single_surname = bool(words & {"last", "family"}) and len(words & (LAST | FIRST)) == 2
    if has_last and has_first and not is_single_surname:
        order = [word in LAST for word in said if word in LAST | FIRST]
        return Column("player", number, is_surname_first=order[0])
    if has_last:
        return Column("last", number)
    if has_first and words & {"first", "given", "pila", "forename"}:
        return Column("first", number)
    if words & MANY:
        return Column("player", number) if number else Column("players")
    if words & ONE or words & WHOLE:
        return Column("player", number)
    return Column("name", number)


@dataclass(frozen=True)
class Columns:
    """The columns of a table: where each thing stands, and which titles are left out."""

    single: Mapping[str, int]  # "team", "affiliation", "seed", "paid", "state", "players"
    people: tuple[tuple[int, ...], ...]  # the cells of each player, joined by a space
    surname_first: frozenset[int]
    left_out: tuple[str, ...] = ()


def read_titles(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    size: int,
    count_names: Callable[[str], int],
) -> Columns | None:
    """Propose what columns are; None if nobody's name stands in any of them.

    `rows` are cells under the titles; `count_names` says how many people a cell names.
    """
    found = [column_of(title) for title in titles]
    single: dict[str, int] = {}
    parts: dict[str, dict[int, int]] = {"player": {}, "first": {}, "last": {}}
    names: list[int] = []
    pairs: list[int] = []
    flipped: set[int] = set()
    left_out: list[str] = []
    for at, column in enumerate(found):
        if column is None:
            left_out += [titles[at].strip()] if titles[at].strip() else []
        elif column.role in ("name",) and not column.number:
            names.append(at)
        elif column.role in ("pair", "team") and (column.role == "pair" or "team" not in single):
            pairs.append(at) if column.role == "pair" else single.setdefault("team", at)
        elif column.role in ("player", "first", "last", "name"):
            role = "first" if column.role == "name" else column.role
            number = column.number or len(parts[role]) + 1
            if number in parts[role]:
                number = max(parts[role]) + 1
            parts[role][number] = at
            flipped |= {at} if column.is_surname_first else set()
        elif column.role in single:
            left_out.append(titles[at].strip())
        else:
            single[column.role] = at

    def names_most(at: int, number: int) -> bool:
        """Tell whether most of the filled cells of a column name so many people."""
        filled = [row[at] for row in rows if at < len(row) and row[at].strip()]
        return bool(filled) and 2 * sum(count_names(cell) == number for cell in filled) > len(
            filled
        )

    has_people = "players" in single or bool(parts["player"])
    if names and parts["last"]:
        for number, at in enumerate(names, 1):
            parts["first"].setdefault(number, at)
        names = []
    for at in pairs:
        if not has_people and names and names_most(at, 1) and size > 1:
            parts["player"] = {1: names.pop(0), 2: at}
            has_people = True
        elif (not has_people and (size > 1 and names_most(at, size))) or (
            not (has_people or names or parts["first"] or parts["last"]) and "team" in single
        ):
            single["players"] = at
            has_people = True
        elif (
            len(parts["player"]) == 1
            and 2 not in parts["player"]
            and size == 2
            and (names_most(at, 1))
        ):
            parts["player"][2] = at
        elif "team" not in single:
            single["team"] = at
    has_people = has_people or bool(parts["first"] or parts["last"])
    for number, at in enumerate(names, 1):
        if has_people and len(parts["player"]) == 1 and min(parts["player"]) == 2 and size == 2:
            parts["player"][1] = at
        elif (size == 1 and not has_people) or (
            not has_people and ("team" in single or len(names) > 1)
        ):
            parts["player"][number] = at
        elif not has_people and names_most(at, size):
            single["players"] = at
        elif "team" not in single:
            single["team"] = at
        else:
            left_out.append(titles[at].strip())
    if "team" in single and not (has_people or parts["player"] or "players" in single):
        if size == 1 or names_most(single["team"], size):
            single["players"] = single.pop("team")
        elif not any(titles[single["team"]].strip() for _ in (0,)):
            return None
    people: list[tuple[int, ...]] = [(at,) for _, at in sorted(parts["player"].items())]
    for number in sorted(parts["first"].keys() | parts["last"].keys()):
        cells = tuple(parts[role][number] for role in ("first", "last") if number in parts[role])
        people.append(cells)
    if not people and "players" not in single and "team" not in single:
        return None
    return Columns(single, tuple(people), frozenset(flipped), tuple(left_out))
