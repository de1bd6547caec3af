"""Django's `makemessages` for this site: it also reads the pieces, which are Jinja2 templates.

Without `--locale` it writes `locale/django.pot` alone, the template for translators. It takes the
tools of GNU gettext.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.commands import makemessages
from django.utils.translation import to_locale

from games.live.templates import environment

EXTENSIONS: Final = ["html", "jinja", "json", "py", "txt"]
IGNORED: Final = [
    "bench",
    "dist",
    "docs",
    "examples",
    "hatch_build.py",
    "static",
    "tests",
    "training",
    "var",
]
MOMENT: Final = '"POT-Creation-Date:'  # it would change the file at each run


class SourceFile(makemessages.BuildFile):
    """A source file that xgettext reads as Python."""

    def preprocess(self) -> None:
        """Write calls of gettext in the place of the texts of a piece, line by line."""
        if Path(self.path).suffix != ".jinja":
            super().preprocess()
            return
        calls = defaultdict(list)
        source = Path(self.path).read_text(encoding="utf-8")
        pieces: Any = environment(settings.LANGUAGE_CODE)  # with the method of the i18n extension
        for line, function, message in pieces.extract_translations(source):
            words = [message] if isinstance(message, str) else [text for text in message if text]
            calls[line].append(f"{function}({', '.join(map(repr, words))})")
        lines = ["; ".join(calls[number]) for number in range(1, max(calls, default=0) + 1)]
        Path(self.work_path).write_text("\n".join(lines), encoding="utf-8")


class Command(makemessages.Command):
    """Command `manage.py makemessages`."""

    help = "Writes locale/django.pot, and merges it into the catalogues of the named locales."
    build_file_class = SourceFile

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect the texts of the site."""
        options["extensions"] = options["extensions"] or EXTENSIONS
        options["ignore_patterns"] = [*options["ignore_patterns"], *IGNORED]
        options |= {"keep_pot": True, "add_location": options["add_location"] or "file"}
        if not options["locale"]:
            options["exclude"] = [to_locale(code) for code, _ in settings.LANGUAGES]
        super().handle(*args, **options)
        template = Path(settings.LOCALE_PATHS[0]) / "django.pot"
        lines = template.read_text(encoding="utf-8").splitlines(keepends=True)
        template.write_text(
            "".join(line for line in lines if not line.startswith(MOMENT)), encoding="utf-8"
        )
