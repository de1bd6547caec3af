"""The tables of games as release 0.7.0 left them; replaces the twenty steps that led there."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations
from django.db import models

from truco_site.table_changes import ChangeTables


class Migration(migrations.Migration):

    replaces = [
        ('games', '0001_initial'),
        ('games', '0002_judged'),
        ('games', '0003_statistics'),
        ('games', '0004_notes'),
        ('games', '0005_guests'),
        ('games', '0006_casual_tables'),
        ('games', '0007_sealed_cortes'),
        ('games', '0008_talk'),
        ('games', '0009_table_invitations'),
        ('games', '0010_one_device'),
        ('games', '0011_generated_titles'),
        ('games', '0012_bell'),
        ('games', '0013_seats_version'),
        ('games', '0014_one_alarm'),
        ('games', '0015_reports'),
        ('games', '0016_robot_level'),
        ('games', '0017_reviews'),
        ('games', '0018_puzzles'),
        ('games', '0019_robot_name'),
        ('games', '0020_missed'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_squashed_0012_exports'),
    ]

    operations = [
        ChangeTables([
            migrations.CreateModel(
                name='Heartbeat',
                fields=[
                    ('name', models.CharField(max_length=16, primary_key=True, serialize=False)),
                    ('at', models.DateTimeField()),
                    ('holder', models.CharField(blank=True, max_length=32)),
                ],
            ),
            migrations.CreateModel(
                name='Game',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('title', models.CharField(blank=True, max_length=120)),
                    ('page', models.CharField(blank=True, max_length=120)),
                    ('preset', models.CharField(max_length=24)),
                    ('options', models.JSONField(blank=True, default=dict)),
                    ('competitive', models.BooleanField(default=False)),
                    ('public', models.BooleanField(default=True)),
                    ('private', models.BooleanField(default=False)),
                    ('host', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_games', to=settings.AUTH_USER_MODEL)),
                    ('former_rules', models.JSONField(blank=True, null=True)),
                    ('turn_seconds', models.PositiveSmallIntegerField(default=30)),
                    ('talk', models.CharField(choices=[('none', 'nada'), ('phrases', 'frases'), ('chat', 'frases y charla escrita')], default='chat', max_length=7)),
                    ('robot_level', models.CharField(blank=True, choices=[('aprendiz', 'aprendiz'), ('boliche', 'de boliche'), ('tahur', 'tahúr')], db_default='', default='', max_length=8)),
                    ('status', models.CharField(choices=[('waiting', 'esperando jugadores'), ('opening', 'abriendo los cortes'), ('live', 'en juego'), ('paused', 'en pausa'), ('saved', 'guardada'), ('frozen', 'en revisión'), ('judged', 'espera al juez'), ('finished', 'terminada'), ('annulled', 'anulada')], default='waiting', max_length=8)),
                    ('version', models.PositiveIntegerField(default=0)),
                    ('seats_version', models.PositiveIntegerField(default=0, editable=False)),
                    ('act_by', models.DateTimeField(blank=True, null=True)),
                    ('alarm_at', models.DateTimeField(blank=True, null=True)),
                    ('start', models.JSONField(blank=True, null=True)),
                    ('score', models.JSONField(default=list)),
                    ('legs', models.JSONField(default=list)),
                    ('winner', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('scheme', models.PositiveSmallIntegerField(default=1, editable=False)),
                    ('sealed_seed', models.TextField(editable=False)),
                    ('commitment', models.CharField(editable=False, max_length=64)),
                    ('revealed_seed', models.CharField(blank=True, editable=False, max_length=64)),
                    ('created_at', models.DateTimeField()),
                    ('started_at', models.DateTimeField(blank=True, null=True)),
                    ('finished_at', models.DateTimeField(blank=True, null=True)),
                    ('saved_at', models.DateTimeField(blank=True, null=True)),
                    ('bell_at', models.DateTimeField(blank=True, null=True)),
                    ('bell_left', models.DurationField(blank=True, null=True)),
                    ('bell_decides', models.BooleanField(default=True)),
                    ('by_time', models.BooleanField(default=False)),
                    ('in_hand', models.PositiveSmallIntegerField(blank=True, null=True)),
                    ('agreed', models.BooleanField(default=False)),
                    ('rematch_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch', to='games.game')),
                ],
                options={
                    'indexes': [models.Index(condition=models.Q(('status__in', ('opening', 'live'))), fields=['act_by'], name='timed_by_deadline'), models.Index(fields=['status', '-finished_at'], name='games_by_status')],
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('opening', 'live')), _negated=True), ('act_by__isnull', False), _connector='OR'), name='timed_game_has_act_by'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'finished'), _negated=True), models.Q(('winner__in', (0, 1)), ('winner__isnull', False), models.Q(('revealed_seed', ''), _negated=True)), _connector='OR'), name='finished_game_has_winner_and_seed')],
                },
            ),
            migrations.CreateModel(
                name='Puzzle',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('family', models.CharField(max_length=12)),
                    ('day', models.DateField()),
                    ('content', models.JSONField()),
                    ('made_at', models.DateTimeField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('family', 'day'), name='one_puzzle_a_day')],
                },
            ),
            migrations.CreateModel(
                name='Seat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
                    ('companion', models.CharField(blank=True, max_length=40)),
                    ('robot', models.BooleanField(default=False)),
                    ('robot_name', models.CharField(blank=True, db_default='', default='', max_length=16)),
                    ('company', models.BooleanField(default=False)),
                    ('guest', models.BooleanField(default=False)),
                    ('automatic', models.BooleanField(default=False)),
                    ('timeouts', models.PositiveSmallIntegerField(default=0)),
                    ('missed', models.CharField(blank=True, db_default='', default='', max_length=5)),
                    ('missed_in', models.CharField(blank=True, db_default='', default='', max_length=8)),
                    ('corte_hash', models.CharField(blank=True, max_length=64)),
                    ('contribution', models.CharField(blank=True, max_length=64)),
                    ('sat_at', models.DateTimeField(blank=True, null=True)),
                    ('absent_since', models.DateTimeField(blank=True, null=True)),
                    ('socket', models.CharField(blank=True, max_length=32)),
                    ('sign', models.CharField(blank=True, max_length=16)),
                    ('signed_at', models.DateTimeField(blank=True, null=True)),
                    ('looked', models.BooleanField(default=True)),
                    ('ends_in', models.CharField(blank=True, max_length=8)),
                ],
                options={
                    'ordering': ('game', 'number'),
                    'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='one_seat_per_place'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('game', 'user'), name='one_seat_per_person'), models.CheckConstraint(condition=models.Q(('company', False), models.Q(('robot', True), ('user__isnull', True)), _connector='OR'), name='company_is_a_robot'), models.CheckConstraint(condition=models.Q(('companion', ''), models.Q(('robot', False), ('user__isnull', True)), _connector='OR'), name='companion_has_no_device')],
                },
            ),
            migrations.CreateModel(
                name='TableInvitation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.game')),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations_given', to=settings.AUTH_USER_MODEL)),
                    ('to', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations_got', to=settings.AUTH_USER_MODEL)),
                    ('at', models.DateTimeField()),
                    ('declined_at', models.DateTimeField(null=True)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('game', 'to'), name='one_invitation_per_person')],
                },
            ),
            migrations.CreateModel(
                name='Line',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='games.game')),
                    ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to=settings.AUTH_USER_MODEL)),
                    ('speaker', models.CharField(max_length=64)),
                    ('slot', models.PositiveBigIntegerField()),
                    ('seat', models.PositiveSmallIntegerField(null=True)),
                    ('phrase', models.CharField(blank=True, max_length=16)),
                    ('text', models.CharField(blank=True, max_length=200)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('game', 'pk'),
                    'indexes': [models.Index(fields=['at'], name='lines_by_age'), models.Index(fields=['game', '-id'], name='lines_of_a_game')],
                    'constraints': [models.UniqueConstraint(fields=('game', 'speaker', 'slot'), name='one_line_at_a_time'), models.CheckConstraint(condition=models.Q(('phrase', ''), ('text', ''), _connector='XOR'), name='line_is_a_phrase_or_written')],
                },
            ),
            migrations.CreateModel(
                name='Action',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='games.game')),
                    ('seq', models.PositiveIntegerField()),
                    ('hand', models.CharField(max_length=8)),
                    ('seat', models.PositiveSmallIntegerField()),
                    ('token', models.CharField(max_length=24)),
                    ('action_id', models.CharField(max_length=64)),
                    ('by', models.CharField(choices=[('person', 'jugador'), ('robot', 'robot'), ('clock', 'reloj'), ('judge', 'juez'), ('bell', 'campana')], default='person', max_length=6)),
                    ('version', models.PositiveIntegerField()),
                    ('note', models.CharField(blank=True, max_length=200)),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('game', 'seq'),
                    'constraints': [models.UniqueConstraint(fields=('game', 'seq'), name='one_action_per_seq'), models.UniqueConstraint(fields=('game', 'seat', 'action_id'), name='one_outcome_per_action_id')],
                },
            ),
            migrations.CreateModel(
                name='PuzzleAnswer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='games.puzzle')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_answers', to=settings.AUTH_USER_MODEL)),
                    ('wants', models.BooleanField()),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('puzzle', 'user'), name='one_answer_per_person')],
                },
            ),
            migrations.CreateModel(
                name='RecordSignature',
                fields=[
                    ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='signature', serialize=False, to='games.game')),
                    ('names', models.JSONField()),
                    ('salts', models.JSONField()),
                    ('hashes', models.JSONField()),
                    ('digest', models.CharField(max_length=64)),
                    ('signature', models.CharField(max_length=128)),
                    ('key', models.CharField(max_length=64)),
                ],
            ),
            migrations.CreateModel(
                name='SeatAddress',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to='games.seat')),
                    ('key', models.CharField(max_length=64)),
                    ('seen_at', models.DateTimeField()),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('seat', 'key'), name='one_row_per_seat_address')],
                },
            ),
            migrations.CreateModel(
                name='Report',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('line', 'algo dicho'), ('table', 'una mesa'), ('person', 'una persona'), ('name', 'un nombre')], default='line', max_length=6)),
                    ('line', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.line')),
                    ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.game')),
                    ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to=settings.AUTH_USER_MODEL)),
                    ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='accounts.club')),
                    ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
                    ('reason', models.CharField(choices=[('offence', 'Insulta o agrede'), ('name', 'El nombre ofende, o se hace pasar por otro'), ('cheating', 'Juega con trampa'), ('spam', 'Publicidad o engaño'), ('other', 'Otra cosa')], default='offence', max_length=8)),
                    ('text', models.CharField(blank=True, max_length=200)),
                    ('at', models.DateTimeField(db_index=True)),
                    ('outcome', models.CharField(blank=True, choices=[('', 'sin decidir'), ('dismissed', 'nada que objetar'), ('acted', 'se tomó una medida')], default='', max_length=9)),
                    ('closed_at', models.DateTimeField(null=True)),
                    ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ('at', 'pk'),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True), ('kind', 'line')), fields=('reporter', 'line'), name='one_open_report_of_a_line'), models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True), ('kind', 'table')), fields=('reporter', 'game'), name='one_open_report_of_a_table'), models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True), ('kind__in', ('person', 'name'))), fields=('reporter', 'kind', 'person'), name='one_open_report_of_a_person')],
                },
            ),
            migrations.CreateModel(
                name='Review',
                fields=[
                    ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='review', serialize=False, to='games.seat')),
                    ('status', models.CharField(choices=[('asked', 'Asked'), ('begun', 'Begun'), ('ready', 'Ready'), ('failed', 'Failed')], default='asked', max_length=6)),
                    ('asked_at', models.DateTimeField()),
                    ('begun_at', models.DateTimeField(blank=True, null=True)),
                    ('attempts', models.PositiveSmallIntegerField(default=0)),
                    ('content', models.JSONField(blank=True, default=dict)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'begun')), fields=('status',), name='one_review_at_a_time')],
                },
            ),
            migrations.CreateModel(
                name='SeatStatistics',
                fields=[
                    ('hands', models.PositiveIntegerField(default=0)),
                    ('hands_won', models.PositiveIntegerField(default=0)),
                    ('envidos_called', models.PositiveIntegerField(default=0)),
                    ('envidos_won', models.PositiveIntegerField(default=0)),
                    ('trucos_called', models.PositiveIntegerField(default=0)),
                    ('trucos_accepted', models.PositiveIntegerField(default=0)),
                    ('trucos_won', models.PositiveIntegerField(default=0)),
                    ('flores', models.PositiveIntegerField(default=0)),
                    ('comeback', models.PositiveSmallIntegerField(default=0)),
                    ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='statistics', serialize=False, to='games.seat')),
                ],
                options={
                    'verbose_name_plural': 'seat statistics',
                },
            ),
        ]),
    ]
