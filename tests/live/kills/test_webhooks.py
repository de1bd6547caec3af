"""SIGKILL in the middle of deliveries: no event is lost, and a repeated one keeps its id.

On SQLite the whole site is killed, on PostgreSQL the Celery worker alone, then worker and broker.
`DELIVERY_KILLS` says how many kills. What the target cannot know, since its answer never arrived,
is sent again with the same `webhook-id`; nothing else is.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count, cycle, islice
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.live.kills.house import RunningSite, a_house
from tests.live.kills.webhook_target import Target, a_target
from tests.live.processes import KILLED, Serving, until
from tests.live.visitors import Visitor
from tests.tournaments.api.callers import a_secret
from tests.tournaments.cups import a_cup, an_organiser
from tests.tournaments.webhooks.hooked import Hooked, hook
from tournaments.models import Competition, CompetitionEvent, Webhook, WebhookDelivery
from tournaments.verification import violations
from tournaments.webhooks.delivery import TURN, message_id

pytestmark = pytest.mark.django_db(transaction=True)

KILLS = int(os.environ.get("DELIVERY_KILLS", "2"))
ENTRIES = 3  # before each kill, and while the parts are gone
ONE_PROCESS: Sequence[tuple[str, ...]] = [("serve",)]
SEVERAL: Sequence[tuple[str, ...]] = [("worker",), ("valkey", "worker")]


@pytest.fixture
def organiser() -> User:
    cache.clear()
    return an_organiser()


@pytest.fixture
def now() -> datetime:
    """The time of the receivers' library, which refuses old messages."""
    return timezone.now()


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    """A cup that takes entries."""
    return a_cup(organiser, now, cap=512)


@pytest.fixture
def target(tmp_path: Path, settings: Settings) -> Iterator[Target]:
    with a_target(tmp_path) as target:
        settings.LOCAL_RECEIVERS = {target.authority: str(target.certificate)}
        yield target


@pytest.fixture
def hooked(target: Target, organiser: User, now: datetime) -> Hooked:
    """A webhook that is sent everything."""
    return hook(organiser, target.url, now)


class Program:
    """A program that enters people by the API."""

    def __init__(self, site: Serving | RunningSite, cup: Competition, secret: str) -> None:
        self._visitor, self._cup, self._secret = Visitor(site), cup, secret  # type: ignore[arg-type]
        self._numbers = count(1)
        self.entered = 0

    def enter(self, how_many: int) -> None:
        for number in islice(self._numbers, how_many):
            answer = self._visitor.ask(
                "POST",
                f"/api/v1/competitions/{self._cup.pk}/entries",
                json.dumps({"players": [f"Jugadora {number}"]}),
                {
                    "Authorization": f"Bearer {self._secret}",
                    "Content-Type": "application/json",
                    "Idempotency-Key": f"entry-{number}",
                },
            )
            assert answer.status == 201, answer.text
            self.entered += 1


def is_delivered(entered: int) -> bool:
    waiting = WebhookDelivery.objects.exclude(state=WebhookDelivery.State.ACKNOWLEDGED)
    return not waiting.exists() and WebhookDelivery.objects.count() == entered


def end_the_leases(site: RunningSite) -> None:
    """Free the webhooks that the dead worker had leased, as a minute would."""
    Webhook.objects.update(rests_until=None)
    if connection.vendor == "postgresql":
        RedisCache(site.redis_url, {}).delete(TURN)


def assert_each_arrived_once(target: Target, hooked: Hooked, cut_off: Sequence[str]) -> None:
    """Every event by its id, without a gap; only what was cut off arrived twice, the same."""
    events = CompetitionEvent.objects.order_by("number")
    found = target.by_id(hooked.secret)
    assert sorted(found) == sorted(map(message_id, events))
    assert all(each == told[0] for told in found.values() for each in told)
    numbers = sorted(told[0]["data"]["number"] for told in found.values())
    assert numbers == list(range(1, len(numbers) + 1))
    assert list(target.repeated()) == sorted(set(cut_off))
    assert len(target.messages) == len(found) + len(cut_off)
    assert list(violations(live=False)) == []


@pytest.mark.feature(
    "Exports", "An event reaches a webhook once by its id, whatever is killed meanwhile"
)
@pytest.mark.both
@pytest.mark.long
@pytest.mark.sampled
def test_each_event_arrives_once_through_killed_parts(
    house_folder: Path,
    target: Target,
    hooked: Hooked,
    cup: Competition,
    organiser: User,
    now: datetime,
    capsys: pytest.CaptureFixture[str],
) -> None:
    several = connection.vendor == "postgresql"
    cut_off = []
    with a_house(house_folder, **target.environment) as site:
        program = Program(site, cup, a_secret(organiser, now))
        for parts in islice(cycle(SEVERAL if several else ONE_PROCESS), KILLS):
            target.may_answer.clear()
            program.enter(ENTRIES)
            cut_off.append(target.held.get(timeout=60).id)
            for name in parts:
                site.kill(name)
            if several:
                program.enter(ENTRIES)  # the site takes entries without worker and broker
            target.may_answer.set()
            for name in parts:
                site.begin(name)
            end_the_leases(site)
            until(lambda: is_delivered(program.entered))
    assert_each_arrived_once(target, hooked, cut_off)
    with capsys.disabled():
        told = (
            f"{KILLS} kills in mid-delivery: {program.entered} events, "
            f"{len(target.messages)} messages, 0 lost, 0 of another id"
        )
        sys.stdout.write(f"\n{told}\n")


@pytest.mark.sampled
def test_an_answer_that_its_worker_did_not_store_is_asked_again(
    tmp_path: Path,
    target: Target,
    hooked: Hooked,
    cup: Competition,
    organiser: User,
    now: datetime,
) -> None:
    """One process, which has its worker inside: on SQLite alone."""
    fault = "before the outcome of a delivery:2"
    with Serving(tmp_path, fault=fault, **target.environment) as dying:
        program = Program(dying, cup, a_secret(organiser, now))
        program.enter(1)
        until(lambda: is_delivered(1))
        program.enter(1)
        assert dying.ended() == KILLED
    cut_off = [target.messages[-1].id]
    Webhook.objects.update(rests_until=None)
    with Serving(tmp_path, **target.environment):
        until(lambda: is_delivered(2))
    assert_each_arrived_once(target, hooked, cut_off)
