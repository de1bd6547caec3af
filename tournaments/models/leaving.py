"""Who is not there, as columns say it: who has left, and byes that were asked for."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.formats import byes, leaving
from tournaments.formats.outcome import Outcome


class Leaving(models.TextChoices):
    """What becomes of the matches of who leaves a table."""

    HALF = leaving.Leaving.HALF, _("se anulan sus partidos si jugó menos de la mitad")
    WALKOVER = leaving.Leaving.WALKOVER, _("pierde los partidos que le quedan")
    ANNUL = leaving.Leaving.ANNUL, _("se anulan todos sus partidos")


class ByePoints(models.TextChoices):
    """What a bye that is asked for gives."""

    NONE = byes.ByePoints.NONE, _("no suma")
    HALF = byes.ByePoints.HALF, _("suma ½ punto")
    FULL = byes.ByePoints.FULL, _("suma 1 punto")


class AskedBye(models.TextChoices):
    """What a bye that was asked for gave."""

    FULL = Outcome.BYE, _("libre pedida: 1 punto")
    HALF = Outcome.HALF_BYE, _("libre pedida: ½ punto")
    NONE = Outcome.ZERO_BYE, _("ausente")
