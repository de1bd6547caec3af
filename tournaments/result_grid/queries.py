"""The grid of results: its rows, missing results first, and their unsaved input."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zlib import crc32
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competitions.round_labels import group_name, stage_name
from tournaments.formats.series import MatchUnit
from tournaments.matches.queries import MatchView
from tournaments.matches.tables import awaited_until
from tournaments.models import Competition, Match, MatchQuerySet, ResultSubmission, SlipClaim
from tournaments.results.forms import Pair, game_numbers, points_name, write_pairs
from tournaments.results.labels import format_games
from tournaments.results.queries import CurrentMatches, MatchWithIssues, with_issues
from tournaments.round_clock.queries import round_name


@dataclass(frozen=True)
class Draft:
    """Unsaved input of a row, and the reason it was not saved."""

    games: Sequence[Pair] = ()
    sent: Sequence[tuple[str, str]] = ()  # the inputs as they came, where they are no numbers
    won: int | None = None  # winner of the next game; the other score is missing
    refused: str = ""
    typed: str = ""  # in figures, where what is stored takes its place
    code: str = ""  # of the refusal
    is_for_organiser: bool = False  # who typed it cannot correct what stands; an organiser can


@dataclass(frozen=True)
class Row:
    """One match of the grid."""

    view: MatchView
    measure: MatchUnit
    submission: ResultSubmission | None
    is_unattended: bool
    is_disputed: bool
    has_rung: bool = False  # the bell of its round: it ends wherever it is
    claims: Sequence[SlipClaim] = ()  # what slips say of it, while that is no result
    draft: Draft = field(default_factory=Draft)

    @property
    def match(self) -> Match:
        return self.view.match

    @property
    def is_missing(self) -> bool:
        """Whether a result can be written and there is none."""
        competition = self.match.competition
        assert competition is not None, "casual matches are no rows"
        by_hand = competition.with_cards or self.is_unattended
        is_going = competition.state in Competition.GOING
        return is_going and by_hand and self.match.state in Match.PLAYABLE

    @property
    def is_of_league(self) -> bool:
        """Whether it is of a matchday, with a date of its own."""
        assert self.match.round is not None, "casual matches are no rows"
        return self.match.round.group.stage.how.has_seasons

    @property
    def is_timed(self) -> bool:
        """Whether a bell can end it."""
        competition = self.match.competition
        return competition is not None and competition.round_minutes is not None

    @property
    def may_write(self) -> bool:
        """Whether it has inputs: what was written by hand is typed over."""
        return self.is_missing or self.submission is not None

    @property
    def kind(self) -> str:
        """Return the CSS class of the row."""
        if self.draft.refused:
            return "invalid"
        if self.is_missing:
            return "missing"
        return "saved" if self.match.is_decided else "going"

    @property
    def leads_to_preview(self) -> bool:
        """Whether a correction has consequences that have to be shown first."""
        return self.draft.code == "has-consequences" and not self.draft.is_for_organiser

    @property
    def is_held(self) -> bool:
        """Whether the organisers have to decide between it and the stored result."""
        return self.draft.code == "saved-meanwhile"

    @property
    def against(self) -> str:
        """The typed result that a slip denies; sent again, it is stored."""
        return self.typed if self.draft.code == "slip-differs" else ""

    @property
    def against_in_figures(self) -> str:
        """The result typed against a slip: `30–24`; empty if no slip denies it."""
        return format_games(self.draft.games) if self.against else ""

    @property
    def stored_score(self) -> str:
        """The stored result in figures; empty without one."""
        return format_games(self.submission.in_order) if self.submission is not None else ""

    @property
    def typed(self) -> str:
        """Return the typed games in URL form."""
        return write_pairs(self.draft.games)

    @property
    def submission_id(self) -> int:
        """Return the submission it shows, 0 if none."""
        return self.submission.pk if self.submission is not None else 0

    @property
    def version(self) -> str:
        """Return a string that changes whenever anything in the row changes."""
        match = self.match
        claim_ids = [claim.pk for claim in self.claims]
        parts = (
            self.submission_id,
            match.state,
            match.reopened,
            self.is_disputed,
            self.state,
            claim_ids,
            self.has_rung,
        )
        return f"{crc32(repr(parts).encode()):x}"

    @property
    def names(self) -> tuple[str, str]:
        first, second = (side.name for side in self.view.sides)
        return first, second

    @property
    def sides(self) -> list[dict[str, object]]:
        """Return each side with its name, and whether it won."""
        won = self.match.winner if self.draft.won is None else self.draft.won
        return [
            {"number": number, "name": name, "won": won == number}
            for number, name in enumerate(self.names)
        ]

    @property
    def lines(self) -> list[list[dict[str, object]]]:
        """Return the inputs, a pair for each game or chico."""
        numbers = game_numbers(self.measure)
        pairs = [*(self.draft.sent or self._games), *([(None, None)] * len(numbers))]
        return [
            [self._input(line, side, pair[side]) for side in (0, 1)]
            for line, pair in zip(numbers, pairs, strict=False)
        ]

    @property
    def written(self) -> list[list[dict[str, object]]]:
        """Return the inputs of the complete games, while the row is filled in tap by tap."""
        return self.lines[: len(self.draft.games)]

    @property
    def slip_claims(self) -> list[tuple[str, str, str]]:
        """Return the slips' claims: the side, its figures, and the value a button sends."""
        return [
            (self.names[claim.side], format_games(claim.games), write_pairs(claim.games))
            for claim in self.claims
        ]

    @property
    def winner(self) -> str:
        """Return the winner of the game whose other score is missing."""
        return "" if self.draft.won is None else self.names[self.draft.won]

    @property
    def loser(self) -> str:
        """Whose points are asked for."""
        return "" if self.draft.won is None else self.names[1 - self.draft.won]

    @property
    def state(self) -> str:
        """Return the status text, once the row has no error."""
        if self.is_missing:
            if self.view.is_live and (points := self.view.sheet) is not None:
                return _("anotando %(first)s–%(second)s") % dict(
                    zip(("first", "second"), points.points, strict=True)
                )
            if until := awaited_until(self.match, timezone.now()):
                return _("se espera hasta las %(hour)s") % {"hour": self._hour(until)}
            return self.view.state_in_words if self.match.waits_since else _("falta el resultado")
        return "" if self.submission is not None else str(self.match.get_state_display())

    def _hour(self, at: datetime) -> str:
        competition = self.match.competition
        assert competition is not None, "casual matches are no rows"
        return f"{localtime(at, ZoneInfo(competition.club.zone)):%H:%M}"

    @property
    def spoken_text(self) -> str:
        """Return the result as a sentence, for screen readers."""
        scores = ", ".join(f"{first}–{second}" for first, second in self._games)
        return f"{' – '.join(self.names)}: {scores or self.state}"

    @property
    def _games(self) -> list[tuple[int | None, int | None]]:
        """Return the values of its inputs: the unsaved ones, else the stored ones."""
        if self.draft.won is not None:
            target = self.measure.target
            begun = (target, None) if self.draft.won == 0 else (None, target)
            return [*self.draft.games, begun]
        if self.draft.games:
            return list(self.draft.games)
        if self.submission is None:
            return []
        return [*self.submission.in_order]

    def _input(self, line: int, side: int, points: int | str | None) -> dict[str, object]:
        label = _("Tantos de %(side)s") % {"side": self.names[side]}
        if len(game_numbers(self.measure)) > 1:
            unit = _("Chico") if self.measure.legs_to_win > 1 else _("Partida")
            label = f"{unit} {line}. {label}"
        value = "" if points is None else points
        return {"name": points_name(line, side), "value": value, "label": label}


def read_rows(
    matches: MatchQuerySet, drafts: Mapping[int, Draft], saved: ResultSubmission | None = None
) -> list[Row]:
    """Read these matches as rows, in their order but what is missing first.

    The result that was `saved` in this request is not read again while it stands.
    """
    return rows_of(with_issues(matches), drafts, saved)


def rows_of(
    matches: Sequence[MatchWithIssues],
    drafts: Mapping[int, Draft],
    saved: ResultSubmission | None = None,
) -> list[Row]:
    """Return matches as rows, in their order but what is missing first."""
    numbers = {
        each.match.pk: each.match.reopened
        for each in matches
        if each.match.state == Match.State.COMPLETED
    }
    submissions: dict[int, ResultSubmission] = {}
    if saved is not None and numbers.get(saved.match_id) == saved.number:
        submissions[saved.match_id] = saved
    if unread := numbers.keys() - submissions.keys():
        standing = ResultSubmission.objects.standing().filter(match__in=unread)
        submissions |= {each.match_id: each for each in standing.select_related("submitted_by")}
    rows = [_row(each, submissions.get(each.match.pk), drafts) for each in matches]
    return sorted(rows, key=lambda row: not row.is_missing)


def _row(
    listed: MatchWithIssues, submission: ResultSubmission | None, drafts: Mapping[int, Draft]
) -> Row:
    match = listed.match
    return Row(
        listed.view,
        match.measure,
        submission,
        listed.annotated.is_unattended,
        bool(listed.annotated.open_dispute),
        listed.annotated.has_rung,
        () if match.is_decided else listed.claims,
        drafts.get(match.pk, Draft()),
    )


MISSING, EVERY, DOUBTFUL, EARLIER = "missing", "all", "doubtful", "earlier"
SHOWN = (MISSING, EVERY, DOUBTFUL, EARLIER)
AT_MOST = 100  # of earlier rounds


@dataclass(frozen=True)
class Chip:
    """One way to look at the grid."""

    show: str
    label: str
    number: int | None
    is_current: bool


@dataclass(frozen=True)
class Grid:
    """The rows one scorer is shown."""

    rows: Sequence[Row]
    show: str
    missing: int
    doubtful: int
    total: int
    current: Sequence[int]  # the matches of the rounds that are played

    @property
    def active(self) -> Row | None:
        """Return the row the pad is for: the one being edited, else the first missing one."""
        begun = (row for row in self.rows if row.draft.won is not None or row.draft.games)
        return next(begun, next((row for row in self.rows if row.is_missing), None))

    def unlike(self, versions: Mapping[int, str]) -> "Grid":
        """Return the grid without the rows whose versions equal these."""
        changed = [row for row in self.rows if versions.get(row.match.pk) != row.version]
        return replace(self, rows=changed)

    @property
    def parts(self) -> list[tuple[str, list[Row]]]:
        """The rows in their order; earlier ones, and those of a league, under their round."""
        if self.show != EARLIER and not any(row.is_of_league for row in self.rows):
            return [("", list(self.rows))]
        by_round: dict[int | None, list[Row]] = {}
        for row in self.rows:
            by_round.setdefault(row.match.round_id, []).append(row)
        return [(_title(rows[0].match), rows) for rows in by_round.values()]

    @property
    def points(self) -> range:
        """Return the possible points of a game's loser; after the bell, of its winner too."""
        most = max((row.measure.target for row in self.rows), default=0)
        return range(most + any(row.is_timed for row in self.rows))

    @property
    def chips(self) -> list[Chip]:
        """Return the filters to choose from."""
        faltan = ngettext("Falta", "Faltan", self.missing)
        filters = [
            (MISSING, faltan, self.missing),
            (EVERY, _("Todas"), self.total),
            (DOUBTFUL, _("Dudosas"), self.doubtful),
            (EARLIER, _("Anteriores"), None),
        ]
        return [Chip(show, label, number, show == self.show) for show, label, number in filters]


def read_grid(
    matches: MatchQuerySet,
    at_hand: CurrentMatches,
    *,
    show: str = "",
    drafts: Mapping[int, Draft] | None = None,
) -> Grid:
    """Return the matches a person may score, out of the current matches of the running rounds.

    `show` is the reader's filter; missing results by default, all once none is missing. For earlier
    rounds the other matches of `matches` are read.
    """
    begun = drafts or {}
    rows = rows_of(at_hand.current, begun)
    missing = [row for row in rows if row.is_missing]
    disputed = [each for each in at_hand.matches if each.annotated.open_dispute]
    show = show if show in SHOWN else MISSING if missing else EVERY
    listed, current = missing if show == MISSING else rows, [row.match.pk for row in rows]
    if show == DOUBTFUL:
        listed = rows_of(disputed, begun)
    elif show == EARLIER:
        past = matches.filter(state__in=Match.WITH_RESULT).exclude(pk__in=current)
        listed = read_rows(past.order_by("-completed_at")[:AT_MOST], begun)
    return Grid(listed, show, len(missing), len(disputed), len(rows), current)


def _title(match: Match) -> str:
    """Name the round of a match, and its group where there are several."""
    assert match.round is not None, "casual matches are no rows"
    group, name = match.round.group, round_name(match.round, match)
    if group.stage.how.sends_on:
        return f"{group_name(group.number)}: {name}"
    annotated: Any = match
    return f"{stage_name(group.stage)}: {name}" if annotated.has_divisions else name
