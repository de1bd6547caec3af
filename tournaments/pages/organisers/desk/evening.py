"""The evening as a line of steps, and what comes once the round that is played is over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from tournaments.models import Competition, Round, Stage
from tournaments.pages.organisers.desk.next_step import Follows
from tournaments.pages.round_clock import round_name

State = Competition.State
SHOWN: Final = 6  # rounds that have a step each; more are told in one
BEFORE: Final = (State.DRAFT, State.REGISTRATION, State.CHECK_IN)


@dataclass(frozen=True)
class Step:
    """One step: done, being done, or ahead."""

    name: str
    look: str


def evening(competition: Competition, rounds: Sequence[Round]) -> list[Step]:
    """Return the steps of a competition, from its entries to its podium."""
    names = list(_names(rounds))
    at = _at(competition, rounds, len(names))
    looks = ["done" if place < at else "now" if place == at else "ahead" for place in range(99)]
    return [Step(name, look) for name, look in zip(names, looks, strict=False)]


def follows(competition: Competition, rounds: Sequence[Round]) -> Follows:
    """Tell what comes once everything that is open is decided."""
    stage = _stage(rounds)
    if stage is None or stage.is_bracket:
        return Follows.BY_ITSELF
    if stage.how.is_paired_by_results and round_number(rounds) < (stage.swiss_rounds or 0):
        return Follows.ROUND
    if (
        competition.stages.filter(number__gt=stage.number, tier=1).exists()
        and not stage.how.has_seasons
    ):
        return Follows.STAGE
    return Follows.PODIUM


def round_number(rounds: Sequence[Round]) -> int:
    """Return the number of the round that is played; 0 before the first."""
    return min((row.number for row in rounds), default=0)


def _names(rounds: Sequence[Round]) -> Iterator[str]:
    yield gettext("Anotar")
    yield gettext("Sortear")
    yield from _rounds(rounds) or [gettext("Jugar")]
    yield gettext("Podio")


def _rounds(rounds: Sequence[Round]) -> list[str]:
    """Name the rounds of a table; those of a bracket are told by the one that is played."""
    count = _count(rounds)
    if not rounds or count is None:
        return [round_name(rounds[0])] if rounds else []
    if count > SHOWN:
        told = {"number": round_number(rounds), "count": count}
        return [gettext("Ronda %(number)s de %(count)s") % told]
    return [gettext("R%(number)s") % {"number": number} for number in range(1, count + 1)]


def _at(competition: Competition, rounds: Sequence[Round], length: int) -> int:
    """Return the step one is at; behind the last once it is over."""
    if competition.state in BEFORE:
        return 0
    if competition.state == State.DRAWN:
        return 1
    if competition.is_over:
        return length
    one_each = length - 3 == _count(rounds)
    return 1 + (round_number(rounds) if one_each else 1)


def _count(rounds: Sequence[Round]) -> int | None:
    """Count the rounds of a stage whose rounds are counted; None in a bracket."""
    stage = _stage(rounds)
    if stage is None or stage.is_bracket:
        return None
    if stage.swiss_rounds:
        return stage.swiss_rounds
    last = Round.objects.filter(group__stage=stage).order_by("-number").first()
    return last.number if last else None


def _stage(rounds: Sequence[Round]) -> Stage | None:
    return rounds[0].group.stage if rounds else None
