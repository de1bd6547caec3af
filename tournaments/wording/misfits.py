"""What does not fit a format, or a stage that follows, in words."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop

MISFITS: Final[Mapping[str, str]] = {
    "too-many-groups": gettext_noop("Son muchos grupos para ese cupo: van dos por grupo al menos."),
    "too-few-groups": gettext_noop("Son pocos grupos para ese cupo: hasta 128 por grupo."),
    "too-few-divisions": gettext_noop(
        "Son pocas divisiones para ese cupo: hasta 128 por división."
    ),
    "too-many-for-format": gettext_noop(
        "Son muchos para ese formato: hasta 128. Con más, grupos, suizo o eliminación."
    ),
    "too-few-for-format": gettext_noop(
        "Son pocos para un americano: hacen falta al menos cuatro, una mesa entera."
    ),
    "seats-of-another-format": gettext_noop(
        "El americano se juega en mesas de cuatro: cada uno se anota solo y juega de a dos."
    ),
    "too-many-qualifiers": gettext_noop("Pasan más de los que entran en un grupo."),
    "too-few-qualifiers": gettext_noop("Con un solo clasificado en total no hay con quién jugar."),
    "too-many-rounds": gettext_noop("Son más rondas que rivales hay en ese cupo."),
    "too-many-best": gettext_noop("No hay tantos que sigan: en cada grupo, uno a lo sumo."),
    "too-many-rounds-between": gettext_noop(
        "Para tantas rondas después de los grupos pasan pocos."
    ),
    "too-many-finalists": gettext_noop(
        "A las llaves no pueden ir más de los que llegan hasta ahí."
    ),
    "too-few-finalists": gettext_noop("Con un solo finalista no hay final."),
    "play-in-too-large": gettext_noop(
        "El repechaje decide a lo sumo la mitad de los lugares de las llaves, y hacen falta "
        "quienes lo jueguen."
    ),
    "finalists-of-nothing": gettext_noop(
        "Los grupos ya terminan en llaves: eso se elige si antes hay un suizo."
    ),
    "too-few-for-silver": gettext_noop(
        "Para la copa de plata tienen que quedar afuera al menos dos."
    ),
    "next-stage-paired": gettext_noop(
        "Los que pasaron de esa etapa ya juegan rondas sorteadas entre ellos: el resultado se "
        "puede corregir mientras pasen los mismos."
    ),
    "tie-break-twice": gettext_noop("El mismo desempate está dos veces."),
    "tie-break-of-another-format": gettext_noop("Ese desempate es de otro formato."),
}
