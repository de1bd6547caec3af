"""Timed rounds: the term, the clocks, and what the bell decided."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_bell'),
        ("tournaments", "0023_drafts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(max_length=8)),
                ('number', models.PositiveSmallIntegerField()),
                ('started_at', models.DateTimeField()),
                ('bell_at', models.DateTimeField(blank=True, null=True)),
                ('left', models.DurationField(blank=True, null=True)),
                ('rang_at', models.DateTimeField(blank=True, null=True)),
                ('told_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('stage', 'part', 'number'),
            },
        ),
        migrations.RemoveConstraint(
            model_name='scoremark',
            name='only_points_have_a_side',
        ),
        migrations.AddField(
            model_name='competition',
            name='round_minutes',
            field=models.PositiveSmallIntegerField(blank=True, help_text='De 10 a 180. A la campana se termina la mano y gana quien va adelante.', null=True, validators=[django.core.validators.MinValueValidator(10), django.core.validators.MaxValueValidator(180)], verbose_name='minutos por ronda'),
        ),
        migrations.AddField(
            model_name='match',
            name='by_time',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='resultsubmission',
            name='stopped',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='scoresheet',
            name='stopped',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='scoremark',
            name='act',
            field=models.CharField(choices=[('point', 'sumó'), ('undo', 'deshizo'), ('close', 'cerró'), ('time', 'cerró por tiempo'), ('void', 'borró todo')], max_length=5),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('by_time', False), ('state', 'completed'), _connector='OR'), name='the_bell_decides_what_is_played'),
        ),
        migrations.AddConstraint(
            model_name='scoremark',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act', 'point'), ('points__gte', 1), ('side__in', (0, 1)), ('side__isnull', False)), models.Q(('act__in', ('undo', 'close', 'time', 'void')), ('points__isnull', True), ('side__isnull', True)), _connector='OR'), name='only_points_have_a_side'),
        ),
        migrations.AddField(
            model_name='roundclock',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clocks', to='tournaments.stage'),
        ),
        migrations.AddIndex(
            model_name='roundclock',
            index=models.Index(fields=['bell_at'], name='clocks_by_bell'),
        ),
        migrations.AddConstraint(
            model_name='roundclock',
            constraint=models.UniqueConstraint(fields=('stage', 'part', 'number'), name='one_clock_per_round_of_a_stage'),
        ),
        migrations.AddConstraint(
            model_name='roundclock',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('bell_at__isnull', False), ('left__isnull', True)), models.Q(('bell_at__isnull', True), ('left__isnull', False)), _connector='OR'), name='clock_runs_or_is_paused'),
        ),
    ]
