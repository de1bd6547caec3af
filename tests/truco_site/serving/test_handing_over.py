"""Connections that one web process passes on to another, with real sockets of the system."""

import asyncio
import socket

import pytest

from truco_site.server import socket_affinity
from truco_site.server.socket_affinity import FOLDER, SocketInbox

HANDSHAKE = b"GET /ws/tables/3/ HTTP/1.1\r\n\r\n"


class Echo(asyncio.Protocol):
    """A server that returns the data of a client's connection to it."""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(b"other: " + data)


def opened(folder, number):
    desk = SocketInbox(folder, 2, number)
    desk.open(Echo)
    return desk


async def passed(desk, target, handshake=HANDSHAKE):
    """Pass a connection on; return its client's data, or None if it was refused."""
    client, here = socket.socketpair()
    client.setblocking(False)
    with client, here:
        if not desk.passes_on(target, handshake, here.fileno()):
            return None
        here.close()  # as the process does that has passed it on
        return await asyncio.wait_for(asyncio.get_running_loop().sock_recv(client, 1000), 10)


def test_a_table_is_served_by_the_process_with_its_number(tmp_path):
    async def hand_over():
        desks = [opened(tmp_path, number) for number in (0, 1)]
        return [await passed(desk, b"/ws/tables/3/?language=es") for desk in desks]

    assert asyncio.run(hand_over()) == [b"other: " + HANDSHAKE, None]


@pytest.mark.parametrize("target", [b"/ws/lobby/", b"/", b"/ws/tables/x/", b"/tables/3/"])
def test_what_is_no_table_is_served_where_it_came(tmp_path, target):
    async def hand_over():
        desks = [opened(tmp_path, number) for number in (0, 1)]
        return [await passed(desk, target) for desk in desks]

    assert asyncio.run(hand_over()) == [None, None]


def test_a_process_accepts_no_one_before_the_others_can_be_reached(tmp_path):
    async def start():
        waiting = asyncio.create_task(opened(tmp_path, 0).wait_for_others())
        await asyncio.sleep(0)
        was_alone = not waiting.done()
        opened(tmp_path, 1)
        await asyncio.wait_for(waiting, 10)
        return was_alone

    assert asyncio.run(start())


def test_a_process_accepts_connections_without_one_that_does_not_start(tmp_path, monkeypatch):
    monkeypatch.setattr(socket_affinity, "PATIENCE", 0)

    async def start():
        await asyncio.wait_for(opened(tmp_path, 0).wait_for_others(), 10)

    asyncio.run(start())


def test_where_the_other_process_is_not_there_a_table_is_served_by_any(tmp_path):
    async def hand_over():
        return await passed(opened(tmp_path, 0), b"/ws/tables/3/")

    assert asyncio.run(hand_over()) is None


def test_a_handshake_too_long_to_be_passed_on_is_served_where_it_came(tmp_path):
    async def hand_over():
        desks = [opened(tmp_path, number) for number in (0, 1)]
        return await passed(desks[0], b"/ws/tables/3/", HANDSHAKE + bytes(1 << 20))

    assert asyncio.run(hand_over()) is None


def test_a_process_takes_the_place_of_one_that_ended(tmp_path):
    async def hand_over():
        first = opened(tmp_path, 1)
        asyncio.get_running_loop().remove_reader(first._inbox)
        first._inbox.close()
        opened(tmp_path, 1)
        return await passed(opened(tmp_path, 0), b"/ws/tables/3/")

    assert asyncio.run(hand_over()) == b"other: " + HANDSHAKE


def test_each_process_has_a_number_until_it_ends(tmp_path, monkeypatch):
    assert [socket_affinity._claimed(tmp_path, 2) for _ in range(3)] == [0, 1, None]


def test_a_process_that_serves_alone_has_no_desk(monkeypatch):
    monkeypatch.delenv(FOLDER, raising=False)
    assert socket_affinity._own_inbox() is None
