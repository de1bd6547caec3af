"""Sockets are admitted a few at a time."""

import asyncio

import pytest

from games.live.handshakes import ADMITTED, AT_ONCE, in_turn


async def test_a_socket_is_let_in_when_one_before_it_is_admitted():
    let_in: list[dict] = []
    over = asyncio.Event()

    async def serve(scope, receive, send) -> None:
        let_in.append(scope)
        await over.wait()

    sockets = [asyncio.create_task(in_turn(serve)({}, None, None)) for _ in range(AT_ONCE + 2)]
    await settled()
    assert len(let_in) == AT_ONCE
    let_in[0][ADMITTED]()
    let_in[0][ADMITTED]()  # once is enough
    await settled()
    assert len(let_in) == AT_ONCE + 1
    over.set()
    await asyncio.gather(*sockets)
    assert len(let_in) == AT_ONCE + 2


async def test_a_socket_that_fails_lets_the_next_one_in():
    async def fail(scope, receive, send) -> None:
        raise ZeroDivisionError

    for _ in range(AT_ONCE + 1):
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(in_turn(fail)({}, None, None), 60)


async def settled() -> None:
    """Let every task run until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)
