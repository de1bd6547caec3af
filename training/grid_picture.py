"""`python -m training.grid_picture`: the grid of `training.best_response` as a picture (SVG).

Each file of lines of JSON is a row of two squares: the learner as mano, and not. A cell is what the
learner adds to its chance of winning the game, in percent.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

SIDE: Final = 46
LEFT, ABOVE, GAP = 50, 58, 40
WORST: Final = 0.06
"""A gain from here on has the full colour."""
GOAL: Final = 0.02
"""Cells above it have a frame."""
Cell = dict[str, Any]


def picture(grids: Sequence[tuple[str, Sequence[Cell]]]) -> str:
    """Return the SVG of some grids, each with its name."""
    rows, columns = (
        sorted({cell[side] for _, cells in grids for cell in cells}) for side in ("own", "theirs")
    )
    across, down = len(columns) * SIDE + GAP, len(rows) * SIDE + GAP + ABOVE
    width, height = LEFT + 2 * across, len(grids) * down
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for place, (name, cells) in enumerate(grids):
        for half, is_mano in enumerate((True, False)):
            x, y = LEFT + half * across, ABOVE + place * down
            side_name = "mano" if is_mano else "not mano"
            elements.append(
                f'<text x="{x}" y="{y - 34}" font-weight="bold">{name}: {side_name}</text>'
            )
            elements.append(f'<text x="{x}" y="{y - 20}">own down, theirs across</text>')
            elements += _axes(x, y, rows, columns)
            elements += _cells(x, y, rows, columns, [c for c in cells if c["is_mano"] == is_mano])
    return "\n".join((*elements, "</svg>\n"))


def _axes(x: int, y: int, rows: Sequence[int], columns: Sequence[int]) -> Iterator[str]:
    for place, score in enumerate(columns):
        middle = x + place * SIDE + SIDE // 2
        yield f'<text x="{middle}" y="{y - 5}" text-anchor="middle">{score}</text>'
    for place, score in enumerate(rows):
        middle = y + place * SIDE + SIDE // 2 + 4
        yield f'<text x="{x - 6}" y="{middle}" text-anchor="end">{score}</text>'


def _cells(
    x: int, y: int, rows: Sequence[int], columns: Sequence[int], cells: Sequence[Cell]
) -> Iterator[str]:
    for cell in cells:
        left = x + columns.index(cell["theirs"]) * SIDE
        top = y + rows.index(cell["own"]) * SIDE
        gain = max(0.0, cell["gain"])
        pale = round(255 * (1 - min(1.0, gain / WORST)))
        frame = "#900" if gain > GOAL else "#ccc"
        yield (
            f'<rect x="{left + 1}" y="{top + 1}" width="{SIDE - 2}" height="{SIDE - 2}"'
            f' fill="rgb(255,{pale},{pale})" stroke="{frame}"/>'
        )
        yield (
            f'<text x="{left + SIDE // 2}" y="{top + SIDE // 2 + 4}"'
            f' text-anchor="middle">{100 * gain:.1f}</text>'
        )


def main() -> None:
    """Read the grids and write the picture."""
    parser = argparse.ArgumentParser(prog="python -m training.grid_picture", description=__doc__)
    parser.add_argument("grids", nargs="+", metavar="NAME=FILE", help="lines of JSON, each named")
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    grids = []
    for named_grid in arguments.grids:
        name, _, file = named_grid.partition("=")
        lines = Path(file).read_text().splitlines()
        grids.append((name, [json.loads(line) for line in lines]))
    arguments.to.write_text(picture(grids))


if __name__ == "__main__":
    main()
