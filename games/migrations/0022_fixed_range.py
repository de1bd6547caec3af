from django.db import migrations

FULL_GAME = 30
TARGETS = {"uruguayo": 40, "uruguayo-online": 40, "truc": 24}


def keep_the_range(apps, schema_editor):
    """Keep picos from 5 to 24 points in games that were set up before the range followed the target."""
    games = apps.get_model("games", "Game").objects.filter(options__pico="range")
    for game in games.only("preset", "options").iterator():
        target = game.options.get("target", TARGETS.get(game.preset, FULL_GAME))
        if int(target) != FULL_GAME:
            game.options = {**game.options, "pico": "fixed_range"}
            game.save(update_fields=["options"])


def back_to_range(apps, schema_editor):
    for game in apps.get_model("games", "Game").objects.filter(options__pico="fixed_range"):
        game.options = {**game.options, "pico": "range"}
        game.save(update_fields=["options"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0021_outages'),
    ]

    operations = [
        migrations.RunPython(keep_the_range, back_to_range),
    ]
