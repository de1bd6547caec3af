"""The stream of a competition's events, read as ASGI servers do."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from datetime import datetime
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from tests.tournaments.api.callers import a_program, a_secret, send
from tests.tournaments.cups import a_cup, a_person, enter
from tests.tournaments.webhooks.hooked import publish
from tournaments.models import Competition, CompetitionEvent
from tournaments.webhooks import stream
from tournaments.webhooks.stream import LINES, MESSAGES, PER_TOKEN, stream_events

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
GREETING = MESSAGES.greeting


def happen(cup: Competition, organiser: User, now: datetime) -> None:
    enter(cup, organiser, now, a_person())
    publish(now)


async def next_of(reader: AsyncIterator[bytes]) -> bytes:
    """Return the next event, after signs of life."""
    async with asyncio.timeout(20):
        while (told := await anext(reader)) in (MESSAGES.sign_of_life, LINES.sign_of_life):
            continue
    return told


@pytest.mark.feature("Exports", "The events of a competition as a live stream that continues")
async def test_readers_are_told_what_happens_and_what_they_missed(
    cup: Competition, organiser: User, now: datetime
) -> None:
    await sync_to_async(happen)(cup, organiser, now)
    new = stream_events(cup.pk, after=None, form=MESSAGES)
    back = stream_events(cup.pk, after=0, form=LINES)
    async with aclosing(new), aclosing(back):
        assert await next_of(new) == GREETING
        assert await next_of(back) == b""
        assert b'"number": 1' in await next_of(back)
        await sync_to_async(happen)(cup, organiser, now)
        told = await next_of(new)
        assert told.startswith(b"id: 2\nevent: entry.added\ndata: {")
        assert told.endswith(b"}\n\n")
        line = await next_of(back)
        assert line == told.split(b"data: ")[1][:-1]
        late = stream_events(cup.pk, after=0, form=MESSAGES)
        async with aclosing(late):
            await next_of(late)
            assert [(await next_of(late)).split(b"\n")[0] for _ in range(2)] == [b"id: 1", b"id: 2"]
    assert not stream._feeds.get(asyncio.get_running_loop())


async def test_a_feed_asks_once_for_all_its_readers(
    cup: Competition, organiser: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    read = stream.read_events

    def counted(competition_id: int, after: int) -> Any:
        asked.append(after)
        return read(competition_id, after)

    monkeypatch.setattr(stream, "read_events", counted)
    monkeypatch.setattr(stream, "PULSE", 1000.0)
    readers = [stream_events(cup.pk, after=None, form=MESSAGES) for _ in range(50)]
    for reader in readers:
        await next_of(reader)
    await sync_to_async(happen)(cup, organiser, now)
    told = {await next_of(reader) for reader in readers}
    assert len(told) == 1
    assert len(asked) <= 4, "once for the news, once to see that there are no more"
    for reader in readers:
        await reader.aclose()


async def test_a_lost_message_is_repaired_by_the_pulse(
    cup: Competition, organiser: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "PULSE", 0.05)
    monkeypatch.setattr(stream.EventFeed, "_hear", lambda self, hint: None)
    reader = stream_events(cup.pk, after=None, form=MESSAGES)
    async with aclosing(reader):
        await next_of(reader)
        await sync_to_async(happen)(cup, organiser, now)
        assert (await next_of(reader)).startswith(b"id: 1\n")


async def test_a_stream_ends_and_a_wrong_number_is_none(
    cup: Competition, organiser: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "QUIET", 0.01)
    monkeypatch.setattr(stream, "LIFE", 0.1)
    told = [each async for each in stream_events(cup.pk, after=99, form=MESSAGES)]
    assert told[0] == GREETING
    assert set(told[1:]) == {MESSAGES.sign_of_life}


async def test_a_stream_waits_though_older_events_are_deleted(
    cup: Competition, organiser: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sync_to_async(happen)(cup, organiser, now)
    await sync_to_async(CompetitionEvent.objects.all().delete)()
    monkeypatch.setattr(stream, "QUIET", 0.01)
    reader = stream_events(cup.pk, after=0, form=MESSAGES)
    async with aclosing(reader), asyncio.timeout(20):
        assert await anext(reader) == GREETING
        assert await anext(reader) == MESSAGES.sign_of_life
        await sync_to_async(happen)(cup, organiser, now)
        assert (await next_of(reader)).startswith(b"id: 2\n")


def test_a_stream_is_negotiated_and_a_token_has_ten(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now)
    program = a_program(a_secret(organiser, now))
    address = f"/competitions/{cup.pk}/events"
    opened = [send(program, "GET", address, accept="text/event-stream") for _ in range(PER_TOKEN)]
    first = opened[0]
    assert first.streaming
    assert first["Content-Type"] == "text/event-stream; charset=utf-8"
    assert first["Cache-Control"] == "no-store"
    assert first["Content-Encoding"] == "identity"
    refused = send(program, "GET", address, accept="application/x-ndjson")
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    first.close()
    first.close()
    again = send(program, "GET", address, accept="application/x-ndjson")
    assert again["Content-Type"] == "application/x-ndjson; charset=utf-8"
    assert not send(program, "HEAD", address, accept="text/event-stream").streaming
    for answer in (*opened, again):
        answer.close()
    assert not stream._open


def test_an_address_has_so_many_streams(
    cup: Competition, organiser: User, now: datetime, settings: Any
) -> None:
    settings.SOCKETS_PER_ADDRESS = 1
    first, second = (f"/competitions/{each.pk}/events" for each in (cup, a_cup(organiser, now)))
    opened = send(a_program(), "GET", first, accept="text/event-stream")
    assert opened.streaming
    assert send(a_program(), "GET", second, accept="text/event-stream").status_code == 429
    opened.close()
