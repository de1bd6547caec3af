"""The chart of a player's skill: an SVG with a line, its minimum and maximum, and a description.

Its colours come from the style sheet; it needs no script and no inline style.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.competitions.table_labels import figure

WIDTH, HEIGHT, MARGIN = 600, 180, 12
COLUMNS = 150  # as many points as a reader can tell apart
Point = tuple[datetime, float]


@dataclass(frozen=True)
class Words:
    """What the picture is, and what it shows."""

    title: str
    description: str


def is_drawn(place: int, number: int) -> bool:
    """Return whether a value is drawn: the first, and the last of each of `COLUMNS` equal parts.

    `place` counts a player's values from 1 to `number`.
    """
    return place == 1 or place * COLUMNS % number < COLUMNS


def chart(points: Sequence[Point], words: Words) -> SafeString:
    """Draw a line through the points, which are in order; two at least."""
    figures = [value for _, value in points]
    least, greatest = min(figures), max(figures)
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in _placed(points, least, greatest))
    levels = format_html_join(
        "",
        '<text class="level" x="{}" y="{}">{}</text>',
        ((MARGIN, y, figure(value)) for y, value in ((MARGIN + 4, greatest), (HEIGHT, least))),
    )
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-labelledby="chart-t chart-d">'
        '<title id="chart-t">{}</title><desc id="chart-d">{}</desc>'
        '<polyline class="line" points="{}"/>{}</svg>',
        WIDTH,
        HEIGHT + MARGIN,
        words.title,
        words.description,
        line,
        levels,
    )


def _placed(points: Sequence[Point], least: float, greatest: float) -> list[tuple[float, float]]:
    """Return the points of the chart: x counts matches, y is the skill."""
    step = (WIDTH - 2 * MARGIN) / max(1, len(points) - 1)
    scale = (HEIGHT - 4 * MARGIN) / ((greatest - least) or 1)
    return [
        (MARGIN + place * step, HEIGHT - 2 * MARGIN - (value - least) * scale)
        for place, (_, value) in enumerate(points)
    ]
