"""Play a whole cup of robot players through the real services, without waiting."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Sum
from django.utils import timezone

from accounts.clubs.services import open_club
from accounts.i18n.time_zones import DEFAULT_ZONE
from accounts.models import Club, User
from games.engine import PRESETS, make_rules
from tournaments import verification
from tournaments.common.errors import refusal
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.suggestions import free_name
from tournaments.demo.competitions import (
    Waits,
    draw_and_start,
    enter_robots,
    play_by_hand,
    play_competition,
)
from tournaments.draw.rounds import draw_awaited
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.club_match import read_boards
from tournaments.formats.errors import FormatError
from tournaments.formats.format import FEWEST, MOST
from tournaments.formats.options import FormatOptions
from tournaments.formats.stage_chains import CHAINS
from tournaments.models import BoardResult, Competition, LineUp, Match, PointsEntry
from tournaments.regular_events.robots import robot_player
from tournaments.standings.queries import second_cup
from tournaments.tasks import update_ranking


class Command(BaseCommand):
    """`manage.py play_cup`"""

    help = "Plays a whole cup of robot players in the configured database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for the cup's size and rules."""
        parser.add_argument("--entries", type=_size, default=8)
        parser.add_argument("--preset", choices=sorted(PRESETS), default="argentino")
        parser.add_argument("--seats", type=int, choices=(2, 4), help="2 unless the format says")
        parser.add_argument("--seed", default="1", help="of the draw and of the robots' decisions")
        parser.add_argument("--format", choices=list(FORMATS), default=FormatOptions.format)
        parser.add_argument("--chain", choices=list(CHAINS), help="stages by name, as far as fits")
        parser.add_argument("--best-of", type=int, default=1, help="games of a match")
        parser.add_argument("--round-games", default="", help="1,1,3: of each round of a stage")
        parser.add_argument("--all-games", action="store_true", help="play all, also when decided")
        parser.add_argument("--level-stands", action="store_true", help="level boards are a draw")
        parser.add_argument("--scale", default="", help="3-1-0: win, draw and loss in a table")
        parser.add_argument("--open-minutes", type=int, help="of an arena or king of the table")
        parser.add_argument("--round-days", type=int, help="a league or zones by dates, from then")
        parser.add_argument("--by-hand", action="store_true", help="real cards; tells the waits")
        parser.add_argument("--boards", default="", help="2,2,1: of each match, by hand")
        parser.add_argument("--at-tables", action="store_true", help="the boards, at the site's")
        parser.add_argument("--json", action="store_true", help="print one object, nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the cup and print its outcome."""
        call_command("migrate", verbosity=0, interactive=False)
        outcome = _play(options)
        self.stdout.write(
            json.dumps(outcome, ensure_ascii=False) if options["json"] else _words(outcome)
        )


def _size(text: str) -> int:
    """Read how many enter."""
    entries = int(text)
    if not FEWEST <= entries <= MOST:
        raise ArgumentTypeError(f"between {FEWEST} and {MOST}")
    return entries


def _play(options: dict[str, Any]) -> dict[str, object]:
    now = timezone.now()
    organiser = robot_player("organizadora", "Organizadora")
    club = _club_of(organiser)
    terms = _terms(options, free_name(club, f"Copa {options['seed']}"), now)
    _require_fitting(terms)
    players = range(1, options["entries"] * terms.players_per_side + 1)
    robots = [robot_player(f"jugador{number}", f"Jugador {number}") for number in players]
    competition = enter_robots(club=club, organiser=organiser, terms=terms, robots=robots, now=now)
    seed, waits = str(options["seed"]), None
    if terms.with_cards:
        waits = play_by_hand(
            competition, organiser=organiser, seed=seed, rank=_rank, draw_next=_draw_next, now=now
        )
    else:
        draw_and_start(competition, organiser=organiser, seed=seed, now=now)
        play_competition(competition.pk, rank=_rank, chance=Random(seed), now=now)
    competition.refresh_from_db()
    return _summary(competition) | _boards(competition) | _wait_figures(waits)


def _rank(match_id: int) -> None:
    """Run the very task a worker would."""
    update_ranking.apply(args=(match_id,), throw=True)


def _draw_next(group_id: int, now: datetime) -> None:
    draw_awaited(group_id=group_id, now=now)


def _club_of(organiser: User) -> Club:
    club = Club.objects.filter(memberships__user=organiser).first()
    return club or open_club(owner=organiser, name="Copa de autómatas", zone=DEFAULT_ZONE)


def _terms(options: dict[str, Any], name: str, now: datetime) -> CompetitionSettings:
    seats = options["seats"] or FORMATS[options["format"]].seats[0]
    every = options["round_days"]
    return CompetitionSettings(
        name=name,
        round_days=every,
        starts_at=None if every is None else now + timedelta(days=every),
        rules=make_rules(options["preset"], {"seats": str(seats)}),
        shape=_shape(options),
        cap=options["entries"],
        best_of=options["best_of"],
        all_games=options["all_games"],
        level_stands=options["level_stands"],
        boards=options["boards"],
        with_cards=options["by_hand"] or bool(options["boards"] and not options["at_tables"]),
        seeding=Competition.Seeding.RANDOM,
        public=False,
    )


def _shape(options: dict[str, Any]) -> FormatOptions:
    """Return the format, or the closest format of the chain that fits the number of entries."""
    if not options["chain"]:
        names = ("format", "scale", "round_games", "open_minutes")
        return FormatOptions(**{name: options[name] for name in names if options[name] is not None})
    shape = CHAINS[options["chain"]](options["entries"])
    return FORMATS[shape.format].fitting(shape, options["entries"])


def _require_fitting(terms: CompetitionSettings) -> None:
    """Raise CommandError for settings that cannot be played, before anything is stored."""
    try:
        read_boards(terms.boards)
    except FormatError as error:
        raise CommandError(refusal(error.code)) from error
    for _, code in terms.misfits():
        raise CommandError(refusal(code))


def _summary(competition: Competition) -> dict[str, object]:
    matches = Match.objects.of(competition.pk)
    points = PointsEntry.objects.filter(match__in=matches).aggregate(total=Sum("points"))
    return {
        "champion": str(competition.champion),
        **_second_cup(competition),
        "format": competition.stages.earliest("number").format,
        "entries": competition.entries.count(),
        "matches": matches.filter(state=Match.State.COMPLETED).count(),
        "points_total": points["total"] or 0,
        "violations": [str(violation) for violation in verification.violations(live=False)],
    }


def _second_cup(competition: Competition) -> dict[str, str]:
    """Return the name of the second cup's winner, if there was such a cup."""
    silver = second_cup(competition)
    return {} if silver is None else {"silver": str(silver)}


def _boards(competition: Competition) -> dict[str, object]:
    """Count the boards, where a match has several."""
    if not competition.boards:
        return {}
    played = BoardResult.objects.standing().filter(match__in=Match.objects.of(competition.pk))
    return {"boards": played.count(), "line_ups": LineUp.objects.filter(by__isnull=False).count()}


def _wait_figures(waits: Waits | None) -> dict[str, object]:
    if waits is None:
        return {}
    return {
        "draw_s": round(waits.draw, 2),
        "worst_result_ms": round(waits.result * 1000),
        "worst_next_round_s": round(waits.next_round, 2),
        "worst_page_ms": round(waits.page * 1000),
    }


def _words(outcome: dict[str, object]) -> str:
    return "\n".join(f"{key}: {value}" for key, value in outcome.items())
