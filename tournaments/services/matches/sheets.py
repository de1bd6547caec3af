"""Adding marks to the sheet of a match whose lock the caller holds."""

from collections.abc import Mapping
from datetime import datetime

from accounts.models import User
from tournaments.formats.sheet import Mark, Sheet, Void, read_sheet, write
from tournaments.models import Match, ScoreMark, ScoreSheet, columns_of
from tournaments.results.endings import measure_of


def sheet_of(match: Match) -> ScoreSheet:
    """Return the sheet of a match; the first time an empty one."""
    fresh: Mapping[str, object] = {"points": [0, 0]}
    sheet = ScoreSheet.objects.get_or_create(match=match, defaults=fresh)[0]
    sheet.match = match
    return sheet


def add_mark(
    sheet: ScoreSheet, mark: Mark, *, action_id: str, by: User | None, now: datetime
) -> Sheet:
    """Write one more mark and what it adds up to; raises FormatError for one that cannot be."""
    written = (row.value for row in sheet.match.marks.order_by("seq"))
    after = write(read_sheet(measure_of(sheet.match), written), mark)
    sheet.version += 1
    sheet.chicos, sheet.points = list(after.chicos), list(after.points)
    sheet.stopped, sheet.dealer = after.stopped, after.dealer
    ScoreMark.objects.create(
        match=sheet.match,
        seq=sheet.version,
        action_id=action_id,
        by=by,
        at=now,
        **columns_of(mark),
    )
    sheet.save(update_fields=["version", "chicos", "points", "stopped", "dealer"])
    return after


def start_anew(match: Match, *, now: datetime) -> None:
    """Let nothing count that was written of this match so far."""
    if match.marks.exists():
        sheet = sheet_of(match)
        add_mark(sheet, Void(), action_id=f"void:{sheet.version}", by=None, now=now)
