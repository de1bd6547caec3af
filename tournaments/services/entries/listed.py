"""A pasted list as an organiser has it, and its lines as the people they mean."""

from dataclasses import dataclass

from tournaments.entry_files.alike import alike
from tournaments.entry_files.line import Line
from tournaments.models import Entry
from tournaments.services.entries.rosters import NamedPlayer


@dataclass(frozen=True)
class Pasted:
    """A list as it stands, and what was decided about its lines, each known by what it says."""

    text: str
    taken: frozenset[str] = frozenset()  # they are names
    others: frozenset[str] = frozenset()  # they are other people than those they seem to be
    alone: frozenset[str] = frozenset()  # they look for a partner
    seen: int = 0  # the newest entry when that was decided
    with_waiting: bool | None = None  # those of its waiting list enter, too; None: nobody said


@dataclass(frozen=True)
class Fix:
    """One way to mend a line: by other lines in its place, or by a decision about it.

    `shown` are names; `gone` is another line that goes with it, `mate` a former partner that is
    offered.
    """

    act: str  # "replace", "team", "drop", "others", "alone"
    shown: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    gone: str = ""
    mate: str = ""


@dataclass(frozen=True)
class Row:
    """A line with the people it means; `number` counts the rows from 1.

    Of an odd one `problem` is a code, `about` the name it is about, `first` an earlier row.
    """

    line: Line
    number: int
    players: tuple[NamedPlayer, ...]
    joins: Entry | None = None  # an entry that waits for a partner and is now complete
    problem: str = ""
    about: str = ""
    first: int = 0
    fixes: tuple[Fix, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether it stands in the list's own waiting list."""
        return self.line.why == "waiting"

    @property
    def keys(self) -> list[str]:
        """Its people, as names are compared."""
        return [alike(player.name) for player in self.players]
