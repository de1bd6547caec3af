import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0017_terms_stated_once'),
    ]

    operations = [
        migrations.RenameModel('Board', 'Leaderboard'),
        migrations.RenameModel('BoardLine', 'LeaderboardLine'),
        migrations.AlterField(
            model_name='leaderboard',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='leaderboards', to='accounts.club'),
        ),
        migrations.AlterField(
            model_name='leaderboardline',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leaderboard_lines', to=settings.AUTH_USER_MODEL),
        ),
    ]
