"""A hand of a lesson as a table shows it, and what is said to its learner."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext

from accounts.models import User
from games.engine import view
from games.lessons.course import Course
from games.lessons.progress import Place
from games.live.fragments import Pieces
from games.live.templates import render_template
from games.models import Game, Seat
from games.table_page.fragments import framed
from games.table_view.table import TableView, table_view

LEARNER = 0


class LessonText(NamedTuple):
    """The teacher's words to the learner now; a remark takes back what they did."""

    words: str
    is_remark: bool = False


def lesson_board(place: Place, now: datetime, notice: str = "") -> TableView:
    """Draw a hand that is in no database, from the learner's seat; nobody waits for a clock.

    `notice` is the code of a refusal.
    """
    rules = place.state.deal.rules
    game = Game(
        pk=place.state.start.number,  # by which the robot has its name
        preset=rules.preset,
        options=rules.options(),
        status=Game.Status.LIVE,
        version=len(place.said),
    )
    learner = Seat(game=game, number=LEARNER, user=User(username=gettext("Vos")))
    drawn = table_view(
        game=game,
        seats=(learner, Seat(game=game, number=1, robot=True)),
        view=view(place.state, LEARNER),
        viewer=LEARNER,
        now=now,
        spectators=0,
        notice=notice,
    )
    if place.state.over:  # nothing is dealt after it
        return drawn._replace(prompt=drawn.prompt._replace(hint=""))
    return drawn


def lesson_text(course: Course, number: int, place: Place, refused: str = "") -> LessonText:
    """Say what the learner has to know, or first why something was refused."""
    hand = course.hands[number - 1]
    if refused:
        return LessonText(refused, is_remark=True)
    if place.remark:
        return LessonText(gettext(place.remark), is_remark=True)
    if place.state.over:
        return LessonText(gettext(hand.end))
    return LessonText(gettext(place.step.say if place.step else hand.alone))


@dataclass(frozen=True)
class Ways:
    """Where a learner is and can go: the hand itself, what comes after it, and where one plays."""

    which: str
    title: str
    here: str
    next: str
    play: str
    is_last: bool


def lesson_pieces(
    board: TableView, told: LessonText, ways: Ways, *, said: str, csrf: str
) -> Pieces:
    """Draw a table whose buttons send, beside what was tapped, all that was `said` before."""
    pieces = framed(board, "lesson/table", ways=ways, said=said, csrf=csrf)
    lesson = render_template("lesson/told", told=told, ways=ways, is_over=board.phase == "between")
    return {**pieces, "lesson": lesson}
