"""View model of a puzzle: the hand before the answer, and the explanation after it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Card, View, known_calls, view
from games.evaluation.action_values import position
from games.evaluation.evaluate import USUAL
from games.evaluation.puzzles import LEAD
from games.evaluation.sampling import score_value
from games.house_rules import FAMILIES, canto, preset, short_family
from games.models import Puzzle
from games.play.seat_names import Names
from games.puzzles.services import Share
from games.reviews.queries import describe_action, points_in_words
from games.table_view.felt import Picture, Trick, picture, tricks
from games.table_view.history import whole_story

ANSWERS: Final = ("quiero", "no")
SEVERAL: Final = 2
"""The number of answers from which shares are shown."""
UNTOLD: Final = 0.25
"""The difference in points between the page's account and the evaluation that needs no remark."""


class Hand(NamedTuple):
    """The visible state for the seat that must answer."""

    rules: str
    score: str
    mano: str
    asked: str
    stake: str
    own: Sequence[Picture]
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
    seen = view(position(puzzle.content), puzzle.content["seat"])
    assert seen.viewer is not None
    assert seen.pending is not None
    names = _names(seen.viewer)
    mine, theirs = seen.score[seen.viewer], seen.score[1 - seen.viewer]
    target = {"rules": preset(seen.rules.preset), "target": seen.rules.target}
    call = {"call": canto(str(seen.pending.call), seen.rules.preset)}
    return Hand(
        rules=_("%(rules)s, a %(target)s") % target,
        score=_("Vos %(mine)s, rival %(theirs)s") % {"mine": mine, "theirs": theirs},
        mano=_("Sos mano") if seen.mano == seen.viewer else _("Es mano el rival"),
        asked=_("Te cantan %(call)s. ¿Querés?") % call,
        stake=_stake(seen),
        own=_pictures(seen.own, seen.rules.preset),
        muestra=picture(seen.muestra, seen.rules.preset) if seen.muestra else None,
        tricks=tricks(seen, names),
        story=whole_story(seen, names),
    )


def answers(puzzle: Puzzle) -> Sequence[tuple[str, str]]:
    """Return both answers in the words of the family's table, by their tokens."""
    return [(token, canto(token, puzzle.content["preset"])) for token in ANSWERS]


def verdict(puzzle: Puzzle, *, wants: bool, share: Share, is_again: bool = False) -> Verdict:
    """Return the verdict on an answer and its reasons; `is_again` if it is a second attempt."""
    content = puzzle.content
    is_right = wants == puzzle.is_wanted
    best = {"best": canto(content["best"], content["preset"])}
    return Verdict(
        is_right=is_right,
        words=_("Bien: %(best)s.") % best if is_right else _("Era: %(best)s.") % best,
        given=_describe_answer(puzzle, wants, is_again),
        reasons=list(_reasons(puzzle)),
        shares=_shares(puzzle, share),
        answers=share.answers,
    )


def families() -> Sequence[tuple[str, str]]:
    """Return the families, each with a word short enough for three on a phone."""
    return [(name, short_family(name)) for name in FAMILIES]


def _names(viewer: int) -> Names:
    """Return names for the reader and the rival; puzzles show no real names."""
    people = (_("Vos"), _("Rival"))
    return Names(people if viewer == 0 else (people[1], people[0]), viewer)


def _pictures(cards: Sequence[Card], preset: str) -> Sequence[Picture]:
    return [picture(card, preset) for card in cards]


def _stake(seen: View) -> str:
    assert seen.pending is not None
    points = {"quiero": seen.pending.quiero, "no": seen.pending.no}
    return _("Querido vale %(quiero)s; no querido, %(no)s para el rival.") % points


def _describe_answer(puzzle: Puzzle, wants: bool, is_again: bool) -> str:
    words = {"said": dict(answers(puzzle))[ANSWERS[0 if wants else 1]]}
    if is_again:
        return _("Ya habías contestado: %(said)s. Vale la primera.") % words
    return _("Contestaste: %(said)s.") % words


def _reasons(puzzle: Puzzle) -> Iterator[str]:
    """Yield the points, the odds needed, and the tahúr's habits."""
    content = puzzle.content
    seen = view(position(content), content["seat"])
    points = {"points": points_in_words(content["lead"])}
    if puzzle.is_wanted:
        yield _("Querer vale %(points)s puntos más que no querer, en promedio.") % points
    else:
        yield _("No querer vale %(points)s puntos más que querer, en promedio.") % points
    yield from _odds(puzzle, seen)
    wanted = round(100 * (1 - content["refused"]))
    yield _("El tahúr quiere %(times)s de cada 100 veces.") % {"times": wanted}
    raised = _raised(puzzle)
    if raised is not None:
        yield _raise_in_words(raised["token"], seen)


def _odds(puzzle: Puzzle, seen: View) -> Iterator[str]:
    """Yield how often accepting must win to be worthwhile, and how often it wins.

    Refusing loses `no`; accepting wins or loses `quiero`. Each is valued at the score, as in the
    evaluation, because a refusal may lose the game. If these odds suggest another answer or another
    difference, the later play and calls explain the rest.
    """
    won, lost, refused = _worths(seen)
    needed = (refused - lost) / (won - lost)
    wins = puzzle.content["wins"]
    times = {"needed": round(100 * needed), "wins": round(100 * wins)}
    words = _(
        "Conviene querer si lo ganás al menos %(needed)s de cada 100 veces: "
        "por lo que sabías, lo ganás %(wins)s."
    )
    yield words % times
    if (wins >= needed) != puzzle.is_wanted:
        yield _("Acá pesa más lo que se puede seguir cantando después.")
    elif abs(wins * won + (1 - wins) * lost - refused - _lead(puzzle)) >= UNTOLD:
        yield _(
            "Esa cuenta sola daría otra diferencia: "
            "el resto lo pone lo que se juega y se canta después."
        )


def _lead(puzzle: Puzzle) -> float:
    """Return by how many points accepting is better than refusing in the evaluation."""
    lead: float = puzzle.content["lead"]
    return lead if puzzle.is_wanted else -lead


def _worths(seen: View) -> tuple[float, float, float]:
    """Return the values of winning the call, of losing it and of refusing it."""
    assert seen.viewer is not None
    assert seen.pending is not None
    target, own, theirs = seen.rules.target, seen.score[seen.viewer], seen.score[1 - seen.viewer]
    quiero, no = seen.pending.quiero, seen.pending.no
    ends = (own + quiero, theirs), (own, theirs + quiero), (own, theirs + no)
    won, lost, refused = (
        score_value(target, (own, theirs), (min(target, mine), min(target, other)))
        for mine, other in ends
    )
    return won, lost, refused


def _raised(puzzle: Puzzle) -> Mapping[str, Any] | None:
    """Return the tahúr's other call, if it beats accepting by the threshold of puzzles."""
    if not puzzle.is_wanted:
        return None
    prices = puzzle.content["prices"]
    wanted = next(each["mean"] for each in prices if each["token"] == Puzzle.WANTED)
    usual = (each for each in prices if each["token"] not in ANSWERS and each["share"] >= USUAL)
    best = next(usual, None)
    return best if best is not None and best["mean"] - wanted >= LEAD else None


def _raise_in_words(token: str, seen: View) -> str:
    """Explain why a call is no third answer: a raise accepts, another call is settled first."""
    assert seen.pending is not None
    words = {"said": describe_action(token, seen.rules.preset)}
    if token in getattr(known_calls(seen.rules), seen.pending.family):
        return _("Subir también es querer, y más. Mejor todavía: %(said)s.") % words
    return _("Mejor todavía, antes de contestar: %(said)s.") % words


def _shares(puzzle: Puzzle, share: Share) -> Sequence[tuple[str, int]]:
    if share.answers < SEVERAL:
        return []
    wanted = round(100 * share.wanted / share.answers)
    return [
        (words, times)
        for (_token, words), times in zip(answers(puzzle), (wanted, 100 - wanted), strict=True)
    ]


def told_streak(family: str, days: int) -> str:
    """Return a person's streak of correct days in a family, in words."""
    words = ngettext(
        "%(family)s: racha de %(days)s día", "%(family)s: racha de %(days)s días", days
    )
    return words % {"family": dict(families())[family], "days": days}
