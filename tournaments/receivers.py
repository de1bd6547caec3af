"""Receivers for the signals and hooks of `accounts` and `games`."""

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

from accounts.common.hooks import (
    export_user_data,
    guest_joined,
    guest_leaving,
    guest_signed_up,
    membership_ended,
    person_erased,
    person_suspended,
)
from accounts.models import Club, User
from games.common.hooks import (
    PlayerFigures,
    Strength,
    check_seat,
    club_of_report,
    competition_form_url,
    expects_call,
    game_finished,
    game_started,
    judge_url,
    player_figures,
    player_strength,
    stakes_of_game,
    walkover_of_game,
)
from games.models import Game, Report, Rulebook
from games.play.stakes import Stakes, Walkover
from tournaments.common import permissions
from tournaments.entries.guests import keep_entered, move_places, recognise_account
from tournaments.federations.services import forget_roles
from tournaments.matches.player_results import stakes_of
from tournaments.matches.services import record_finished_game
from tournaments.matches.tables import broadcast_started, path_to_judge, walkover_of
from tournaments.models import Competition, RosterPlayer
from tournaments.players import services as players
from tournaments.players.queries import card_figures, strength_to_pair
from tournaments.players.services import erase_names
from tournaments.withdrawals.people import leave_all


@receiver(game_started, sender=Game)
def tell(*, game: Game, **kwargs: Any) -> None:
    """Announce that the match of a started game is live."""
    broadcast_started(game=game)


@receiver(judge_url, sender=Game)
def lead_to_judge(*, game: Game, **kwargs: Any) -> str:
    """Return the page where a player calls the judge, or "" if the game belongs to no match."""
    return path_to_judge(game)


@receiver(competition_form_url, sender=Rulebook)
def lead_to_form(*, club: Club, **kwargs: Any) -> str:
    """Return the address of the form for a competition of this club."""
    return f"{reverse('competitions:new')}?{urlencode({'club': club.slug})}"


@receiver(expects_call, sender=Game)
def expect_calls(*, user: User, **kwargs: Any) -> bool:
    """Return whether the user is entered in a competition that may call matches."""
    own = RosterPlayer.ever.filter(user=user)
    return own.exclude(competition__state__in=Competition.OVER).exists()


@receiver(player_figures, sender=User)
def tell_figures(*, player: User, reader: User | None, **kwargs: Any) -> PlayerFigures:
    """Return a player's record, and the results between them and the reader."""
    return card_figures(player, reader if isinstance(reader, User) else None)


@receiver(club_of_report, sender=Report)
def say_whose(*, game: Game | None, person: User | None, event_id: int | None, **kw: Any) -> Any:
    """Return the club that runs the competition of a report, or None."""
    return permissions.club_of(game=game, person=person, event_id=event_id)


@receiver(check_seat, sender=Game)
def keep_out(*, game: Game, user: User, **kwargs: Any) -> None:
    """Refuse a seat at a table of a club to users suspended there."""
    permissions.check_may_sit(game=game, user=user)


@receiver(walkover_of_game, sender=Game)
def tell_of_absence(*, game: Game, **kwargs: Any) -> Walkover | None:
    """Return what happens to a game's match when players do not sit down, or None."""
    return walkover_of(game)


@receiver(player_strength, sender=User)
def tell_strength(*, player: User, **kwargs: Any) -> Strength | None:
    """Return the rating of a player with results, None of anybody else."""
    return strength_to_pair(player, timezone.now())


@receiver(stakes_of_game, sender=Game)
def tell_stakes(*, game: Game, newcomer: User | None, address: str, **kwargs: Any) -> Stakes | None:
    """Return what is at stake between opponents who met today, or who share an address."""
    return stakes_of(game=game, newcomer=newcomer, address=address, now=timezone.now())


@receiver(game_finished, sender=Game)
def take_note(*, game: Game, now: datetime, **kwargs: Any) -> None:
    """Record the result of a finished game in its match, in the same transaction."""
    record_finished_game(game=game, now=now)


@receiver(person_erased, sender=User)
def take_out(*, user: User, names: frozenset[str], now: datetime, **kwargs: Any) -> None:
    """Withdraw a user who deletes the account, and erase the user's name from records."""
    leave_all(user=user, actor=user, now=now, is_erased=True)
    erase_names(user=user, names=names, now=now)
    forget_roles(user)


@receiver(person_suspended, sender=User)
def withdraw_suspended(
    *, user: User, club_id: int | None, by: User, now: datetime, **kwargs: Any
) -> None:
    """Withdraw a suspended user from the competitions of that club, or from all of them."""
    leave_all(user=user, actor=by, now=now, club_id=club_id)


@receiver(membership_ended, sender=User)
def withdraw_former_member(*, user: User, club_id: int, by: User, **kwargs: Any) -> None:
    """Withdraw a former member from the competitions that are for members only."""
    leave_all(user=user, actor=by, now=timezone.now(), club_id=club_id, members_only=True)


@receiver(guest_joined, sender=User)
def move(*, guest: User, user: User, **kwargs: Any) -> None:
    """Move the places of a guest to the account that the guest signed in to."""
    move_places(guest=guest, user=user)


@receiver(guest_signed_up, sender=User)
def recognise(*, user: User, **kwargs: Any) -> None:
    """Make the account the person of the club that it was as a guest."""
    recognise_account(user=user)


@receiver(guest_leaving, sender=User)
def keep(*, guest: User, **kwargs: Any) -> None:
    """Keep a guest who is entered in an unfinished competition."""
    keep_entered(guest=guest)


@receiver(export_user_data, sender=User)
def add_results(*, user: User, **kwargs: Any) -> dict[str, Any]:
    """Return the entries, points, teams and contacts of a user for the data export."""
    return {
        "entries": players.entries_of(user=user),
        "results": players.ledger_of(user=user),
        "teams": players.teams_of(user=user),
        "contacts": players.contacts_of(user=user),
        "federations": list(
            user.federation_roles.order_by("pk").values("federation__name", "role")
        ),
    }
