"""The rulebook: words, every article with its anchor, and each preset's options."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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
            "values": [choice(key, rules.option(key)) for rules in PRESETS.values()],
        }
        for key in OPTION_KEYS
    ]
    context = {
        "presets": [preset(name) for name in PRESETS],
        "options": options,
        "glossary": GLOSSARY,
    }
    return render(request, "games/rules.html", context)
