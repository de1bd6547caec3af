"""What a socket receives waits for its application, in order; what it sends, for its client."""

import asyncio

from truco_site.server.connections import Gate, Inbox


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


async def test_who_waits_at_a_gate_goes_on_although_it_closes_again_at_once():
    gate = Gate()
    await gate.wait()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    gate.clear()
    assert not gate.is_set()
    gate.set()
    gate.clear()
    late = asyncio.create_task(gate.wait())
    await asyncio.wait_for(asyncio.gather(*waiting), 60)
    assert not late.done()
    gate.set()
    assert gate.is_set()
    await asyncio.wait_for(late, 60)
