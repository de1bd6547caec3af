"""View model of a score sheet: points, buttons and the last ruling."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from games.play.seat_names import Names
from games.table_view.clock import Score, scores
from tournaments.entries.queries import Dealing, dealing_of
from tournaments.formats.errors import FormatError
from tournaments.formats.score_sheet import (
    Close,
    Correct,
    Deal,
    Deduction,
    Fine,
    Forfeit,
    Judged,
    LostDeal,
    LostHand,
    Mark,
    Point,
    Sheet,
    Shift,
    TimeUp,
    Undo,
    Void,
    read_sheet,
    standing,
    write,
)
from tournaments.formats.series import Pair
from tournaments.models import Match, ScoreMark, names_of_sides
from tournaments.round_clock.queries import ClockView, clock_of


def names_of(match: Match) -> tuple[str, str]:
    """Return the names of both sides, the first side first."""
    return names_of_sides(match.slots.all())


AMOUNTS = (1, 2, 3, 4)  # envido and truco, real envido, retruco, vale cuatro
ACTION_BYTES = 12
PLAIN = {Undo: "undo", Close: "close", TimeUp: "time", Void: "void"}


@dataclass(frozen=True)
class Button:
    """So many points for one side, as one tap."""

    mark: str
    points: int
    label: str
    enabled: bool


@dataclass(frozen=True)
class Column:
    """One side: how it does, and its buttons."""

    score: Score
    games: int
    buttons: tuple[Button, ...]


@dataclass(frozen=True)
class Scorecard:
    """The score sheet of a match; its `action_id` makes a repeated tap count once."""

    match: Match
    names: tuple[str, str]
    sheet: Sheet
    version: int
    action_id: str
    dealing: Dealing
    marks: str  # as they were tapped, for the browser that keeps what it cannot send
    clock: ClockView | None = None
    judged: str = ""  # what a judge wrote last, if that is what an undo takes back

    @property
    def is_open(self) -> bool:
        """Whether points are being kept."""
        return self.match.state == Match.State.CALLED

    @property
    def has_points(self) -> bool:
        """Whether there are points to show: those that are kept, or the last that were."""
        return self.is_open or bool(self.sheet.chicos)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Both sides."""
        target, halves = self.sheet.measure.target, self.match.rules.halves
        side_scores = scores(Names(self.names, None), self._points, self.sheet.legs, target, halves)
        return tuple(
            Column(score, self.sheet.wins[score.team], self._buttons(score))
            for score in side_scores
        )

    @property
    def asks(self) -> str:
        """Return the question once a side has the target; empty before."""
        if not self.sheet.reached:
            return ""
        first, second = self.sheet.points
        return f"{self.question} {first}–{second}"

    @property
    def question(self) -> str:
        """What is asked once a side has the target."""
        if self.sheet.measure.legs_to_win > 1:
            return _("¿Terminó el chico?")
        return _("¿Terminó la partida?")

    @property
    def has_rung(self) -> bool:
        """Whether the bell of a timed round has rung."""
        return self.clock is not None and self.clock.has_rung

    @property
    def ends_by_time(self) -> str:
        """Return the closing text once the bell has rung and a side leads; else empty."""
        if not self.has_rung or self.sheet.reached or not self._is_led:
            return ""
        first, second = self.sheet.points
        points = {"first": first, "second": second}
        return _("Terminó la última mano: %(first)s–%(second)s por tiempo") % points

    @property
    def is_level_at_the_bell(self) -> bool:
        """Whether one more hand has to be played."""
        return self.has_rung and not self.sheet.reached and not self._is_led

    @property
    def _is_led(self) -> bool:
        try:
            write(self.sheet, TimeUp())
        except FormatError:
            return False
        return True

    @property
    def undoes(self) -> str:
        """Describe the mark that undo would revoke; empty if there is none."""
        before = self.sheet.before
        if before is None or self.judged:
            return self.judged
        if (before.chicos, before.points) == (self.sheet.chicos, self.sheet.points):
            return _("reparte %(name)s") % {"name": self.dealing.name_of(self.sheet.dealer)}
        if len(before.chicos) < len(self.sheet.chicos):
            return _("el final %(first)s–%(second)s") % dict(
                zip(("first", "second"), before.points, strict=True)
            )
        gained = [now - then for now, then in zip(self.sheet.points, before.points, strict=True)]
        side = gained.index(max(gained))
        return f"+{gained[side]} {self.names[side]}"

    @property
    def spoken_score(self) -> str:
        """Return the score as one sentence, for screen readers."""
        pairs = zip(self.names, self._points, strict=True)
        return ", ".join(f"{name} {points}" for name, points in pairs)

    @property
    def _points(self) -> Pair:
        """Return the points that are kept, or the last that were."""
        is_last = self.is_open or self.sheet.stopped or not self.sheet.chicos
        return self.sheet.points if is_last else self.sheet.chicos[-1]

    def _buttons(self, score: Score) -> tuple[Button, ...]:
        return tuple(
            Button(
                mark=f"{score.team}+{points}",
                points=points,
                label=ngettext(
                    "%(points)s tanto para %(side)s", "%(points)s tantos para %(side)s", points
                )
                % {"points": points, "side": score.name},
                enabled=self.sheet.takes(score.team, points),
            )
            for points in AMOUNTS
        )


def scorecard_of(match: Match) -> Scorecard:
    """Build the scorecard of a match whose `slots__entry` and competition are loaded."""
    marks: Sequence[ScoreMark] = list(match.marks.order_by("seq"))
    values, names = [mark.value for mark in marks], names_of(match)
    return Scorecard(
        match=match,
        names=names,
        sheet=read_sheet(match.measure, values),
        version=len(marks),
        dealing=dealing_of(match),
        marks=" ".join(written(mark.value) for mark in marks),
        action_id=secrets.token_urlsafe(ACTION_BYTES),
        clock=None if match.is_decided else clock_of(match),
        judged=_judged_last(values, names, match.named_per_side),
    )


def _judged_last(values: Sequence[Mark], names: tuple[str, str], people: int) -> str:
    indexes = standing(values)
    last = values[indexes[-1]] if indexes else None
    return describe_ruling(last, names, people) if isinstance(last, Judged) else ""


def written(mark: Mark) -> str:
    """Return a mark as a tap sends it (`scorer_page.forms.read_mark`)."""
    match mark:
        case Point(side, points):
            return f"{side}+{points}"
        case Deal(seat):
            return f"d{seat}"
        case Fine(side, points):
            return f"f{side}+{points}"
        case Shift(side, points):
            return f"s{side}+{points}"
        case Deduction(side, points):
            return f"m{side}+{points}"
        case LostHand(side, noted, more):
            return f"h{side}+{noted}+{more}"
        case LostDeal(side, seat):
            return f"p{side}+{seat}"
        case Forfeit(side):
            return f"l{side}"
        case Correct((first, second)):
            return f"c{first}-{second}"
        case _:
            return PLAIN[type(mark)]


def describe_ruling(mark: Judged, names: tuple[str, str], people: int) -> str:
    """Describe a judge's mark on a sheet: `2 tantos para Pocha`."""
    match mark:
        case Fine(side, points):
            words = ngettext(
                "%(points)s tanto para %(side)s", "%(points)s tantos para %(side)s", points
            )
            return words % {"points": points, "side": names[1 - side]}
        case Shift(side, points):
            words = ngettext(
                "%(points)s tanto de %(from)s pasa a %(to)s",
                "%(points)s tantos de %(from)s pasan a %(to)s",
                points,
            )
            return words % {"points": points, "from": names[side], "to": names[1 - side]}
        case Deduction(side, 0):
            return gettext("%(side)s: falta sin tantos") % {"side": names[side]}
        case Deduction(side, points):
            words = ngettext(
                "%(points)s tanto menos para %(side)s",
                "%(points)s tantos menos para %(side)s",
                points,
            )
            return words % {"points": points, "side": names[side]}
        case LostHand(side, noted, more):
            lost = {"side": names[side], "noted": noted, "more": more}
            words = ngettext(
                "%(side)s pierde la mano: %(noted)s anotados y %(more)s más",
                "%(side)s pierden la mano: %(noted)s anotados y %(more)s más",
                people,
            )
            return words % lost
        case LostDeal(side, _):
            words = ngettext("%(side)s pierde el reparto", "%(side)s pierden el reparto", people)
            return words % {"side": names[side]}
        case Forfeit(side):
            words = ngettext("%(side)s pierde la partida", "%(side)s pierden la partida", people)
            return words % {"side": names[side]}
        case Correct((first, second)):
            score = {"first": first, "second": second}
            return gettext("quedan %(first)s–%(second)s") % score
