"""A cup without a match for third place: both thirds stand in the row of the desk's podium."""

import pytest
from django.utils import timezone

from tests.tournaments.cups import an_organiser
from tests.tournaments.events import an_event, award_all

BOXES = "steps => steps.map((step) => step.getBoundingClientRect().toJSON())"

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_both_thirds_stand_in_the_row_of_the_podium(open_screen):
    now, organiser = timezone.now(), an_organiser()
    cup = an_event(now, "single", 4, organiser=organiser)
    award_all(cup, now)

    page = open_screen(f"/competitions/{cup.pk}/manage/", organiser, desk=True).page
    # immediately: the desk reads again
    steps = page.locator(".podium-row > li").evaluate_all(BOXES)

    assert len(steps) == 4
    feet = {round(box["y"] + box["height"]) for box in steps}
    assert len(feet) == 1
    assert len({round(box["x"]) for box in steps}) == 4
