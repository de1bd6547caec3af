"""What was reported of lines becomes one kind of report among others; open ones stay open."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery

KINDS = [
    ("line", "algo dicho"),
    ("table", "una mesa"),
    ("person", "una persona"),
    ("name", "un nombre"),
]
REASONS = [
    ("offence", "Insulta o agrede"),
    ("name", "El nombre ofende, o se hace pasar por otro"),
    ("cheating", "Juega con trampa"),
    ("spam", "Publicidad o engaño"),
    ("other", "Otra cosa"),
]
OUTCOMES = [
    ("", "sin decidir"),
    ("dismissed", "nada que objetar"),
    ("acted", "se tomó una medida"),
]


def say_where_and_who(apps, schema_editor):
    """Note the table and the author of each line that was reported."""
    lines = apps.get_model("games", "Line").objects.filter(pk=OuterRef("line"))
    apps.get_model("games", "Report").objects.update(
        game=Subquery(lines.values("game")[:1]), person=Subquery(lines.values("author")[:1])
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_trust"),
        ("games", "0014_one_alarm"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="linereport", name="one_report_per_person"),
        migrations.RenameModel("LineReport", "Report"),
        migrations.AlterModelOptions("report", options={"ordering": ("at", "pk")}),
        migrations.AddField("report", "kind", models.CharField(choices=KINDS, default="line", max_length=6)),
        migrations.AlterField("report", "line", models.ForeignKey(
            null=True, on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="games.line",
        )),
        migrations.AddField("report", "game", models.ForeignKey(
            null=True, on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="games.game",
        )),
        migrations.AddField("report", "person", models.ForeignKey(
            null=True, on_delete=django.db.models.deletion.CASCADE, related_name="reports",
            to=settings.AUTH_USER_MODEL,
        )),
        migrations.AddField("report", "club", models.ForeignKey(
            null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="reports",
            to="accounts.club",
        )),
        migrations.AlterField("report", "reporter", models.ForeignKey(
            on_delete=django.db.models.deletion.CASCADE, related_name="reports_made",
            to=settings.AUTH_USER_MODEL,
        )),
        migrations.AddField("report", "reason", models.CharField(
            choices=REASONS, default="offence", max_length=8,
        )),
        migrations.AddField("report", "text", models.CharField(blank=True, max_length=200)),
        migrations.AlterField("report", "at", models.DateTimeField(db_index=True)),
        migrations.AddField("report", "outcome", models.CharField(
            blank=True, choices=OUTCOMES, default="", max_length=9,
        )),
        migrations.AddField("report", "closed_at", models.DateTimeField(null=True)),
        migrations.AddField("report", "closed_by", models.ForeignKey(
            null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+",
            to=settings.AUTH_USER_MODEL,
        )),
        migrations.AddConstraint("report", models.UniqueConstraint(
            fields=("reporter", "line"), condition=Q(kind="line", closed_at__isnull=True),
            name="one_open_report_of_a_line",
        )),
        migrations.AddConstraint("report", models.UniqueConstraint(
            fields=("reporter", "game"), condition=Q(kind="table", closed_at__isnull=True),
            name="one_open_report_of_a_table",
        )),
        migrations.AddConstraint("report", models.UniqueConstraint(
            fields=("reporter", "kind", "person"),
            condition=Q(kind__in=("person", "name"), closed_at__isnull=True),
            name="one_open_report_of_a_person",
        )),
        # Last: PostgreSQL alters no table whose rows were written in the same transaction.
        migrations.RunPython(say_where_and_who, migrations.RunPython.noop),
    ]
