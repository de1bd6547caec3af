"""The time there is, and tables of their own for rehearsals.

A rehearsal that is going on leaves the tables of its club's room.
"""

import django.core.validators
import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def leave_room(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Competition = apps.get_model("tournaments", "Competition")
    Match = apps.get_model("tournaments", "Match")
    rehearsals = Competition.objects.exclude(rehearsal="")
    matches = Match.objects.filter(round__group__stage__competition__in=rehearsals)
    Match.objects.filter(pk__in=list(matches.values_list("pk", flat=True))).update(
        hall_table=None, waits_since=None
    )
    Competition.hall_tables.through.objects.filter(competition__in=rehearsals).delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0058_late_and_back")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="available_minutes",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Desde el comienzo. Si el final pasa esa hora, antes del sorteo se avisa.",
                null=True,
                validators=[
                    django.core.validators.MinValueValidator(10),
                    django.core.validators.MaxValueValidator(1440),
                ],
                verbose_name="minutos disponibles",
            ),
        ),
        migrations.AddField(
            model_name="halltable",
            name="rehearsal",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="own_tables",
                to="tournaments.competition",
            ),
        ),
        migrations.RemoveConstraint(model_name="halltable", name="one_table_per_number"),
        migrations.AddConstraint(
            model_name="halltable",
            constraint=models.UniqueConstraint(
                condition=models.Q(("rehearsal", None)),
                fields=("club", "number"),
                name="one_table_per_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="halltable",
            constraint=models.UniqueConstraint(
                fields=("rehearsal", "number"), name="one_rehearsed_table_per_number"
            ),
        ),
        migrations.RunPython(leave_room, migrations.RunPython.noop),
    ]
