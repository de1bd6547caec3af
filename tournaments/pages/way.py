"""One entry's way through a competition: what it played, and what it has to play."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.models import Match
from tournaments.pages.match_sides import SideView
from tournaments.pages.matches import MatchView
from tournaments.pages.stages import Event, StageView


@dataclass(frozen=True)
class Step:
    """One match as one of its sides sees it."""

    title: str  # of its round
    view: MatchView
    own: SideView
    rival: SideView

    @property
    def is_to_come(self) -> bool:
        """Whether it is not decided yet."""
        return not self.view.match.is_decided


def way_of(event: Event, entry_id: int) -> list[Step]:
    """Return an entry's matches in the order it comes to them: what is decided, then by date."""
    steps = [
        Step(_title(stage, title), view, own, view.sides[1 - own.slot.side])
        for stage in event.stages
        for title, view in _rounds(stage)
        if (own := view.side_of(entry_id)) is not None
    ]
    return sorted(steps, key=lambda step: (step.is_to_come, _due(step), step.view.match.number))


def _due(step: Step) -> float:
    """When a match that is to come is played; what was called, or has no hour, is next."""
    match = step.view.match
    hour = match.scheduled_at if step.is_to_come and match.state != Match.State.CALLED else None
    return hour.timestamp() if hour else 0


def _rounds(stage: StageView) -> Iterator[tuple[str, MatchView]]:
    for rounds in [part.rounds for part in stage.parts]:
        yield from ((each.title, view) for each in rounds for view in each.matches)
    for table in stage.tables:
        yield from ((each.title, view) for each in table.rounds for view in each.matches)


def _title(stage: StageView, title: str) -> str:
    return f"{stage.title} · {title}" if stage.title and stage.tables else title
