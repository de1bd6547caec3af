"""A match of several boards, live: what is done at one of them, or the hour, makes it another."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.live.subscribers import RenderKey
from tests.tournaments.boards import a_club_cup, name, play, roster_of
from tests.tournaments.cups import match_at
from tournaments.live.match import MATCHES
from tournaments.models import Match

pytestmark = pytest.mark.django_db
READER = RenderKey(None, "es-ar")


@pytest.fixture
def match(organiser: User, now: datetime) -> Match:
    return match_at(a_club_cup(organiser, now), 1, 1)


def rendered_boards(match: Match) -> str:
    """The boards as they are sent; above them stand the names of the sides, which are known."""
    piece = MATCHES.render(match.pk, [READER]).pieces[READER]["match-boards"]
    return piece.partition("<ol")[2]


def version(match: Match) -> str:
    return MATCHES.versions([match.pk])[match.pk]


def test_each_act_at_a_board_is_sent(match: Match, organiser: User, now: datetime) -> None:
    versions = [version(match)]
    first = roster_of(match, 0)[0].name
    for side in (0, 1):
        assert first not in rendered_boards(match)
        name(match, side, now)
        versions.append(version(match))
    assert first in rendered_boards(match)
    play(match, organiser, now, 0)
    versions.append(version(match))
    assert len(set(versions)) == len(versions)
    assert "<b>5</b>" in rendered_boards(match)


def test_the_hour_shows_the_line_ups_by_itself(match: Match, now: datetime) -> None:
    soon = {"scheduled_at": datetime.now(tz=now.tzinfo) + timedelta(hours=1)}
    Match.objects.filter(pk=match.pk).update(**soon)
    before, first = version(match), roster_of(match, 0)[0].name
    assert first not in rendered_boards(match)
    Match.objects.filter(pk=match.pk).update(scheduled_at=now)
    assert version(match) != before
    assert first in rendered_boards(match)
