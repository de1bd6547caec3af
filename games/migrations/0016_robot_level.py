"""How well the robots of a practice table play; of games from before nobody chose it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0015_reports")]

    operations = [
        migrations.AddField(
            "game",
            "robot_level",
            models.CharField(
                blank=True,
                choices=[
                    ("aprendiz", "aprendiz"),
                    ("boliche", "de boliche"),
                    ("tahur", "tahúr"),
                ],
                max_length=8,
                default="", db_default=""),
        ),
    ]
