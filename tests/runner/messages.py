"""`python -m tests.runner.messages`: compile each catalogue beside its source; no gettext."""

from pathlib import Path

import polib


def main() -> None:
    """Write each `.mo`; an entry without a translation is left out, as msgfmt does."""
    for source in sorted(Path("locale").rglob("*.po")):
        catalogue = polib.pofile(str(source))
        catalogue.save_as_mofile(str(source.with_suffix(".mo")))
        print(f"{source}: {len(catalogue.translated_entries())} of {len(catalogue)} translated")


if __name__ == "__main__":
    main()
