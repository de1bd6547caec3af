from django.db import migrations, models


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
    ]
