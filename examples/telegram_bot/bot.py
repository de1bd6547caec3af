"""A Telegram bot of a truco club: the draw, "my next match", results and reminders.

It reads what is public, so it needs no token of the site. It needs `../client/truco_client.py`:

    TELEGRAM_TOKEN=123:abc TRUCO_SITE=https://club.example TRUCO_CLUB=la-yunta python bot.py
"""

import json
import os
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "client"))

from truco_client import Truco, TrucoError

POLL_SECONDS = 30
REMIND_EVERY = 60  # seconds
BEFORE = timedelta(hours=1)
LAST_RESULTS = 10
IN_PLAY = ("drawn", "running", "paused")
TO_PLAY = ("called", "ready", "pending")
HELP = """\
/sorteo: los partidos que se juegan ahora
/resultados: lo último que terminó
/soy Ana Ruiz: así te aviso cuando te toca
/mipartido: tu próximo partido"""


class Telegram:
    """The two methods of Telegram's Bot API that this bot uses."""

    def __init__(self, token: str, api: str = "https://api.telegram.org") -> None:
        self.address = f"{api}/bot{token}"

    def updates(self, offset: int, seconds: int) -> list[dict[str, Any]]:
        """Wait for messages after an offset."""
        return self._call("getUpdates", {"offset": offset, "timeout": seconds}, seconds + 10)

    def send(self, chat: int, text: str) -> None:
        self._call("sendMessage", {"chat_id": chat, "text": text}, 10)

    def _call(self, method: str, body: Mapping[str, Any], seconds: int) -> Any:
        request = urllib.request.Request(
            f"{self.address}/{method}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return json.load(answer)["result"]


class Bot:
    """Answers commands, and reminds people of their matches. Its memory is a JSON file."""

    def __init__(self, site: Truco, telegram: Telegram, club: str, memory: Path) -> None:
        self.site, self.telegram, self.club, self.file = site, telegram, club, memory
        known = json.loads(memory.read_text()) if memory.exists() else {}
        self.offset: int = known.get("offset", 0)
        self.names: dict[str, str] = known.get("names", {})  # of the players, by chat
        self.told: list[str] = known.get("told", [])  # reminders that were sent

    def answer_messages(self, seconds: int = POLL_SECONDS) -> None:
        """Answer new messages; wait up to `seconds` for the first."""
        for update in self.telegram.updates(self.offset, seconds):
            self.offset = update["update_id"] + 1
            message = update.get("message", {})
            if text := message.get("text", ""):
                self._answer(message["chat"]["id"], text)
            self._remember()

    def remind(self, now: datetime) -> None:
        """Notify players once when their match is called, and within the hour before it begins."""
        matches = self._matches_of_players()
        for chat, name in self.names.items():
            for match in matches.get(name.casefold(), ()):
                if (occasion := _occasion(match, now)) is None:
                    continue
                mark = f"{chat} {match['id']} {occasion}"
                if mark not in self.told:
                    self.telegram.send(int(chat), _reminder(match, occasion))
                    self.told.append(mark)
                    self._remember()

    def _answer(self, chat: int, text: str) -> None:
        command, _space, rest = text.strip().partition(" ")
        acts: Mapping[str, Callable[[], str]] = {
            "/sorteo": self._draw,
            "/resultados": self._results,
            "/soy": lambda: self._call_me(chat, rest.strip()),
            "/mipartido": lambda: self._next_match(chat),
        }
        act = acts.get(command.partition("@")[0].lower())
        try:
            told = HELP if act is None else act()
        except TrucoError as error:
            told = error.problem.get("detail") or "El sitio no contesta: probá más tarde."
        self.telegram.send(chat, told)

    def _draw(self) -> str:
        lines = []
        for cup in self._cups():
            lines.append(cup["name"])
            lines += [
                _line(match)
                for match in self.site.list_matches(cup["id"])
                if match["state"] in TO_PLAY[:2]
            ]
        return "\n".join(lines) or "No hay nada en juego."

    def _results(self) -> str:
        over = [
            match
            for cup in self._cups()
            for match in self.site.list_matches(cup["id"])
            if match["completed_at"] is not None
        ]
        over.sort(key=lambda match: match["completed_at"])
        return "\n".join(map(_line, over[-LAST_RESULTS:])) or "Todavía no terminó ningún partido."

    def _call_me(self, chat: int, name: str) -> str:
        if not name:
            return "Escribí tu nombre como está en la lista: /soy Ana Ruiz"
        self.names[str(chat)] = name
        return f"Listo, {name}: te aviso cuando te toque."

    def _next_match(self, chat: int) -> str:
        name = self.names.get(str(chat))
        if name is None:
            return "Primero decime quién sos: /soy Ana Ruiz"
        all_own = self._matches_of_players().get(name.casefold(), [])
        own = [match for match in all_own if match["state"] in TO_PLAY]
        own.sort(key=lambda match: TO_PLAY.index(match["state"]))
        return _line(own[0]) if own else f"{name} no tiene partidos por jugar."

    def _cups(self) -> list[dict[str, Any]]:
        cups = self.site.list_competitions(club=self.club)
        return [cup for cup in cups if cup["state"] in IN_PLAY]

    def _matches_of_players(self) -> dict[str, list[dict[str, Any]]]:
        """Return the matches in which each player plays, by the folded name."""
        found: dict[str, list[dict[str, Any]]] = {}
        for cup in self._cups():
            rosters = {
                entry["id"]: [player["name"].casefold() for player in entry["players"]]
                for entry in self.site.list_entries(cup["id"])
            }
            for match in self.site.list_matches(cup["id"]):
                entries = [entry for side in match["sides"] for entry in side["entries"]]
                for name in {name for entry in entries for name in rosters.get(entry, ())}:
                    found.setdefault(name, []).append(match)
        return found

    def _remember(self) -> None:
        known = {"offset": self.offset, "names": self.names, "told": self.told}
        self.file.write_text(json.dumps(known))


def _occasion(match: Mapping[str, Any], now: datetime) -> str | None:
    """Return why to remind of a match now: it is called, or it begins soon."""
    if match["state"] == "called":
        return "called"
    if match["state"] == "ready" and match["scheduled_at"]:
        at = datetime.fromisoformat(match["scheduled_at"])
        return match["scheduled_at"] if now <= at <= now + BEFORE else None
    return None


def _reminder(match: Mapping[str, Any], occasion: str) -> str:
    start = "Te llaman a jugar" if occasion == "called" else f"Jugás a las {occasion[11:16]} (UTC)"
    return f"{start}: {_line(match)}"


def _line(match: Mapping[str, Any]) -> str:
    """Write a match: `12. Ana – Beto, mesa 4`, or with its score."""
    names = " – ".join(side["name"] or "?" for side in match["sides"])
    scores = ", ".join(f"{game['score'][0]}–{game['score'][1]}" for game in match["games"])
    if match["completed_at"] and scores:
        return f"{match['number']}. {names}: {scores}"
    return f"{match['number']}. {names}" + (f", mesa {match['table']}" if match["table"] else "")


def main() -> None:
    """Answer and remind until the process is ended."""
    site = Truco(os.environ["TRUCO_SITE"], os.environ.get("TRUCO_TOKEN", ""))
    api = os.environ.get("TELEGRAM_API", "https://api.telegram.org")
    telegram = Telegram(os.environ["TELEGRAM_TOKEN"], api)
    memory = Path(os.environ.get("BOT_MEMORY", "bot.json"))
    bot = Bot(site, telegram, os.environ["TRUCO_CLUB"], memory)
    due = 0.0
    while True:
        try:
            bot.answer_messages()
            if time.monotonic() >= due:
                bot.remind(datetime.now(UTC))
                due = time.monotonic() + REMIND_EVERY
        except (OSError, TrucoError) as error:  # the network, Telegram or the site
            print(error, file=sys.stderr)
            time.sleep(POLL_SECONDS)


if __name__ == "__main__":
    main()
