"""Pages that work without a connection: a game against the browser, and the text of the lessons.

They are the same for everybody: the service worker keeps them without a session. The language is
that of the address (`?language=`).
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.casual.visitor_rules import home_preset
from games.house_rules import preset
from games.lessons.courses import COURSES
from games.lessons.queries import in_words
from games.offline.words import page_words


@require_safe
@cache_control(max_age=0)
def play(request: HttpRequest) -> HttpResponse:
    """Show the game against a robot that the browser plays by itself."""
    return render(request, "games/offline/play.html", {"words": page_words(home_preset(request))})


@require_safe
@cache_control(max_age=0)
def lessons(request: HttpRequest) -> HttpResponse:
    """Show the text of every lesson on one page."""
    home = home_preset(request)
    courses = [_course(name) for name in sorted(COURSES, key=lambda name: name != home)]
    return render(request, "games/offline/lessons.html", {"courses": courses})


def _course(name: str) -> dict[str, Any]:
    course = COURSES[name]
    hands = [
        {
            "title": in_words(course, hand.title),
            "says": [in_words(course, step.say) for step in hand.steps],
            "end": in_words(course, hand.end),
        }
        for hand in course.hands
    ]
    return {"slug": name, "name": preset(name), "hands": hands}
