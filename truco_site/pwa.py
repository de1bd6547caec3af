"""The progressive web app: manifest, service worker and offline page.

None of it depends on a user: no session is read, and the worker caches only files and pages that
are the same for all. It caches no table, no hand and no user's page (docs/accounts.md).
"""

import hashlib
import json
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.common.middleware import language_in_address

FELT, NIGHT = "#1f5a45", "#10342a"
FILES: Final = ("css/site.css", "img/icon.svg")  # the files of the offline page
LATER: Final = (  # those of the pages kept once a page of the site was read
    *("css/offline.css", "css/record.css", "img/deck.svg", "img/faces-offline.svg"),
    *("js/offline/engine.js", "js/offline/play.js", "js/offline/robot.js"),
    *("js/offline/saved.js", "js/offline/tables.js"),
)
SCREEN_SIZES: Final = {"narrow": "390x780", "wide": "1280x800"}
SCREENSHOTS: Final = {  # `python -m tests.runner.icons` makes them of docs/img
    "img/screen-table.webp": "narrow",
    "img/screen-bracket.webp": "narrow",
    "img/screen-home.webp": "narrow",
    "img/screen-table-wide.webp": "wide",
    "img/screen-bracket-wide.webp": "wide",
}
RELEASE: Final = 12  # hexadecimal digits
FRESH: Final = 10 * 60  # seconds after which browsers check for a new worker


@require_safe
@cache_control(max_age=24 * 60 * 60)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest."""
    members = {
        "id": "/",
        "name": gettext("Club de truco"),
        "short_name": "Truco",
        "description": gettext("Truco en vivo, torneos de club"),
        "lang": translation.get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": FELT,
        "theme_color": NIGHT,
        "icons": [
            _icon("img/icon-192.png", "192x192"),
            _icon("img/icon-512.png", "512x512"),
            _icon("img/icon-maskable-512.png", "512x512", purpose="maskable"),
        ],
        "screenshots": [_screenshot(name, form) for name, form in SCREENSHOTS.items()],
        "shortcuts": [
            _shortcut(gettext("Mesas"), reverse("tables:lobby")),
            _shortcut(gettext("Competencias"), reverse("competitions:list")),
            _shortcut(gettext("Entrar con un código"), reverse("code")),
            _shortcut(gettext("Acertijos"), reverse("puzzles")),
        ],
        # a list shared from another application; not in the query, which logs and histories keep
        "share_target": {
            "action": reverse("share_list"),
            "method": "POST",
            "enctype": "application/x-www-form-urlencoded",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
    return JsonResponse(members, content_type="application/manifest+json")


def _screenshot(name: str, form: str) -> dict[str, str]:
    sizes = SCREEN_SIZES[form]
    return {"src": static(name), "sizes": sizes, "type": "image/webp", "form_factor": form}


def _shortcut(name: str, path: str) -> dict[str, object]:
    return {"name": name, "url": path, "icons": [_icon("img/icon-192.png", "192x192")]}


def _icon(name: str, sizes: str, **more: str) -> dict[str, str]:
    return {"src": static(name), "sizes": sizes, "type": "image/png", **more}


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker of this release; every release has another text."""
    response = HttpResponse(_worker(), content_type="text/javascript; charset=utf-8")
    response.headers["Service-Worker-Allowed"] = "/"
    patch_cache_control(response, max_age=FRESH)
    return response


def _worker() -> str:
    shell = {
        "files": [static(name) for name in FILES],
        "offline": reverse("offline"),
        "later": [static(name) for name in LATER],
        "pages": [reverse(name) for name in ("offline", "offline_play", "offline_lessons")],
        "lessons": [reverse("learn:courses"), reverse("offline_lessons")],
        "static": settings.STATIC_URL,
        "icon": static("img/icon-192.png"),
    }
    body = render_to_string("worker.js")
    release = hashlib.sha256(f"{shell}{_offline()}{body}".encode()).hexdigest()[:RELEASE]
    return f"const SHELL = {json.dumps({'release': release, **shell})};\n{body}"


@require_safe
@cache_control(max_age=0)
def offline(request: HttpRequest) -> HttpResponse:
    """Return the offline page in the language of the address, or in all of them.

    The worker stores it before it knows the reader's language.
    """
    return HttpResponse(_offline(language_in_address(request)))


def _offline(language: str = "") -> str:
    languages = [language] if language else [code for code, _ in settings.LANGUAGES]
    texts = [_words(code) for code in languages]
    words = {each["title"]: each for each in reversed(texts)}  # once, if languages share it
    context = {
        "words": list(reversed(words.values())),
        "language": language or settings.LANGUAGE_CODE,
    }
    return render_to_string("offline.html", context)


def _words(language: str) -> dict[str, str]:
    with translation.override(language):
        return {
            "language": language,
            "title": gettext("No hay conexión"),
            "text": gettext("Nada se perdió: tu mesa te espera. Probá otra vez en un momento."),
            "again": gettext("Probar otra vez"),
            "meanwhile": gettext("Mientras tanto, sin conexión podés:"),
            "play": gettext("Jugar contra un robot de este teléfono"),
            "read": gettext("Leer las lecciones"),
            "saved": gettext("Volver a ver tus partidas guardadas"),
        }
