"""The organiser's list of entries: how many of each kind, and the ones asked for."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.values.skeletons import skeleton
from tournaments.models import Competition, Entry, Match
from tournaments.pages.entry_list import EntryLine

State = Entry.State
IN = (State.CONFIRMED, State.WAITING)
STAYS = (State.FORMING, State.REQUESTED, *IN)


@dataclass(frozen=True)
class Kind:
    """Entries that have something in common, under a name for the organiser."""

    title: str | Promise
    has: Callable[[EntryLine], bool]


KINDS: Final[Mapping[str, Kind]] = {
    "all": Kind(_("todos"), lambda line: True),
    "requested": Kind(_("a confirmar"), lambda line: line.entry.state == State.REQUESTED),
    "waiting": Kind(_("en espera"), lambda line: line.entry.state == State.WAITING),
    "forming": Kind(_("les falta alguien"), lambda line: line.entry.state == State.FORMING),
    "unpaid": Kind(_("sin pagar"), lambda line: line.entry.owes),
    "absent": Kind(
        _("sin acreditar"),
        lambda line: line.entry.state in IN and line.entry.checked_in_at is None,
    ),
    "unclaimed": Kind(
        _("sin cuenta"), lambda line: line.entry.state in STAYS and line.has_unclaimed
    ),
    "withdrawn": Kind(_("fuera"), lambda line: line.entry.state == State.WITHDRAWN),
}


@dataclass(frozen=True)
class Tab:
    """One kind with how many there are."""

    key: str
    title: str | Promise
    number: int


@dataclass(frozen=True)
class Tally:
    """How many entries there are of each kind; before the first payment there may be no fee."""

    confirmed: int
    checked_in: int
    paid: int
    tabs: tuple[Tab, ...]

    @classmethod
    def of(cls, competition: Competition, lines: Sequence[EntryLine]) -> "Tally":
        """Count entries by state; those not checked in only during the check-in."""
        paid = sum(line.entry.paid for line in lines)
        told = {"absent": competition.state == Competition.State.CHECK_IN, "unpaid": paid > 0}
        counted = (
            Tab(key, kind.title, sum(map(kind.has, lines)))
            for key, kind in KINDS.items()
            if told.get(key, True)
        )
        confirmed = [line for line in lines if line.entry.state == State.CONFIRMED]
        return cls(
            len(confirmed),
            sum(line.entry.checked_in_at is not None for line in confirmed),
            paid,
            tuple(tab for tab in counted if tab.number or tab.key == "all"),
        )


def may_undo(competition: Competition) -> bool:
    """Tell whether undoing the draw is worth offering; only the service looks at every card."""
    matches = Match.objects.of(competition.pk)
    if not competition.is_drawn or competition.is_over:
        return False
    return not (matches.live().exists() or matches.filter(state=Match.State.COMPLETED).exists())


def asked_for(
    lines: Sequence[EntryLine], kind: str, words: str, kept: Collection[int] = ()
) -> list[EntryLine]:
    """Return the entries of a kind in whose names, players' or club's these words occur.

    Those that something was just done to are `kept`: the next tap meets the row it is meant for.
    """
    wanted = [skeleton(word) for word in words.split()]
    has = KINDS.get(kind, KINDS["all"]).has
    return [
        line
        for line in lines
        if line.entry.pk in kept or (has(line) and all(word in _text(line) for word in wanted))
    ]


def _text(line: EntryLine) -> str:
    names = (line.entry.name, line.entry.affiliation, *(player.name for player in line.roster))
    return skeleton(" ".join(names))
