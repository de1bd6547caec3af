"""Pages of La Gira and of the characters, and the ways from there to a table."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.common.errors import answers_refusals
from accounts.common.page_meta import PageMeta
from accounts.guests.views import acting_user
from accounts.models import User
from games.artwork.faces import Mood, face
from games.casual import services as casual
from games.engine import USUAL
from games.house_rules import essentials, read_rules, summary
from games.house_rules.labels import preset
from games.robots.cast import CAST, Character
from games.table_page.responses import lead_to_table
from games.tour import services as tour
from games.tour.queries import Road, road_of
from games.tour.road import BARS, ROAD, Bar

LOSSES = 3  # in a row of one round, from which a way to learn is offered
LANGUAGES = {
    "argentino": "es-AR",
    "uruguayo": "es-UY",
    "venezolano": "es-VE",
    "truc": "ca-valencia",
    "mallorqui": "ca",
    **dict.fromkeys(("gauderio", "paulista", "mineiro"), "pt-BR"),
}


@require_GET
@never_cache
def show_road(request: HttpRequest) -> HttpResponse:
    """Show the road: what is next, the bars in their order, the trophies."""
    road = road_of(request.user)
    following = road.next
    context = {
        "meta": PageMeta(
            (_("La Gira"), _("un viaje de truco")),
            (_("Recorré los bares de truco, ganale a la casa en cada uno y llevate los trofeos."),),
        ),
        "bars": [_bar(each, road) for each in ROAD],
        "trophies": road.trophies,
        "next": following,
        "next_bar": _bar(following.bar, road) if following else None,
        "next_rivals": _rivals(following.bar, following.number, Mood.BLUFF) if following else (),
    }
    return render(request, "games/tour/road.html", context)


@require_GET
@never_cache
def show_bar(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a bar: its rules with a lesson, its rounds, its trophy."""
    road, bar = road_of(request.user), _bar_or_404(slug)
    number = _open_round(road, bar)
    context = {
        **_bar(bar, road),
        "clauses": summary(bar.rules_of(len(bar.rounds))),
        "open": number,
        "meta": PageMeta(
            (f"{bar.name}, {bar.town}", _("La Gira")),
            (_("%(bar)s: un bar de La Gira, con sus rivales y sus reglas.") % {"bar": bar.name},),
        ),
        "next": _next_stop(road),
        "is_stuck": number is not None and road.lost.get((slug, number), 0) >= LOSSES,
    }
    return render(request, "games/tour/bar.html", context)


@require_POST
@answers_refusals
def play(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Sit down at a round of a bar."""
    bar = _bar_or_404(slug)
    with acting_user(request) as user:
        game = tour.open_round(user=user, bar=bar, number=number, now=timezone.now())
    return lead_to_table(request, game)


@require_GET
def cast(request: HttpRequest) -> HttpResponse:
    """Show all characters: who they are, where they are from, and how they play."""
    description = _(
        "Quiénes juegan en la casa: los personajes del truco, de dónde son y cómo juegan."
    )
    meta = PageMeta((_("Los personajes"), _("La Gira")), (description,))
    context = {"people": [_person(character) for character in CAST.values()], "meta": meta}
    return render(request, "games/tour/cast.html", context)


@require_POST
@answers_refusals
def sit_with(request: HttpRequest, key: str) -> HttpResponse:
    """Open a short practice table with a character, at its own level."""
    if key not in CAST:
        raise Http404
    character = CAST[key]
    target = min(USUAL[character.family]["target"], key=int)
    with acting_user(request) as user:
        game = casual.open_table(
            user=user,
            rules=read_rules(character.family, {"seats": "2", "target": target}),
            robots=True,
            private=True,
            public=False,
            competitive=False,
            turn_seconds=tour.TURN_SECONDS,
            robot_level=character.level,
            robot_names=[character.name],
            now=timezone.now(),
        )
    return lead_to_table(request, game)


def next_stop(user: User | AnonymousUser) -> dict[str, Any] | None:
    """Return the next bar of a person's road and its rival; None after the last."""
    return _next_stop(road_of(user))


def _next_stop(road: Road) -> dict[str, Any] | None:
    following = road.next
    if following is None:
        return None
    person = _rivals(following.bar, following.number, Mood.BLUFF)[0]
    return {"bar": following.bar, "person": person}


def _bar_or_404(slug: str) -> Bar:
    if slug not in BARS:
        raise Http404
    return BARS[slug]


def _open_round(road: Road, bar: Bar) -> int | None:
    """Return the round of a bar that waits for the reader; None if all are won or it is closed."""
    following = road.next
    return following.number if following and following.bar == bar else None


def _bar(bar: Bar, road: Road) -> dict[str, Any]:
    """Return a bar as pages show it."""
    rounds = [
        {
            "number": number,
            "rivals": _rivals(
                bar, number, Mood.WORRIED if road.has_won(bar, number) else Mood.NEUTRAL
            ),
            "partner": _person(CAST[each.partner]) if each.partner else None,
            "rules": essentials(bar.rules_of(number)),
            "is_final": number == len(bar.rounds),
            "is_won": road.has_won(bar, number),
            "is_open": road.is_open(bar, number),
            "losses": road.lost.get((bar.slug, number), 0),
        }
        for number, each in enumerate(bar.rounds, 1)
    ]
    has_trophy, is_open = road.has_trophy(bar), any(each["is_open"] for each in rounds)
    return {
        "bar": bar,
        "state": "won" if has_trophy else "now" if is_open else "shut",
        "region": gettext(bar.region),
        "about": gettext(bar.about),
        "teaches": gettext(bar.teaches),
        "preset": preset(bar.preset),
        "rounds": rounds,
        "has_trophy": has_trophy,
        "is_open": is_open,
        "before": ROAD[bar.place - 2] if bar.place > 1 else None,
    }


def _rivals(bar: Bar, number: int, mood: Mood = Mood.NEUTRAL) -> list[dict[str, Any]]:
    return [_person(CAST[key], mood) for key in bar.rounds[number - 1].rivals]


def _person(character: Character, mood: Mood = Mood.NEUTRAL) -> dict[str, Any]:
    """Return a character in the reader's language; what they say stays in their own."""
    return {
        "who": character,
        "face": face(character.face, mood),
        "about": gettext(character.about),
        "manner": gettext(character.manner),
        "language": LANGUAGES[character.family],
        "strength": range(character.strength),
        "rest": range(5 - character.strength),
    }
