"""Atom feeds (RFC 4287) of a club and of a competition, for readers of news."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.common.costly_answers import costly_answer
from accounts.common.page_meta import in_language, site_origin
from accounts.models import Club
from accounts.names.display import show_erased_names
from tournaments.exports.papers import UNSCORED
from tournaments.exports.posters import competition_poster
from tournaments.live.competition import CompetitionView
from tournaments.live.versions import versions
from tournaments.matches.queries import MatchView
from tournaments.models import Competition, Match

FRESH: Final = 300  # seconds
MOST: Final = 50  # entries of a feed
KIND: Final = "application/atom+xml; charset=utf-8"


@dataclass(frozen=True)
class News:
    """One entry of a feed; its path identifies it."""

    title: str
    text: str
    path: str
    published: datetime
    updated: datetime


class NewsFeed(Feed):  # type: ignore[type-arg]  # not subscriptable at run time
    """A feed of news; addresses are those of the site, in the language of the request."""

    feed_type = Atom1Feed

    def __init__(self, request: HttpRequest, title: str, page: str, news: Iterable[News]) -> None:
        self._origin, self._news = site_origin(request), list(news)
        self._path = request.path
        self.title = self.subtitle = title
        self.link = self._address(page)
        self.language = get_language() or ""

    def _address(self, path: str) -> str:
        page, mark, fragment = path.partition("#")
        return f"{in_language(self._origin + page, get_language() or '')}{mark}{fragment}"

    def feed_url(self) -> str:
        return self._address(self._path)

    def feed_guid(self) -> str:
        return f"{self._origin}{self._path}"

    def items(self) -> list[News]:
        return self._news

    def item_title(self, item: News) -> str:
        return item.title

    def item_description(self, item: News) -> str:
        return item.text

    def item_link(self, item: News) -> str:
        return self._address(item.path)

    def item_guid(self, item: News) -> str:
        return f"{self._origin}{item.path}"

    def item_pubdate(self, item: News) -> datetime:
        return item.published

    def item_updateddate(self, item: News) -> datetime:
        return item.updated


@require_safe
def club_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the latest public competitions of a club."""
    club = get_object_or_404(Club, slug=slug)
    listed = Competition.objects.public().filter(club=club).select_related("club", "champion")
    latest = list(listed.order_by("-created_at", "-pk")[:MOST])
    version = sorted(versions([each.pk for each in latest]).items())  # an erased name is no news

    def make() -> NewsFeed:
        page = reverse("clubs:club", args=[slug])
        return NewsFeed(request, str(club), page, map(_of_competition, latest))

    return _answer(request, f"club:{club.pk}:{version}", make)


def _of_competition(competition: Competition) -> News:
    """Return a competition: its terms, or its podium once it has ended."""
    title = f"{competition} · {competition.get_state_display()}"
    text = "\n".join(competition_poster(competition).lines)
    updated = competition.finished_at or competition.started_at or competition.created_at
    path = reverse("competitions:competition", args=[competition.pk])
    return News(title, text, path, competition.created_at, updated)


@require_safe
def competition_feed(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the latest results and bulletins of a public competition."""
    competition = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    version = versions([pk])[pk]

    def make() -> NewsFeed:
        items = [*_results(competition), *_bulletins(competition)]
        latest = sorted(items, key=lambda news: news.published, reverse=True)[:MOST]
        page = reverse("competitions:competition", args=[pk])
        return NewsFeed(request, f"{competition} · {competition.club}", page, latest)

    return _answer(request, f"competition:{pk}:{version}", make)


def _results(competition: Competition) -> Iterable[News]:
    for view in CompetitionView.of(competition).event.views:
        at = view.match.completed_at
        if at is not None and view.match.state in Match.WITH_RESULT:
            path = reverse("match", args=[view.match.pk])
            yield News(
                _score(view, competition.named_per_side), str(view.match.place), path, at, at
            )


def _score(view: MatchView, per_side: int) -> str:
    """Return the sides with their scores: `Ana 15 – 9 Beto`; else who won, or that nobody came."""
    one, other = view.sides[0], view.sides[-1]
    if None not in (one.score, other.score):
        return f"{one.name} {one.score} – {other.score} {other.name}"
    winners = [side.name for side in view.sides if side.won]
    names = " – ".join(side.name for side in view.sides)
    if not winners:
        return ": ".join([names, *filter(None, [str(UNSCORED.get(view.match.state, ""))])])
    won = ngettext("ganó %(name)s", "ganaron %(name)s", per_side) % {"name": winners[0]}
    return f"{names}: {won}"


def _bulletins(competition: Competition) -> Iterable[News]:
    path = reverse("competitions:competition", args=[competition.pk])
    for bulletin in competition.bulletins.order_by("-pk")[:MOST]:
        text = show_erased_names(bulletin.text)
        yield News(_("Aviso"), text, f"{path}#bulletin-{bulletin.pk}", bulletin.at, bulletin.at)


def _answer(request: HttpRequest, name: str, make: Any) -> HttpResponseBase:
    def written() -> bytes:
        feed: NewsFeed = make()
        return bytes(feed(request).content)

    key = sha256(f"{name}:{site_origin(request)}:{get_language()}".encode()).hexdigest()
    answer = costly_answer(request, f"atom:{key}", written, content_type=KIND, fresh=FRESH)
    if answer.status_code < 400:
        patch_cache_control(answer, public=True, max_age=FRESH)
    return answer
