"""A match played through nginx as `deploy/nginx.conf` sets it up; one web process dies meanwhile.

`make soak PART=proxy`. It takes Debian's nginx (`apt install nginx-light`). On SQLite there is one
process, and the other one of the file is dead from the beginning.
"""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from websockets.exceptions import WebSocketException

from games.models import Game
from tests.games.tables import state_of
from tests.live.kills.house import COLLECT
from tests.live.processes import Process, Serving, until
from tests.live.scenes import a_card, one_hand_before_the_end
from tests.live.site import HOST
from tests.live.visitors import Listener, Visitor
from tests.runner.ports import free_port
from tournaments.models import Match

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

DEPLOYED = settings.BASE_DIR / "deploy" / "nginx.conf"
AROUND = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {told}
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A proxy: the address of the site for visitors."""

    port: int

    @property
    def authority(self) -> str:
        """Host and port, as browsers name them."""
        return f"{HOST}:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.authority}"


def configuration(folder: Path, port: int, webs: tuple[str, str], *, keeps: bool) -> str:
    """Return the deployed file with other ports and without TLS, which needs a name.

    `webs` are the host and the port of each web process; `keeps` says whether connections to them
    are kept.
    """
    told = DEPLOYED.read_text(encoding="utf-8")
    told = re.sub(r"^ *ssl_certificate.*$", "", told, flags=re.MULTILINE)
    if not keeps:
        told = re.sub(r"^ *keepalive .*$", "", told, flags=re.MULTILINE)
    told = told.replace("listen 443 ssl http2;", f"listen {HOST}:{port};")
    told = told.replace("listen 80;", f"listen {HOST}:{free_port()};")
    for deployed, own in zip(("127.0.0.1:8001", "127.0.0.1:8002"), webs, strict=True):
        assert f" {deployed} " in told
        told = told.replace(f" {deployed} ", f" {own} ")
    return AROUND.format(folder=folder, told=told)


@contextmanager
def nginx(folder: Path, webs: tuple[str, str], *, keeps: bool = True) -> Iterator[Proxy]:
    """Run nginx before two web processes."""
    proxy, file = Proxy(free_port()), folder / "nginx.conf"
    file.write_text(configuration(folder, proxy.port, webs, keeps=keeps), encoding="utf-8")
    running = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(file)])
    try:
        until(lambda: answers(proxy.authority, "/healthz"))
        yield proxy
    finally:
        running.terminate()
        running.wait()


def answers(authority: str, path: str) -> str:
    """Return what is answered with 200; nothing if it is not."""
    line = HTTPConnection(authority, timeout=5)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.read().decode() if answer.status == 200 else ""
    except OSError:
        return ""
    finally:
        line.close()


def sockets_of(authority: str) -> float:
    """Return how many sockets a web process has open."""
    return float(re.search(r"^truco_sockets (\S+)$", answers(authority, "/metrics"), re.M)[1])


def watching(visitor: Visitor, game: Game) -> Listener:
    """Open a socket through the proxy, again and again, as a browser does."""
    opened: list[Listener] = []

    def opens() -> bool:
        try:
            opened.append(visitor.watch(game))
        except (OSError, WebSocketException):
            return False
        return True

    until(opens)
    return opened[0]


def play_one(players: dict[int, Visitor], game: Game) -> bool:
    """Play a card through the proxy for the seat in turn; return whether the hand is over."""
    game.refresh_from_db()
    state = state_of(game)
    if not state.over:
        assert players[state.to_act[0]].play(game, a_card(state)).status == 200
    return state.over


def test_a_match_is_played_through_the_proxy_while_a_web_process_dies(tmp_path: Path) -> None:
    match, game = one_hand_before_the_end()
    told = {"TRUSTED_PROXIES": HOST, "METRICS_ADDRESSES": HOST}
    with Process(tmp_path, COLLECT) as collecting:
        collecting.ended()
    alone = connection.vendor == "sqlite"
    command = () if alone else ("manage.py", "web")
    with Serving(tmp_path, command=command, **told) as one:
        other = None if alone else Serving(tmp_path, command=command, **told)
        beside = other.authority if other else f"{HOST}:{free_port()}"
        with nginx(tmp_path, (one.authority, beside)) as proxy:
            seats = game.seats.select_related("user")
            players = {seat.number: Visitor(proxy, seat.user) for seat in seats}
            lines = [watching(player, game) for player in players.values()]
            play_one(players, game)
            game.refresh_from_db()
            for line in lines:
                assert line.table(game.version)
            if other:
                counts = {web: sockets_of(web.authority) for web in (one, other)}
                assert sorted(counts.values()) == [0, 2], "a table is at one process"
                busy = max(counts, key=counts.__getitem__)
                busy.kill()
                lines = [watching(player, game) for player in players.values()]
            until(lambda: play_one(players, game))
            for line in lines:
                assert line.table(game.version)
            for player in players.values():
                player.leave()
            assert not answers(proxy.authority, "/metrics"), "figures are not for the world"
        if other and other.is_running:
            other.stop()
    match.refresh_from_db()
    assert match.state == Match.State.COMPLETED
