"""One competition from its announcement on, whose acts and figures are drawn from a named seed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any, TypeVar

from accounts.models import User
from tests.tournaments.cups import a_cup, an_organiser
from tournaments.competitions.settings import CompetitionSettings
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Match

Row = TypeVar("Row")
DAY = timedelta(days=1)


class NothingThereError(Exception):
    """An act found nothing to act on."""


@dataclass
class EventScenario:
    """The arguments of actions: competition, organiser, current time and random generator."""

    event: Competition
    organiser: User
    chance: Random
    now: datetime
    people: int = 0  # named so far
    told: list[str] = field(default_factory=list)  # what was done, for who reads a failure

    @classmethod
    def of(cls, seed: str, now: datetime) -> "EventScenario":
        """Announce what a seed says: `swiss-17` is a Swiss."""
        chance, organiser = Random(seed), an_organiser()
        format_ = seed.rpartition("-")[0]
        terms = some_terms(chance, format_, now)
        shapes = (some_shape(chance, format_) for _ in count())
        fits = next(one for one in shapes if not [*FORMATS[format_].misfits(one, terms["cap"])])
        event = a_cup(organiser, now, opened=False, shape=fits, **terms)
        return cls(event, organiser, chance, now)

    @property
    def who(self) -> dict[str, Any]:
        """Return actor and time for a service."""
        return {"actor": self.organiser, "now": self.now}

    @property
    def event_arguments(self) -> dict[str, Any]:
        """Return competition, actor and time for a service."""
        return {"competition_id": self.event.pk, **self.who}

    @property
    def terms(self) -> CompetitionSettings:
        """Its terms as they stand."""
        return CompetitionSettings.of(Competition.objects.get(pk=self.event.pk))

    def one(self, rows: Sequence[Row]) -> Row:
        if not rows:
            raise NothingThereError
        return self.chance.choice(rows)

    def match(self, *states: str) -> Match:
        """One of the matches in these states."""
        return self.one(list(Match.objects.of(self.event.pk).filter(state__in=states)))

    def name(self) -> str:
        """Somebody new."""
        self.people += 1
        return f"Quien llega {self.people}"


def some_shape(chance: Random, format_: str) -> FormatOptions:
    """Return a format with choices that may fit, or not."""
    return FormatOptions(
        format=format_,
        group_count=chance.choice((None, 2, 3)) if format_ == "groups" else None,
        swiss_rounds=chance.choice((None, 2, 3, 5)) if format_ == "swiss" else None,
        third_place=format_ == "single" and chance.random() < 0.5,
        divisions=chance.choice((1, 2)) if FORMATS[format_].has_seasons else 1,
    )


def some_terms(chance: Random, format_: str, now: datetime) -> dict[str, Any]:
    """Return terms in addition to the format, for games to five points."""
    dated = FORMATS[format_].has_seasons and chance.random() < 0.5
    timed = not dated and chance.random() < 0.3
    return {
        "cap": chance.choice((4, 8, 12)),
        "with_cards": chance.random() < 0.7,
        "publishes_alone": chance.random() < 0.5,
        "late_entries": format_ == "swiss" and chance.random() < 0.5,
        "round_minutes": 30 if timed else None,
        "round_days": 7 if dated else None,
        "starts_at": now + DAY if dated and chance.random() < 0.7 else None,
    }
