"""A group notes that its results lead on: what follows is drawn after them, without their locks."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_judging")]

    operations = [
        migrations.AddField(
            model_name="group",
            name="awaits_round",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="group",
            index=models.Index(
                condition=models.Q(("awaits_round__isnull", False)),
                fields=["id"],
                name="groups_that_await",
            ),
        ),
    ]
