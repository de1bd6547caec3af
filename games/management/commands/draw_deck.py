"""`manage.py draw_deck`: redraw the deck, the faces, the emblems and the site's icon."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.artwork.faces import draw_faces, draw_some_faces
from games.artwork.heads import draw_emblems
from games.artwork.medals import draw_medals
from games.artwork.sheets import draw_classic_deck, draw_deck, draw_icon, draw_sheet
from games.offline.words import ROBOTS
from games.robots.cast import CAST


def _draw_offline_faces() -> str:
    """Return the sprite of those who play without a connection: a browser keeps no other faces."""
    return draw_some_faces(CAST[key].face for key in ROBOTS.values())


DRAWINGS: Mapping[str, Callable[[], str]] = {
    "deck.svg": draw_deck,
    "deck-classic.svg": draw_classic_deck,
    "faces.svg": draw_faces,
    "faces-offline.svg": _draw_offline_faces,
    "emblems.svg": draw_emblems,
    "medals.svg": draw_medals,
    "icon.svg": draw_icon,
}


class Command(BaseCommand):
    """Command that writes the drawings, or checks that the committed ones match the code."""

    help = "Draws the two decks, faces, emblems, medals and the icon into static/img"
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare only; exit 1 if stale")
        parser.add_argument("--to", type=Path, help="another folder than static/img")
        parser.add_argument("--sheet", type=Path, help="also write a contact sheet (SVG) here")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["to"] or Path(settings.BASE_DIR) / "static" / "img"
        if options["check"]:
            _check(folder)
            return
        for name, draw in DRAWINGS.items():
            (folder / name).write_text(draw(), encoding="utf-8")
        if sheet := options["sheet"]:
            sheet.write_text(draw_sheet(), encoding="utf-8")


def _check(folder: Path) -> None:
    stale = [name for name, draw in DRAWINGS.items() if _text(folder / name) != draw()]
    if stale:
        raise CommandError(f"run draw_deck: {', '.join(stale)} differs from what the code draws")


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None
