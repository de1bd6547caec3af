"""Results of an entry that leaves a table whose rounds are all drawn in advance."""

from enum import StrEnum


class WithdrawalPolicy(StrEnum):
    """Rule for the results and the remaining matches of a withdrawn entry."""

    HALF = "half"  # annulled before half of its matches, else lost
    WALKOVER = "walkover"
    ANNUL = "annul"


def annuls_results(leaving: str, played: int, matches: int) -> bool:
    """Return whether the results of a withdrawn entry are annulled, after `played` of its matches.

    An entry without remaining matches keeps its results under every rule.
    """
    if leaving == WithdrawalPolicy.HALF:
        return 2 * played < matches
    return leaving == WithdrawalPolicy.ANNUL and played < matches
