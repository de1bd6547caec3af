"""Embedded Celery: runs in threads of the site's process; each one that ends is restarted."""

import ctypes
import threading
from collections.abc import Iterator
from functools import partial

import pytest
from django.utils import timezone

from games.models import Heartbeat
from games.play.outages import CELERY
from tests.live.processes import until
from truco_site.embedded.celery import tasks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _at_work() -> Iterator[None]:
    with tasks():
        until(partial(swept_after, timezone.now()))
        yield


def swept_after(moment: object) -> bool:
    return Heartbeat.objects.filter(name=CELERY, at__gt=moment).exists()


@pytest.mark.parametrize("name", ["celery-worker", "celery-beat"])
@pytest.mark.parametrize("fault", [SystemExit, RuntimeError])
@pytest.mark.sampled
def test_a_part_that_dies_of_anything_is_begun_anew(
    name: str, fault: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    thread = next(one for one in threading.enumerate() if one.name == name and one.is_alive())
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident or 0), ctypes.py_object(fault)
    )
    until(lambda: f"{name} has ended and is begun anew" in caplog.text)
    until(partial(swept_after, timezone.now()))
