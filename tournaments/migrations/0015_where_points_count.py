from collections import defaultdict
from datetime import timezone
from zoneinfo import ZoneInfo

from django.db import migrations

FAMILIES = {"uruguayo": "uruguayo", "uruguayo-online": "uruguayo", "truc": "truc"}
BATCH = 500


def say_where_points_count(apps, schema_editor):
    """Every line so far counts in the month, club, format and rules of its match."""
    lines = apps.get_model("tournaments", "PointsEntry").objects.order_by()
    competitions = apps.get_model("tournaments", "Competition").objects.select_related("club")
    for competition in competitions.filter(stages__groups__rounds__matches__points__isnull=False).distinct():
        of_it = lines.filter(match__round__group__stage__competition=competition)
        set_months(of_it, ZoneInfo(competition.club.zone))
        of_it.update(
            club=competition.club,
            format=competition.stages.order_by("number").first().format,
            family=FAMILIES.get(competition.preset, "argentino"),
        )
    casual = lines.filter(match__round=None)
    set_months(casual, timezone.utc)
    for preset in casual.values_list("match__games__game__preset", flat=True).distinct():
        if preset:
            casual.filter(match__games__game__preset=preset).update(
                family=FAMILIES.get(preset, "argentino")
            )


def set_months(lines, zone):
    months = defaultdict(list)
    for pk, at in lines.values_list("pk", "at"):
        months[f"{at.astimezone(zone):%Y-%m}"].append(pk)
    for month, pks in months.items():
        for first in range(0, len(pks), BATCH):
            lines.model.objects.filter(pk__in=pks[first : first + BATCH]).update(month=month)


def have_the_ranking_rebuilt(apps, schema_editor):
    """Leaderboards and statistics are filled by the sweep, or by `manage.py rebuild_ranking`."""
    if apps.get_model("tournaments", "PointsEntry").objects.exists():
        turns = apps.get_model("tournaments", "RankingTurn").objects
        turns.update_or_create(pk=1, defaults={"outdated": True})


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0014_leaderboards"),
        ("games", "0003_statistics"),
    ]

    operations = [
        migrations.RunPython(say_where_points_count, migrations.RunPython.noop),
        migrations.RunPython(have_the_ranking_rebuilt, migrations.RunPython.noop),
    ]
