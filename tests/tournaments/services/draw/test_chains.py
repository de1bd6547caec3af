"""Stages that follow one another: best thirds, gold and silver, knockouts after tables."""

from collections import Counter
from datetime import datetime

import pytest

from tests.tournaments.events import an_event, award_all
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.chains import CHAINS
from tournaments.models import Competition, Match
from tournaments.results.cups import second_cup
from tournaments.verify import violations

pytestmark = [pytest.mark.django_db, pytest.mark.both]

State = Match.State


def in_order() -> list[str]:
    return [str(each) for each in violations(live=False)]


def by_stage(event: Competition) -> dict[int, int]:
    """The matches that two played, by stage."""
    played = Match.objects.of(event.pk).filter(state=State.WALKOVER)
    return dict(Counter(played.values_list("round__group__stage__number", flat=True)))


@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("entries", [3, 8, 13])
def test_a_chain_is_played_to_its_champion(now: datetime, name: str, entries: int) -> None:
    wanted = CHAINS[name](entries)
    shape = FORMATS[wanted.format].fitting(wanted, entries)
    chosen = {k: v for k, v in vars(shape).items() if k != "format"}
    event = an_event(now, shape.format, entries, **chosen)
    assert in_order() == []
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert event.champion.seed == 1
    how = FORMATS[shape.format]
    assert sum(by_stage(event).values()) == sum(w.matches for w in how.waves(shape, entries))
    assert (second_cup(event) is not None) == shape.silver
    assert in_order() == []
