"""What a club remembers: seasons of its own, titles, the bests of its players.

What was played before is titled and counted by the sweep.
"""

import accounts.values.names
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def have_the_past_remembered(apps, schema_editor):
    """Titles and bests follow from stored results: the sweep writes them."""
    competitions = apps.get_model("tournaments", "Competition").objects
    competitions.filter(state__in=("finished", "archived")).update(awaits_titles=True)
    if apps.get_model("tournaments", "PointsEntry").objects.exists():
        turns = apps.get_model("tournaments", "RankingTurn").objects
        turns.update_or_create(pk=1, defaults={"outdated": True})


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0012_exports'),
        ('games', '0015_reports'),
        ('tournaments', '0036_past_events'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Feat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('streak', 'Racha más larga'), ('comeback', 'Mayor remontada'), ('envidos', 'Más envidos ganados en una partida'), ('year', 'Más envidos ganados en un año')], max_length=8)),
                ('year', models.CharField(blank=True, max_length=4)),
                ('value', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ('club', 'kind', 'year', '-value', 'at', 'user'),
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=30, validators=[accounts.values.names.validate_shown_name])),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('begins_at', models.DateTimeField(editable=False)),
                ('ends_at', models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                'ordering': ('club', '-starts_on'),
            },
        ),
        migrations.CreateModel(
            name='Title',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ('competition', 'rank', 'pk'),
            },
        ),
        migrations.AddField(
            model_name='competition',
            name='awaits_titles',
            field=models.BooleanField(default=False, editable=False, db_default=False),
        ),
        migrations.AddField(
            model_name='feat',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='feats', to='accounts.club'),
        ),
        migrations.AddField(
            model_name='feat',
            name='game',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game'),
        ),
        migrations.AddField(
            model_name='feat',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.match'),
        ),
        migrations.AddField(
            model_name='feat',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='feats', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='season',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='accounts.club'),
        ),
        migrations.AddField(
            model_name='title',
            name='competition',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='titles', to='tournaments.competition'),
        ),
        migrations.AddField(
            model_name='title',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='titles', to='tournaments.entry'),
        ),
        migrations.AddIndex(
            model_name='feat',
            index=models.Index(fields=['club', 'kind', 'year', '-value', 'at', 'user'], name='feats_by_value'),
        ),
        migrations.AddConstraint(
            model_name='feat',
            constraint=models.UniqueConstraint(fields=('user', 'club', 'kind', 'year'), name='one_best_of_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('club', 'begins_at'), name='one_season_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('ends_at__gt', models.F('begins_at')), _connector='OR'), name='a_season_ends_after_it_begins'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ends_at__isnull', True), ('ends_on__isnull', True)), models.Q(('ends_at__isnull', False), ('ends_on__isnull', False)), _connector='OR'), name='a_season_has_a_last_day_or_none'),
        ),
        migrations.AddConstraint(
            model_name='title',
            constraint=models.UniqueConstraint(fields=('competition', 'entry'), name='one_title_per_entry'),
        ),
        migrations.AddConstraint(
            model_name='title',
            constraint=models.CheckConstraint(condition=models.Q(('rank__gte', 1), ('rank__lte', 3)), name='a_title_is_a_step_of_the_podium'),
        ),
        migrations.RunPython(have_the_past_remembered, migrations.RunPython.noop),
    ]
