"""View models and fragments of a lesson: the table and the text for its learner."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.models import User
from games.engine import view
from games.house_rules import within
from games.lessons.course import Course
from games.lessons.progress import Place
from games.live.fragments import Pieces
from games.live.templates import render_template
from games.models import Game, Seat
from games.table_page.fragments import framed
from games.table_view.table import TableView, table_view

LEARNER = 0


class LessonText(NamedTuple):
    """The teacher's current text for the learner; a remark means that the action is undone."""

    words: str
    is_remark: bool = False


def lesson_board(place: Place, now: datetime, notice: str = "") -> TableView:
    """Return the board of a hand outside the database, from the learner's seat, without a clock.

    `notice` is the code of a refusal.
    """
    rules = place.state.deal.rules
    game = Game(
        pk=place.state.start.number,  # determines the robot's name
        preset=rules.preset,
        options=rules.options(),
        status=Game.Status.LIVE,
        version=len(place.said),
    )
    learner = Seat(game=game, number=LEARNER, user=User(username=gettext("Vos")))
    board = table_view(
        game=game,
        seats=(learner, Seat(game=game, number=1, robot=True)),
        view=view(place.state, LEARNER),
        viewer=LEARNER,
        now=now,
        spectators=0,
        notice=notice,
    )
    if place.state.over:  # no hand follows
        return board._replace(prompt=board.prompt._replace(hint=""))
    return board


def in_words(course: Course, text: str) -> str:
    """Translate a text of a course; calls are those of its family."""
    return capfirst(gettext(text) % within(course.preset))


def lesson_text(course: Course, number: int, place: Place, refused: str = "") -> LessonText:
    """Return the teacher's text, or the reason of a refusal."""
    hand = course.hands[number - 1]
    if refused:
        return LessonText(refused, is_remark=True)
    if place.remark:
        return LessonText(in_words(course, place.remark), is_remark=True)
    if place.state.over:
        return LessonText(in_words(course, hand.end))
    return LessonText(in_words(course, place.step.say if place.step else hand.alone))


@dataclass(frozen=True)
class LessonLinks:
    """Links of a lesson: the hand itself, the following one, and the tables."""

    which: str
    title: str
    here: str
    next: str
    play: str
    is_last: bool


def lesson_pieces(
    board: TableView, text: LessonText, ways: LessonLinks, *, said: str, csrf: str
) -> Pieces:
    """Render a table whose buttons submit the earlier actions, `said`, with the new one."""
    pieces = framed(board, "lesson/table", ways=ways, said=said, csrf=csrf)
    lesson = render_template("lesson/told", told=text, ways=ways, is_over=board.phase == "between")
    return {**pieces, "lesson": lesson}
