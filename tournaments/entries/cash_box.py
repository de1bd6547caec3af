"""The money of a competition: who has paid and how, what is missing, and the prize pot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal

from accounts.names.collation import by_letters
from tournaments.competitions.terms_labels import money
from tournaments.models import Competition, Entry
from tournaments.models.competitions import WHOLE_POT, read_prize_shares

CENT = Decimal("0.01")


@dataclass(frozen=True)
class PotShare:
    """The part of the takings that a place wins."""

    rank: int
    percent: int
    amount: str


@dataclass(frozen=True)
class CashBox:
    """The entries of a competition by what they owe, each list by name."""

    competition: Competition
    owing: Sequence[Entry]  # none where no fee is set
    paid: Sequence[Entry]
    out: Sequence[Entry]  # entries that left, or never came

    @classmethod
    def of(cls, competition: Competition, entries: Iterable[Entry]) -> "CashBox":
        """Sort the entries of a competition."""
        listed = sorted(entries, key=by_letters)
        out = [entry for entry in listed if entry.state == Entry.State.WITHDRAWN]
        return cls(
            competition,
            [entry for entry in listed if entry.owes] if competition.fee else [],
            [entry for entry in listed if entry.paid and entry not in out],
            out,
        )

    @property
    def amount_due(self) -> str:
        """Return what one entry pays, in words."""
        return self._money(self.competition.amount_due)

    @property
    def total(self) -> Decimal:
        """Return what has been paid, also by entries that left and were not paid back."""
        return self.competition.amount_due * len(self._payers)

    @property
    def total_told(self) -> str:
        """Return the total as text, with its currency."""
        return self._money(self.total)

    @property
    def missing(self) -> str:
        """Return what is still owed, in words."""
        return self._money(self.competition.amount_due * len(self.owing))

    @property
    def by_method(self) -> list[tuple[str, int, str]]:
        """Return each method of payment with its number of entries and its amount."""
        methods = [*Entry.PaidBy.values, ""]
        counts = [(each, sum(one.paid_by == each for one in self._payers)) for each in methods]
        due = self.competition.amount_due
        return [
            (str(Entry.PaidBy(each).label) if each else "", number, self._money(due * number))
            for each, number in counts
            if number
        ]

    @property
    def pot(self) -> list[PotShare]:
        """Return the share of each place. Cents are rounded down."""
        return [
            PotShare(rank, percent, self._money(self._share(percent)))
            for rank, percent in enumerate(self._percents, start=1)
        ]

    @property
    def left_over(self) -> str:
        """Return what stays with the club, in words."""
        return self._money(self.total - sum(map(self._share, self._percents)))

    @property
    def _payers(self) -> list[Entry]:
        return [*self.paid, *(entry for entry in self.out if entry.paid)]

    @property
    def _percents(self) -> tuple[int, ...]:
        return read_prize_shares(self.competition.prize_shares)

    def _share(self, percent: int) -> Decimal:
        return (self.total * percent / WHOLE_POT).quantize(CENT, ROUND_DOWN)

    def _money(self, amount: Decimal) -> str:
        return money(amount, self.competition.currency)
