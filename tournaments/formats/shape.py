"""What an organiser chose: a format by its name, and its choices."""

from dataclasses import dataclass
from enum import StrEnum


class GrandFinal(StrEnum):
    """What both brackets' winners play: nothing, one match, or a second if the unbeaten falls."""

    NONE = "none"
    SINGLE = "single"
    RESET = "reset"


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A format with its choices; None and () leave it to the format, or to the draw."""

    format: str = "single"
    third_place: bool = False
    grand_final: str = GrandFinal.RESET
    final_best_of: int | None = None  # without it the final is like every match
    cycles: int | None = None
    swiss_rounds: int | None = None
    group_count: int | None = None
    qualifiers: int = 2
    best_next: int = 0  # over all groups, of those who come next
    silver: bool = False  # the rest play a cup of their own
    then_swiss: int = 0  # rounds that those who come out of groups play
    finalists: int = 0  # the first of a table, who play a knockout
    play_in: int = 0  # of its last places, how many are decided in one match before it
    divisions: int = 1
    tie_breaks: tuple[str, ...] = ()
