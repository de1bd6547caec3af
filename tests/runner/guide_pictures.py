"""`python -m tests.runner.guide_pictures`: the pictures of the guides, in Spanish and English.

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

LANGUAGES: Final = {"es": "es-AR", "en": "en"}  # folder of docs/img: language of the reader
PHONE, LAPTOP = (390, 780), (1100, 760)
SEED: Final = "guides"
QUALITY: Final = 80


class Picture(NamedTuple):
    """A page, and the person who sees it; its name by language."""

    es: str
    en: str
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

    from accounts.models import User
    from games.fair import shuffle as shuffles
    from tests.live.site import served
    from tests.runner import chance
    from tests.runner.film.scene import the_final
    from tests.runner.film.shooting import chromium, opened

    shuffles.new_seed = chance.seeds_of("guides")
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    pictures = list(_pictures(the_final(hands=3)))
    with served() as site, chromium() as browser:
        for language, locale in LANGUAGES.items():
            folder = Path("docs/img") / language
            folder.mkdir(parents=True, exist_ok=True)
            User.objects.update(language=locale.lower())
            for picture in pictures:
                page = opened(browser, site, picture.size, picture.path, picture.person, locale)
                page.wait_for_load_state("networkidle")
                shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
                shot.save(folder / f"{getattr(picture, language)}.webp", quality=QUALITY)
                page.context.close()


def _pictures(scene: "Scene") -> Iterator[Picture]:
    from django.utils import timezone

    from tests.tournaments.cups import a_cup, enter
    from tests.tournaments.moderation.keepers import an_operator

    organiser, cup = scene.organiser, scene.cup
    opened_cup = a_cup(organiser, timezone.now(), cap=16)
    enter(opened_cup, organiser, timezone.now(), scene.player)
    at = f"/competitions/{cup.pk}/"
    yield Picture("nueva-competencia", "new-competition", "/competitions/new/", organiser, LAPTOP)
    yield Picture(
        "pegar-lista", "paste-list", f"/competitions/{opened_cup.pk}/paste/", organiser, LAPTOP
    )
    yield Picture("panel", "dashboard", f"{at}manage/", organiser, LAPTOP)
    yield Picture("pantalla", "screen", f"{at}wall/", organiser, LAPTOP)
    yield Picture("inicio", "home", "/", scene.player, PHONE)
    yield Picture("competencia", "competition", at, scene.player, PHONE)
    yield Picture("mesa", "table", f"/tables/{scene.game.pk}/", scene.player, PHONE)
    yield Picture("reglas", "rules", "/rules/", None, PHONE)
    yield Picture("estado", "operators", "/operators/", an_operator("operadora"), LAPTOP)


if __name__ == "__main__":
    main()
