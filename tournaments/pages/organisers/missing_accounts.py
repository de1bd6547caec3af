"""Who of a competition on the site has no account to sit down with, and what can be done."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournaments.models import Competition, Entry, Match
from tournaments.pages.entry_list import EntryLine
from tournaments.wording import refusals


@dataclass(frozen=True)
class MissingAccounts:
    """How many entries cannot sit down, of how many, and of how many only a part can."""

    unattended: int
    in_part: int
    entries: int
    per_side: int
    may_take_cards: bool  # nothing has been played on the site yet

    @property
    def in_words(self) -> str:
        """Say how many: `14 de 16 parejas no tienen cuenta`."""
        return ngettext(
            "%(number)s de %(sides)s no tiene cuenta.",
            "%(number)s de %(sides)s no tienen cuenta.",
            self.unattended,
        ) % {"number": self.unattended, "sides": refusals.sides(self.entries, self.per_side)}

    @property
    def part_in_words(self) -> str:
        """Say who plays in the place of a partner without an account."""
        told = {"sides": refusals.sides(self.in_part, self.per_side)}
        return (
            gettext("En %(sides)s falta la cuenta de alguien: en su lugar juega un robot.") % told
        )


def missing_accounts(
    competition: Competition, lines: Sequence[EntryLine]
) -> MissingAccounts | None:
    """Count; None if everybody can sit down, or nobody has to."""
    if competition.with_cards or competition.is_over:
        return None
    confirmed = [line for line in lines if line.entry.state == Entry.State.CONFIRMED]
    without = [line for line in confirmed if line.without_account]
    if not without:
        return None
    unattended = sum(len(line.without_account) == len(line.players) for line in without)
    return MissingAccounts(
        unattended=unattended,
        in_part=len(without) - unattended,
        entries=len(confirmed),
        per_side=competition.players_per_side,
        may_take_cards=not Match.objects.of(competition.pk).begun().exists(),
    )
