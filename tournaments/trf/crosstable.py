"""The crosstable by rank of a Swiss or a league, as chess pages print it: `5w1` in each round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.trf.reports import NO_OPPONENT, Cell, Player, TrfReport

HALF: Final = "½"
BYE: Final = "bye"


@dataclass(frozen=True)
class CrosstableLine:
    """A competitor: rank, name, a cell for each round, and the points."""

    rank: int
    number: int
    name: str
    cells: Sequence[str]
    points: str


def crosstable_of(report: TrfReport) -> list[CrosstableLine]:
    """Return the lines by rank; opponents are named by their rank, too."""
    ranked = sorted(
        report.players, key=lambda player: (player.rank or len(report.players), player.number)
    )
    places = {player.number: place for place, player in enumerate(ranked, start=1)}
    played = max((len(player.cells) for player in ranked), default=0)
    return [
        CrosstableLine(
            rank=places[player.number],
            number=player.number,
            name=player.name,
            cells=[_cell(player.at(round_), places) for round_ in range(1, played + 1)],
            points=_points(player),
        )
        for player in ranked
    ]


def _cell(cell: Cell, places: dict[int, int]) -> str:
    if cell.opponent == NO_OPPONENT:
        return {"U": f"{BYE} 1", "F": f"{BYE} 1", "H": f"{BYE} {HALF}"}.get(cell.result, "–")
    result = HALF if cell.result in "=D" else {"W": "1", "L": "0"}.get(cell.result, cell.result)
    return f"{places[cell.opponent]}{cell.colour}{result}".strip()


def _points(player: Player) -> str:
    whole, half = divmod(player.points, 1)
    return f"{whole:.0f}{HALF if half else ''}" if half in (0, 0.5) else f"{player.points:.1f}"
