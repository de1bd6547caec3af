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
LEFT, ABOVE, GAP = 70, 58, 30
WORST: Final = 0.06
"""A gain from here on has the full colour."""
GOAL: Final = 0.02
"""Cells above it have a frame."""
Cell = dict[str, Any]


def picture(grids: Sequence[tuple[str, Sequence[Cell]]]) -> str:
    """Return the SVG of some grids, each with its name."""
    scores = sorted({cell["own"] for _, cells in grids for cell in cells})
    square = len(scores) * SIDE
    width, height = LEFT + 2 * (square + GAP), len(grids) * (ABOVE + square + GAP)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for row, (name, cells) in enumerate(grids):
        for column, is_mano in enumerate((True, False)):
            x, y = LEFT + column * (square + GAP), ABOVE + row * (ABOVE + square + GAP)
            who = "mano" if is_mano else "not mano"
            drawn.append(f'<text x="{x}" y="{y - 34}" font-weight="bold">{name}: {who}</text>')
            drawn.append(f'<text x="{x}" y="{y - 20}">their score across, own down</text>')
            drawn += _axes(x, y, scores)
            drawn += _cells(x, y, scores, [each for each in cells if each["is_mano"] == is_mano])
    return "\n".join((*drawn, "</svg>\n"))


def _axes(x: int, y: int, scores: Sequence[int]) -> Iterator[str]:
    for place, score in enumerate(scores):
        middle = place * SIDE + SIDE // 2
        yield f'<text x="{x + middle}" y="{y - 5}" text-anchor="middle">{score}</text>'
        yield f'<text x="{x - 6}" y="{y + middle + 4}" text-anchor="end">{score}</text>'


def _cells(x: int, y: int, scores: Sequence[int], cells: Sequence[Cell]) -> Iterator[str]:
    for cell in cells:
        left = x + scores.index(cell["theirs"]) * SIDE
        top = y + scores.index(cell["own"]) * SIDE
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
    for given in arguments.grids:
        name, _, file = given.partition("=")
        lines = Path(file).read_text().splitlines()
        grids.append((name, [json.loads(line) for line in lines]))
    arguments.to.write_text(picture(grids))


if __name__ == "__main__":
    main()
