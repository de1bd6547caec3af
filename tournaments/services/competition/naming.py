"""Names for competitions that come again: `Copa del bar`, `Copa del bar 2`, `Copa del bar 3`."""

import re

from accounts.models import Club
from tournaments.models import Competition

LONGEST, LONGEST_SEASON = 80, 30
NUMBERED = re.compile(r"(?P<words>.*\S)\s+(?P<number>[1-9][0-9]{0,5})")


def following(name: str, longest: int = LONGEST) -> str:
    """Return the name with the next number; one without a number was the first."""
    numbered = NUMBERED.fullmatch(name)
    words, number = (name, 1) if numbered is None else numbered.groups()
    ending = f" {int(number) + 1}"
    return words[: longest - len(ending)].rstrip() + ending


def following_season(season: str) -> str:
    """Return what the season after is called: `2027`, `Apertura 2027`, `2` after one unnamed."""
    if re.fullmatch("[0-9]{1,9}", season):
        return str(int(season) + 1)
    return following(season, LONGEST_SEASON) if season else "2"


def free_name(club: Club, wanted: str) -> str:
    """Return the name, or the first that follows it and no open competition of the club has."""
    taken = set(Competition.objects.undecided_in(club).values_list("name", flat=True))
    while wanted in taken:
        wanted = following(wanted)
    return wanted
