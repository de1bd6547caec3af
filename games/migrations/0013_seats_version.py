from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_bell"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="seats_version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
    ]
