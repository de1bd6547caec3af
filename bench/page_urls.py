"""URLs of the dataset's pages to measure, with a live cup and a record made for them.

The cup and the record are created through the real services, with real cards.
"""

from random import Random
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.urls import reverse

from accounts.models import Club, User
from bench.dataset.people import Dataset
from games.engine import make_rules
from games.models import Game
from games.play import seats
from tournaments.competitions.settings import CompetitionSettings
from tournaments.demo.competitions import play_competition, start_competition
from tournaments.matches import services as matches
from tournaments.models import Competition, Match, PlayerStanding, PointsEntry
from tournaments.ranking import services as ranking_services
from tournaments.regular_events.robots import robot_player

LIVE = 8  # tables of the running cup


def addresses(dataset: Dataset) -> dict[str, str]:
    """Return the URLs by content."""
    cup, record = _running_cup(dataset), _record(dataset)
    league = Competition.objects.filter(stages__format="round-robin").first()
    standings = PlayerStanding.objects.order_by("-matches")
    busiest, typical = standings[0], standings[standings.count() // 2]
    assert league is not None
    club, ranking = league.club, reverse("ranking")
    month = f"{dataset.now:%Y}-01"
    return {
        "home": reverse("home"),
        "competitions": reverse("competitions:list"),
        "bracket of 128": reverse("competitions:competition", args=[cup.pk]),
        "first reader of a bracket of 128": reverse("competitions:competition", args=[cup.pk]),
        "crosstable of 20": reverse("competitions:competition", args=[league.pk]),
        "first reader of a crosstable of 20": reverse("competitions:competition", args=[league.pk]),
        "leaderboard": ranking,
        "leaderboard, page 100": f"{ranking}?page=100",
        "leaderboard of a month": f"{ranking}?period={month}",
        "leaderboard of a club and a family": f"{ranking}?club={club.slug}&family=argentino",
        "leaderboard, search": f"{ranking}?q=Ana",
        "player": reverse("player", args=[typical.user.username]),
        "player with most matches": reverse("player", args=[busiest.user.username]),
        "player with most matches, page 50": _older_matches(busiest.user),
        "table": reverse("tables:table", args=[_table_of(cup).pk]),
        "record": reverse("tables:record", args=[record.pk]),
    }


def _older_matches(player: User) -> str:
    """Return the URL of a player's matches before the newest thousand."""
    lines = PointsEntry.objects.filter(user=player).order_by("-at", "-match_id")
    last = list(lines[:1000])[-1]
    query = urlencode({"before": f"{last.at.isoformat()}~{last.match_id}"})
    return f"{reverse('player', args=[player.username])}?{query}"


def _table_of(cup: Competition) -> Game:
    """Return a table of a running cup."""
    return Game.objects.filter(
        status=Game.Status.LIVE, match_game__match__round__group__stage__competition=cup
    ).earliest("pk")


def open_session(user: User) -> str:
    """Sign a user in; return the session key for the cookie."""
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def _running_cup(dataset: Dataset) -> Competition:
    """Return a cup of 128 entries whose first tables are being played."""
    club = Club.objects.order_by("pk").first()
    assert club is not None
    cup = start_competition(
        club=club,
        organiser=club.memberships.get(role="owner").user,
        terms=CompetitionSettings(name="Copa en juego", rules=make_rules("argentino", {}), cap=128),
        robots=dataset.players[-128:],
        seed="bench",
        now=dataset.now,
    )
    for match in Match.objects.of(cup.pk)[:LIVE]:
        matches.call_match(match_id=match.pk, now=dataset.now)
        game = Game.objects.get(match_game__match=match)
        for seat in game.seats.select_related("user"):
            seats.sit_down(
                game_id=game.pk, user=seat.user, corte_hash="", address="", now=dataset.now
            )
    return cup


def _record(dataset: Dataset) -> Game:
    """Return a game to thirty points with all its cards."""
    club = Club.objects.order_by("pk").last()
    assert club is not None
    robots = [robot_player(name, name) for name in ("Cacho", "Tito")]
    duel = start_competition(
        club=club,
        organiser=club.memberships.get(role="owner").user,
        terms=CompetitionSettings(name="Duelo", rules=make_rules("argentino", {}), cap=2),
        robots=robots,
        seed="bench",
        now=dataset.now,
    )
    play_competition(duel.pk, rank=_rank, chance=Random(1), now=dataset.now)
    return Game.objects.get(match_game__match__in=Match.objects.of(duel.pk))


def _rank(match_id: int) -> None:
    ranking_services.rank_match(match_id=match_id)
