"""Options of the formats, their bounds, and the values an organiser chose.

`FormatOptions` holds the defaults.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A choice. `left_to_the_draw`: by default the number of entries decides it."""

    name: str
    least: int | None = None
    most: int | None = None
    left_to_the_draw: bool = False


LAYOUT: Final = Choice(name="layout")
LOSERS: Final = Choice(name="losers")
THIRD_PLACE: Final = Choice(name="third_place")
GRAND_FINAL: Final = Choice(name="grand_final")
ROUND_GAMES: Final = Choice(name="round_games")
FINAL_BEST_OF: Final = Choice(name="final_best_of")
CYCLES: Final = Choice(name="cycles", least=1, most=2)
SWISS_ROUNDS: Final = Choice(name="swiss_rounds", least=1, most=32, left_to_the_draw=True)
LATE_ENTRIES: Final = Choice(name="late_entries")
LEAVING: Final = Choice(name="leaving")
BYE_POINTS: Final = Choice(name="bye_points")
BYES: Final = Choice(name="byes", least=0, most=8)
OPEN_MINUTES: Final = Choice(name="open_minutes", least=5, most=720)
KING_TABLES: Final = Choice(name="king_tables", least=1, most=64, left_to_the_draw=True)
SEASON_DAYS: Final = Choice(name="season_days", least=7, most=366)
CHALLENGE_RANGE: Final = Choice(name="challenge_range", least=1, most=20)
CLIMB: Final = Choice(name="climb")
ANSWER_DAYS: Final = Choice(name="answer_days", least=1, most=14)
REFUSAL: Final = Choice(name="refusal")
PLAY_DAYS: Final = Choice(name="play_days", least=1, most=60)
REMATCH_DAYS: Final = Choice(name="rematch_days", least=0, most=90)
INACTIVE_DAYS: Final = Choice(name="inactive_days", least=0, most=120)
HOLIDAY_DAYS: Final = Choice(name="holiday_days", least=0, most=120)
BY_TANTOS: Final = Choice(name="by_tantos")
LATE_POINTS: Final = Choice(name="late_points")
GROUP_COUNT: Final = Choice(name="group_count", least=1, most=128, left_to_the_draw=True)
GROUP_SIZES: Final = Choice(name="group_sizes")
DEALING: Final = Choice(name="dealing")
QUALIFIERS: Final = Choice(name="qualifiers", least=1, most=16)
BEST_NEXT: Final = Choice(name="best_next", least=0, most=64)
SCALE: Final = Choice(name="scale")
BYE_VALUE: Final = Choice(name="bye_value", least=0, most=20)
ABSENCE_VALUE: Final = Choice(name="absence_value", least=-20, most=20)
SILVER: Final = Choice(name="silver")
THEN_SWISS: Final = Choice(name="then_swiss", least=0, most=16)
FINALISTS: Final = Choice(name="finalists", least=0, most=32)
EVERY_DIVISION: Final = Choice(name="every_division")
SPLIT_SEASON: Final = Choice(name="split_season")
PROMOTION: Final = Choice(name="promotion", least=0, most=4)
PLAY_IN: Final = Choice(name="play_in", least=0, most=8)
ROUND_DAYS: Final = Choice(name="round_days", least=1, most=31)
DIVISIONS: Final = Choice(name="divisions", least=1, most=8)
MOVERS: Final = Choice(name="movers", least=0, most=8)
SEASON: Final = Choice(name="season")
COUNTING: Final = (SCALE, BYE_VALUE, ABSENCE_VALUE)
"""The choices of every table: the points of its matches, in the order of the form."""


class GrandFinal(StrEnum):
    """Match of both brackets' winners: none, one, or a second one if the unbeaten side loses."""

    NONE = "none"
    SINGLE = "single"
    RESET = "reset"


class Layout(StrEnum):
    """The pairs of a knockout: a bracket by seeds, or finals that favour the first."""

    BRACKET = "bracket"
    PAGE = "page"
    STEPLADDER = "stepladder"


class LosersPlay(StrEnum):
    """The play of those who lost in a bracket."""

    NOTHING = "nothing"
    CONSOLATION = "consolation"
    FEED_IN = "feed-in"
    PLACES = "places"


class LadderClimb(StrEnum):
    """The gain of a won challenge: the winner takes the loser's place, or both change places."""

    INSERT = "insert"
    SWAP = "swap"


class Refusal(StrEnum):
    """The effect of a refused or unanswered challenge: it counts as won, or nothing happens."""

    CONCEDES = "concedes"
    LAPSES = "lapses"


class Dealing(StrEnum):
    """Order in which rows of seeds are dealt: as a snake, or also separating bracket opponents."""

    SNAKE = "snake"
    BRACKET = "bracket"


@dataclass(frozen=True, kw_only=True)
class FormatOptions:
    """A format with its choices; None and () leave a choice to the format, or to the draw."""

    format: str = "single"
    layout: str = Layout.BRACKET
    losers: str = LosersPlay.NOTHING
    third_place: bool = False
    grand_final: str = GrandFinal.RESET
    final_best_of: int | None = None  # None: the same as other matches
    round_games: str = ""  # `1,1,3`: the games of each round; empty: the same in all
    cycles: int | None = None
    swiss_rounds: int | None = None
    group_count: int | None = None
    group_sizes: str = ""  # `8,6,6`; empty: they differ by one at most
    dealing: str = Dealing.SNAKE
    qualifiers: int = 2
    best_next: int = 0  # qualifiers of the next rank across all groups
    silver: bool = False  # the rest play their own cup
    then_swiss: int = 0  # Swiss rounds of the entries that qualify from groups
    finalists: int = 0  # the first of a table, who play a knockout
    play_in: int = 0  # its last places that are decided by one match before it
    scale: str = ""  # the points of a match, as `points_scale` reads them
    bye_value: int | None = None  # None: as a win
    absence_value: int | None = None  # None: as a loss
    by_tantos: bool = False  # a table adds up the points of the games, not the matches won
    open_minutes: int = 60  # the time in which matches begin where there are no rounds
    king_tables: int | None = None  # where the winner stays
    season_days: int = 90  # of a ladder, from the start
    challenge_range: int = 3  # places above within which one may challenge
    climb: str = LadderClimb.INSERT
    answer_days: int = 3
    refusal: str = Refusal.CONCEDES
    play_days: int = 7  # to play an accepted challenge
    rematch_days: int = 14  # before the same two may meet again
    inactive_days: int = 21  # after which an entry falls by a place; 0: never
    holiday_days: int = 14  # of a rest that do not count as inactivity
    divisions: int = 1
    promotion: int = 0  # matches between neighbouring divisions, after those who move directly
    every_division: bool = False  # has finalists of its own; else the first alone
    split_season: bool = False  # each cycle has a table and a champion, and these play the final
    tie_breaks: tuple[str, ...] = ()
