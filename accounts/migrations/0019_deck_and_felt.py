
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0018_usernames_and_applications'),
    ]

    operations = [
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
    ]
