from django.db import migrations, models
from django.db.models import Q


def rename_in_log(apps, old, new):
    """What the log tells of changed terms is read by the names of columns."""
    events = apps.get_model("tournaments", "AuditEvent").objects
    told = events.filter(Q(before__has_key=old) | Q(after__has_key=old), act="edit")
    for event in told.iterator():
        for payload in (event.before, event.after):
            if old in payload:
                payload[new] = payload.pop(old)
        event.save(update_fields=["before", "after"])


def forwards(apps, schema_editor):
    rename_in_log(apps, "legs", "cycles")


def backwards(apps, schema_editor):
    rename_in_log(apps, "cycles", "legs")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_leaderboard_names'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='stage', name='one_leg_or_two'),
        migrations.RenameField('stage', 'legs', 'cycles'),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('cycles__in', (1, 2))), name='one_cycle_or_two'),
        ),
        migrations.RunPython(forwards, backwards),
    ]
