from django.db import migrations


def free_places(apps, schema_editor):
    """Free the places of entries that withdrew from a drawn competition."""
    apps.get_model("tournaments", "Entry").objects.filter(state="withdrawn").update(place=None)
    schema_editor.connection.check_constraints()  # PostgreSQL alters no table with checks to come


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0054_persons_of_accounts")]

    operations = [
        migrations.RemoveConstraint(model_name="entry", name="seeded_entry_has_a_place"),
        migrations.RunPython(free_places, migrations.RunPython.noop, elidable=True),
    ]
