"""What a club brought along is shown from columns; its files, held and written down."""

import hashlib
import json

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.utils.dateparse import parse_datetime


def fill_from_documents(apps, schema_editor):
    """Write down what pages show of each document, one document in memory at a time."""
    events, seen = apps.get_model("tournaments", "PastEvent").objects.order_by("pk"), set()
    for event in events.iterator(chunk_size=1):
        told = event.document
        text = json.dumps(told, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
        digest = hashlib.sha256(text.encode()).hexdigest()
        if (event.club_id, digest) in seen:  # alike since names were erased in both
            digest = hashlib.sha256(f"{event.pk}".encode()).hexdigest()
        seen.add((event.club_id, digest))
        champion = told["champion"]
        events.filter(pk=event.pk).update(
            name=told["name"][:80],
            finished_at=told["finished_at"] and parse_datetime(told["finished_at"]),
            champion=told["entries"][champion - 1]["name"][:200] if champion else "",
            entries=len(told["entries"]),
            matches=len(told["matches"]),
            digest=digest,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0012_exports'),
        ('tournaments', '0038_americano'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='pastevent',
            name='name',
            field=models.CharField(default='', max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='pastevent',
            name='finished_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='pastevent',
            name='champion',
            field=models.CharField(blank=True, default='', max_length=200),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='pastevent',
            name='entries',
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='pastevent',
            name='matches',
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='pastevent',
            name='digest',
            field=models.CharField(default='', max_length=64),
            preserve_default=False,
        ),
        migrations.RunPython(fill_from_documents, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='pastevent',
            constraint=models.UniqueConstraint(fields=('club', 'digest'), name='past_event_once_per_club'),
        ),
        migrations.CreateModel(
            name='ClubFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('held', 'Held'), ('brought', 'Brought'), ('taken', 'Taken')], max_length=7)),
                ('at', models.DateTimeField()),
                ('competitions', models.PositiveIntegerField()),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('data', models.BinaryField(null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='files', to='accounts.club')),
            ],
            options={
                'ordering': ('-at', '-pk'),
            },
        ),
        migrations.AddConstraint(
            model_name='clubfile',
            constraint=models.UniqueConstraint(condition=Q(state='held'), fields=('by',), name='one_file_held_of_a_person'),
        ),
        migrations.AddConstraint(
            model_name='clubfile',
            constraint=models.CheckConstraint(condition=Q(('state', 'held'), ('data__isnull', True), _connector='XOR'), name='data_of_held_files_alone'),
        ),
        migrations.AddConstraint(
            model_name='clubfile',
            constraint=models.CheckConstraint(condition=Q(('state', 'held'), ('club__isnull', False), _connector='OR'), name='files_are_of_a_club'),
        ),
    ]
