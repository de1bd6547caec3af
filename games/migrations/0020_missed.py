"""What was played for people until they came back, and the hand in which they did."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_robot_name")]

    operations = [
        migrations.AddField(
            "seat",
            "missed",
            models.CharField(blank=True, max_length=5, default="", db_default=""),
        ),
        migrations.AddField(
            "seat",
            "missed_in",
            models.CharField(blank=True, max_length=8, default="", db_default=""),
        ),
    ]
