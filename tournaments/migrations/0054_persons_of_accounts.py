"""Give each account one person in every club where it has played, and that person its results.

Names without an account stay without a person: the organisers of the club say who they are. Clubs
whose results counted on the leaderboards of the whole site stay verified, until an operator objects.
"""

from django.db import migrations
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from tournaments.names.comparison import alike

BATCH = 500


def create_persons(apps, schema_editor):
    model = apps.get_model
    RosterPlayer = model("tournaments", "RosterPlayer")
    PlayerResult = model("tournaments", "PlayerResult")
    PointsEntry = model("tournaments", "PointsEntry")
    LeaderboardLine = model("tournaments", "LeaderboardLine")
    Person = model("tournaments", "Person")
    User = model("accounts", "User")

    played = "match__round__group__stage__competition"
    places = RosterPlayer._base_manager.filter(user__isnull=False, user__is_guest=False)
    results = PlayerResult._base_manager.filter(guest=False, match__round__isnull=False)
    lines = PointsEntry._base_manager.filter(club__isnull=False)
    pairs = {
        *places.filter(competition__rehearsal="").values_list("competition__club", "user"),
        *results.values_list(f"{played}__club", "user"),
        *lines.values_list("club", "user"),
    }
    users = User.objects.in_bulk({user for _, user in pairs})
    now = timezone.now()
    Person.objects.bulk_create(
        (
            Person(club_id=club, user_id=user, created_at=now, **_names(users[user]))
            for club, user in sorted(pairs)
        ),
        batch_size=BATCH,
    )

    def person(**where):
        own = Person.objects.filter(user=OuterRef("user_id"), **where)
        return Subquery(own.values("pk")[:1])

    places.filter(competition__rehearsal="").update(
        person=person(club__competitions=OuterRef("competition_id"))
    )
    of_match = "club__competitions__stages__groups__rounds__matches"
    results.update(person=person(**{of_match: OuterRef("match_id")}))
    lines.update(person=person(club=OuterRef("club_id")))
    at_tables = ("played", "shared-ip", "short", "repeated", "automatic")
    with_a_guest = PlayerResult._base_manager.filter(guest=True).values("match")
    tables = PointsEntry._base_manager.filter(reason__in=at_tables)
    tables.exclude(match__in=with_a_guest).update(provenance="table")
    LeaderboardLine.objects.filter(board__club__isnull=False).update(
        person=person(club__leaderboards=OuterRef("board_id")), user=None
    )


def verify_clubs(apps, schema_editor):
    VerifiedClub = apps.get_model("tournaments", "VerifiedClub")
    counted = apps.get_model("tournaments", "PointsEntry").objects.filter(club__isnull=False)
    clubs = counted.order_by("club").values_list("club", flat=True).distinct()
    VerifiedClub.objects.bulk_create(
        VerifiedClub(club_id=club, by=None, at=timezone.now()) for club in clubs
    )


def _names(user):
    if user.anonymised_at is not None:
        return {"name": "jugador borrado", "match_key": ""}
    name = (user.display_name or user.username)[:60]
    return {"name": name, "match_key": alike(name)}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0053_persons")]

    operations = [
        migrations.RunPython(create_persons, migrations.RunPython.noop),
        migrations.RunPython(verify_clubs, migrations.RunPython.noop),
    ]
