"""Rulebooks of clubs, practice and La Gira, pairing, time banks, signs and outages.

Picos keep their range, and answers to puzzles become tokens.
"""

import accounts.names.validation
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from truco_site.table_changes import ChangeTables

FULL_GAME = "30"
TO_THIRTY = ("argentino", "argentino-flor", "trucoestrella")


def keep_the_range(apps, schema_editor):
    """Keep picos from 5 to 24 points in games set up before the range followed the target."""
    games = apps.get_model("games", "Game").objects.filter(options__pico="range")
    for game in games.only("preset", "options").iterator():
        usual = FULL_GAME if game.preset in TO_THIRTY else ""
        if game.options.get("target", usual) != FULL_GAME:
            game.options = {**game.options, "pico": "fixed_range"}
            game.save(update_fields=["options"])


def say_answers(apps, schema_editor):
    """Keep the answers given so far as tokens."""
    answers = apps.get_model("games", "PuzzleAnswer").objects
    answers.filter(wants=True).update(said="quiero")
    answers.filter(wants=False).update(said="no")


class Migration(migrations.Migration):

    replaces = [
        ('games', '0021_outages'),
        ('games', '0022_fixed_range'),
        ('games', '0023_theatre'),
        ('games', '0024_rulebooks'),
        ('games', '0025_practice_and_tour'),
        ('games', '0026_pairing'),
        ('games', '0027_time_bank'),
    ]

    dependencies = [
        ('accounts', '0001_squashed_0012_exports'),
        ('games', '0001_squashed_0020_missed'),
    ]

    operations = [
        ChangeTables([
            migrations.AddField(
                model_name='puzzleanswer',
                name='said',
                field=models.CharField(db_default='', max_length=16),
            ),
        ]),
        migrations.RunPython(keep_the_range),
        migrations.RunPython(say_answers),
        ChangeTables([
            migrations.CreateModel(
                name='Outage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('since', models.DateTimeField()),
                    ('until', models.DateTimeField(db_index=True)),
                ],
                options={
                    'ordering': ('since',),
                },
            ),
            migrations.CreateModel(
                name='PairingRequest',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pairing_request', to=settings.AUTH_USER_MODEL)),
                    ('preset', models.CharField(max_length=24)),
                    ('options', models.JSONField(blank=True, default=dict)),
                    ('competitive', models.BooleanField(default=False)),
                    ('strength', models.FloatField()),
                    ('is_near', models.BooleanField(default=True)),
                    ('is_trusted', models.BooleanField(default=False)),
                    ('address', models.CharField(blank=True, max_length=64)),
                    ('asked_at', models.DateTimeField()),
                    ('seen_at', models.DateTimeField()),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='paired', to='games.game')),
                    ('paired_at', models.DateTimeField(blank=True, null=True)),
                    ('company', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='company_of', to='games.game')),
                ],
                options={
                    'indexes': [models.Index(condition=models.Q(('game', None)), fields=['seen_at'], name='searching_by_visit')],
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('game', None), ('paired_at', None)), models.Q(('game__isnull', False), ('paired_at__isnull', False)), _connector='OR'), name='paired_request_has_its_hour')],
                },
            ),
            migrations.CreateModel(
                name='Deed',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deeds', to=settings.AUTH_USER_MODEL)),
                    ('key', models.CharField(max_length=64)),
                    ('kind', models.CharField(choices=[('lesson', 'Lesson'), ('robots', 'Robots'), ('people', 'People'), ('puzzle', 'Puzzle'), ('tour', 'Tour'), ('quest', 'Quest')], max_length=6)),
                    ('day', models.DateField()),
                    ('at', models.DateTimeField()),
                    ('points', models.PositiveSmallIntegerField()),
                    ('facts', models.JSONField(blank=True, default=dict)),
                ],
                options={
                    'indexes': [models.Index(fields=['user', '-day'], name='deeds_by_day')],
                    'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='one_deed_for_each_cause')],
                },
            ),
            migrations.CreateModel(
                name='TourGame',
                fields=[
                    ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='tour_game', serialize=False, to='games.game')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tour_games', to=settings.AUTH_USER_MODEL)),
                    ('bar', models.CharField(max_length=16)),
                    ('round', models.PositiveSmallIntegerField()),
                    ('won', models.BooleanField(null=True)),
                ],
                options={
                    'indexes': [models.Index(fields=['user', 'bar'], name='tour_by_bar')],
                },
            ),
            migrations.CreateModel(
                name='PuzzleSkill',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_skills', to=settings.AUTH_USER_MODEL)),
                    ('family', models.CharField(max_length=12)),
                    ('mu', models.FloatField()),
                    ('sigma', models.FloatField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('user', 'family'), name='one_puzzle_skill_a_family')],
                },
            ),
            migrations.CreateModel(
                name='Rulebook',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulebooks', to='accounts.club')),
                    ('name', models.CharField(max_length=60, validators=[accounts.names.validation.validate_shown_name])),
                    ('preset', models.CharField(max_length=24)),
                    ('options', models.JSONField(default=dict)),
                ],
                options={
                    'ordering': ('club', 'name'),
                    'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='one_rulebook_per_name')],
                },
            ),
            migrations.AddField(
                model_name='game',
                name='bank_seconds',
                field=models.PositiveSmallIntegerField(blank=True, null=True),
            ),
            migrations.AddField(
                model_name='game',
                name='signs_caught',
                field=models.BooleanField(db_default=True, default=True),
            ),
            migrations.AddField(
                model_name='game',
                name='thought',
                field=models.JSONField(blank=True, db_default=[], default=list),
            ),
            migrations.AddField(
                model_name='game',
                name='turn_at',
                field=models.DateTimeField(blank=True, null=True),
            ),
            migrations.AddField(
                model_name='seat',
                name='ready_in',
                field=models.CharField(blank=True, db_default='', default='', max_length=8),
            ),
            migrations.AddField(
                model_name='seat',
                name='sign_in',
                field=models.CharField(blank=True, db_default='', default='', max_length=8),
            ),
            migrations.AddField(
                model_name='seat',
                name='sign_seen',
                field=models.CharField(blank=True, db_default='', default='', max_length=6),
            ),
            migrations.AddField(
                model_name='seat',
                name='watches',
                field=models.PositiveSmallIntegerField(blank=True, null=True),
            ),
            migrations.AlterField(
                model_name='puzzle',
                name='day',
                field=models.DateField(blank=True, null=True),
            ),
            migrations.AddField(
                model_name='puzzle',
                name='key',
                field=models.CharField(blank=True, max_length=48, null=True, unique=True),
            ),
            migrations.AddField(
                model_name='puzzle',
                name='mu',
                field=models.FloatField(db_default=25.0, default=25.0),
            ),
            migrations.AddField(
                model_name='puzzle',
                name='owner',
                field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='own_puzzles', to=settings.AUTH_USER_MODEL),
            ),
            migrations.AddField(
                model_name='puzzle',
                name='sigma',
                field=models.FloatField(db_default=8.333333333333334, default=8.333333333333334),
            ),
            migrations.AddField(
                model_name='puzzle',
                name='theme',
                field=models.CharField(choices=[('accept', 'querer o no'), ('call', 'cantar o callar'), ('card', 'qué carta jugar')], db_default='accept', default='accept', max_length=6),
            ),
            migrations.RemoveField(
                model_name='puzzleanswer',
                name='wants',
            ),
        ]),
    ]
