"""`manage.py play_cup` for americano, chains of stages and club matches: what they come to exactly.

The small sizes are played always, the others in the soak (`CUPS`).
"""

import os
from collections import Counter
from pathlib import Path

import pytest
from django.core.management import CommandError

from tests.tournaments.demo.test_play_cup import played
from tournaments.formats.stage_chains import CHAINS
from tournaments.models import Competition, Group, Match, MatchSlot

pytestmark = pytest.mark.django_db

MOST = int(os.environ.get("CUPS", 0))
AMERICANO = {8: 7 * 2, 13: 13 * 3, 32: 31 * 8}
"""Matches of an americano: as many rounds as bring everybody beside everybody, whole tables."""
ROUNDS_OF = {
    "mexicano": {8: 7 * 2, 13: 8 * 3, 32: 8 * 8},
    "rotation": {3: 3, 8: 5 * 4, 13: 5 * 6, 32: 5 * 16},
}
"""Matches by format and size: rounds by the matches of each."""
LADDER = {3: 3 * 2, 8: 3 * 7, 13: 3 * 12, 32: 3 * 31}
"""Matches of a ladder: in six turns of 15 days every second entry challenges the one above it."""
CHAINED = {
    "best-thirds": {3: 3 + 1, 8: 12 + 4, 13: 22 + 6, 32: 48 + 19},
    "gold-and-silver": {3: 3 + 1, 8: 12 + 3 + 3, 13: 22 + 5 + 6, 32: 48 + 15 + 15},
    "thirds-and-cups": {3: 3 + 1, 8: 12 + 4 + 2, 13: 22 + 6 + 5, 32: 48 + 19 + 11},
    "lucky-losers": {3: 3 + 1, 8: 4 + 3, 12: 6 + 7, 13: 8 + 7, 32: 16 + 15},
    "swiss-finals": {3: 2 + 1, 8: 3 * 4 + 7, 13: 4 * 6 + 7, 32: 5 * 16 + 7},
    "play-in": {3: 2 + 2, 8: 3 * 4 + 7, 13: 4 * 6 + 11, 32: 5 * 16 + 11},
    "final-four": {3: 3 + 1, 8: 28 + 3, 13: 78 + 3, 32: 496 + 3},
    "groups-swiss": {3: 3 + 1 + 1, 8: 12 + 6 + 3, 13: 22 + 9 + 3, 32: 48 + 24 + 7},
    "consolation": {3: 2, 8: 7 + 3, 13: 12 + 6, 16: 15 + 7, 32: 31 + 15},
    "feed-in": {3: 2, 8: 7 + 3, 13: 12 + 8, 16: 15 + 11, 32: 31 + 27},
    "every-place": {3: 2, 8: 3 * 4, 13: 12 + 10, 16: 4 * 8, 32: 5 * 16},
    "league-finals": {3: 3 + 2, 8: 28 + 3, 13: 78 + 3, 32: 496 + 3},
    "split-season": {3: 6 + 1, 8: 56 + 1, 13: 156 + 1, 32: 992 + 1},
    "promotion": {3: 3, 8: 6 + 6 + 1, 13: 21 + 15 + 1, 32: 120 + 120 + 1},
    "page": {3: 3 + 1, 8: 28 + 4, 13: 78 + 4, 32: 496 + 4},
    "stepladder": {3: 3 + 2, 8: 28 + 4, 13: 78 + 4, 32: 496 + 4},
}
"""Matches by stage: groups of four where it comes out even (13 are 5, 4, 4), then what follows."""
WITH_BYES = {("consolation", 13): range(12 + 4, 12 + 7 + 1)}
"""Where results decide: each of three seeds with a bye plays it that loses its first match."""
ALWAYS = {("groups-swiss", 8), ("thirds-and-cups", 8), ("final-four", 3), ("play-in", 3)}
ALWAYS |= {("lucky-losers", 12), ("consolation", 13), ("feed-in", 13), ("every-place", 13)}
ALWAYS |= {("promotion", 8)}
ALWAYS |= {("page", 3), ("stepladder", 3), ("league-finals", 3), ("split-season", 3)}
EACH = [(name, size, matches) for name, own in CHAINED.items() for size, matches in own.items()]


def ended(told: dict[str, object]) -> bool:
    """Whether it has a champion, and nothing is odd."""
    event = Competition.objects.get()
    return (event.state, told["violations"], told["champion"]) == (
        Competition.State.FINISHED,
        [],
        str(event.champion),
    )


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("entries", "matches"), [(n, each) for n, each in AMERICANO.items() if n <= max(8, MOST)]
)
def test_an_americano_gives_everybody_as_many_matches(
    entries: int, matches: int, collected: Path
) -> None:
    told = played(entries=entries, format="americano", by_hand=True, seed="1")
    assert ended(told)
    assert told["matches"] == matches
    assert told["points_total"] == 2 * (20 + 5) * matches
    slots = MatchSlot.objects.filter(match__state=Match.State.COMPLETED)
    times = Counter(slots.values_list("entry", flat=True))
    assert set(times.values()) == {4 * matches // entries}
    assert len(times) == entries


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("format_", "entries", "matches"),
    [
        (name, n, matches)
        for name, own in ROUNDS_OF.items()
        for n, matches in own.items()
        if n <= max(8, MOST)
    ],
)
def test_rounds_of_whole_tables_are_played_to_the_end(
    format_: str, entries: int, matches: int, collected: Path
) -> None:
    told = played(entries=entries, format=format_, by_hand=True, seed="1")
    assert ended(told)
    assert told["matches"] == matches


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("chain", "entries", "matches"),
    [each for each in EACH if each[1] <= MOST or each[:2] in ALWAYS],
)
def test_a_chain_is_played_to_its_end(
    chain: str, entries: int, matches: int, collected: Path
) -> None:
    told = played(entries=entries, chain=chain, by_hand=True, seed="1")
    assert ended(told)
    assert told["matches"] in WITH_BYES.get((chain, entries), (matches,))
    assert told["points_total"] == 25 * told["matches"]
    silver = chain in ("gold-and-silver", "thirds-and-cups") and entries > 3
    assert ("silver" in told) == silver


@pytest.mark.sampled
@pytest.mark.parametrize("entries", [each for each in (3, 13, 32) if each <= max(3, MOST)])
def test_a_cup_of_clubs_plays_every_board(entries: int) -> None:
    told = played(entries=entries, boards="2,2,1", seed="1")
    assert ended(told)
    assert (told["matches"], told["boards"]) == (entries - 1, 3 * (entries - 1))
    assert told["points_total"] == (50 + 50 + 25) * (entries - 1)


def test_every_chain_is_counted() -> None:
    assert set(CHAINED) == set(CHAINS)


@pytest.mark.sampled
def test_a_league_by_dates_is_played_to_the_end_of_its_play_offs(collected: Path) -> None:
    told = played(entries=4, chain="league-finals", round_days=7, by_hand=True, seed="1")
    assert ended(told)
    assert told["matches"] == 6 + 3
    event = Competition.objects.get()
    assert event.playing_days.count() == 3 + 2
    assert all(Match.objects.of(event.pk).values_list("scheduled_at", flat=True))


@pytest.mark.sampled
def test_an_arena_is_open_as_long_as_it_is_told(collected: Path) -> None:
    played(entries=3, format="arena", open_minutes=5, by_hand=True, seed="1")
    assert Competition.objects.get().stages.get().open_minutes == 5


def test_three_are_too_few_for_an_americano_and_nothing_is_stored() -> None:
    with pytest.raises(CommandError, match="entre cuatro o más"):
        played(entries=3, format="americano")
    assert not Competition.objects.exists()
    assert not Group.objects.exists()


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("format_", "entries"),
    [
        (name, n)
        for name, sizes in {"arena": (3, 8, 13, 32), "king": (3, 8, 13, 32)}.items()
        for n in (*sizes, *((40,) if name == "arena" and MOST >= 32 else ()))
        if n <= max(3, MOST) or n == 40
    ],
)
def test_what_is_open_for_a_time_is_played_until_it_closes(
    format_: str, entries: int, collected: Path
) -> None:
    """In the soak it is an hour, the default."""
    minutes = {} if MOST else {"open_minutes": 10}
    told = played(entries=entries, format=format_, by_hand=True, seed="1", **minutes)
    assert ended(told)
    matches = Match.objects.of(Competition.objects.get().pk)
    assert matches.count() == told["matches"]
    playing = Counter(matches.values_list("slots__entry", flat=True))
    assert len(playing) == entries


@pytest.mark.parametrize("at_tables", [False, True])
@pytest.mark.parametrize(
    ("entries", "matches"), [(n, each) for n, each in LADDER.items() if n <= max(3, MOST)]
)
@pytest.mark.sampled
def test_a_ladder_is_played_to_the_end_of_its_season(
    entries: int, matches: int, at_tables: bool, collected: Path
) -> None:
    told = played(entries=entries, format="ladder", by_hand=not at_tables, seed="1")
    assert ended(told)
    assert told["matches"] == matches
