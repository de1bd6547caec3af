"""View models of puzzles: the hand before the answer, the explanation after it, the archive."""

from calendar import Calendar
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.engine import View, known_calls, view
from games.evaluation.action_values import position
from games.evaluation.evaluate import USUAL
from games.evaluation.puzzles import LEAD
from games.evaluation.sampling import win_chance
from games.house_rules import FAMILIES, call_name, dialect_of, preset, short_family, turned_card
from games.models import Puzzle, PuzzleAnswer, PuzzleSkill
from games.play.seat_names import Names
from games.puzzles import ratings
from games.puzzles.services import OWN, Share
from games.reviews.queries import describe_action
from games.table_view.felt import Picture, Trick, picture, tricks
from games.table_view.history import whole_story
from games.table_view.labels import envidos_said

ANSWERS: Final = ("quiero", "no")
SEVERAL: Final = 2
"""The number of answers from which shares are shown."""


class Hand(NamedTuple):
    """The visible state for the seat that must decide."""

    rules: str
    score: str
    mano: str
    asked: str
    stake: str
    own: Sequence[Picture]
    turned: str
    """What the family calls the turned card."""
    muestra: Picture | None
    tricks: Sequence[Trick]
    story: Sequence[str]


class Verdict(NamedTuple):
    """The verdict shown once a person has answered."""

    is_right: bool
    words: str
    given: str
    reasons: Sequence[str]
    shares: Sequence[tuple[str, int]]
    """Each answer with its percentage; empty after a single answer."""
    answers: int


def hand(puzzle: Puzzle) -> Hand:
    """Return the hand of a puzzle as shown to a person who has not answered."""
    seat_view = view(position(puzzle.content), puzzle.content["seat"])
    assert seat_view.viewer is not None
    names = _names(seat_view.viewer)
    mine, theirs = seat_view.score[seat_view.viewer], seat_view.score[1 - seat_view.viewer]
    target = {"rules": preset(seat_view.rules.preset), "target": seat_view.rules.target}
    return Hand(
        rules=_("%(rules)s, a %(target)s") % target,
        score=_("Vos %(mine)s, rival %(theirs)s") % {"mine": mine, "theirs": theirs},
        mano=_("Sos mano") if seat_view.mano == seat_view.viewer else _("Es mano el rival"),
        asked=_question(puzzle, seat_view),
        stake=_stake(seat_view),
        own=[picture(card, seat_view.rules.preset) for card in seat_view.own],
        turned=turned_card(seat_view.rules.preset),
        muestra=picture(seat_view.muestra, seat_view.rules.preset) if seat_view.muestra else None,
        tricks=tricks(seat_view, names),
        story=whole_story(seat_view, names),
    )


def _question(puzzle: Puzzle, view: View) -> str:
    if view.pending is not None:
        nth = envidos_said(view.events)
        call = {"call": call_name(str(view.pending.call), dialect_of(view.rules), nth)}
        return _("Te cantan %(call)s. ¿Querés?") % call
    if puzzle.theme == Puzzle.Theme.CALL:
        return _("¿Cantás o callás?")
    return _("¿Qué carta jugás?")


def _stake(view: View) -> str:
    if view.pending is None:
        return ""
    points = {"quiero": view.pending.quiero, "no": view.pending.no}
    return _("Querido vale %(quiero)s; no querido, %(no)s para el rival.") % points


def tokens(puzzle: Puzzle) -> Sequence[str]:
    """Return the tokens of the answers, in the order of their buttons."""
    in_order: Sequence[str] = puzzle.content.get("answers", ANSWERS)
    return in_order


def answers(puzzle: Puzzle) -> Sequence[tuple[str, str]]:
    """Return the answers in the words of the family's table, by their tokens."""
    return [(token, _words(puzzle, token)) for token in tokens(puzzle)]


def _words(puzzle: Puzzle, token: str) -> str:
    words = describe_action(token, puzzle.content["preset"])
    if puzzle.theme == Puzzle.Theme.CALL and token[:1].isdigit():
        return _("Callar: %(card)s") % {"card": words}
    return words


def verdict(puzzle: Puzzle, *, said: str, share: Share, is_again: bool = False) -> Verdict:
    """Return the verdict on an answer and its reasons; `is_again` if it is a second attempt."""
    is_right = puzzle.is_right(said)
    best = {"best": _words(puzzle, said if is_right else puzzle.content["best"])}
    values = {"said": _words(puzzle, said)}
    return Verdict(
        is_right=is_right,
        words=_("Bien: %(best)s.") % best if is_right else _("Era: %(best)s.") % best,
        given=(
            _("Ya habías contestado: %(said)s. Vale la primera.") % values
            if is_again
            else _("Contestaste: %(said)s.") % values
        ),
        reasons=list(_reasons(puzzle)),
        shares=_shares(puzzle, share),
        answers=sum(share.values()),
    )


def families(home: str = "") -> Sequence[tuple[str, str]]:
    """Return the families, the reader's first, each with a word short enough for a phone."""
    names = sorted(FAMILIES, key=lambda name: name != home)
    return [(name, short_family(name)) for name in names]


def _names(viewer: int) -> Names:
    """Return names for the reader and the rival; puzzles show no real names."""
    people = (_("Vos"), _("Rival"))
    return Names(people if viewer == 0 else (people[1], people[0]), viewer)


def _reasons(puzzle: Puzzle) -> Iterator[str]:
    """Yield the chance of the game after each answer, of the call, and the tahúr's habits."""
    content = puzzle.content
    seat_view = view(position(content), content["seat"])
    for token, chance in _chances(puzzle, seat_view):
        values = {"said": _words(puzzle, token), "chance": number_format(100 * chance, 1)}
        yield _("Con «%(said)s» ganás la partida %(chance)s de cada 100 veces.") % values
    if "wins" in content:
        times = {"times": round(100 * content["wins"])}
        yield _("Lo que te cantan lo ganás %(times)s de cada 100 veces, por lo que se ve.") % times
    yield _("El tahúr contesta como vos deberías %(times)s de cada 100 veces.") % {
        "times": round(100 * _share_of_right(puzzle))
    }
    raised = _raised(puzzle)
    if raised is not None:
        yield _raise_in_words(raised["token"], seat_view)


def _chances(puzzle: Puzzle, view: View) -> Sequence[tuple[str, float]]:
    """Return each answer with the chance of winning the leg after it, the best first."""
    assert view.viewer is not None
    score = view.score[view.viewer], view.score[1 - view.viewer]
    means = {price["token"]: price["mean"] for price in puzzle.content["prices"]}
    chances = [
        (token, win_chance(view.rules.target, score, means[token])) for token in tokens(puzzle)
    ]
    return sorted(chances, key=lambda each: -each[1])


def _share_of_right(puzzle: Puzzle) -> float:
    """Return how often the tahúr gives a right answer; a raise counts as accepting."""
    content = puzzle.content
    if "refused" in content:
        refused: float = content["refused"]
        return 1 - refused if puzzle.is_wanted else refused
    return float(
        sum(price["share"] for price in content["prices"] if puzzle.is_right(price["token"]))
    )


def _raised(puzzle: Puzzle) -> Mapping[str, Any] | None:
    """Return the tahúr's other call, if it beats accepting by the threshold of puzzles."""
    if puzzle.theme != Puzzle.Theme.ACCEPT or not puzzle.is_wanted:
        return None
    prices = puzzle.content["prices"]
    accepting = next(each["mean"] for each in prices if each["token"] == Puzzle.WANTED)
    usual = (each for each in prices if each["token"] not in ANSWERS and each["share"] >= USUAL)
    best = next(usual, None)
    return best if best is not None and best["mean"] - accepting >= LEAD else None


def _raise_in_words(token: str, view: View) -> str:
    """Explain why a call is no third answer: a raise accepts, another call is settled first."""
    assert view.pending is not None
    words = {"said": describe_action(token, dialect_of(view.rules))}
    if token in getattr(known_calls(view.rules), view.pending.family):
        return _("Subir también es querer, y más. Mejor todavía: %(said)s.") % words
    return _("Mejor todavía, antes de contestar: %(said)s.") % words


def _shares(puzzle: Puzzle, share: Share) -> Sequence[tuple[str, int]]:
    whole = sum(share.values())
    if whole < SEVERAL:
        return []
    return [(words, round(100 * share.get(token, 0) / whole)) for token, words in answers(puzzle)]


def told_streak(family: str, days: int) -> str:
    """Return a person's streak of correct days in a family, in words."""
    words = ngettext(
        "%(family)s: racha de %(days)s día", "%(family)s: racha de %(days)s días", days
    )
    return words % {"family": dict(families())[family], "days": days}


def shared_text(puzzle: Puzzle, *, is_right: bool, days: int, url: str) -> str:
    """Return the text to share a daily puzzle with: the result, never the answer."""
    mark = "🟩" if is_right else "🟥"
    values = {"family": dict(families())[puzzle.family], "day": f"{puzzle.day:%d/%m}"}
    words = _("Truco: acertijo %(family)s del %(day)s") % values
    return f"{words} {mark}{f' 🔥{days}' if days else ''}\n{url}"


class Skill(NamedTuple):
    """A person's rating in a family, as shown."""

    rating: int
    is_sure: bool


def skill_of(user: User | None, family: str) -> Skill | None:
    """Return a person's rating in a family; None before their first answer."""
    skill = user and PuzzleSkill.objects.filter(user=user, family=family).first()
    return Skill(ratings.displayed_rating(skill.mu), skill.sigma <= ratings.SURE) if skill else None


def themes() -> Sequence[tuple[str, str]]:
    """Return the themes to choose from, any theme first, the reader's own games last."""
    own = (OWN, _("De tus partidas"))
    return [("", _("De todo")), *((str(code), str(name)) for code, name in THEMES), own]


THEMES: Final = Puzzle.Theme.choices


@dataclass(frozen=True)
class CalendarDay:
    """A day of the archive: `result` is "right", "wrong", "" without an answer, None without one.

    A day without a puzzle has None.
    """

    day: date
    result: str | None
    is_today: bool


def month_of(
    user: User | None, family: str, first: date, today: date
) -> Sequence[Sequence[CalendarDay | None]]:
    """Return the weeks of a month with a person's results; None fills the first and last week."""
    puzzles = Puzzle.objects.readable().filter(
        family=family, day__year=first.year, day__month=first.month, day__lte=today
    )
    said: dict[int, str] = {}
    if user is not None:
        rows = PuzzleAnswer.objects.filter(user=user, puzzle__in=puzzles)
        said = dict(rows.values_list("puzzle", "said"))
    results: dict[date, str] = {}
    for puzzle in puzzles:
        assert puzzle.day is not None
        answer = said.get(puzzle.pk)
        right = {True: "right", False: "wrong"}
        results[puzzle.day] = "" if answer is None else right[puzzle.is_right(answer)]
    return [
        [
            CalendarDay(day, results.get(day), day == today) if day.month == first.month else None
            for day in week
        ]
        for week in Calendar().monthdatescalendar(first.year, first.month)
    ]
