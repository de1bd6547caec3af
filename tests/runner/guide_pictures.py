"""`python -m tests.runner.guide_pictures`: the pictures of the Spanish guides.

They are taken of the running site, on scratch data, in Chromium. Cards are the same each time.
"""

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image

if TYPE_CHECKING:
    from accounts.models import User
    from tests.runner.film.scene import Scene

FOLDER: Final = Path("docs/img/es")
PHONE, LAPTOP = (390, 780), (1100, 760)
SEED: Final = "guides"
QUALITY: Final = 80


class Picture(NamedTuple):
    """A page, and the person who sees it."""

    name: str
    path: str
    person: "User | None"
    size: tuple[int, int]


def main() -> None:
    """Prepare the site, and write every picture."""
    with TemporaryDirectory(prefix="truco-guides-") as folder:
        for server in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(server, None)
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "VAR_DIR": folder}
        os.environ |= {"DJANGO_ALLOW_ASYNC_UNSAFE": "1", "TEST_SEED": SEED}
        import django

        django.setup()
        _write_all()


def _write_all() -> None:
    from django.core.management import call_command

    from games.fair import shuffle as shuffles
    from tests.live.site import served
    from tests.runner import chance
    from tests.runner.film.scene import the_final
    from tests.runner.film.shooting import chromium, opened
    from truco_site.server.startup import create_tables

    shuffles.new_seed = chance.seeds_of("guides")
    create_tables()
    call_command("collectstatic", verbosity=0, interactive=False)
    FOLDER.mkdir(parents=True, exist_ok=True)
    scene = the_final(hands=3)
    with served() as site, chromium() as browser:
        for picture in _pictures(scene):
            page = opened(browser, site, picture.size, picture.path, picture.person)
            page.wait_for_load_state("networkidle")
            shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
            shot.save(FOLDER / f"{picture.name}.webp", quality=QUALITY)
            page.context.close()


def _pictures(scene: "Scene") -> Iterator[Picture]:
    from django.utils import timezone

    from tests.tournaments.cups import a_cup, enter
    from tests.tournaments.moderation.keepers import an_operator

    organiser, cup = scene.organiser, scene.cup
    opened_cup = a_cup(organiser, timezone.now(), cap=16)
    enter(opened_cup, organiser, timezone.now(), scene.player)
    at = f"/competitions/{cup.pk}/"
    yield Picture("nueva-competencia", "/competitions/new/", organiser, LAPTOP)
    yield Picture("pegar-lista", f"/competitions/{opened_cup.pk}/paste/", organiser, LAPTOP)
    yield Picture("panel", f"{at}manage/", organiser, LAPTOP)
    yield Picture("pantalla", f"{at}wall/", organiser, LAPTOP)
    yield Picture("inicio", "/", scene.player, PHONE)
    yield Picture("competencia", at, scene.player, PHONE)
    yield Picture("mesa", f"/tables/{scene.game.pk}/", scene.player, PHONE)
    yield Picture("reglas", "/rules/", None, PHONE)
    yield Picture("estado", "/operators/", an_operator("operadora"), LAPTOP)


if __name__ == "__main__":
    main()
