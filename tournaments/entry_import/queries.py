"""The page of a pasted list: what was understood of it, odd rows first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accounts.names.display import join_names
from tournaments.entry_import import labels as entry_import_labels
from tournaments.entry_import.forms import adding, mend_of, place_of, taking
from tournaments.entry_import.line import write
from tournaments.entry_import.resolve import ResolvedList
from tournaments.entry_import.warnings import ImportDraft, LineFix, PastedRow

SHOWN: Final = 60  # odd rows; more are mended once these are
REGULARS: Final = 24
TYPED: Final = ("alone", "nameless", "too-many", "too-long", "bad-name", "reserved")
"""What is mended by typing: a partner, or the line anew."""


@dataclass(frozen=True)
class Chip:
    """A button that mends something: `act` says how it is called, `names` whom it is about."""

    act: str
    names: str
    sent: str
    mate: str = ""


@dataclass(frozen=True)
class WarningRow:
    """A row that has to be looked at, with what mends it."""

    row: PastedRow
    typed: str
    size: int = 1  # of a side

    @property
    def words(self) -> str:
        """What is odd about it."""
        return entry_import_labels.oddity(
            self.row.problem, self.row.about, self.row.first, self.size
        )

    @property
    def chips(self) -> list[Chip]:
        """What mends it with a tap; the likeliest first."""
        return [_chip(self.row, fix) for fix in self.row.fixes]

    @property
    def is_typed(self) -> bool:
        """Whether it is mended by typing, too."""
        return self.row.problem in TYPED

    @property
    def place(self) -> str:
        """Which line is meant by what is typed."""
        return place_of(self.row, self.size)


@dataclass(frozen=True)
class RemovedRegular:
    """A team that has just been taken from the regulars."""

    team: int
    names: str


@dataclass(frozen=True)
class RegularChip(Chip):
    """A button that adds a team of the club, which can be forgotten, too, if nobody named it."""

    team: int | None = None


@dataclass(frozen=True)
class PastedList:
    """A list as its page shows it."""

    pasted: ImportDraft
    understood: ResolvedList
    typed: Mapping[str, str]
    places: int  # free ones
    forgotten: RemovedRegular | None = None

    @property
    def has_brackets(self) -> bool:
        """Whether anything between brackets was left out, such as who is in reserve."""
        return any("brackets" in row.line.left_out for row in self.understood.good)

    @property
    def odd(self) -> list[WarningRow]:
        """The first of the rows to look at."""
        rows = self.understood.odd[:SHOWN]
        size = self.understood.context.size
        return [WarningRow(row, self.typed.get(place_of(row, size), ""), size) for row in rows]

    @property
    def more_odd(self) -> int:
        """How many more there are to look at."""
        return max(0, len(self.understood.odd) - SHOWN)

    @property
    def waiting(self) -> int:
        """How many of the good rows would find no place."""
        whole = sum(
            len(row.players) == self.understood.context.size for row in self.understood.good
        )
        return max(0, whole - self.places)

    @property
    def entering(self) -> int:
        """How many enter."""
        understood = self.understood
        return len(understood.good) + len(understood.waiting) * understood.with_waiting

    @property
    def room_for_waiting(self) -> int:
        """How many of the list's waiting list would find a place."""
        whole = sum(
            len(row.players) == self.understood.context.size for row in self.understood.good
        )
        return max(0, min(self.places - whole, len(self.understood.waiting)))

    @property
    def skipped(self) -> list[tuple[str, str, str]]:
        """The lines that were skipped: what they say, why, and what takes each for a name."""
        return [
            (line.written, entry_import_labels.why_skipped(line.why), taking(line.written))
            for line in self.understood.skipped
        ]

    @property
    def is_somebody_out(self) -> bool:
        """Whether somebody was skipped who stands in the list: gone, or waiting."""
        return any(line.why in ("withdrawn", "waiting") for line in self.understood.skipped)

    @property
    def regulars(self) -> list[RegularChip]:
        """Who of the club is not in the list yet."""
        return [
            RegularChip(
                "add",
                join_names([person.name for person in regular.people]),
                adding(write([person.written for person in regular.people])),
                team=regular.team,
            )
            for regular in self.understood.regulars[:REGULARS]
        ]

    @property
    def decisions(self) -> Iterator[tuple[str, str]]:
        """What was decided, to be sent along; who is in since has to be decided anew."""
        anew = {row.line.written for row in self.understood.odd if row.problem == "entered"}
        yield from (("taken", written) for written in sorted(self.pasted.taken))
        yield from (("others", written) for written in sorted(self.pasted.others - anew))
        yield from (("alone", written) for written in sorted(self.pasted.alone))

    @property
    def seen(self) -> int:
        """The newest entry it was compared with."""
        return self.understood.context.there.newest


def _chip(row: PastedRow, fix: LineFix) -> Chip:
    return Chip(fix.act, " · ".join(fix.shown), mend_of(row, fix), fix.mate)
