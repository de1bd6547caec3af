"""Film a cup's last two hands, from a site on scratch data: a projector, a bracket, a phone.

`python -m tests.runner.film [FILE]`. It takes Chromium.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.runner.film.frames import Film

FILE = Path("docs/img/together.webp")
SEED = "e"  # of all cards, those of robots' thoughts included


def main() -> None:
    """Prepare the site, film it, write the file."""
    file = Path(sys.argv[1]) if sys.argv[1:] else FILE
    with TemporaryDirectory(prefix="truco-film-") as folder:
        for server in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(server, None)
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "VAR_DIR": folder}
        os.environ |= {"DJANGO_ALLOW_ASYNC_UNSAFE": "1", "TEST_SEED": SEED}
        film = _shot()
        film.write(file)
    print(f"{file}: {film.seconds:.1f} s, {len(film.frames)} frames, {file.stat().st_size} bytes")


def _shot() -> Film:
    import django

    django.setup()
    from django.core.management import call_command

    from games.fair import shuffle as shuffles
    from tests.runner import chance
    from tests.runner.film.shooting import shoot

    shuffles.new_seed = chance.seeds_of("film")
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    return shoot()


if __name__ == "__main__":
    main()
