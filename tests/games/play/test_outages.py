"""Outage policy: no deadline expires while the site is down, or when its clock is set."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import DatabaseError, connection
from django.db.models import DateTimeField

from games.models import Game, Heartbeat, Outage
from games.play import outages
from games.play.outages import CLOCK, CREDIT, Gap
from tests.games.tables import a_table

pytestmark = pytest.mark.django_db
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
# Columns that name an instant to come and stay where they are, each with its reason.
APPOINTMENTS = {
    "tournaments.Competition.starts_at": "the hour that was announced",
    "tournaments.Competition.transfers_until": "a day of the calendar",
    "tournaments.Match.scheduled_at": "its window begins when it is called",
    "tournaments.TimeProposal.at": "an hour of the day; the match keeps its own if it passes",
    "tournaments.Round.deadline_at": "a day of the calendar; nothing ends by itself",
    "tournaments.Season.ends_at": "a day of the calendar",
    "tournaments.StaffLink.expires_at": "a power ends when it was said to",
    "tournaments.Bulletin.until": "a notice on a screen",
    "tournaments.TeamPlayer.until": "when somebody left",
    "accounts.ApiToken.expires_at": "a power ends when it was said to",
    "accounts.Measure.until": "a suspension is no longer than decided",
    "accounts.OutgoingMail.expires_at": "late news is no news",
    "accounts.OutgoingMail.next_try_at": "a retry",
    "accounts.MailTurn.until": "a lease",
    "accounts.PushSubscription.rests_until": "a retry",
    "tournaments.Occurrence.starts_at": "the hour that was announced",
    "tournaments.Webhook.old_until": "a secret ends when it was said to",
    "tournaments.Webhook.rests_until": "a retry",
    "tournaments.WebhookDelivery.expires_at": "late news is no news",
    "tournaments.WebhookDelivery.next_try_at": "a retry",
    "games.Outage.until": "the log of outages",
}
TO_COME = ("_by", "until", "_until", "expires_at", "deadline_at", "ends_at", "bell_at", "alarm_at")
TO_COME += ("absent_since", "scheduled_at", "starts_at", "next_try_at")


def beat_at(moment):
    Heartbeat.objects.update_or_create(name=CLOCK, defaults={"at": moment})


def test_every_deadline_column_has_its_rule():
    columns = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in ("accounts", "games", "tournaments")
        for field in model._meta.fields
        if isinstance(field, DateTimeField) and field.name.endswith(TO_COME)
    }
    ruled = outages.registered() | set(APPOINTMENTS) | {"tournaments.TimeProposal.at"}
    assert columns - ruled == set()
    assert outages.registered() <= columns


@pytest.mark.parametrize(
    ("left", "gap", "longest", "stands"),
    [(15, 100, 30, 20), (30, 100, 30, 30), (-2, 100, 30, 20), (400, 100, 30, 50)],
    ids=["at least 20 s", "what was left", "just over", "at most its length and 20 s"],
)
def test_where_a_deadline_stands_after_an_outage(now, left, gap, longest, stands):
    found = Gap(now, now + gap * SECOND)
    moved = found.extend_deadline(now + left * SECOND, longest * SECOND)
    assert moved == found.now + stands * SECOND


def test_a_clock_set_back_moves_a_turn_back(now):
    game = a_table(now, turn_seconds=30)
    beat_at(now + SECOND)
    back = now - HOUR
    assert not outages.credit_outage(now=back, elapsed=100.0)
    assert not outages.credit_outage(now=back + 5 * SECOND, elapsed=105.0)
    assert outages.credit_outage(now=back + 6 * SECOND, elapsed=105.1)
    game.refresh_from_db()
    assert game.act_by == back + 6 * SECOND + 29 * SECOND
    assert Heartbeat.objects.get(name=CLOCK).at == back + 6 * SECOND


def test_a_clock_set_back_is_reported(now, caplog):
    a_table(now)
    beat_at(now)
    for elapsed in (0.0, 6.0):
        outages.credit_outage(now=now - HOUR + elapsed * SECOND, elapsed=elapsed)
    assert "set back by 0:59:54" in caplog.text


def test_an_outage_after_the_clock_was_set_back_is_seen(now):
    beat_at(now)
    for elapsed in (0.0, 6.0):
        outages.credit_outage(now=now - HOUR + elapsed * SECOND, elapsed=elapsed)
    assert outages.credit_outage(now=now - HOUR + 60 * SECOND, elapsed=60.0)


def test_a_machine_whose_clock_is_behind_moves_nothing(now):
    """The other machine continues its heartbeats."""
    game = a_table(now)
    for second in range(0, 20, 2):
        beat_at(now + second * SECOND)
        behind = now + (second - 60) * SECOND
        assert not outages.credit_outage(now=behind, elapsed=float(second))
    game.refresh_from_db()
    assert game.act_by == now + 30 * SECOND


def test_a_small_step_back_is_no_event(now):
    beat_at(now)
    for elapsed in (0.0, 60.0):
        assert not outages.credit_outage(now=now - 4 * SECOND, elapsed=elapsed)


def test_who_is_away_from_a_waiting_table_has_the_whole_grace_again(now):
    game = a_table(now, seated=False)
    game.seats.filter(number=0).update(absent_since=now - 500 * SECOND)
    beat_at(now)
    outages.credit_outage(now=now + HOUR)
    assert game.seats.get(number=0).absent_since == now + HOUR


def test_outages_are_kept_and_counted(now):
    beat_at(now)
    outages.credit_outage(now=now + HOUR)
    outages.credit_outage(now=now + HOUR + 60 * SECOND)
    assert Outage.objects.count() == 2
    later = now + 2 * HOUR
    assert outages.time_lost(since=now, now=later) == HOUR + 60 * SECOND
    assert outages.time_lost(since=now + HOUR / 2, now=later) == HOUR / 2 + 60 * SECOND
    assert outages.time_lost(since=later, now=later) == timedelta()


def test_a_start_with_nothing_to_extend_warns_of_nothing(now, caplog):
    beat_at(now)
    assert outages.credit_outage(now=now + HOUR)
    assert caplog.text == ""


@pytest.mark.django_db(transaction=True)
def test_an_outage_that_is_not_committed_is_not_reported(now, caplog, monkeypatch):
    a_table(now)
    beat_at(now)

    def refuse() -> None:
        raise DatabaseError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(connection, "_commit", refuse)
        with pytest.raises(DatabaseError):
            outages.credit_outage(now=now + HOUR)
    assert caplog.text == ""
    assert outages.credit_outage(now=now + HOUR)
    assert caplog.text.count("the site stood still for 1:00:00") == 1


def test_the_credit_is_never_below_twenty_seconds(now):
    game = a_table(now, turn_seconds=30)
    Game.objects.filter(pk=game.pk).update(act_by=now + SECOND)
    beat_at(now)
    outages.credit_outage(now=now + HOUR)
    game.refresh_from_db()
    assert game.act_by == now + HOUR + CREDIT
