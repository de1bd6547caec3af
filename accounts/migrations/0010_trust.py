from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def list_sessions(apps, schema_editor):
    """Sessions of before are listed like later ones, so that they can be ended, too."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    people = set(
        apps.get_model('accounts', 'User')
        .objects.filter(is_guest=False, is_link=False)
        .values_list('pk', flat=True)
    )
    UserSession = apps.get_model('usersessions', 'UserSession')
    found = []
    rows = apps.get_model('sessions', 'Session').objects.filter(expire_date__gt=timezone.now())
    for row in rows.iterator():
        person = store.decode(row.session_data).get('_auth_user_id', '')
        if person.isdigit() and int(person) in people:
            found.append(
                UserSession(
                    user_id=int(person), session_key=row.session_key, ip='0.0.0.0', user_agent=''
                )
            )
    UserSession.objects.bulk_create(found, batch_size=500, ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_links'),
        ('sessions', '0001_initial'),
        ('usersessions', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='is_guarded',
            field=models.BooleanField(default=False, verbose_name='segundo factor para organizar'),
        ),
        migrations.AddField(
            model_name='user',
            name='devices_noted',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.CreateModel(
            name='Rename',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.CharField(max_length=40)),
                ('at', models.DateTimeField(db_index=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='renames', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-at', '-pk'),
            },
        ),
        migrations.RunPython(list_sessions, migrations.RunPython.noop),
    ]
