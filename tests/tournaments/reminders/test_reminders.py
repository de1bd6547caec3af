"""One reminder a day at most, by choice, in the evening of the person's place."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts.common.notification_types import KINDS, REMINDER, Notice
from accounts.models import User
from accounts.notifications import services as notifications
from games.models import Deed
from games.practice import services as practice
from games.puzzles.services import day_of
from tests.accounts.browsers import browser_of
from tests.accounts.subscribed import subscribe
from tests.games.puzzle_factories import a_puzzle
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, enter
from tournaments.models import Competition
from tournaments.reminders import services as reminders

pytestmark = [pytest.mark.django_db, pytest.mark.both]
EVENING = datetime(2026, 3, 14, 22, 30, tzinfo=UTC)  # 19:30 in Buenos Aires
DAY = timedelta(days=1)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Notice]:
    found: list[Notice] = []
    monkeypatch.setattr(
        notifications._senders, "submit", lambda send, pk, notice, now: found.append(notice)
    )
    return found


@pytest.fixture
def ana() -> User:
    user = a_person("ana")
    subscribe(browser_of(user), "https://push.example/abc")
    User.objects.filter(pk=user.pk).update(daily_reminder=True)
    user.refresh_from_db()
    return user


def played(user: User, *ago: int) -> None:
    for each in ago:
        practice.record_deed(
            user=user,
            key=f"game:{each}",
            kind=Deed.Kind.ROBOTS,
            points=3,
            facts={},
            now=EVENING - each * DAY,
        )


def remind(now: datetime = EVENING) -> int:
    return reminders.send_reminders(now=now)


@pytest.mark.feature("Notifications", "One reminder a day at most, for those who choose it")
def test_a_streak_that_would_end_is_told_once(ana, sent):
    played(ana, 1, 2, 3)
    for minutes in (0, 15, 30):
        remind(EVENING + timedelta(minutes=minutes))
    (notice,) = sent
    assert (notice.kind, notice.url) == (REMINDER, "/practice/")
    assert "3 días" in notice.body
    remind(EVENING + DAY)
    assert len(sent) == 2


def test_nothing_is_sent_before_the_evening_or_at_night(ana, sent):
    for hours in (-3, -1, 3, 6):
        assert not remind(EVENING + timedelta(hours=hours))
    assert sent == []


def test_the_evening_is_that_of_the_persons_place(ana, sent):
    User.objects.filter(pk=ana.pk).update(zone="Europe/Madrid")
    assert not remind(EVENING)
    assert remind(EVENING - timedelta(hours=4))


def test_who_played_today_hears_of_the_puzzle_until_it_is_answered(ana, sent):
    played(ana, 0, 1, 2)
    remind()
    assert [notice.url for notice in sent] == ["/puzzle/"]
    from games.puzzles import services as puzzles

    tomorrow = EVENING + DAY
    puzzles.answer(puzzle=a_puzzle(day_of(tomorrow)), user=ana, said="no", now=tomorrow)
    remind(tomorrow)
    assert len(sent) == 1, "all is done"


def test_a_competition_tonight_comes_first(ana, sent, organiser):
    played(ana, 1, 2)
    cup = a_cup(organiser, EVENING)
    enter(cup, organiser, EVENING, ana)
    Competition.objects.filter(pk=cup.pk).update(starts_at=EVENING + timedelta(hours=2))
    remind()
    (notice,) = sent
    assert notice.url == f"/competitions/{cup.pk}/"
    assert "21:30" in notice.title


def test_nobody_is_reminded_without_choosing_it(sent):
    luis = a_person("luis")
    subscribe(browser_of(luis), "https://push.example/luis")
    remind()
    assert sent == []
    browser = browser_of(luis)
    page = browser.get("/profile/notices/").content.decode()
    boxes = page.count("checked")
    assert page.count('name="kind"') == len(KINDS)
    assert boxes == len(KINDS) - 1
    browser.post("/profile/notices/", {"kind": [*KINDS]})
    luis.refresh_from_db()
    assert luis.daily_reminder
    assert luis.muted == []
    remind()
    assert len(sent) == 1
    browser.post("/profile/notices/", {"kind": [*(KINDS.keys() - {REMINDER})]})
    luis.refresh_from_db()
    assert not luis.daily_reminder
