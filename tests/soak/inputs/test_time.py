"""Hours that no clock shows, or shows twice, and dates of no calendar."""

import pytest

from accounts.models import Club
from tests.soak.inputs.listed import check
from tests.tournaments.browsers import text_of
from tests.tournaments.cups import club_of
from tests.tournaments.lifecycle.test_pages_creating import create
from tournaments.models import Competition

pytestmark = [pytest.mark.both, pytest.mark.django_db]


@check("B112")
@pytest.mark.parametrize(
    ("wall", "zone", "told"),
    [
        ("2027-03-28T02:30", "Europe/Madrid", "no existe"),
        ("2027-10-31T02:30", "Europe/Madrid", "dos veces"),
        ("2027-04-03T23:30", "America/Santiago", "dos veces"),
        ("2027-09-05T00:30", "America/Santiago", "no existe"),
    ],
)
def test_an_hour_that_comes_never_or_twice_is_refused_in_words(organiser, wall, zone, told):
    """Of the year that may be announced from the day of the test: the listed ones have passed."""
    Club.objects.filter(pk=club_of(organiser).pk).update(zone=zone)
    answer = create(organiser, starts_at=wall)
    assert answer.status_code == 422
    assert told in text_of(answer) or "dentro del año" in text_of(answer)
    assert not Competition.objects.exists()


DATES = (
    *(
        "0001-01-01T00:00",
        "9999-12-31T23:59",
        "275760-09-13T00:00",
        "2026-W14-1",
        "2026-02-30T10:00",
    ),
    *("2026-13-01T00:00", "-1-01-01T00:00", "2026-03-14T24:01", "1e9", "9" * 5000, "\x00", "ayer"),
)


@check("B113")
@pytest.mark.parametrize("wall", DATES)
def test_a_date_of_no_calendar_is_refused_in_words(organiser, wall):
    answer = create(organiser, starts_at=wall)
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer) or "error" in text_of(answer)
    assert not Competition.objects.exists()
