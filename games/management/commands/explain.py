"""`manage.py explain GAME SEAT VERSION TOKEN`: why a table refuses an action, or refused it."""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.common.errors import refusal
from games.engine import IllegalActionError, NotationError, apply_joint, from_joint_token
from games.models import Game
from games.play.replay import DealSource, state_at

ALLOWED: Final = "allowed"


class Command(BaseCommand):
    """Command that asks the rules about one action; it prints no card."""

    help = "Says why the rules refuse an action of a seat at a version of its table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add what a line of the log names, and the token of the action."""
        parser.add_argument("game", type=int, help="the game's number")
        parser.add_argument("seat", type=int, help="the seat's number, from 0")
        parser.add_argument("version", type=int, help="the version that the player saw")
        parser.add_argument(
            "token", help="the action in the notation of records: truco, quiero, 4e"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the code and the words of the refusal, or that the action is allowed."""
        game = Game.objects.filter(pk=options["game"]).first()
        if game is None or game.start is None:
            raise CommandError("No game with cards has this number.")
        dealer = DealSource(game, list(game.seats.order_by("number")))
        state = state_at(game, dealer, options["version"])
        try:
            apply_joint(state, from_joint_token(options["seat"], options["token"]))
        except NotationError as error:
            raise CommandError(f"{error.code}: this is no action in the notation.") from error
        except IllegalActionError as error:
            self.stdout.write(f"{error.code}: {refusal(error.code, game.preset)}")
        else:
            self.stdout.write(ALLOWED)
