"""A club that asks its organisers for a second factor: their pages say so and lead there."""

import pytest

from accounts.common.errors import RefusedError
from accounts.models import Club
from tests.accounts.factors import with_app
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup
from tournaments.lifecycle import services as lifecycle

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_an_organiser_without_one_organises_nothing_and_is_led_to_it(organiser, now):
    cup = a_running_cup(organiser, now, entries=4)
    Club.objects.update(is_guarded=True)
    page = a_browser(organiser).get(f"/competitions/{cup.pk}/manage/")
    assert page.status_code == 403
    assert 'data-code="second-factor"' in text_of(page)
    assert 'href="/accounts/2fa/"' in text_of(page)
    assert a_browser(organiser).post(f"/competitions/{cup.pk}/pause/").status_code == 403
    cup.refresh_from_db()
    assert cup.state == cup.State.RUNNING
    with pytest.raises(RefusedError, match="not-organiser"):
        lifecycle.pause(competition_id=cup.pk, actor=organiser, now=now)
    with_app(organiser)
    assert a_browser(organiser).get(f"/competitions/{cup.pk}/manage/").status_code == 200
