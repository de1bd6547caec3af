"""The site map: addresses of public pages, in parts that are cheap on a large database.

A part holds a range of primary keys, not a number of rows: no query counts or skips any.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as sitemap_views
from django.core.paginator import EmptyPage, PageNotAnInteger
from django.db.models import Max
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts.common.costly_answers import costly_answer
from accounts.common.page_meta import alternates_of, site_origin
from accounts.models import Club, User
from games.lessons.courses import COURSES
from games.models import Puzzle
from games.puzzles.services import day_of
from games.tour.road import ROAD
from tournaments.models import Competition, Federation, LeaderboardLine, Series, Team
from tournaments.ranking.queries import MAIN

IDS_A_PART: Final = 1000
FRESH: Final = 60 * 60  # seconds
LONGEST_PART: Final = 9  # digits


@dataclass(frozen=True)
class Place:
    """The path of a public page, and when it last changed, if known."""

    path: str
    changed: date | datetime | None = None


@dataclass(frozen=True)
class _Parts:
    """What Django's views ask of a paginator."""

    num_pages: int


class Places(Sitemap):  # type: ignore[type-arg]  # not subscriptable at run time
    """The addresses of one kind of page, in every language."""

    def __init__(self, origin: str) -> None:
        self._origin = origin

    @property
    def paginator(self) -> Any:
        """The number of parts; the first one is always there."""
        return _Parts(self.highest() // IDS_A_PART + 1)

    def get_latest_lastmod(self) -> None:
        """Leave the date of the whole out: it would read every row."""

    def get_urls(
        self, page: int | str = 1, site: Any = None, protocol: str | None = None
    ) -> list[dict[str, Any]]:
        """Return the addresses of a part, as Django's template takes them.

        Raises PageNotAnInteger or EmptyPage, as paginators do.
        """
        first = (self._number(page) - 1) * IDS_A_PART
        places = self.places({"pk__gte": first, "pk__lt": first + IDS_A_PART})
        return [self._entry(place) for place in places]

    def _number(self, page: int | str) -> int:
        text = str(page)
        if not (text.isascii() and text.isdigit()) or len(text) > LONGEST_PART:
            raise PageNotAnInteger
        if not 1 <= int(text) <= self.paginator.num_pages:
            raise EmptyPage
        return int(text)

    def _entry(self, place: Place) -> dict[str, Any]:
        plain = f"{self._origin}{place.path}"
        languages = [
            {"lang_code": language, "location": address}
            for language, address in alternates_of(plain)
        ]
        return {"location": plain, "lastmod": place.changed, "alternates": languages}

    @abstractmethod
    def highest(self) -> int:
        """Return the highest primary key; 0 without rows."""

    @abstractmethod
    def places(self, within: Mapping[str, int]) -> Iterable[Place]:
        """Return the pages whose rows are in a range of primary keys."""


def _highest(rows: Any, key: str = "pk") -> int:
    return rows.aggregate(highest=Max(key))["highest"] or 0


class GeneralPlaces(Places):
    """Lists, leaderboards, lessons and the tour."""

    NAMES: Final = (
        *("home", "competitions:list", "competitions:archive", "clubs:list", "federations:list"),
        *("tables:lobby", "ranking", "learn:courses", "rules", "puzzles", "tour", "cast"),
        "privacy",
    )

    def highest(self) -> int:
        return 0

    def places(self, within: Mapping[str, int]) -> Iterator[Place]:
        yield from (Place(reverse(name)) for name in self.NAMES)
        for name, course in COURSES.items():
            yield Place(reverse("learn:course", args=[name]))
            for number in range(1, len(course.hands) + 1):
                yield Place(reverse("learn:hand", args=[name, number]))
        yield from (Place(reverse("tour_bar", args=[bar.slug])) for bar in ROAD)


class ClubPlaces(Places):
    def highest(self) -> int:
        return _highest(Club.objects)

    def places(self, within: Mapping[str, int]) -> Iterator[Place]:
        for slug in Club.objects.filter(**within).order_by("pk").values_list("slug", flat=True):
            yield Place(reverse("clubs:club", args=[slug]))
            yield Place(reverse("club_fame", args=[slug]))


class CompetitionPlaces(Places):
    def highest(self) -> int:
        return _highest(Competition.objects)

    def places(self, within: Mapping[str, int]) -> Iterator[Place]:
        rows = Competition.objects.public().filter(**within).order_by("pk")
        for pk, ended in rows.values_list("pk", "finished_at"):
            yield Place(reverse("competitions:competition", args=[pk]), ended)


class PlayerPlaces(Places):
    """Players with a line on the leaderboard of the site; others have no indexed page."""

    def highest(self) -> int:
        return _highest(LeaderboardLine.objects, "user")

    def places(self, within: Mapping[str, int]) -> Iterator[Place]:
        of_users = {key.replace("pk__", "user__"): value for key, value in within.items()}
        lines = LeaderboardLine.objects.filter(board__key=str(MAIN), **of_users)
        people = lines.filter(
            user__is_findable=True,
            user__is_robot=False,
            user__is_guest=False,
            user__is_link=False,
            user__anonymised_at=None,
        )
        for name in people.order_by("user").values_list("user__username", flat=True):
            yield Place(reverse("player", args=[name]))


class PuzzlePlaces(Places):
    """Daily puzzles up to today's; endless ones have no address for everybody."""

    def highest(self) -> int:
        return _highest(Puzzle.objects.filter(day__lte=day_of(timezone.now())))

    def places(self, within: Mapping[str, int]) -> Iterator[Place]:
        daily = Puzzle.objects.readable().filter(day__lte=day_of(timezone.now()), **within)
        for family, day in daily.order_by("pk").values_list("family", "day"):
            if day is not None:
                yield Place(reverse("puzzle", args=[family, day.isoformat()]), day)


class TeamPlaces(Places):
    def highest(self) -> int:
        return _highest(Team.objects)

    def places(self, within: Mapping[str, int]) -> Iterator[Place]:
        for pk in Team.objects.named().filter(**within).order_by("pk").values_list("pk", flat=True):
            yield Place(reverse("teams:team", args=[pk]))


class SeriesPlaces(Places):
    def highest(self) -> int:
        return _highest(Series.objects)

    def places(self, within: Mapping[str, int]) -> Iterator[Place]:
        open_ones = Series.objects.visible_to(AnonymousUser()).filter(**within)
        for pk in open_ones.order_by("pk").values_list("pk", flat=True):
            yield Place(reverse("series:series", args=[pk]))


class FederationPlaces(Places):
    def highest(self) -> int:
        return _highest(Federation.objects)

    def places(self, within: Mapping[str, int]) -> Iterator[Place]:
        federations = Federation.objects.filter(**within).order_by("pk")
        for slug in federations.values_list("slug", flat=True):
            yield Place(reverse("federations:federation", args=[slug]))


SECTIONS: Final[Mapping[str, type[Places]]] = {
    "general": GeneralPlaces,
    "clubs": ClubPlaces,
    "competitions": CompetitionPlaces,
    "players": PlayerPlaces,
    "puzzles": PuzzlePlaces,
    "teams": TeamPlaces,
    "series": SeriesPlaces,
    "federations": FederationPlaces,
}


@require_safe
def index(request: HttpRequest) -> HttpResponseBase:
    """Return the index of the site map: a file for each section and part."""

    def make() -> bytes:
        answer = sitemap_views.index(request, _sections(request), sitemap_url_name="sitemap_part")
        return bytes(answer.render().content)

    return _xml(request, "index", make)


@require_safe
def section(request: HttpRequest, section: str) -> HttpResponseBase:
    """Return the addresses of a section; `?p=` is the part. 404 if there is none."""

    def make() -> bytes:
        answer = sitemap_views.sitemap(request, _sections(request), section)
        return bytes(answer.render().content)

    return _xml(request, f"{section}:{request.GET.get('p', '1')[: LONGEST_PART + 1]}", make)


def _sections(request: HttpRequest) -> "dict[str, type[Sitemap[Any]] | Sitemap[Any]]":
    origin = site_origin(request)
    return {name: kind(origin) for name, kind in SECTIONS.items()}


def _xml(request: HttpRequest, name: str, make: Callable[[], bytes]) -> HttpResponseBase:
    """Return a cached file; once a person is erased all are made anew: addresses hold names."""
    erased = User.objects.exclude(anonymised_at=None).aggregate(last=Max("anonymised_at"))["last"]
    about = f"{site_origin(request)}:{request.get_host()}:{erased}:{name}"
    key = sha256(about.encode()).hexdigest()
    answer = costly_answer(
        request, f"sitemap:{key}", make, content_type="application/xml", fresh=FRESH
    )
    if answer.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
        patch_cache_control(answer, public=True, max_age=FRESH)
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
