"""Zones of unequal size: the draw, the pages and what follows."""

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup
from tests.tournaments.events import award_all
from tests.tournaments.lifecycle.test_pages_creating import create
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition
from tournaments.verification import violations

pytestmark = [pytest.mark.django_db, pytest.mark.both]
GROUPS = {"format": "groups", "cap": "20", "qualifiers": "2", "cycles": "1"}


@pytest.mark.feature("Competitions", "Groups may have sizes of their own")
def test_zones_are_played_to_the_champion(organiser, now):
    shape = FormatOptions(format="groups", group_sizes="5,3", qualifiers=2)
    cup = a_running_cup(organiser, now, entries=8, cap=8, shape=shape)
    groups = cup.stages.get(number=1).groups.order_by("number")
    assert [group.slots.count() for group in groups] == [5, 3]
    award_all(cup, now)
    cup.refresh_from_db()
    assert cup.state == Competition.State.FINISHED
    assert cup.champion is not None
    assert not list(violations(live=False))


def test_the_form_takes_the_sizes(organiser):
    answer = create(organiser, **GROUPS, group_sizes="8,6,6")
    cup = Competition.objects.get()
    assert answer.url == f"/competitions/{cup.pk}/paste/"
    assert cup.stages.get(number=1).group_sizes == "8,6,6"
    shown = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/edit/"))
    assert "grupos de 8, 6 y 6" in shown


def test_sizes_of_another_number_are_refused_in_words(organiser):
    answer = create(organiser, **GROUPS | {"cap": "16"}, group_sizes="8,6,6")
    assert "no suma el cupo" in text_of(answer)
