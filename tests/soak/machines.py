"""A match played across two web hosts, one of which is cut off from the network meanwhile.

`make soak PART=machines`, on Linux, as root, with iproute2 and nginx (`apt install nginx-light`).
All of it runs in a network namespace without a way out, so nothing can leave it, whatever fails.
Each web host is a namespace of its own with a cable to that one, which is the host of the database,
of the broker, of Celery and of the proxy. A host is cut off by pulling its end of the cable: its
processes run on, and nobody is told.
"""

import asyncio
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import pytest
from django.db import connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from redis import Redis

from games.engine import State
from games.models import Game
from tests.games.tables import state_of
from tests.live.kills.house import BEAT, COLLECT, WORKER
from tests.live.processes import Process, until
from tests.live.scenes import a_card, one_hand_before_the_end, the_end
from tests.live.site import HOST
from tests.live.visitors import Visitor
from tests.runner.ports import free_port
from tests.soak.proxied import answers, nginx, sockets_of, watching
from tournaments.models import Match, PointsEntry
from tournaments.verification import violations

pytestmark = [pytest.mark.dialect, pytest.mark.django_db(transaction=True)]

NETWORK = "10.77"  # 10.77.N.1 is this machine, 10.77.N.2 the host at the other end
PORT = 8000


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def way_out() -> str:
    """Return the default routes of this network namespace."""
    asked = subprocess.run(
        ["ip", "route", "show", "default"], check=True, capture_output=True, text=True
    )
    return asked.stdout


@dataclass(frozen=True)
class Host:
    """A machine of its own at the end of a cable."""

    number: int

    @property
    def name(self) -> str:
        """Its namespace, and its end of the cable."""
        return f"truco{self.number}"

    @property
    def cable(self) -> str:
        """This machine's end of the cable."""
        return f"truco{self.number}c"

    @property
    def address(self) -> str:
        """Its IPv4 address, seen from this machine."""
        return f"{NETWORK}.{self.number}.2"

    @property
    def gateway(self) -> str:
        """This machine, as the host sees it."""
        return f"{NETWORK}.{self.number}.1"

    @property
    def authority(self) -> str:
        """Its web process: host and port."""
        return f"{self.address}:{PORT}"

    @property
    def within(self) -> tuple[str, ...]:
        """The command that runs another there."""
        return ("ip", "netns", "exec", self.name)

    def connect(self) -> None:
        """Plug its end of the cable in."""
        ip("-n", self.name, "link", "set", self.name, "up")

    def cut_off(self) -> None:
        """Pull its end of the cable; the other end stays, and with it the way to nowhere."""
        ip("-n", self.name, "link", "set", self.name, "down")

    def remove(self) -> None:
        """Remove the host and its cable, if they are there."""
        for arguments in (("link", "delete", self.cable), ("netns", "delete", self.name)):
            with suppress(subprocess.CalledProcessError):
                ip(*arguments)


@contextmanager
def host(number: int) -> Iterator[Host]:
    """Make a host; it is gone with the block."""
    made = Host(number)
    made.remove()  # what a run that was killed left
    try:
        ip("netns", "add", made.name)
        ip("link", "add", made.cable, "type", "veth", "peer", "name", made.name)
        ip("link", "set", made.name, "netns", made.name)
        ip("address", "add", f"{made.gateway}/24", "dev", made.cable)
        ip("link", "set", made.cable, "up")
        ip("-n", made.name, "address", "add", f"{made.address}/24", "dev", made.name)
        ip("-n", made.name, "link", "set", "lo", "up")
        made.connect()
        yield made
    finally:
        made.remove()


class Relay:
    """Lets the hosts reach a server that listens on this machine alone."""

    def __init__(self, addresses: list[str], target: tuple[str, int] | str) -> None:
        self.port = free_port()
        self._addresses, self._target = addresses, target
        self._loop: asyncio.AbstractEventLoop
        self._stopping: asyncio.Event
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10), "the relay did not start"
        return self

    def __exit__(self, *exception: object) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._relay, self._addresses, self.port):
            self._ready.set()
            await self._stopping.wait()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if isinstance(self._target, str):
            far = await asyncio.open_unix_connection(self._target)
        else:
            far = await asyncio.open_connection(*self._target)
        await asyncio.gather(_pump(reader, far[1]), _pump(far[0], writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass  # the other end is gone
    finally:
        writer.close()


def database_socket() -> tuple[str, int] | str:
    """Return where the PostgreSQL of this run listens."""
    found = conninfo_to_dict(os.environ["DATABASE_URL"])
    place, port = str(found.get("host", "")), int(str(found.get("port") or 5432))
    return f"{place}/.s.PGSQL.{port}" if place.startswith("/") else (place, port)


def broker_socket() -> tuple[str, int] | str:
    """Return where the Valkey of this run listens."""
    told: dict[str, Any] = Redis.from_url(os.environ["REDIS_URL"]).connection_pool.connection_kwargs
    return str(told["path"]) if "path" in told else (str(told["host"]), int(told["port"]))


def environment(place: Host, database: Relay, broker: Relay) -> dict[str, str]:
    """Return what a web host is told of the others."""
    name = connection.settings_dict["NAME"]
    url = make_conninfo(
        os.environ["DATABASE_URL"], dbname=name, host=place.gateway, port=database.port
    )
    return {
        "DATABASE_URL": url,
        "REDIS_URL": f"redis://{place.gateway}:{broker.port}/0",
        "TRUSTED_PROXIES": place.gateway,
        "METRICS_ADDRESSES": place.gateway,
        "ALLOWED_HOSTS": f"{HOST},{place.address}",
    }


def play_on(players: Mapping[int, Visitor], game: Game, choose: Callable[[State], str]) -> None:
    """Act for the seat in turn; the browser sends the act again until it is answered."""
    state, name = state_of(game), uuid4().hex
    player, token = players[state.to_act[0]], choose(state)

    def is_answered() -> bool:
        with suppress(OSError, HTTPException):
            return player.play(game, token, action_id=name).status == 200
        return False

    until(is_answered)


def test_a_match_goes_on_while_a_web_host_is_cut_off(tmp_path: Path, record_property: Any) -> None:
    assert not way_out(), "run this with `make soak PART=machines`: nothing may leave the machine"
    match, game = one_hand_before_the_end()
    with ExitStack() as running:
        with Process(tmp_path, COLLECT) as collecting:
            collecting.ended()
        for process in (WORKER, BEAT):
            running.enter_context(Process(tmp_path, process))
        hosts = [running.enter_context(host(number)) for number in (1, 2)]
        gateways = [each.gateway for each in hosts]
        database = running.enter_context(Relay(gateways, database_socket()))
        broker = running.enter_context(Relay(gateways, broker_socket()))
        for each in hosts:
            web = ("manage.py", "web", "--host", each.address, "--port", str(PORT))
            told = environment(each, database, broker)
            running.enter_context(Process(tmp_path, web, within=each.within, **told))
            until(partial(answers, each.authority, "/healthz"))
        proxy = running.enter_context(
            nginx(tmp_path, (hosts[0].authority, hosts[1].authority), keeps=False)
        )
        players = {seat.number: Visitor(proxy, seat.user) for seat in game.seats.all()}
        for player in players.values():
            running.callback(player.leave)
            watching(player, game)
        play_on(players, game, a_card)
        busy = max(hosts, key=lambda each: sockets_of(each.authority))
        rest = min(hosts, key=lambda each: sockets_of(each.authority))
        busy.cut_off()
        since = time.monotonic()
        play_on(players, game, a_card)
        answered = time.monotonic()
        lines = [watching(player, game) for player in players.values()]
        took = {
            "an act is answered": answered - since,
            "all pages are live": time.monotonic() - since,
        }
        record_property("ms after the cut", {what: round(1000 * s) for what, s in took.items()})
        assert sockets_of(rest.authority) == len(players)
        play_on(players, game, the_end)
        game.refresh_from_db()
        for line in lines:
            assert line.table(game.version)
        busy.connect()
        until(
            lambda: (
                f'data-version="{game.version}"' in answers(busy.authority, f"/tables/{game.pk}/")
            )
        )
        until(lambda: not Match.objects.get(pk=match.pk).awaits_ranking)
    assert Match.objects.get(pk=match.pk).state == Match.State.COMPLETED
    assert sorted(PointsEntry.objects.values_list("points", flat=True)) == [5, 20]
    assert not list(violations(live=False))
