"""Texts for the images of competitions, draws and matches, in the active language."""

from collections.abc import Iterator
from datetime import datetime
from textwrap import wrap
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.i18n.time_zones import zone_in_words
from accounts.models import Club
from games.common.posters import Poster
from tournaments.competitions.settings import rules_in_words
from tournaments.competitions.terms_labels import count_sides, fee_in_words
from tournaments.live.competition import CompetitionView
from tournaments.matches.queries import MatchView
from tournaments.models import Competition
from tournaments.stages.queries import Event, StageView

A_LINE, MOST_LINES = 44, 5  # characters, and lines, of a text
MOST_DRAWN = 64  # lines of a draw that can be read on a phone


def competition_poster(competition: Competition) -> Poster:
    """Return the podium of a competition, or before that its terms."""
    club, state = competition.club, competition.get_state_display()
    return Poster(
        f"{club} · {state}", competition.name, _podium(competition) or _terms(competition)
    )


def club_poster(club: Club) -> Poster:
    """Return the name of a club and the first lines of its description."""
    lines = wrap(club.about, A_LINE, max_lines=MOST_LINES, placeholder="…")
    return Poster(_("Club de truco"), club.name, lines)


def draw_poster(competition: Competition, event: Event) -> Poster:
    """Return the groups of a draw, or the matches of its first round."""
    listed = [line for stage in event.stages[:1] for line in _lines_of_draw(stage)]
    more = len(listed) - MOST_DRAWN
    if more > 0:
        left_out = ngettext("y %(number)s más", "y %(number)s más", more) % {"number": more}
        listed = [*listed[:MOST_DRAWN], left_out]
    return Poster(f"{competition.club} · {_('Sorteo')}", competition.name, [], listed=listed)


def _lines_of_draw(stage: StageView) -> Iterator[str]:
    """Yield the lines of a drawn stage."""
    rounds = [part.rounds[0].matches for part in stage.parts[:1]]
    for table in stage.tables:
        if table.title:
            yield table.title
            yield from (f"   {slot.entry}" for slot in table.members if slot.entry is not None)
        else:
            rounds += [each.matches for each in table.rounds[:1]]
    for matches in rounds:
        for view in matches:
            names = [side.name for side in view.sides if side.name]
            yield names[0] if view.is_bye else " – ".join(names)


def match_poster(competition: Competition, view: MatchView) -> Poster:
    """Return the sides and the score of a match."""
    sides = [side.name or "…" for side in view.sides]
    scores = [side.score for side in view.sides]
    notes = [view.state_in_words] if None in scores or view.match.by_time else []
    lines = [
        name if score is None else f"{name}  {score}"
        for name, score in zip(sides, scores, strict=True)
    ]
    return Poster(f"{competition} · {view.match.place}", " – ".join(sides), [*lines, *notes])


def _podium(competition: Competition) -> list[str]:
    return [
        _("%(rank)s.º  %(entry)s") % {"rank": rank, "entry": entry}
        for rank, entries in CompetitionView.of(competition).podium
        for entry in entries
    ]


def _terms(competition: Competition) -> list[str]:
    entered = competition.entries.confirmed().count()
    lines = [
        rules_in_words(competition.rules, competition.board_sizes),
        count_sides(entered, competition.players_per_side),
    ]
    if competition.starts_at and not (competition.started_at or competition.is_over):
        lines.append(_begins(competition.starts_at, competition.club.zone))
    fee = fee_in_words(competition)
    return [*lines, *filter(None, (competition.location, fee))]


def _begins(at: datetime, zone: str) -> str:
    """Return day and time in a time zone: messengers fetch one picture for all readers."""
    local = localtime(at, ZoneInfo(zone))
    parts = [
        date_format(local, "MONTH_DAY_FORMAT"),
        date_format(local, "H:i"),
        zone_in_words(zone),
    ]
    return ", ".join(parts)
