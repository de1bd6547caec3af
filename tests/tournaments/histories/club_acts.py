"""What happens at a club around one competition: its people, claims, series and repeats."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.histories.history import DAY, History
from tests.tournaments.nights import a_night
from tournaments.entries.renames import rename_player
from tournaments.models import (
    LeaderboardLine,
    Match,
    NameClaim,
    Person,
    PersonChange,
    PersonClaim,
    PointsEntry,
    RosterPlayer,
    Series,
)
from tournaments.name_claims import services as name_claims
from tournaments.people import claims, services
from tournaments.ranking.services import rank_match
from tournaments.repeats.queries import read_original
from tournaments.repeats.services import repeat_competition, undo_repeat
from tournaments.series import services as series_services
from tournaments.series.queries import read_table

A_WEEK = timedelta(days=7)
EARLIER = ("Zoe Paz", "Lalo Ruiz", "Nora Gil")


def play_earlier_night(history: History) -> None:
    """Play a night of the club without accounts, so that its people have a history."""
    a_night(history.organiser, history.now - A_WEEK, *EARLIER)


def person(history: History) -> Person:
    return history.one(list(Person.objects.known().order_by("pk")))


def a_name(history: History) -> str:
    """A new name, or one that the club has already."""
    known = list(Person.objects.order_by("pk").values_list("name", flat=True))
    return history.chance.choice((f"Nombre {history.chance.randint(1, 99)}", *known[:3]))


def rename_somebody(history: History) -> None:
    services.rename_person(person_id=person(history).pk, name=a_name(history), **history.who)


def rename_in_list(history: History) -> None:
    player = history.player(user=None)
    rename_player(
        entry_id=player.entry_id, player_id=player.pk, name=a_name(history), **history.who
    )


def hide_somebody(history: History) -> None:
    found = person(history)
    services.hide_person(person_id=found.pk, hidden=not found.hidden, **history.who)


def forget_somebody(history: History) -> None:
    services.forget_person(person_id=person(history).pk, **history.who)


def merge(history: History) -> PersonChange:
    return services.merge_people(
        person_id=person(history).pk,
        other_id=person(history).pk,
        name=a_name(history),
        **history.who,
    )


def merge_some(history: History) -> None:
    merge(history)


def merge_and_undo(history: History) -> None:
    """At once, it leaves no trace."""
    for match in list(Match.objects.unranked()):
        rank_match(match_id=match.pk)
    before = people_and_points()
    services.undo_merge(change_id=merge(history).pk, **history.who)
    assert people_and_points() == before


def people_and_points() -> list[tuple[Any, ...]]:
    """Return who is who, the names in lists, the points and the leaderboards."""
    persons = Person.objects.order_by("pk")
    places = RosterPlayer.ever.order_by("pk")
    lines = LeaderboardLine.objects.order_by("board", "person", "user")
    return [
        *persons.values_list("pk", "name", "nickname", "user", "hidden", "merged_into"),
        *places.values_list("pk", "name", "person", "entry__name"),
        *PointsEntry.objects.order_by("pk").values_list("pk", "person", "user", "points"),
        *lines.values_list("board", "person", "user", "points", "matches", "wins"),
    ]


def undo_merge(history: History) -> None:
    merges = PersonChange.objects.filter(act=PersonChange.Act.MERGE).order_by("pk")
    services.undo_merge(change_id=history.one(list(merges)).pk, **history.who)


def split_somebody(history: History) -> None:
    found = person(history)
    places = services.splittable(found).order_by("pk").values_list("pk", flat=True)
    some = [pk for pk in places if history.chance.random() < 1 / 2]
    services.split_person(person_id=found.pk, place_ids=some, name=a_name(history), **history.who)


def an_account(history: History) -> User:
    """A new player, or one of those who play."""
    known = User.objects.filter(persons__club=history.event.club_id).order_by("pk")
    return history.chance.choice((a_person(), *known[:3]))


def claim_history(history: History) -> None:
    claims.claim_person(person_id=person(history).pk, user=a_person(), now=history.now)


def invite_and_accept(history: History) -> None:
    token = claims.invite_person(person_id=person(history).pk, **history.who)
    claims.accept_invitation(token=token, user=an_account(history), now=history.now)


def a_claim(history: History) -> PersonClaim:
    known = PersonClaim.objects.exclude(state=PersonClaim.State.CLOSED)
    return history.one(list(known.order_by("pk")))


def confirm_claim(history: History) -> None:
    claims.confirm_claim(claim_id=a_claim(history).pk, **history.who)


def close_claim(history: History) -> None:
    claims.close_claim(claim_id=a_claim(history).pk, **history.who)


def claim_name(history: History) -> None:
    player = history.player(user=None)
    made = name_claims.claim_name(player_id=player.pk, user=an_account(history), now=history.now)
    if history.chance.random() < 1 / 2:
        name_claims.confirm(claim_id=made.pk, **history.who)


def release_name(history: History) -> None:
    held = history.one(list(NameClaim.objects.of(history.event.pk).order_by("pk")))
    name_claims.release_claim(claim_id=held.pk, **history.who)


def series_terms(history: History) -> dict[str, Any]:
    chance = history.chance
    return {
        "name": f"Serie {chance.randint(1, 5)}",
        "starts_on": None,
        "ends_on": None,
        "scoring": chance.choice(Series.Scoring.values),
        "place_points": chance.choice(("10 8 6", "3", "100 50 20 10 5 1")),
        "attended_points": chance.choice((0, 2)),
        "attendance_bonus": chance.choice((0, 1)),
        "counted": chance.choice((None, 1, 2)),
        "planned": chance.choice((None, 2, 6)),
        "validity": chance.choice(Series.Validity.values),
        "finalists": chance.choice((None, 2, 2, 3)),
        "silver_finalists": chance.choice((None, 2)),
    }


def open_series(history: History) -> None:
    club = history.event.club
    made = series_services.open_series(owner=club, terms=series_terms(history), **history.who)
    counts = history.one(list(history.event.club.competitions.order_by("pk")[:2]))
    series_services.add_to_series(series_id=made.pk, competition_id=counts.pk, **history.who)


def a_series(history: History) -> Series:
    return history.one(list(Series.objects.order_by("pk")))


def change_series(history: History) -> None:
    series_services.change_series(
        series_id=a_series(history).pk, terms=series_terms(history), **history.who
    )


def choose_competitions(history: History) -> None:
    offered = list(history.event.club.competitions.order_by("pk").values_list("pk", flat=True))
    chosen = [pk for pk in offered if history.chance.random() < 1 / 2]
    series_services.choose_competitions(
        series_id=a_series(history).pk, chosen=chosen, offered=offered, **history.who
    )


def remove_series(history: History) -> None:
    series_services.remove_series(series_id=a_series(history).pk, **history.who)


def create_final(history: History) -> None:
    series_services.create_final(series_id=a_series(history).pk, **history.who)


def repeat(history: History) -> None:
    """Repeat a competition of the club, whatever it came to, with some of its people."""
    original = read_original(history.one(list(history.event.club.competitions.order_by("pk"))))
    some = [each for each in original.takes if history.chance.random() < 1 / 2]
    repeat_competition(
        competition_id=original.competition.pk,
        name=f"Copa repetida {history.event.club.competitions.count()}",
        starts_at=history.chance.choice((None, history.now + 7 * DAY)),
        entry_ids=[each.line.entry.pk for each in some],
        link_ids=[],
        with_officials=False,
        series_id=None,
        **history.who,
    )


def undo_last_repeat(history: History) -> None:
    latest = history.event.club.competitions.order_by("-pk")[0]
    undo_repeat(competition_id=latest.pk, actor=history.organiser)


def series_out_of_order(now: datetime) -> list[str]:
    """Return what is wrong with the tables of all series."""
    wrong = []
    for series in Series.objects.all():
        table = read_table(series, now)
        ranked = RosterPlayer.objects.playing().filter(
            competition__in=table.events, entry__final_rank__isnull=False
        )
        persons = set(ranked.filter(person__isnull=False).values_list("person", flat=True))
        told = [line.row.player for line in table.lines]
        ranks = [line.rank for line in table.lines]
        totals = [line.total for line in table.lines]
        if len(set(told)) < len(told) or not persons <= set(told):
            wrong.append(f"{series}: persons twice or missing")
        if ranks != sorted(ranks) or totals != sorted(totals, reverse=True):
            wrong.append(f"{series}: not in the order of points")
    return wrong


CLUB_ACTS: Sequence[Callable[[History], None]] = (
    *(rename_somebody, rename_in_list, hide_somebody, forget_somebody, split_somebody),
    *(merge_some, merge_some, merge_and_undo, merge_and_undo, undo_merge),
    *(claim_history, invite_and_accept, confirm_claim, close_claim, claim_name, release_name),
    *(open_series, change_series, choose_competitions, remove_series, create_final),
    *(repeat, undo_last_repeat),
)
