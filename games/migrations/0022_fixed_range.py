from django.db import migrations

FULL_GAME = "30"
TO_THIRTY = ("argentino", "argentino-flor", "trucoestrella")


def keep_the_range(apps, schema_editor):
    """Keep picos from 5 to 24 points in games set up before the range followed the target."""
    games = apps.get_model("games", "Game").objects.filter(options__pico="range")
    for game in games.only("preset", "options").iterator():
        usual = FULL_GAME if game.preset in TO_THIRTY else ""
        if game.options.get("target", usual) != FULL_GAME:
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
