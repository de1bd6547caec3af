"""The mail queue, API tokens, imprints of clubs, former usernames, and more settings of a user."""

import accounts.names.validation
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from truco_site.table_changes import ChangeTables


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0013_outgoing_mail'),
        ('accounts', '0014_api_tokens'),
        ('accounts', '0015_drawn_faces'),
        ('accounts', '0016_daily_reminder'),
        ('accounts', '0017_club_look'),
        ('accounts', '0018_usernames_and_applications'),
        ('accounts', '0019_deck_and_felt'),
        ('accounts', '0020_anonymised_users'),
    ]

    dependencies = [
        ('accounts', '0001_squashed_0012_exports'),
        migrations.swappable_dependency(settings.OAUTH2_PROVIDER_APPLICATION_MODEL),
    ]

    operations = [
        ChangeTables([
            migrations.CreateModel(
                name='FormerUsername',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_usernames', to=settings.AUTH_USER_MODEL)),
                    ('username', models.CharField(max_length=30, unique=True)),
                    ('skeleton', accounts.names.validation.SkeletonField(max_length=60, source='username')),
                    ('at', models.DateTimeField()),
                ],
                options={
                    'ordering': ('-at', '-pk'),
                },
            ),
            migrations.CreateModel(
                name='ClubImprint',
                fields=[
                    ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='imprint', serialize=False, to='accounts.club')),
                    ('logo', models.BinaryField(null=True)),
                    ('email', models.EmailField(blank=True, default='', max_length=120)),
                    ('phone', models.CharField(blank=True, default='', max_length=30)),
                    ('web', models.URLField(blank=True, default='')),
                    ('legal', models.TextField(blank=True, default='', max_length=4000)),
                ],
            ),
            migrations.CreateModel(
                name='OutgoingMail',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('priority', models.PositiveSmallIntegerField(choices=[(0, 'Account'), (1, 'Bulk')])),
                    ('sealed', models.TextField()),
                    ('address_keys', models.TextField()),
                    ('queued_at', models.DateTimeField()),
                    ('expires_at', models.DateTimeField(db_index=True)),
                    ('next_try_at', models.DateTimeField()),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                ],
                options={
                    'ordering': ('priority', 'pk'),
                    'indexes': [models.Index(fields=['priority', 'id'], name='mail_by_priority')],
                },
            ),
            migrations.CreateModel(
                name='MailTurn',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('until', models.DateTimeField()),
                    ('failures', models.PositiveSmallIntegerField(default=0)),
                    ('minute', models.DateTimeField()),
                    ('sent', models.PositiveIntegerField(default=0)),
                ],
            ),
            migrations.CreateModel(
                name='ApiToken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                    ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to='accounts.club')),
                    ('application', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL)),
                    ('name', models.CharField(max_length=40, verbose_name='nombre')),
                    ('token_hash', models.CharField(max_length=64, unique=True)),
                    ('scopes', models.JSONField(default=list)),
                    ('created_at', models.DateTimeField()),
                    ('expires_at', models.DateTimeField()),
                    ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'ordering': ('-pk',),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('application__isnull', False), ('revoked_at__isnull', True)), fields=('user', 'application'), name='one_consent_per_application')],
                },
            ),
            migrations.CreateModel(
                name='TokenWrite',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('token', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='writes', to='accounts.apitoken')),
                    ('method', models.CharField(max_length=6)),
                    ('path', models.CharField(max_length=200)),
                    ('at', models.DateTimeField(db_index=True)),
                    ('key', models.CharField(blank=True, max_length=200)),
                    ('body_hash', models.CharField(max_length=64)),
                    ('status', models.PositiveSmallIntegerField(default=0)),
                    ('answer', models.JSONField(blank=True, null=True)),
                ],
                options={
                    'ordering': ('-pk',),
                    'constraints': [models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('token', 'key'), name='one_write_per_idempotency_key')],
                },
            ),
            migrations.RemoveConstraint(
                model_name='user',
                name='avatar_is_drawn',
            ),
            migrations.AddField(
                model_name='user',
                name='daily_reminder',
                field=models.BooleanField(db_default=False, default=False),
            ),
            migrations.AddField(
                model_name='user',
                name='deck',
                field=models.CharField(choices=[('castellana', 'Castellana'), ('classic', 'Clásica')], db_default='castellana', default='castellana', max_length=10, verbose_name='cartas'),
            ),
            migrations.AddField(
                model_name='user',
                name='felt',
                field=models.CharField(choices=[('green', 'Verde'), ('wine', 'Bordó')], db_default='green', default='green', max_length=5, verbose_name='paño'),
            ),
            migrations.AddField(
                model_name='user',
                name='is_findable',
                field=models.BooleanField(db_default=True, default=True, verbose_name='mi página puede salir en buscadores'),
            ),
            migrations.AddField(
                model_name='user',
                name='reminded_on',
                field=models.DateField(blank=True, editable=False, null=True),
            ),
            migrations.AddIndex(
                model_name='user',
                index=models.Index(condition=models.Q(('anonymised_at__isnull', False)), fields=['anonymised_at'], name='anonymised_users'),
            ),
            migrations.AddConstraint(
                model_name='user',
                constraint=models.CheckConstraint(condition=models.Q(('avatar__isnull', True), ('avatar__lt', 24), _connector='OR'), name='avatar_is_drawn'),
            ),
            migrations.AddField(
                model_name='club',
                name='colour',
                field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=7),
            ),
            migrations.AddField(
                model_name='club',
                name='logo_version',
                field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=16),
            ),
            migrations.AddField(
                model_name='club',
                name='short_name',
                field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=24),
            ),
            migrations.AddField(
                model_name='club',
                name='text_colour',
                field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=7),
            ),
        ]),
    ]
