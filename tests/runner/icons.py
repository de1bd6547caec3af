"""`python -m tests.runner.icons`: draw the application's icons as pictures; no image tool.

Chromium draws what `games.artwork` says; `tests/browser/test_installed.py` compares the two.
"""

from collections.abc import Mapping
from pathlib import Path
from shutil import which
from typing import Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from games.artwork.pen import FELT
from games.artwork.sheets import SIDE, draw_icon
from games.common.posters import Poster, render_poster

ICONS: Final[Mapping[str, tuple[int, bool]]] = {  # name: pixels, whether maskable
    "icon-180.png": (180, False),
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-512.png": (512, True),
}
SCREENSHOTS: Final = {  # of the installed application, from the pictures of the documents
    "screen-table.webp": "table-390.png",
    "screen-bracket.webp": "bracket-390.png",
    "screen-home.webp": "home-390.png",
    "screen-table-wide.webp": "table-1280.png",
    "screen-bracket-wide.webp": "bracket-1280.png",
}
FOLDER: Final = Path("static/img")


def draw_app_icon(*, maskable: bool) -> str:
    """Draw the mark on a plain square, for systems that round the corners themselves.

    A maskable icon stays within the circle that every system keeps: four fifths of the width.
    """
    share = 0.62 if maskable else 0.86
    edge = SIDE * (1 - share) / 2
    inner = draw_icon().removeprefix("<svg ").strip()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" fill="{FELT}"/>'
        f'<svg x="{edge:g}" y="{edge:g}" width="{SIDE - 2 * edge:g}" height="{SIDE - 2 * edge:g}" '
        f"{inner}</svg>\n"
    )


def picture(page: Page, name: str) -> bytes:
    """Return an icon as Chromium draws it."""
    side, maskable = ICONS[name]
    page.set_viewport_size({"width": side, "height": side})
    drawing = draw_app_icon(maskable=maskable)
    style = "<style>body{margin:0}body>svg{display:block;width:100vw;height:100vh}</style>"
    page.set_content(f"<!doctype html>{style}{drawing}")
    return page.screenshot()


def share_picture() -> bytes:
    """Return the preview of pages without a picture of their own, which no language is read in."""
    return render_poster(
        Poster("Truco", "Club de truco", (), cards=(("n1e", "n1b", "n7e", "n7o"),))
    )


def main() -> None:
    """Write every icon."""
    with sync_playwright() as playwright:
        chromium = which("chromium") or which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        for name in ICONS:
            (FOLDER / name).write_bytes(picture(page, name))
            print(FOLDER / name)
    Image.open(FOLDER / "icon-192.png").save(FOLDER / "favicon.ico", sizes=[(32, 32), (16, 16)])
    (FOLDER / "share.png").write_bytes(share_picture())
    for name, source in SCREENSHOTS.items():
        Image.open(Path("docs/img", source)).convert("RGB").save(FOLDER / name, quality=70)


if __name__ == "__main__":
    main()
