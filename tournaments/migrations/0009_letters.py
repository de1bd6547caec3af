"""A letter that is out of date is done as well, without being sent."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_submissions")]

    operations = [
        migrations.RemoveIndex("letter", "letters_to_send"),
        migrations.RenameField("letter", "sent_at", "done_at"),
        migrations.AddIndex(
            "letter",
            models.Index(
                fields=["id"],
                condition=models.Q(done_at__isnull=True),
                name="letters_to_send",
            ),
        ),
    ]
