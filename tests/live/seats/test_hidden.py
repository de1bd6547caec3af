"""Hidden competitions: readers who lose access get no further updates."""

from datetime import datetime

import pytest

from tests.games.tables import a_person
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
)
from tests.tournaments.moderation.keepers import an_operator
from tournaments.competitions.services import set_hidden
from tournaments.models import Competition, Match

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("quick_pulse"),
]

NOT_YOURS = 4403


@pytest.fixture
def match(now: datetime) -> Match:
    """A match that is played at its table."""
    match = match_at(a_running_cup(an_organiser(), now), 1, 1)
    call(match, now)
    everybody_sits(match, now)
    return match


def hide(cup: Competition, now: datetime) -> None:
    set_hidden(
        competition_id=cup.pk, actor=an_operator("operadora"), hidden=True, reason="estafa", now=now
    )


def pages_of(match: Match) -> list[str]:
    cup, game = match.competition, match.games.get().game
    event = f"/ws/competitions/{cup.pk}/"
    return [event, f"{event}tables/", f"/ws/matches/{match.pk}/", f"/ws/tables/{game.pk}/"]


@pytest.mark.feature("Playing", "Sockets of a competition close when their reader loses access")
@pytest.mark.parametrize("named", [False, True])
def test_strangers_are_shut_out_of_what_is_hidden(match, visit, now, named):
    reader = visit(a_person() if named else None)
    lines = [reader.listen(path) for path in pages_of(match)]
    for line in lines:
        line.next()  # let in
    hide(match.competition, now)
    assert [line.close_code() for line in lines] == [NOT_YOURS] * 4


def test_those_who_play_in_it_stay(match, visit, now):
    player = visit(players_of(match, 0)[0])
    lines = [player.listen(path) for path in pages_of(match)]
    stranger = visit().listen(pages_of(match)[0])
    for line in (*lines, stranger):
        line.next()
    hide(match.competition, now)
    assert stranger.close_code() == NOT_YOURS  # a pulse has passed
    for line in lines:
        line.wait_for(lambda frame: "pulse" in frame)
