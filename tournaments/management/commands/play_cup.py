"""Play a whole cup of robot players through the real services, without waiting."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from random import Random
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db.models import Sum
from django.utils import timezone

from accounts.models import Club, User
from accounts.services.clubs import open_club
from accounts.values.zones import DEFAULT_ZONE
from games.engine import PRESETS, make_rules
from tournaments import verify
from tournaments.demo.simulation import play_competition, robot_player, start_competition
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.shape import Shape
from tournaments.models import Competition, Match, PointsEntry
from tournaments.services.competition.naming import free_name
from tournaments.services.competition.terms import Terms
from tournaments.tasks import update_ranking


class Command(BaseCommand):
    """`manage.py play_cup`"""

    help = "Plays a whole cup of robot players in the configured database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say how big the cup is, and by which rules."""
        parser.add_argument("--entries", type=_size, default=8)
        parser.add_argument("--preset", choices=sorted(PRESETS), default="argentino")
        parser.add_argument("--seats", type=int, choices=(2, 4), default=2)
        parser.add_argument("--seed", default="1", help="of the draw and of the robots' decisions")
        parser.add_argument("--format", choices=list(FORMATS), default=Shape.format)
        parser.add_argument("--best-of", type=int, choices=(1, 3), default=1)
        parser.add_argument("--json", action="store_true", help="print one object, nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play it and tell how it went."""
        call_command("migrate", verbosity=0, interactive=False)
        competition = _play(options)
        told = _summary(competition)
        self.stdout.write(json.dumps(told, ensure_ascii=False) if options["json"] else _words(told))


def _size(text: str) -> int:
    """Read how many enter."""
    entries = int(text)
    if not 2 <= entries <= 128:
        raise ArgumentTypeError("between 2 and 128")
    return entries


def _play(options: dict[str, Any]) -> Competition:
    now = timezone.now()
    organiser = robot_player("organizadora", "Organizadora")
    seats = options["entries"] * options["seats"] // 2
    robots = [robot_player(f"jugador{seat}", f"Jugador {seat}") for seat in range(1, seats + 1)]
    club = _club_of(organiser)
    terms = _terms(options, free_name(club, f"Copa {options['seed']}"))
    seed = str(options["seed"])
    competition = start_competition(
        club=club, organiser=organiser, terms=terms, robots=robots, seed=seed, now=now
    )
    play_competition(competition.pk, rank=_rank, chance=Random(seed), now=now)
    competition.refresh_from_db()
    return competition


def _rank(match_id: int) -> None:
    """Run the very task a worker would."""
    update_ranking.apply(args=(match_id,), throw=True)


def _club_of(organiser: User) -> Club:
    known = Club.objects.filter(memberships__user=organiser).first()
    return known or open_club(owner=organiser, name="Copa de autómatas", zone=DEFAULT_ZONE)


def _terms(options: dict[str, Any], name: str) -> Terms:
    return Terms(
        name=name,
        rules=make_rules(options["preset"], {"seats": str(options["seats"])}),
        shape=Shape(format=options["format"]),
        cap=options["entries"],
        best_of=options["best_of"],
        seeding=Competition.Seeding.RANDOM,
        public=False,
    )


def _summary(competition: Competition) -> dict[str, object]:
    matches = Match.objects.of(competition.pk)
    points = PointsEntry.objects.filter(match__in=matches).aggregate(total=Sum("points"))
    return {
        "champion": str(competition.champion),
        "format": competition.stages.earliest("number").format,
        "entries": competition.entries.count(),
        "matches": matches.filter(state=Match.State.COMPLETED).count(),
        "points_total": points["total"] or 0,
        "violations": [str(violation) for violation in verify.violations(live=False)],
    }


def _words(told: dict[str, object]) -> str:
    return "\n".join(f"{key}: {value}" for key, value in told.items())
