"""What a desk is drawn from: rows, read once for all its parts and for all languages."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from tournaments.models import AuditEvent, Competition, Draft, Match
from tournaments.pages.entry_list import EntryLine, entry_list
from tournaments.pages.matches import MatchView
from tournaments.pages.organisers.at_hand import AtHand, RoundAtHand, read_at_hand
from tournaments.pages.organisers.desk.facts import Facts, facts_of
from tournaments.pages.organisers.desk.latest import last_acts, last_results
from tournaments.pages.organisers.feeders import FeederView, feeders_of
from tournaments.pages.organisers.held_marks import HeldResult, HeldView, held_by_scorers
from tournaments.services.draw.drafts import is_current
from tournaments.services.names.door import is_open


@dataclass(frozen=True)
class Snapshot:
    """A competition at one moment; each part of it is read when it is asked for."""

    competition: Competition
    now: datetime
    told: Facts | None = None  # if they were read with something else

    @cached_property
    def facts(self) -> Facts:
        """What there is besides."""
        return self.told or facts_of(self.competition, self.now)

    @cached_property
    def lines(self) -> list[EntryLine]:
        """Who takes part."""
        return entry_list(self.competition)

    @cached_property
    def at_hand(self) -> AtHand:
        """What is played now; nothing before the draw."""
        if not self.competition.is_drawn:
            return AtHand(())
        return read_at_hand(Match.objects.all(), self.competition, self.now)

    @cached_property
    def rounds(self) -> list[RoundAtHand]:
        """The rounds that are played now, or were the last."""
        return self.at_hand.rounds

    @property
    def claimed(self) -> int:
        """How many names taken by phone wait for staff or a partner; none where none are taken."""
        return self.facts.claimed if is_open(self.competition) else 0

    @cached_property
    def held(self) -> list[HeldView | HeldResult]:
        """Marks and results without agreement."""
        return held_by_scorers(self.competition) if self.facts.holds_marks else []

    @cached_property
    def feeders(self) -> list[FeederView]:
        """Whom other competitions send."""
        return feeders_of(self.competition) if self.facts.is_fed else []

    @cached_property
    def draft(self) -> Draft | None:
        """What is drawn and not published."""
        if not self.facts.is_drafted:
            return None
        whole = ("competition", "group__stage__competition")
        return Draft.objects.filter(competition=self.competition).select_related(*whole).first()

    @cached_property
    def is_outdated(self) -> bool:
        """Whether it would be drawn otherwise now."""
        return self.draft is not None and not is_current(self.draft)

    @cached_property
    def log(self) -> list[AuditEvent]:
        """What was done last."""
        return last_acts(self.competition)

    @cached_property
    def results(self) -> list[MatchView]:
        """What was decided last without anybody's act."""
        return last_results(self.competition) if self.facts.has_results else []
