"""The sides of a match as every page shows them: who stands there, or where they come from."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Entry, MatchSlot, who_stands
from tournaments.wording import stages


@dataclass(frozen=True)
class SideView:
    """One side of a match: who stands there, or where they will come from; and how they do."""

    slots: Sequence[MatchSlot]  # of all who play on it: several where partners change
    source: int | None  # the number of the match that still decides who stands here
    source_sign: str  # the table of the hall at which that is played; empty elsewhere
    points: int | None  # in the game on the table, or in the only game
    games: int  # won
    score: int | None  # of these two, what there is room for
    won: bool
    lost: bool

    @property
    def slot(self) -> MatchSlot:
        """What the stored graph says of it."""
        return self.slots[0]

    @property
    def entry(self) -> Entry | None:
        """Who stands here, if known; the first of those who do."""
        return self.slot.entry

    @property
    def entries(self) -> list[Entry]:
        """All who stand here."""
        return [slot.entry for slot in self.slots if slot.entry is not None]

    @property
    def name(self) -> str:
        """Who stands here in words; empty as long as it is nobody."""
        return who_stands(self.slots)

    @property
    def marks(self) -> str:
        """The numbers of all who stand here, as a page marks it theirs."""
        return " ".join(str(entry.pk) for entry in self.entries)

    def has(self, entry_id: int | None) -> bool:
        """Tell whether an entry plays on this side."""
        return entry_id is not None and any(slot.entry_id == entry_id for slot in self.slots)

    @property
    def bye(self) -> bool:
        """Whether nobody ever will."""
        return self.slot.bye

    @property
    def before(self) -> str:
        """The points it had as a Swiss round was paired; empty elsewhere."""
        score = self.slot.score
        return "" if score is None else stages.figure(score)

    @property
    def origin(self) -> str:
        """The match or rank that fills this side; empty once it is filled."""
        if self.slot.is_settled:
            return ""
        if self.source is not None:
            loses = self.slot.outcome == MatchSlot.SourceRole.LOSER
            if self.source_sign:
                return (stages.loser_at if loses else stages.winner_at)(self.source_sign)
            return stages.loser_of(self.source) if loses else stages.winner_of(self.source)
        group, rank = self.slot.source_group, self.slot.source_rank  # type: ignore[attr-defined]
        return stages.ranked(rank, group)
