"""What the robots of a rematch go by: the names they had at the table before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0018_puzzles")]

    operations = [
        migrations.AddField(
            "seat",
            "robot_name",
            models.CharField(blank=True, max_length=16, default="", db_default=""),
        ),
    ]
