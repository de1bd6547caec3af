"""The one question before an event of names begins: with real cards, or on screens."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Competition
from tournaments.pages.entry_list import entry_list
from tournaments.pages.organisers.missing_accounts import MissingAccounts, missing_accounts
from tournaments.services.competition.on_screen import may_change_cards


class Way(StrEnum):
    """How an event is played."""

    CARDS = "cards"
    SCREEN = "screen"


@dataclass(frozen=True)
class HowToPlay:
    """Who has no account, what was answered before, and whether another answer can be given."""

    missing: MissingAccounts | None
    answered: Way | None
    may_take_cards: bool
    may_take_screens: bool


def read_how_to_play(competition: Competition) -> HowToPlay:
    """Read the question as it stands."""
    missing = missing_accounts(competition, entry_list(competition))
    may_change = may_change_cards(competition) and not competition.rehearsal
    return HowToPlay(
        missing=missing,
        answered=answer(competition),
        may_take_cards=competition.with_cards or missing is None or missing.may_take_cards,
        may_take_screens=may_change or not (competition.with_cards or competition.rehearsal),
    )


def answer(competition: Competition) -> Way | None:
    """Return how an event is played, as far as anybody has said so."""
    if competition.with_cards:
        return Way.CARDS
    return Way.SCREEN if competition.names_by_qr else None


def is_to_be_asked(competition: Competition) -> bool:
    """Tell whether it is asked now: before the first match, once, if somebody has no account."""
    if answer(competition) or competition.rehearsal or not may_change_cards(competition):
        return False
    return missing_accounts(competition, entry_list(competition)) is not None
