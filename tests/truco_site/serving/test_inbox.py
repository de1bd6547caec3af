"""What a socket receives waits for its application, in order."""

import asyncio

from truco_site.server.connections import Inbox


async def test_messages_come_in_order_also_after_a_reader_gave_up():
    inbox = Inbox()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    reader.cancel()
    await asyncio.sleep(0)
    later = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait("first")
    inbox.put_nowait("second")
    assert [await later, await inbox.get()] == ["first", "second"]
    assert inbox.empty()
