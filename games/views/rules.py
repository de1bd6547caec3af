"""The rulebook: words, every article with its anchor, and each preset's options."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, to_locale
from django.views.decorators.http import require_GET

from games.engine import OPTION_KEYS, PRESETS
from games.house_rules import choice, label, preset
from games.house_rules.glossary import GLOSSARY


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rulebook in the reader's language."""
    options = [
        {
            "label": label(key),
            "values": [choice(key, rules.option(key), name) for name, rules in PRESETS.items()],
        }
        for key in OPTION_KEYS
    ]
    context = {
        "rulebook": [f"{to_locale(language)}/rules.html" for language in _first_to_last()],
        "presets": [preset(name) for name in PRESETS],
        "options": options,
        "glossary": GLOSSARY,
    }
    return render(request, "games/rules.html", context)


def _first_to_last() -> tuple[str, str]:
    """Return in which languages the rulebook is looked for: a language may read the source's."""
    return get_language() or settings.LANGUAGE_CODE, settings.LANGUAGE_CODE
