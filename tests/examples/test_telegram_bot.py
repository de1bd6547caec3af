"""The Telegram bot, against a site and a server that speaks as Telegram does."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from examples.telegram_bot.bot import HELP, Bot, Telegram, Truco
from tests.tournaments.cups import an_organiser, match_at
from tests.tournaments.names import an_event_of_names
from tournaments.draw import services as draw
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Match
from tournaments.results import services as result_services

CHAT = 77


class FakeTelegram(ThreadingHTTPServer):
    """Hands out queued messages, and keeps what the bot sends."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.queue: list[dict[str, Any]] = []
        self.sent: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def say(self, *texts: str) -> None:
        """Queue messages of one chat."""
        for text in texts:
            number = len(self.queue) + 1
            message = {"chat": {"id": CHAT}, "text": text}
            self.queue.append({"update_id": number, "message": message})


class _Handler(BaseHTTPRequestHandler):
    server: FakeTelegram

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/bot123:abc/getUpdates":
            result: Any = [row for row in self.server.queue if row["update_id"] >= body["offset"]]
        else:
            assert (self.path, body["chat_id"]) == ("/bot123:abc/sendMessage", CHAT)
            self.server.sent.append(body["text"])
            result = {}
        answer = json.dumps({"ok": True, "result": result}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_about: Any) -> None:
        """Say nothing."""


@pytest.fixture
def telegram() -> Iterator[FakeTelegram]:
    server = FakeTelegram()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def cup(transactional_db: None) -> Competition:
    cache.clear()
    organiser, now = an_organiser(), timezone.now()
    teams = [("Ana",), ("Beto",), ("Carla",), ("Dani",)]
    event = an_event_of_names(organiser, now, teams, by_qr=False, with_cards=True)
    draw.draw(competition_id=event.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=event.pk, actor=organiser, now=now)
    return event


def a_bot(live_server: Any, telegram: FakeTelegram, cup: Competition, memory: Path) -> Bot:
    api = Telegram("123:abc", telegram.url)
    return Bot(Truco(live_server.url), api, cup.club.slug, memory)


@pytest.mark.feature("Exports", "A Telegram bot of a club")
def test_the_bot_answers(live_server, telegram: FakeTelegram, cup: Competition, tmp_path) -> None:
    first = match_at(cup, 1, 1)
    sides = [slot.entry.name for slot in first.slots.order_by("side")]
    organiser = cup.club.members.get()
    telegram.say("hola", "/mipartido", f"/soy {sides[0].upper()}", "/mipartido", "/sorteo")
    bot = a_bot(live_server, telegram, cup, tmp_path / "bot.json")
    bot.answer_messages(0)
    line = f"{first.number}. {sides[0]} – {sides[1]}"
    helped, asked, known, own, drawn = telegram.sent
    assert (helped, own) == (HELP, line)
    assert asked.startswith("Primero decime quién sos")
    assert sides[0].upper() in known
    assert drawn.splitlines()[0] == cup.name
    assert line in drawn
    result_services.submit_result(
        match_id=first.pk, games=[(5, 2)], actor=organiser, now=timezone.now()
    )
    telegram.say("/resultados")
    bot.answer_messages(0)
    assert telegram.sent[-1] == f"{line}: 5–2"
    assert len(telegram.sent) == 6


def test_the_bot_reminds_once_of_each_occasion(
    live_server, telegram: FakeTelegram, cup: Competition, tmp_path
) -> None:
    first, now = match_at(cup, 1, 1), timezone.now()
    name = first.slots.get(side=0).entry.name
    bot = a_bot(live_server, telegram, cup, tmp_path / "bot.json")
    telegram.say(f"/soy {name}")
    bot.answer_messages(0)
    bot.remind(now)
    assert len(telegram.sent) == 1
    at = now + timedelta(minutes=30)
    Match.objects.filter(pk=first.pk).update(scheduled_at=at)
    cache.clear()
    bot.remind(now)
    again = a_bot(live_server, telegram, cup, tmp_path / "bot.json")
    again.remind(now)
    assert telegram.sent[1:] == [sent for sent in telegram.sent[1:] if sent.startswith("Jugás")]
    assert len(telegram.sent) == 2
