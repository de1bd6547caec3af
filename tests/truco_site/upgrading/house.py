"""A small house with something of everything: what a release leaves to the next."""

from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from tests.games.tables import a_person, a_table, play_to_the_end
from tests.tournaments.cups import a_running_cup, an_organiser, call, everybody_sits, match_at
from tests.tournaments.events import an_event, award, ready
from tournaments.models import Match
from tournaments.results.services import submit_result
from tournaments.tasks import update_ranking


def furnish() -> None:
    """Play a little of everything through the services."""
    organiser = an_organiser()
    _a_cup_with_a_result_by_hand(organiser)
    swiss = an_event(timezone.now(), "swiss", 4, organiser=organiser, swiss_rounds=2)
    award(ready(swiss)[0], 0, timezone.now())
    ana, beto = a_person("ana"), a_person("beto")
    now = play_to_the_end(a_table(timezone.now(), people=[ana, beto], target="5"), timezone.now())
    a_table(now, people=[ana, beto], turn_seconds=120)  # in play, its seed sealed
    Client().force_login(ana)
    for match in Match.objects.filter(winner__isnull=False):
        update_ranking(match.pk)


def _a_cup_with_a_result_by_hand(organiser: User) -> None:
    cup = a_running_cup(organiser, timezone.now(), name="Copa de antes")
    played, written = match_at(cup, 1, 1), match_at(cup, 1, 2)
    call(played, timezone.now())
    play_to_the_end(everybody_sits(played, timezone.now()), timezone.now())
    told = {"games": [(5, 3)], "reason": "se jugó en la barra", "now": timezone.now()}
    submit_result(match_id=written.pk, actor=organiser, **told)


def pages() -> list[str]:
    """Return the addresses that show the site's content."""
    games, matches = Game.objects.order_by("pk"), Match.objects.order_by("pk")
    people = User.objects.filter(is_robot=False, is_guest=False).order_by("pk")
    return [
        *("/", "/ranking/", "/tables/", "/competitions/"),
        *(f"/players/{person}/" for person in people.values_list("username", flat=True)),
        *(f"/tables/{game.pk}/" for game in games),
        *(f"/tables/{game.pk}/record.tgn" for game in games if game.is_over),
        *(f"/matches/{match.pk}/" for match in matches),
        *sorted({f"/competitions/{m.round.group.stage.competition_id}/" for m in matches}),
    ]
