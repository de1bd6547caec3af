"""An index of erased accounts: the last one says since when a cached page may hold a name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("accounts", "0019_deck_and_felt"),)

    operations = (
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("anonymised_at__isnull", False)),
                fields=["anonymised_at"],
                name="anonymised_users",
            ),
        ),
    )
