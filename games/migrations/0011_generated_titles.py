"""Casual tables had titles made up in the language of whoever opened them."""

from django.db import migrations


def leave_them_to_the_reader(apps, _schema_editor):
    apps.get_model('games', 'Game').objects.filter(page='').update(title='')


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_one_device'),
    ]

    operations = [
        migrations.RunPython(leave_them_to_the_reader, migrations.RunPython.noop, elidable=True),
    ]
