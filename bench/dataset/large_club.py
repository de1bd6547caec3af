"""One large club: 500 members, 300 competitions, 100,000 matches, six seasons.

Rows are created like those of the general dataset (`bench.dataset.generate`), from the same seed
every time; its members play only among themselves. Every other competition is archived.
"""

from datetime import datetime, timedelta

from django.db import connection, transaction
from django.urls import reverse
from django.utils.http import urlencode

from accounts.clubs.views import BY_RANK, MEMBERS_A_PAGE
from accounts.models import Club, User
from bench.dataset import recent_events
from bench.dataset.competitions import Plan, hold
from bench.dataset.generate import SHARDS
from bench.dataset.people import DAYS, MEMBERS, Dataset, create_dataset
from tournaments.club_history.seasons import open_season
from tournaments.models import Competition, Match, PlayerStanding, Season
from tournaments.ranking.rebuild import rebuild_ranking

COMPETITIONS = 300
ROUND_ROBINS = 168  # of 32, 496 matches each; the rest are cups of 128
HALF_A_YEAR = timedelta(days=DAYS // 6)


def furnish(now: datetime) -> Dataset:
    """Fill an empty database with the club, and derive everything."""
    connection.features.max_query_params = SHARDS
    dataset = create_dataset(now, MEMBERS, 1)
    with transaction.atomic():
        for number in range(COMPETITIONS):
            is_table = number * ROUND_ROBINS // COMPETITIONS != (
                (number + 1) * ROUND_ROBINS // COMPETITIONS
            )
            hold(dataset, Plan("round-robin", 32) if is_table else Plan("single", 128))
    odd = Competition.objects.order_by("pk").values_list("pk", flat=True)[::2]
    Competition.objects.filter(pk__in=odd).update(state=Competition.State.ARCHIVED)
    rebuild_ranking()
    (club,) = dataset.members
    for number in range(6):
        begin = now - (6 - number) * HALF_A_YEAR
        open_season(
            club_id=club.pk,
            actor=owner_of(club),
            name=f"Temporada {number + 1}",
            starts_on=begin.date(),
            ends_on=(begin + HALF_A_YEAR - timedelta(days=1)).date() if number < 5 else None,
        )
    recent_events.add(dataset, owner_of(club))
    return dataset


def owner_of(club: Club) -> User:
    """Return the member with the owner's role."""
    return club.memberships.get(role="owner").user


def _tenth_page(club: Club) -> str:
    """Return the query of the tenth page of members."""
    last = club.memberships.by_rank()[9 * MEMBERS_A_PAGE - 1]
    return "?" + urlencode({"from": BY_RANK.cursor_of(last)})


def addresses() -> dict[str, str]:
    """Return the URLs by content; `one who plays` is the busiest member."""
    club, season = Club.objects.get(), Season.objects.order_by("pk")[3]
    first, second = (line.user.username for line in PlayerStanding.objects.order_by("-matches")[:2])
    person = club.people.get(user__username=first)
    over = Competition.objects.filter(state=Competition.State.FINISHED).order_by("pk")
    table, cup = (over.filter(stages__format=each)[0].pk for each in ("round-robin", "single"))
    match = Match.objects.of(table).earliest("pk").pk
    year = season.starts_on.year
    ranking, own = reverse("ranking"), f"?club={club.slug}"
    return {
        "club": reverse("clubs:club", args=[club.slug]),
        "club, members, page 10": reverse("clubs:club", args=[club.slug]) + _tenth_page(club),
        "club, members, search": reverse("clubs:club", args=[club.slug]) + "?q=Ana",
        "its competitions": reverse("competitions:list") + own,
        "its competitions, search": reverse("competitions:list") + own + "&q=12",
        "its archive": reverse("competitions:archive") + own,
        "its archive, search": reverse("competitions:archive") + own + "&q=12",
        "its leaderboard": ranking + own,
        "its leaderboard of a year": f"{ranking}{own}&period={year}",
        "its leaderboard of a season": f"{ranking}{own}&period={season.period}",
        "its seasons": reverse("club_seasons", args=[club.slug]),
        "its hall of fame": reverse("club_fame", args=[club.slug]),
        "its year": reverse("club_year", args=[club.slug, year]),
        "closed: its people": reverse("club_people", args=[club.slug]),
        "closed: its people, search": reverse("club_people", args=[club.slug]) + "?q=Ana",
        "person": reverse("person", args=[person.pk]),
        "player": reverse("player", args=[first]),
        "whom a player met": reverse("rivals", args=[first]),
        "two players": reverse("against", args=[first, second]),
        "cup of 128": reverse("competitions:competition", args=[cup]),
        "table of 32": reverse("competitions:competition", args=[table]),
        "a match": reverse("match", args=[match]),
        "standings, embedded": reverse("embed_sheet", args=[table, "standings"]),
        "fixtures, embedded": reverse("embed_sheet", args=[table, "fixtures"]),
        **recent_events.addresses(club),
    }
