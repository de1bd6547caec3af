"""The tables of accounts as release 0.7.0 left them; replaces the twelve steps that led there."""

import accounts.i18n.languages
import accounts.names.validation
import accounts.names.validation
import accounts.i18n.time_zones
import django.contrib.auth.models
import django.db.models.deletion
import django.db.models.functions.comparison
import django.utils.timezone
from django.conf import settings
from django.db import migrations
from django.db import models

from truco_site.table_changes import ChangeTables


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_match_mail'),
        ('accounts', '0003_guests'),
        ('accounts', '0004_push_subscriptions'),
        ('accounts', '0005_friendships'),
        ('accounts', '0006_avatars'),
        ('accounts', '0007_sings_flor'),
        ('accounts', '0008_languages'),
        ('accounts', '0009_links'),
        ('accounts', '0010_trust'),
        ('accounts', '0011_measures'),
        ('accounts', '0012_exports'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        ChangeTables([
            migrations.CreateModel(
                name='User',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('password', models.CharField(max_length=128, verbose_name='password')),
                    ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                    ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                    ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                    ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                    ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                    ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                    ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                    ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                    ('username', models.CharField(error_messages={'unique': 'Ese nombre ya está tomado.'}, max_length=30, unique=True, validators=[accounts.names.validation.validate_username], verbose_name='nombre de usuario')),
                    ('skeleton', accounts.names.validation.SkeletonField(max_length=60, source='username')),
                    ('display_name', models.CharField(blank=True, max_length=40, validators=[accounts.names.validation.validate_shown_name], verbose_name='nombre a la vista')),
                    ('language', models.CharField(choices=accounts.i18n.languages.language_choices, default='es-ar', max_length=16, verbose_name='idioma')),
                    ('zone', models.CharField(default='America/Argentina/Buenos_Aires', max_length=64, validators=[accounts.i18n.time_zones.validate_zone], verbose_name='zona horaria')),
                    ('motion', models.CharField(choices=[('normal', 'Normal'), ('fast', 'Rápida'), ('none', 'Sin movimiento')], default='normal', max_length=6, verbose_name='animación')),
                    ('tap_twice', models.BooleanField(default=False, verbose_name='tocar dos veces para jugar')),
                    ('sings_flor', models.BooleanField(default=False, verbose_name='cantar la flor sola')),
                    ('match_mail', models.BooleanField(default=True, verbose_name='avisos por correo de mis partidos')),
                    ('named_in_exports', models.BooleanField(default=False, verbose_name='mi nombre puede salir en archivos de mis clubes')),
                    ('muted', models.JSONField(blank=True, default=list)),
                    ('avatar', models.PositiveSmallIntegerField(blank=True, editable=False, null=True)),
                    ('is_robot', models.BooleanField(default=False, editable=False)),
                    ('is_guest', models.BooleanField(default=False, editable=False)),
                    ('is_link', models.BooleanField(default=False, editable=False)),
                    ('devices_noted', models.BooleanField(default=False, editable=False)),
                    ('visited_at', models.DateTimeField(editable=False, null=True)),
                    ('anonymised_at', models.DateTimeField(editable=False, null=True)),
                    ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                    ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ],
                options={
                    'verbose_name': 'user',
                    'verbose_name_plural': 'users',
                    'abstract': False,
                    'constraints': [models.CheckConstraint(condition=models.Q(('is_guest', False), ('visited_at__isnull', False), _connector='OR'), name='guest_has_visited'), models.CheckConstraint(condition=models.Q(('is_link', False), models.Q(('is_guest', False), ('is_robot', False)), _connector='OR'), name='link_is_nobody_else'), models.CheckConstraint(condition=models.Q(('avatar__isnull', True), ('avatar__lt', 12), _connector='OR'), name='avatar_is_drawn')],
                },
                managers=[
                    ('objects', django.contrib.auth.models.UserManager()),
                ],
            ),
            migrations.CreateModel(
                name='Rename',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='renames', to=settings.AUTH_USER_MODEL)),
                    ('before', models.CharField(max_length=40)),
                    ('at', models.DateTimeField(db_index=True)),
                ],
                options={
                    'ordering': ('-at', '-pk'),
                },
            ),
            migrations.CreateModel(
                name='Friendship',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('asker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friendships_asked', to=settings.AUTH_USER_MODEL)),
                    ('asked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friendships_answered', to=settings.AUTH_USER_MODEL)),
                    ('asked_at', models.DateTimeField()),
                    ('agreed_at', models.DateTimeField(null=True)),
                    ('declined_at', models.DateTimeField(null=True)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(django.db.models.functions.comparison.Least('asker', 'asked'), django.db.models.functions.comparison.Greatest('asker', 'asked'), name='one_friendship_per_pair'), models.CheckConstraint(condition=models.Q(('asker', models.F('asked')), _negated=True), name='friends_are_two')],
                },
            ),
            migrations.CreateModel(
                name='PushSubscription',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to=settings.AUTH_USER_MODEL)),
                    ('endpoint', models.CharField(max_length=1000, unique=True)),
                    ('p256dh', models.CharField(max_length=100)),
                    ('auth', models.CharField(max_length=32)),
                    ('session_key', models.CharField(db_index=True, max_length=40)),
                    ('created_at', models.DateTimeField()),
                    ('failures', models.PositiveSmallIntegerField(default=0)),
                    ('rests_until', models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    'ordering': ('pk',),
                },
            ),
            migrations.CreateModel(
                name='Club',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60, unique=True, validators=[accounts.names.validation.validate_unique_name], verbose_name='nombre')),
                    ('skeleton', accounts.names.validation.SkeletonField(max_length=120, source='name')),
                    ('slug', models.SlugField(max_length=60, unique=True)),
                    ('zone', models.CharField(default='America/Argentina/Buenos_Aires', max_length=64, validators=[accounts.i18n.time_zones.validate_zone], verbose_name='zona horaria')),
                    ('about', models.CharField(blank=True, max_length=400, validators=[accounts.names.validation.validate_shown_name], verbose_name='presentación')),
                    ('is_guarded', models.BooleanField(default=False, verbose_name='segundo factor para organizar')),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    'ordering': ('name',),
                },
            ),
            migrations.CreateModel(
                name='Membership',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='accounts.club')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                    ('role', models.CharField(choices=[('owner', 'dueño'), ('organiser', 'organizador'), ('member', 'socio')], default='member', max_length=9, verbose_name='rol')),
                    ('joined_at', models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='one_role_per_club'), models.UniqueConstraint(condition=models.Q(('role', 'owner')), fields=('club',), name='one_owner_per_club')],
                },
            ),
            migrations.CreateModel(
                name='Invitation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='accounts.club')),
                    ('token_hash', models.CharField(max_length=64, unique=True)),
                    ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                    ('created_at', models.DateTimeField()),
                    ('expires_at', models.DateTimeField()),
                    ('uses', models.PositiveSmallIntegerField(default=0)),
                    ('max_uses', models.PositiveSmallIntegerField()),
                ],
                options={
                    'constraints': [models.CheckConstraint(condition=models.Q(('uses__lte', models.F('max_uses'))), name='invitation_uses_are_capped')],
                },
            ),
            migrations.CreateModel(
                name='Measure',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('suspension', 'suspensión'), ('name', 'nombre a la vista cambiado'), ('club-name', 'club rebautizado')], max_length=10)),
                    ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='measures', to=settings.AUTH_USER_MODEL)),
                    ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='measures', to='accounts.club')),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('reason', models.CharField(max_length=200, verbose_name='motivo')),
                    ('before', models.CharField(blank=True, max_length=60)),
                    ('after', models.CharField(blank=True, max_length=60)),
                    ('at', models.DateTimeField()),
                    ('until', models.DateTimeField(null=True, verbose_name='hasta')),
                    ('lifted_at', models.DateTimeField(null=True)),
                    ('lifted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('lifted_reason', models.CharField(blank=True, max_length=200)),
                ],
                options={
                    'ordering': ('-at', '-pk'),
                    'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', False), ('kind', 'club-name'), _connector='XOR'), name='measure_is_about_one')],
                },
            ),
        ]),
        migrations.AddField(
            model_name='club',
            name='members',
            field=models.ManyToManyField(related_name='clubs', through='accounts.Membership', to=settings.AUTH_USER_MODEL),
        ),
    ]
