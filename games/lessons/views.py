"""Views of the lessons and of the rulebook.

Of a lesson hand only its completion is stored.
"""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, to_locale
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.common.page_meta import PageMeta
from accounts.common.requests import is_part
from accounts.models import User
from games.casual.visitor_rules import home_preset
from games.chat.phrases import language
from games.engine import OPTION_KEYS, PRESETS, IllegalActionError, NotationError
from games.house_rules import OFFERED, choice, label, preset, summary
from games.house_rules.glossary import GLOSSARY
from games.lessons.course import Course, Hand
from games.lessons.courses import COURSES
from games.lessons.progress import Place, answer, place
from games.lessons.queries import LessonLinks, in_words, lesson_board, lesson_pieces, lesson_text
from games.lessons.services import finish_lesson, learnt
from games.live.fragments import render_tree
from games.table_view.felt import card_order

OK, UNPROCESSABLE = 200, 422


@dataclass(frozen=True)
class Lesson:
    """One hand of a course, and its URL."""

    course: Course
    number: int

    @property
    def hand(self) -> Hand:
        return self.course.hands[self.number - 1]

    @property
    def title(self) -> str:
        """The lesson's subject, in the reader's language."""
        return in_words(self.course, self.hand.title)

    @property
    def url(self) -> str:
        """The page of the lesson."""
        return reverse("learn:hand", args=[self.course.preset, self.number])

    @property
    def links(self) -> LessonLinks:
        """The links from here; the last hand leads back to its course."""
        is_last = self.number == len(self.course.hands)
        course = reverse("learn:course", args=[self.course.preset])
        following = course if is_last else Lesson(self.course, self.number + 1).url
        which = f"{self.number}/{len(self.course.hands)}"
        return LessonLinks(which, self.title, self.url, following, reverse("tables:lobby"), is_last)


@require_GET
def courses(request: HttpRequest) -> HttpResponse:
    """Show the families with lessons, that of the reader's place first, and their progress."""
    home, finished = home_preset(request), learnt(session=request.session, user=_reader(request))
    rows = [
        {"preset": name, "name": preset(name), "done": len(finished[name])}
        for name in sorted(COURSES, key=lambda name: name != home)
    ]
    description = gettext(
        "Aprendé truco jugando: lecciones cortas, mano por mano, de cada variante."
    )
    meta = PageMeta((gettext("Aprender a jugar al truco"),), (description,))
    return render(request, "games/lessons/courses.html", {"courses": rows, "meta": meta})


@require_GET
def show_course(request: HttpRequest, name: str) -> HttpResponse:
    """Show the hands of a course; after them comes a practice table with its rules."""
    course = _course(name)
    finished = learnt(session=request.session, user=_reader(request))[name]
    lessons = [Lesson(course, number) for number in range(1, len(course.hands) + 1)]
    following = next((each for each in lessons if each.number not in finished), None)
    context = {
        "course": course,
        "meta": PageMeta(
            (gettext("Aprender %(family)s") % {"family": preset(name)},),
            (
                gettext("Diez manos para aprender %(family)s, con la explicación de cada jugada.")
                % {"family": preset(name)},
            ),
        ),
        "name": preset(name),
        "lessons": [{"lesson": each, "is_done": each.number in finished} for each in lessons],
        "following": following,
    }
    return render(request, "games/lessons/course.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
def hand(request: HttpRequest, name: str, number: int) -> HttpResponse:
    """Start a hand, or continue it: the form has the earlier actions, and one new action."""
    lesson = Lesson(_course(name), number)
    if not 1 <= number <= len(lesson.course.hands):
        raise Http404
    if request.method == "GET":
        return _answer(request, lesson, place(lesson.course, number))
    tokens = request.POST.get("said", "").split()
    try:
        before = place(lesson.course, number, tokens)
    except (NotationError, IllegalActionError):  # not sent by a page of this site
        fresh = place(lesson.course, number)
        return _answer(request, lesson, fresh, "badly-written", UNPROCESSABLE)
    try:
        now = answer(lesson.course, number, tokens, request.POST.get("token", ""))
    except NotationError:
        return _answer(request, lesson, before, "badly-written", UNPROCESSABLE)
    except IllegalActionError as error:
        return _answer(request, lesson, before, error.code, UNPROCESSABLE)
    if now.state.over:
        finish_lesson(
            session=request.session,
            user=_reader(request),
            course=lesson.course.preset,
            number=lesson.number,
            now=timezone.now(),
        )
    return _answer(request, lesson, now)


def _answer(
    request: HttpRequest, lesson: Lesson, now: Place, notice: str = "", status: int = OK
) -> HttpResponse:
    """Render the table: htmx gets the fragment, a plain form the full page."""
    board = lesson_board(now, timezone.now(), notice)
    pieces = lesson_pieces(
        board,
        lesson_text(lesson.course, lesson.number, now, board.notice),
        lesson.links,
        said=" ".join(now.said),
        csrf=get_token(request),
    )
    fragment = render_tree(pieces, "table")
    if is_part(request):
        return HttpResponse(fragment, status=status)
    context: dict[str, Any] = {
        "lesson": lesson,
        "meta": PageMeta(
            (lesson.title, preset(lesson.course.preset)),
            (
                gettext("%(lesson)s: una lección de %(family)s, con las cartas en la mano.")
                % {"lesson": lesson.title, "family": preset(lesson.course.preset)},
            ),
        ),
        "of": len(lesson.course.hands),
        "name": preset(lesson.course.preset),
        "fragment": fragment,
        "speech": language(lesson.course.preset),
        "order": card_order(lesson.course.rules),
        "clauses": summary(lesson.course.rules),
    }
    return render(request, "games/lessons/lesson.html", context, status=status)


def _reader(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _course(name: str) -> Course:
    if name not in COURSES:
        raise Http404
    return COURSES[name]


@require_GET
def show_rules(request: HttpRequest) -> HttpResponse:
    """Show the rulebook in the reader's language."""
    presets = [(name, PRESETS[name]) for name in OFFERED]
    options = [
        {
            "label": label(key),
            "values": [choice(key, rules.option(key), name) for name, rules in presets],
        }
        for key in OPTION_KEYS
    ]
    context = {
        "rulebook": [f"{to_locale(language)}/rules.html" for language in _first_to_last()],
        "presets": [preset(name) for name in OFFERED],
        "options": options,
        "glossary": GLOSSARY,
        "meta": PageMeta(
            (gettext("Reglamento del truco"),),
            (gettext("Las reglas del truco, artículo por artículo, de todas sus variantes."),),
        ),
    }
    return render(request, "games/lessons/rules.html", context)


def _first_to_last() -> tuple[str, str]:
    """Return the languages in which to look for the rulebook.

    A language may fall back to the source.
    """
    return get_language() or settings.LANGUAGE_CODE, settings.LANGUAGE_CODE
