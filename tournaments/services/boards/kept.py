"""What stood of the boards of a match before its result was taken back, to count again."""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.models import BoardResult, Match
from tournaments.results.boards import results_of
from tournaments.services.boards.outcome import Results


@dataclass(frozen=True)
class Kept:
    """Boards that were over, the tables that counted, and what was asked about them."""

    results: Results
    tables: Collection[int]
    disputes: Collection[int]

    @classmethod
    def of(cls, match: Match) -> "Kept":
        """Read it of a match whose result stands."""
        tables = match.games.filter(voided=False)
        disputes = match.disputes.open()
        return cls(
            results_of(match),
            list(tables.values_list("pk", flat=True)),
            list(disputes.values_list("pk", flat=True)),
        )

    def count_again(self, board: int) -> None:
        """Let a board count that was voided with its match, with its table and its open appeal."""
        row = self.results[board]
        BoardResult.objects.filter(pk=row.pk).update(voided=False)
        row.match.games.filter(pk__in=self.tables, board=board).update(voided=False)
        row.match.disputes.filter(pk__in=self.disputes, board=board).update(
            ruling="", ruled_at=None
        )
