"""How much may be said at a table."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Level(models.TextChoices):
    """What a table allows beside the game; señas are a rule of the game and stay."""

    NONE = "none", _("nada")
    PHRASES = "phrases", _("frases")
    CHAT = "chat", _("frases y charla escrita")
