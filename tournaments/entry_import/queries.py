"""View model of a pasted list as it was understood; rows with warnings come first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from accounts.names.display import join_names
from tournaments.entry_import import labels as entry_import_labels
from tournaments.entry_import.forms import adding, mend_of, place_of, taking
from tournaments.entry_import.line import write
from tournaments.entry_import.resolve import ResolvedList
from tournaments.entry_import.warnings import ImportDraft, LineFix, PastedRow

SHOWN: Final = 60  # odd rows; the others follow once these are corrected
REGULARS: Final = 24
TYPED: Final = ("alone", "nameless", "too-many", "too-long", "bad-name", "reserved")
"""Problems that are corrected by typing a partner or the whole line."""


@dataclass(frozen=True)
class Chip:
    """A button that corrects something: `act` is the action, `names` the people concerned."""

    act: str
    names: str
    sent: str
    mate: str = ""


@dataclass(frozen=True)
class WarningRow:
    """An odd row with its corrections."""

    row: PastedRow
    typed: str
    size: int = 1  # players per side

    @property
    def words(self) -> str:
        """The message for its problem."""
        return entry_import_labels.row_warning(
            self.row.problem, self.row.about, self.row.first, self.size
        )

    @property
    def chips(self) -> list[Chip]:
        """The buttons that correct it, the likeliest first."""
        return [_chip(self.row, fix) for fix in self.row.fixes]

    @property
    def is_typed(self) -> bool:
        """Whether it can also be corrected by typing."""
        return self.row.problem in TYPED

    @property
    def place(self) -> str:
        """The encoded line that a typed text belongs to."""
        return place_of(self.row, self.size)


@dataclass(frozen=True)
class RemovedRegular:
    """A team that was just removed from the regulars."""

    team: int
    names: str


@dataclass(frozen=True)
class RegularChip(Chip):
    """A button that adds a regular team; `team` is the pk of an unnamed one, which is removable."""

    team: int | None = None


@dataclass(frozen=True)
class PastedList:
    """A pasted list for its page."""

    pasted: ImportDraft
    understood: ResolvedList
    typed: Mapping[str, str]
    places: int  # free ones
    forgotten: RemovedRegular | None = None

    @property
    def has_brackets(self) -> bool:
        """Whether text in brackets was left out, such as the reserves."""
        return any("brackets" in row.line.left_out for row in self.understood.good)

    @property
    def warning_rows(self) -> list[WarningRow]:
        """The first odd rows."""
        rows = self.understood.problem_rows[:SHOWN]
        size = self.understood.context.size
        return [WarningRow(row, self.typed.get(place_of(row, size), ""), size) for row in rows]

    @property
    def more_odd(self) -> int:
        """The number of odd rows that are not shown."""
        return max(0, len(self.understood.problem_rows) - SHOWN)

    @property
    def waiting(self) -> int:
        """The number of good rows without a free place."""
        whole = sum(
            len(row.players) == self.understood.context.size for row in self.understood.good
        )
        return max(0, whole - self.places)

    @property
    def entering(self) -> int:
        """The number of rows that enter."""
        understood = self.understood
        return len(understood.good) + len(understood.waiting) * understood.with_waiting

    @property
    def room_for_waiting(self) -> int:
        """The number of rows of the list's own waiting list that would get a place."""
        whole = sum(
            len(row.players) == self.understood.context.size for row in self.understood.good
        )
        return max(0, min(self.places - whole, len(self.understood.waiting)))

    @property
    def skipped(self) -> list[tuple[str, str, str]]:
        """The skipped lines: their text, the reason, and the value that takes them as names."""
        return [
            (line.written, entry_import_labels.why_skipped(line.why), taking(line.written))
            for line in self.understood.skipped
        ]

    @property
    def is_somebody_out(self) -> bool:
        """Whether withdrawn or waiting players of the list were skipped."""
        return any(line.why in ("withdrawn", "waiting") for line in self.understood.skipped)

    @property
    def regulars(self) -> list[RegularChip]:
        """The buttons of the club's regulars who are not in the list."""
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
        """The decisions to send along. A player entered since has to be decided again."""
        anew = {
            row.line.written for row in self.understood.problem_rows if row.problem == "entered"
        }
        yield from (("taken", line) for line in sorted(self.pasted.taken))
        yield from (("others", line) for line in sorted(self.pasted.others - anew))
        yield from (("alone", line) for line in sorted(self.pasted.alone))
        yield from (("chosen", choice) for choice in sorted(self.pasted.chosen))

    @property
    def newest_entry_id(self) -> int:
        """The id of the newest entry with which the list was compared."""
        return self.understood.context.existing.newest


def _chip(row: PastedRow, fix: LineFix) -> Chip:
    return Chip(fix.act, " · ".join(fix.shown), mend_of(row, fix), fix.mate)
