"""Room for the codes of languages with a country or a region; who read Spanish read es-AR."""

from django.db import migrations, models

import accounts.values.languages


def name_the_region(apps, _schema_editor):
    apps.get_model('accounts', 'User').objects.filter(language='es').update(language='es-ar')


def leave_the_region(apps, _schema_editor):
    users = apps.get_model('accounts', 'User').objects
    users.exclude(language='en').update(language='es')


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_sings_flor'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='language',
            field=models.CharField(choices=accounts.values.languages.offered, default='es-ar', max_length=16, verbose_name='idioma'),
        ),
        migrations.RunPython(name_the_region, leave_the_region, elidable=True),
    ]
