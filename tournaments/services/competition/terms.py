"""What an organiser announces of a competition, as one value: rules, shape, places, times."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from games.engine import Rules
from tournaments.models import Competition
from tournaments.services.competition.fitting import misfits
from tournaments.services.competition.shape import Shape

OWN_COLUMNS_APART = ("rules", "shape")


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What an organiser announces: the rules, how many, how long."""

    name: str
    rules: Rules
    shape: Shape = field(default_factory=Shape)
    cap: int = 16
    best_of: int = 1
    turn_seconds: int = 30
    sit_down_minutes: int = 10
    starts_at: datetime | None = None
    presencial: bool = False
    with_cards: bool = False
    public: bool = True
    approval: bool = False
    late_entries: bool = False
    reserves: int = 0
    keep_apart: bool = True
    seeding: str = Competition.Seeding.RATING
    season: str = ""
    round_days: int | None = None
    movers: int = 0
    prizes: str = ""

    @classmethod
    def of(cls, competition: Competition) -> "Terms":
        """Return the terms of a competition as they stand."""
        stages = list(competition.stages.order_by("number"))
        columns = {name: getattr(competition, name) for name in cls._columns()}
        return cls(rules=competition.rules, shape=Shape.of(stages), **columns)

    def columns(self) -> dict[str, Any]:
        """Return the terms as the columns of a competition."""
        rules = {"preset": self.rules.preset, "options": self.rules.options()}
        return rules | {name: getattr(self, name) for name in self._columns()}

    def misfits(self) -> Iterator[tuple[str, str]]:
        """What cannot be together: which of the terms is to change, and why, as a code."""
        return misfits(self.shape, cap=self.cap, movers=self.movers)

    @classmethod
    def _columns(cls) -> Iterator[str]:
        return (each.name for each in fields(cls) if each.name not in OWN_COLUMNS_APART)
