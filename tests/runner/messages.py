"""`python -m tests.runner.messages`: write the template, compile and check each catalogue.

The template (`locale/django.pot`) is that of `manage.py makemessages`, for which GNU gettext has to
be there, and what the catalogues translate of Django and allauth. It alone names the files in which
a text stands: in a catalogue, which is not written anew, such comments go stale and are removed.
With `--missing` the lists alone: what a language has no words for, and what is said no longer.
"""

import sys
from pathlib import Path

import django
import polib
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.utils.translation import to_locale

if not apps.ready:
    django.setup()

# The texts of pieces are read by the site's own templates, which need its apps.
from tests.runner.rioplatense import rioplatense
from tests.runner.said import borrowed, site_words


def missing(code: str) -> list[str]:
    """Return what a catalogue lacks; other Spanish needs only what reads otherwise there."""
    if code == settings.LANGUAGE_CODE:
        return []
    needed = site_words()
    if code.startswith("es-"):
        needed = frozenset(words for words in needed if rioplatense(words, code))
    return sorted(needed - {entry.msgid for entry in _catalogue(code).translated_entries()})


def stale(code: str) -> list[str]:
    """Return the entries of a catalogue that no source uses any more."""
    return sorted({entry.msgid for entry in _catalogue(code)} - site_words() - borrowed())


def _catalogue(code: str) -> polib.POFile:
    folder = Path(settings.LOCALE_PATHS[0]) / to_locale(code) / "LC_MESSAGES"
    return polib.pofile(str(folder / "django.po"))


def template() -> Path:
    """Return the file of the template."""
    return Path(settings.LOCALE_PATHS[0]) / "django.pot"


def write_template() -> None:
    """Write the template; a catalogue merged with it alone would lose what others say."""
    call_command("makemessages", verbosity=0)
    written = polib.pofile(str(template()))
    own = {entry.msgid for entry in written}
    others = {
        entry.msgid: entry.msgid_plural
        for code, _ in settings.LANGUAGES
        for entry in _catalogue(code)
        if entry.msgid in borrowed() - own
    }
    for words, plural in sorted(others.items()):
        forms = {0: "", 1: ""} if plural else {}
        lent = polib.POEntry(msgid=words, msgid_plural=plural, msgstr_plural=forms)
        lent.comment = "Translators: said by Django or allauth, in English"
        written.append(lent)
    written.save()


def drop_locations(catalogue: Path) -> None:
    """Remove the comments that name source files."""
    lines = catalogue.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith("#:")]
    catalogue.write_text("".join(kept), encoding="utf-8")


def main(only_list: bool) -> None:
    """Write each `.mo`; an entry without a translation is left out, as msgfmt does."""
    if not only_list:
        write_template()
    for code, _ in settings.LANGUAGES:
        if not only_list:
            catalogue = _catalogue(code)
            drop_locations(Path(catalogue.fpath))
            catalogue.save_as_mofile(str(Path(catalogue.fpath).with_suffix(".mo")))
        for what, found in (("missing", missing(code)), ("unused", stale(code))):
            print(f"{code}: {len(found)} {what}")
            for words in found:
                print(f"  {words!r}")


if __name__ == "__main__":
    main("--missing" in sys.argv)
