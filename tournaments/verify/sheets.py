"""I2, I5: score sheets are what their marks add up to, and never pass the target."""

from collections.abc import Iterator

from django.db.models import Max, QuerySet

from tournaments.formats.errors import FormatError
from tournaments.formats.sheet import Sheet, read_sheet
from tournaments.models import Match, ScoreMark, ScoreSheet
from tournaments.results.endings import measure_of
from tournaments.services.locks import WHOLE
from tournaments.verify.violation import Violation, found

BATCH = 500


def sheets_are_what_their_marks_add_up_to() -> Iterator[Violation]:
    """I2: one gapless log of marks per match; the stored figures are its fold. I5: no more."""
    for sheet in _sheets().prefetch_related("match__marks").iterator(chunk_size=BATCH):
        marks = list(sheet.match.marks.all())
        if [mark.seq for mark in marks] != list(range(1, sheet.version + 1)):
            yield found("I2", sheet, "its marks have a gap, or are not as many as its version")
        try:
            written = read_sheet(measure_of(sheet.match), (mark.value for mark in marks))
        except FormatError as refused:
            yield found("I5", sheet, f"its marks cannot be: {refused.code}")
        else:
            if written != _stored(sheet):
                yield found("I2", sheet, "it is not what its marks add up to")
    bare = ScoreMark.objects.filter(act__in=ScoreMark.JUDGED, penalty__isnull=True)
    for mark in bare.iterator(chunk_size=BATCH):
        yield found("I2", mark, "a judge's mark without its reason")
    lost = ScoreMark.objects.filter(match__sheet__isnull=True).values("match")
    for row in lost.annotate(last=Max("pk")).order_by("match").iterator(chunk_size=BATCH):
        yield found("I2", ScoreMark(pk=row["last"]), "a mark without a sheet")


def sheets_are_those_of_their_matches() -> Iterator[Violation]:
    """I9: a match is won on its sheet as it was written down, or nothing is on its sheet."""
    sheets = _sheets().prefetch_related("match__submissions")
    for sheet in sheets.iterator(chunk_size=BATCH):
        stored = _stored(sheet)
        if stored == Sheet(stored.measure):
            continue
        if sheet.match.state == Match.State.CALLED:
            if stored.is_decided:
                yield found("I9", sheet, "it is decided and its match is not")
        elif not _is_result(sheet, stored):
            yield found("I9", sheet, "it is not the result of its match")


def _sheets() -> QuerySet[ScoreSheet]:
    return ScoreSheet.objects.select_related(f"match__{WHOLE}").order_by("pk")


def _stored(sheet: ScoreSheet) -> Sheet:
    return sheet.value(measure_of(sheet.match))


def _is_result(sheet: ScoreSheet, stored: Sheet) -> bool:
    match = sheet.match
    standing = [one for one in match.submissions.all() if one.number == match.reopened]
    if not stored.is_decided or (stored.points != (0, 0) and not stored.stopped):
        return False
    return [one.games for one in standing] == [stored.ending.games]
