"""Those who end their groups at one rank, compared: read from stored results."""

from tournaments.formats.across import best_first
from tournaments.formats.standings import Row
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Stage
from tournaments.results.standings import group_rows


def best_of(stage: Stage, rank: int) -> list[Row[int]]:
    """Return the lines of all who are at a rank of the groups of a stage, the best first."""
    groups = stage.groups.select_related("stage__competition").order_by("number")
    tables = [group_rows(group) for group in groups]
    lines = [rows[rank - 1] for rows in tables if len(rows) >= rank]
    order = [TieBreak(name) for name in stage.tie_breaks]
    return best_first(lines, order, stage.competition.draw_seed)
