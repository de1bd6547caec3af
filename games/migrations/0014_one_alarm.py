"""One alarm that counts for each table, and the web process that sweeps while Celery is away."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_seats_version'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='alarm_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='heartbeat',
            name='holder',
            field=models.CharField(blank=True, max_length=32),
        ),
    ]
