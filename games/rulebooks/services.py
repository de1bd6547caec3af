"""Saving and removing a club's own sets of rules."""

from http import HTTPStatus

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.models import Club, User
from games.engine import Rules
from games.models import Rulebook


class NotClubOrganiserError(RefusedError):
    code = "not-club-organiser"
    status = HTTPStatus.FORBIDDEN
    message = _("Los reglamentos del club los guarda quien organiza.")


class RulebooksFullError(RefusedError):
    code = "rulebooks-full"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("El club ya guardó todos los reglamentos que entran: borrá uno.")


@transaction.atomic
def save_rulebook(*, club_id: int, actor: User, name: str, rules: Rules) -> Rulebook:
    """Save rules under a name; a set of the same name is replaced.

    Raises RefusedError `not-club-organiser` or `rulebooks-full`.
    """
    club = _locked(club_id, actor)
    is_new = not club.rulebooks.filter(name=name).exists()
    if is_new and club.rulebooks.count() >= Rulebook.MOST:
        raise RulebooksFullError()
    values = {"preset": rules.preset, "options": rules.options()}
    return club.rulebooks.update_or_create(name=name, defaults=values)[0]


@transaction.atomic
def remove_rulebook(*, club_id: int, actor: User, rulebook_id: int) -> None:
    """Remove a set; tables and competitions that were opened with it keep their rules.

    Raises RefusedError `not-club-organiser`.
    """
    _locked(club_id, actor).rulebooks.filter(pk=rulebook_id).delete()


def _locked(club_id: int, actor: User) -> Club:
    club = Club.objects.select_for_update(of=("self",)).get(pk=club_id)
    if not club.can_organise(actor):
        raise NotClubOrganiserError()
    return club
