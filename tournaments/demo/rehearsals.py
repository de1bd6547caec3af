"""Rehearsals: competitions with invented names, for practice, deleted as a whole.

A rehearsal supports everything a competition does. Only its organisers can find it, users cannot
enter it, and it sends no notifications. Its tables are its own, not those of the club's room.
"""

from datetime import datetime, timedelta
from typing import Final

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from accounts.common.errors import RefusedError
from accounts.common.requests import person
from accounts.common.transactions import transactional
from accounts.models import Club, User
from games.engine import make_rules
from tournaments.common.errors import NotOrganiserError, signed_in_post
from tournaments.common.lookups import find_organised
from tournaments.common.permissions import require_club_organiser
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.suggestions import free_name
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.formats.swiss import SWISS
from tournaments.lifecycle.set_up import NewClub, set_up
from tournaments.lifecycle.views import club_asked_for, club_to_open
from tournaments.models import Competition
from tournaments.ranking.services import forget_competition
from tournaments.venues.services import take_tables


class RehearsalGoingOnError(RefusedError):
    code = "rehearsal-going-on"
    message = gettext_lazy("El club ya tiene un ensayo: borralo para empezar otro.")


class NoRehearsalError(RefusedError):
    code = "no-rehearsal"
    message = gettext_lazy("Esta competencia no es un ensayo: no se borra.")


KEPT: Final = timedelta(days=7)
ROUNDS: Final = 5
PEOPLE: Final = (
    *("Aldo", "Berta", "Cosme", "Delia", "Efraín", "Felisa", "Gino", "Haydée"),
    *("Ismael", "Justa", "Kiko", "Lucrecia", "Modesto", "Nélida", "Osvaldo", "Perla"),
    *("Quintín", "Ramona", "Saverio", "Teresita", "Ulises", "Violeta", "Walter", "Ximena"),
    *("Yamil", "Zulema", "Abelardo", "Blanca", "Ciriaco", "Dora", "Eusebio", "Filomena"),
)
TABLES: Final = len(PEOPLE) // 4
Rehearsal = Competition.Rehearsal


@transactional
def start_rehearsal(*, actor: User, home: Club | NewClub, now: datetime) -> Competition:
    """Create a rehearsal of sixteen pairs that is ready for the draw. A club has one at a time.

    Raises RefusedError `rehearsal-going-on`, and those of `set_up`.
    """
    if isinstance(home, Club) and home.competitions.exclude(rehearsal="").exists():
        raise RehearsalGoingOnError()
    usual = gettext("Ensayo")
    terms = CompetitionSettings(
        name=free_name(home, usual) if isinstance(home, Club) else usual,
        rules=make_rules("argentino", {"seats": "4", "target": "30"}),
        shape=FormatOptions(format=SWISS.name, swiss_rounds=ROUNDS),
        cap=len(PEOPLE) // 2,
        with_cards=True,
        publishes_alone=False,
        public=False,
        seeding=Competition.Seeding.RANDOM,
    )
    competition = set_up(actor=actor, home=home, terms=terms, now=now)
    competition.rehearsal = Rehearsal.EVENT if isinstance(home, Club) else Rehearsal.CLUB
    competition.save(update_fields=["rehearsal"])
    take_tables(competition, TABLES, actor=actor, now=now)
    for pair in zip(PEOPLE[::2], PEOPLE[1::2], strict=True):
        players = [NamedPlayer(name) for name in pair]
        entries.add_entry(competition_id=competition.pk, actor=actor, players=players, now=now)
    return competition


@transactional
def forget_rehearsal(*, competition_id: int, actor: User) -> None:
    """Delete a rehearsal with everything done in it.

    Raises RefusedError `not-organiser`, or `no-rehearsal` for any other competition.
    """
    competition = _locked(competition_id)
    if competition is None:
        raise NoRehearsalError()
    require_club_organiser(competition, actor)
    _forget(competition)


@transactional
def forget_old(*, competition_id: int, now: datetime) -> None:
    """Delete a rehearsal that is a week old. Other competitions are left alone."""
    competition = _locked(competition_id)
    if competition and competition.created_at <= now - KEPT:
        _forget(competition)


def old(now: datetime) -> QuerySet[Competition]:
    """Return the rehearsals that are at least a week old."""
    return Competition.objects.exclude(rehearsal="").filter(created_at__lte=now - KEPT)


def _locked(competition_id: int) -> Competition | None:
    """Return a rehearsal and lock its club; None if it was deleted or is no rehearsal."""
    rehearsals = Competition.objects.exclude(rehearsal="").filter(pk=competition_id)
    list(Club.objects.select_for_update().filter(pk__in=rehearsals.values("club")))
    return rehearsals.select_related("club").first()


def _forget(competition: Competition) -> None:
    """Delete it, with the club that was opened for it if that club is otherwise unused."""
    club, has_own_club = competition.club, competition.rehearsal == Rehearsal.CLUB
    forget_competition(competition_id=competition.pk)
    is_alone = club.memberships.count() == 1 and not club.invitations.exists() and not club.about
    has_content = club.competitions.exists() or club.teams.named().exists()
    if has_own_club and is_alone and not has_content:
        club.delete()


@signed_in_post
def open_rehearsal(request: HttpRequest) -> HttpResponse:
    """Create a rehearsal in the given club, or in a new one."""
    actor = person(request)
    club = club_asked_for(request, request.POST)
    if club is None and request.POST.get("club"):
        raise NotOrganiserError()
    home = club or club_to_open(actor)
    rehearsal = start_rehearsal(actor=actor, home=home, now=timezone.now())
    messages.success(request, _("Tu ensayo está listo: sorteá, y probá lo que quieras."))
    return redirect("competitions:manage", rehearsal.pk)


@signed_in_post
def forget(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a rehearsal."""
    competition = find_organised(request, pk)
    forget_rehearsal(competition_id=competition.pk, actor=person(request))
    messages.success(request, _("El ensayo se borró: no quedó nada."))
    return redirect("competitions:setup")
