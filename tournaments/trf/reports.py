"""Tournament report files of FIDE, TRF16 and TRF26, as values.

One competitor is one line `001`: number, name, points, rank, and ten columns for each round with
the opponent, the colour and the result. Sources: FIDE Handbook C.04 Annex 2 (TRF16), and TRF26 in
force since September 2025. Positions are columns from 1, as the handbook counts them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

Version = Literal[16, 26]
MOST_PLAYERS: Final = 1024
MOST_ROUNDS: Final = 200
PLAYER: Final = "001"
FIRST_CELL: Final = 92  # the column of the first round's opponent
CELL: Final = 10
NAME: Final = slice(14, 47)
POINTS: Final = slice(80, 84)
POINTS_WIDTH: Final = POINTS.stop - POINTS.start
NO_OPPONENT: Final = 0
RESULTS: Final = frozenset("-+WDL1=0HFUZ ")
GAMES: Final = frozenset("-+WDL1=0 ")
BYES: Final = frozenset("HFUZ ")
OPPOSITE: Final[Mapping[str, str]] = {
    "1": "0", "W": "L", "+": "-", "=": "=", "D": "D", " ": " ", "0": "10", "L": "WL", "-": "+-",
}  # fmt: skip
TEXTS: Final = {"012": "name", "022": "city", "092": "kind", "102": "arbiter"}
DAYS: Final = {"042": "starts", "052": "ends"}


class TrfError(Exception):
    """A report that cannot be read: the reason, and its line and column, from 1."""

    def __init__(self, code: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"{line}:{column} {code}")
        self.code, self.line, self.column = code, line, column


@dataclass(frozen=True)
class Cell:
    """One round of one player; opponent 0 is a bye or an absence."""

    opponent: int = NO_OPPONENT
    colour: str = "-"
    result: str = " "

    @property
    def is_empty(self) -> bool:
        return self.opponent == NO_OPPONENT and self.result == " "


@dataclass(frozen=True)
class Player:
    """A line of a player in a report: names, points, place, and a cell for each round."""

    number: int
    name: str
    points: float
    rank: int
    cells: Sequence[Cell] = ()
    line: int = 0  # of the file it was read from

    def at(self, round_: int) -> Cell:
        """Return the cell of a round, counted from 1; an empty one after the last."""
        return self.cells[round_ - 1] if round_ <= len(self.cells) else Cell()


@dataclass(frozen=True)
class TrfReport:
    """A whole competition."""

    name: str
    players: Sequence[Player]
    rounds: int
    city: str = ""
    kind: str = ""
    arbiter: str = ""
    starts: date | None = None
    ends: date | None = None
    days: Sequence[date | None] = ()  # of each round
    points: Mapping[str, float] | None = None  # of a result, where they are not 1, 0.5 and 0
    asked_byes: Sequence[tuple[str, int, Sequence[int]]] = ()  # type, round to come, players


# ---- writing ----
def write_report(report: TrfReport, version: Version = 26) -> str:
    """Return the file; its lines end with CR and LF."""
    lines = [*_head(report, version), *map(_player, report.players)]
    if version == 26:
        lines += [
            f"240 {kind} {round_:03}  " + "  ".join(f"{number:4}" for number in numbers)
            for kind, round_, numbers in report.asked_byes
        ]
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _head(report: TrfReport, version: Version) -> Iterator[str]:
    yield f"012 {_plain(report.name)}"
    yield f"022 {_plain(report.city)}"
    yield f"042 {_day(report.starts)}"
    yield f"052 {_day(report.ends)}"
    yield f"062 {len(report.players)}"
    yield "072 0"
    yield "082 0"
    yield f"092 {report.kind}"
    if any(report.days):
        cells = (f"{day:%y/%m/%d}" if day else "" for day in report.days)
        yield "132".ljust(FIRST_CELL - 1) + "".join(f"{cell:10}" for cell in cells)
    if version == 16:
        yield f"XXR {report.rounds}"
        return
    yield f"142 {report.rounds}"
    if report.points is not None:
        scores = (f"{code}{_figure(points)}" for code, points in report.points.items())
        yield "162  " + "    ".join(scores)
    yield "182 truco-club"


def _player(player: Player) -> str:
    cells = "".join(
        f"{cell.opponent:04} {cell.colour} {cell.result}  "
        if cell.opponent == NO_OPPONENT
        else f"{cell.opponent:4} {cell.colour} {cell.result}  "
        for cell in player.cells
    )
    head = f"{PLAYER} {player.number:4}      {_plain(player.name)[:33]:33}"
    return f"{head:80}{_figure(player.points)} {player.rank:4}  {cells}"


def _figure(points: float) -> str:
    """Return points in their four columns; what would be wider loses its decimal."""
    figure = f"{points:4.1f}"
    return figure if len(figure) <= POINTS_WIDTH else f"{int(points):{POINTS_WIDTH}}"


def _plain(text: str) -> str:
    """Return one line of text without what would shift columns."""
    return re.sub(r"[\x00-\x1f\x7f]+", " ", text).strip()


def _day(day: date | None) -> str:
    return f"{day:%Y/%m/%d}" if day else ""


# ---- reading ----
def read_report(data: bytes) -> TrfReport:
    """Read a file of either version, and check that each pairing stands on both of its lines.

    Raises TrfError with the line and the column of what is wrong.
    """
    lines = _decoded(data).splitlines()
    texts: dict[str, str] = {}
    days: dict[str, date | None] = {}
    rounds_announced, rounds_at, round_days = 0, 0, list[date | None]()
    players: dict[int, Player] = {}
    for number, line in enumerate(lines, start=1):
        tag, rest = line[:3], line[4:].strip()
        if tag in TEXTS:
            texts[TEXTS[tag]] = rest[:200]
        elif tag in DAYS:
            days[DAYS[tag]] = _read_day(rest, number, 5, "%Y/%m/%d")
        elif tag == "132":
            round_days = [
                _read_day(line[at : at + 8].strip(), number, at + 1, "%y/%m/%d")
                for at in range(FIRST_CELL - 1, min(len(line), MOST_ROUNDS * CELL), CELL)
            ]
        elif tag in ("142", "XXR"):
            rounds_announced, rounds_at = _number(line[4:], number, 5, "rounds"), number
        elif tag == PLAYER:
            player = _read_player(line, number)
            if player.number in players:
                raise TrfError("number-twice", number, 5)
            players[player.number] = player
            if len(players) > MOST_PLAYERS:
                raise TrfError("too-many-players", number, 1)
        elif tag in ("013", "310"):
            raise TrfError("teams", number, 1)
    if not players:
        raise TrfError("no-players", max(len(lines), 1), 1)
    played = max(len(player.cells) for player in players.values())
    if max(rounds_announced, played) > MOST_ROUNDS:
        raise TrfError("too-many-rounds", rounds_at, 5)
    _require_pairings(players)
    return TrfReport(
        name=texts.get("name", ""),
        city=texts.get("city", ""),
        kind=texts.get("kind", ""),
        arbiter=texts.get("arbiter", ""),
        starts=days.get("starts"),
        ends=days.get("ends"),
        days=round_days,
        rounds=max(rounds_announced, played),
        players=list(players.values()),
    )


def _decoded(data: bytes) -> str:
    """Decode UTF-8; older programs write Latin-1, of which every byte is a letter."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _read_player(line: str, number: int) -> Player:
    own = _number(line[4:8], number, 5, "number")
    if own == NO_OPPONENT:
        raise TrfError("number", number, 5)
    name = line[NAME].strip()
    if not name:
        raise TrfError("name-missing", number, NAME.start + 1)
    points = line[POINTS].strip()
    if not re.fullmatch(r"(-?\d{1,4})?(\.\d)?", points):
        raise TrfError("points", number, 81)
    rank = line[85:89].strip()
    cells: list[Cell] = []
    for at in range(FIRST_CELL - 1, len(line.rstrip()), CELL):
        if len(cells) >= MOST_ROUNDS:
            raise TrfError("too-many-rounds", number, at + 1)
        cells.append(_read_cell(line[at : at + CELL], number, at + 1, own))
    return Player(
        number=own,
        name=name,
        points=float(points or 0),
        rank=_number(rank, number, 86, "rank") if rank else 0,
        cells=cells,
        line=number,
    )


def _read_cell(text: str, line: int, column: int, own: int) -> Cell:
    text = text.ljust(CELL)
    opponent_text = text[:4].strip()
    opponent = _number(opponent_text, line, column, "opponent") if opponent_text else NO_OPPONENT
    colour, result = text[5].lower(), text[7].upper()
    if text[4] != " " or text[6] != " " or text[8:].strip():
        raise TrfError("columns", line, column)
    if colour not in "wb- ":
        raise TrfError("colour", line, column + 5)
    if result not in RESULTS:
        raise TrfError("result", line, column + 7)
    if opponent == own:
        raise TrfError("own-opponent", line, column)
    if opponent == NO_OPPONENT and result not in BYES and result not in "+-":
        raise TrfError("result-without-opponent", line, column + 7)
    if opponent != NO_OPPONENT and result not in GAMES:
        raise TrfError("bye-with-opponent", line, column + 7)
    return Cell(opponent, "-" if colour == " " else colour, result)


def _number(text: str, line: int, column: int, code: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 4):
        raise TrfError(code, line, column)
    return int(digits)


def _read_day(text: str, line: int, column: int, form: str) -> date | None:
    """Return a day; None if there is none."""
    if not text:
        return None
    try:
        return datetime.strptime(text, form).date()  # noqa: DTZ007  # a day has no zone
    except ValueError:
        raise TrfError("day", line, column) from None


def _require_pairings(players: Mapping[int, Player]) -> None:
    """Refuse opponents that are not there, or whose own line says something else."""
    for player in players.values():
        for number, cell in enumerate(player.cells, start=1):
            column = FIRST_CELL + (number - 1) * CELL
            if cell.opponent == NO_OPPONENT:
                continue
            opponent = players.get(cell.opponent)
            if opponent is None:
                raise TrfError("no-such-opponent", player.line, column)
            other = opponent.at(number)
            if other.opponent != player.number:
                raise TrfError("pairing-differs", player.line, column)
            if other.colour == cell.colour != "-":
                raise TrfError("colours-equal", player.line, column + 5)
            if other.result not in OPPOSITE[cell.result]:
                raise TrfError("results-differ", player.line, column + 7)
