"""The sweeps: what is due is done, late or twice alike, and a fault in one match stays its own."""

from datetime import datetime, timedelta

import pytest
from celery import current_app
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.accounts.factors import with_app
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, call, match_at
from tournaments.models import AuditEvent, Competition, Match, PointsEntry
from tournaments.tasks import BEAT, call_ready_matches, close_sit_down_windows, end_sit_down_window

pytestmark = pytest.mark.django_db

State = Match.State
AGO = timedelta(hours=1)


def states(cup: Competition) -> list[str]:
    return list(Match.objects.of(cup.pk).values_list("state", flat=True))


def test_every_match_that_can_be_played_is_called(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    for _ in range(2):
        call_ready_matches()
    assert states(cup) == [State.CALLED, State.CALLED, State.PENDING]


def test_a_match_that_cannot_be_called_does_not_keep_the_others_from_it(now: datetime) -> None:
    broken, sound = (a_running_cup(an_organiser(), now, entries=2) for _ in range(2))
    match_at(broken, 1, 1).slots.get(side=0).entry.roster.create(
        competition=broken, number=2, user=a_person(), name="sobra"
    )
    call_ready_matches()
    assert (states(broken), states(sound)) == ([State.READY], [State.CALLED])


@pytest.mark.parametrize("alarm", [True, False])
def test_a_window_is_closed_by_its_alarm_or_by_the_sweep(alarm: bool) -> None:
    begun = timezone.now() - AGO
    cup = a_running_cup(an_organiser(), begun, entries=2)
    match = match_at(cup, 1, 1)
    call(match, begun)
    for _ in range(2):
        if alarm:
            end_sit_down_window(match.pk)
        else:
            close_sit_down_windows()
    assert states(cup) == [State.DOUBLE_WALKOVER]


def test_without_the_sweep_only_the_alarm_closes_a_window(settings: Settings) -> None:
    settings.SWEEP = False
    begun = timezone.now() - AGO
    cup = a_running_cup(an_organiser(), begun, entries=2)
    call(match_at(cup, 1, 1), begun)
    close_sit_down_windows()
    assert states(cup) == [State.CALLED]


def test_the_timetable_names_tasks_that_exist() -> None:
    assert {task for task, _ in BEAT.values()} <= set(current_app.tasks)


@pytest.mark.feature("Operation", "The administrators' pages change nothing of a competition")
@pytest.mark.parametrize("model", [AuditEvent, PointsEntry, Match, Competition])
def test_the_admin_site_changes_nothing_of_a_competition(
    model: type, now: datetime, client: Client
) -> None:
    a_running_cup(an_organiser(), now, entries=2)
    client.force_login(with_app(User.objects.create_superuser("jefa", password="secreto")))
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    assert client.get(reverse(f"{name}_changelist")).status_code == 200
    assert client.get(reverse(f"{name}_add")).status_code == 403
    if row := model.objects.first():
        assert client.post(reverse(f"{name}_delete", args=[row.pk])).status_code == 403
        assert client.post(reverse(f"{name}_change", args=[row.pk])).status_code == 403
