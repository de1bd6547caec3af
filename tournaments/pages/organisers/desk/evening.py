"""The evening as a line of steps, and what comes once the round that is played is over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from tournaments.models import Competition, Stage
from tournaments.pages.organisers.at_hand import RoundAtHand
from tournaments.pages.organisers.desk.next_step import Follows
from tournaments.wording import stages

State = Competition.State
SHOWN: Final = 6  # rounds that have a step each; more are told in one
BEFORE: Final = (State.DRAFT, State.REGISTRATION, State.CHECK_IN)


@dataclass(frozen=True)
class Step:
    """One step: done, being done, or ahead."""

    name: str
    look: str


def evening(competition: Competition, rounds: Sequence[RoundAtHand], last_stage: int) -> list[Step]:
    """Return the steps of a competition, from its entries to its podium, or to where it ended."""
    names = list(_names(rounds, last_stage))
    if competition.state == State.CANCELLED:
        done = names[: _reached(competition, rounds)]
        return [*(Step(name, "done") for name in done), Step(gettext("Cancelada"), "now")]
    at = _at(competition, rounds, len(names))
    looks = ["done" if place < at else "now" if place == at else "ahead" for place in range(99)]
    return [Step(name, look) for name, look in zip(names, looks, strict=False)]


def follows(rounds: Sequence[RoundAtHand], last_stage: int) -> Follows:
    """Tell what comes once everything that is open is decided."""
    stage = _stage(rounds)
    if stage is None or stage.is_bracket:
        return Follows.BY_ITSELF
    if stage.how.is_paired_by_results and round_number(rounds) < (stage.swiss_rounds or 0):
        return Follows.ROUND
    if rounds[0].last_number >= next_round(rounds):
        return Follows.DRAWN_ROUND
    if _goes_on(stage, last_stage):
        return Follows.STAGE
    return Follows.PODIUM


def round_number(rounds: Sequence[RoundAtHand]) -> int:
    """Return the number of the round that is played; 0 before the first."""
    return min((one.row.number for one in rounds), default=0)


def next_round(rounds: Sequence[RoundAtHand]) -> int:
    """Return the number of the round that comes next: of groups, in the one that is behind."""
    return round_number(rounds) + 1


def _names(rounds: Sequence[RoundAtHand], last_stage: int) -> Iterator[str]:
    stage = _stage(rounds)
    yield gettext("Anotar")
    yield gettext("Sortear")
    yield from _rounds(rounds) or [gettext("Jugar")]
    if stage is not None and _goes_on(stage, last_stage):
        yield gettext("Eliminación")
    yield gettext("Podio")


def _rounds(rounds: Sequence[RoundAtHand]) -> list[str]:
    """Name the rounds of a table; those of a bracket are told by the one that is played."""
    stage, count = _stage(rounds), _count(rounds)
    if stage is None or count is None:
        return [rounds[0].name] if rounds else []
    if count > SHOWN or stage.how.has_seasons:
        name = stages.round_of_table(stage, round_number(rounds))
        return [gettext("%(round)s de %(count)s") % {"round": name, "count": count}]
    return [gettext("R%(number)s") % {"number": number} for number in range(1, count + 1)]


def _at(competition: Competition, rounds: Sequence[RoundAtHand], length: int) -> int:
    """Return the step one is at; behind the last once it is over."""
    if competition.state in BEFORE:
        return 0
    if competition.state == State.DRAWN:
        return 1
    if competition.is_over:
        return length
    return _playing(rounds)


def _reached(competition: Competition, rounds: Sequence[RoundAtHand]) -> int:
    """Return how many steps were taken of what was given up."""
    if competition.started_at is None:
        return 2 if competition.is_drawn else 0
    return _playing(rounds)


def _playing(rounds: Sequence[RoundAtHand]) -> int:
    """Return the step of the round that is played."""
    one_each = len(_rounds(rounds)) == _count(rounds)
    return 1 + (round_number(rounds) if one_each else 1)


def _goes_on(stage: Stage, last_stage: int) -> bool:
    """Tell whether a bracket follows a table; the divisions of a league follow nothing."""
    return last_stage > stage.number and not stage.is_bracket and not stage.how.has_seasons


def _count(rounds: Sequence[RoundAtHand]) -> int | None:
    """Count the rounds of a stage whose rounds are counted; None in a bracket."""
    stage = _stage(rounds)
    if stage is None or stage.is_bracket:
        return None
    if stage.swiss_rounds:
        return stage.swiss_rounds
    return rounds[0].last_number


def _stage(rounds: Sequence[RoundAtHand]) -> Stage | None:
    return rounds[0].row.group.stage if rounds else None
