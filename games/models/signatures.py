"""What the site signed."""

from django.db import models

from games.models.tables import Game


class RecordSignature(models.Model):
    """What the site signed of a finished game (`fair.signatures`), and the names it was told with.

    Names, salts and hashes stand in one order: the game's title, then the seats. A person who is
    erased leaves None for the name and "" for the salt.
    """

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, related_name="signature"
    )
    names = models.JSONField()
    salts = models.JSONField()
    hashes = models.JSONField()
    digest = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    key = models.CharField(max_length=64)  # the public one

    def __str__(self) -> str:
        return self.digest
