"""What becomes of the matches of an entry that leaves a table of which all rounds are known."""

from enum import StrEnum


class Leaving(StrEnum):
    """Whether its results are annulled, or what it had still to play is lost."""

    HALF = "half"  # annulled before half of its matches, else lost
    WALKOVER = "walkover"
    ANNUL = "annul"


def annuls(leaving: str, played: int, matches: int) -> bool:
    """Whether the results of an entry that played so many of its matches count no more.

    Who has nothing left to play keeps them, whatever was agreed.
    """
    if leaving == Leaving.HALF:
        return 2 * played < matches
    return leaving == Leaving.ANNUL and played < matches
