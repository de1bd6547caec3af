"""Timed rounds: when the bell rings at a table, and whether it ended the game."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_generated_titles'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='bell_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='bell_left',
            field=models.DurationField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='bell_decides',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='game',
            name='by_time',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='action',
            name='by',
            field=models.CharField(choices=[('person', 'jugador'), ('robot', 'robot'), ('clock', 'reloj'), ('judge', 'juez'), ('bell', 'campana')], default='person', max_length=6),
        ),
    ]
