"""Chains of stages that clubs know by name, as format options for a number of entries."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tournaments.formats.groups import GROUPS, usual_groups
from tournaments.formats.knockout import SINGLE
from tournaments.formats.league import LEAGUE
from tournaments.formats.options import FormatOptions, Layout, LosersPlay
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.seeding import bracket_size
from tournaments.formats.swiss import SWISS, recommended_rounds

FINAL_FOUR, FINAL_FIVE, FINAL_EIGHT = 4, 5, 8
BETWEEN_ROUNDS = 3
FEWEST_MATCHES = 2  # a bracket with a single entry is none


def _best_thirds(entries: int) -> FormatOptions:
    """Return groups with two qualifiers each, and half of the thirds."""
    return FormatOptions(format=GROUPS.name, best_next=usual_groups(entries) // 2)


def _gold_and_silver(_entries: int) -> FormatOptions:
    return FormatOptions(format=GROUPS.name, silver=True)


def _thirds_and_cups(entries: int) -> FormatOptions:
    return replace(_best_thirds(entries), silver=True)


def _lucky_losers(entries: int) -> FormatOptions:
    """Return a first round of pairs whose best losers fill the bracket of the winners."""
    matches = max(FEWEST_MATCHES, entries // 2)
    best = bracket_size(matches) - matches
    return FormatOptions(format=GROUPS.name, group_count=matches, qualifiers=1, best_next=best)


def _swiss_finals(entries: int) -> FormatOptions:
    rounds = recommended_rounds(entries)
    return FormatOptions(format=SWISS.name, swiss_rounds=rounds, finalists=FINAL_EIGHT)


def _play_in(entries: int) -> FormatOptions:
    """Return a Swiss whose first four qualify, and whose next eight play for four places."""
    return replace(_swiss_finals(entries), play_in=FINAL_EIGHT // 2)


def _final_four(_entries: int) -> FormatOptions:
    return FormatOptions(format=ROUND_ROBIN.name, finalists=FINAL_FOUR)


def _groups_swiss(_entries: int) -> FormatOptions:
    return FormatOptions(format=GROUPS.name, then_swiss=BETWEEN_ROUNDS, finalists=FINAL_EIGHT)


def _with_losers(losers: LosersPlay) -> Callable[[int], FormatOptions]:
    return lambda _entries: FormatOptions(format=SINGLE.name, losers=losers)


def _page(entries: int) -> FormatOptions:
    return replace(_final_four(entries), layout=Layout.PAGE)


def _stepladder(entries: int) -> FormatOptions:
    """Return a round robin whose first five play a stepladder, as in bowling."""
    return FormatOptions(
        format=ROUND_ROBIN.name, finalists=min(entries, FINAL_FIVE), layout=Layout.STEPLADDER
    )


def _league_finals(entries: int) -> FormatOptions:
    return FormatOptions(format=LEAGUE.name, cycles=1, finalists=min(entries, FINAL_FOUR))


def _split_season(_entries: int) -> FormatOptions:
    return FormatOptions(format=LEAGUE.name, split_season=True)


def _promotion(_entries: int) -> FormatOptions:
    return FormatOptions(format=LEAGUE.name, cycles=1, divisions=2, promotion=1)


CHAINS: Final[Mapping[str, Callable[[int], FormatOptions]]] = {
    "best-thirds": _best_thirds,
    "gold-and-silver": _gold_and_silver,
    "thirds-and-cups": _thirds_and_cups,
    "lucky-losers": _lucky_losers,
    "swiss-finals": _swiss_finals,
    "play-in": _play_in,
    "final-four": _final_four,
    "groups-swiss": _groups_swiss,
    "consolation": _with_losers(LosersPlay.CONSOLATION),
    "feed-in": _with_losers(LosersPlay.FEED_IN),
    "every-place": _with_losers(LosersPlay.PLACES),
    "league-finals": _league_finals,
    "split-season": _split_season,
    "promotion": _promotion,
    "page": _page,
    "stepladder": _stepladder,
}
