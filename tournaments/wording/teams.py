"""Why something about a team was refused, in words for people."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop

REFUSALS: Final[Mapping[str, str]] = {
    "no-such-team": gettext_noop("Ese equipo ya no está así: miralo de nuevo."),
    "team-dissolved": gettext_noop("Ese equipo se disolvió: lo que jugó queda, y nada más cambia."),
    "not-team-captain": gettext_noop("Eso lo hace quien es capitán del equipo."),
    "account-needed": gettext_noop(
        "Para estar en un equipo hace falta una cuenta: los invitados no vuelven."
    ),
    "not-in-club": gettext_noop("Primero hay que ser socio de ese club."),
    "too-many-teams": gettext_noop(
        "Ya sos capitán de muchos equipos: pasá o disolvé alguno antes de hacer otro."
    ),
    "team-name-taken": gettext_noop(
        "El club ya tiene un equipo con ese nombre o uno muy parecido."
    ),
    "team-full": gettext_noop("En ese equipo ya no entra nadie más."),
    "not-in-team": gettext_noop("Esa persona no está en el equipo, o está sin cuenta."),
    "captain-stays": gettext_noop(
        "Quien es capitán no se va así: primero pasa la capitanía, o disuelve el equipo."
    ),
    "captain-already": gettext_noop("Esa persona ya es capitán del equipo."),
    "captaincy-not-offered": gettext_noop(
        "El equipo ya tiene capitán, y no te ofreció la capitanía a vos, o ya no."
    ),
    "team-entered": gettext_noop("Ese equipo ya está en esta competencia."),
    "in-another-team": gettext_noop(
        "Alguien de esa formación ya está en esta competencia, en otro equipo: nadie juega dos"
        " veces."
    ),
    "wrong-line-up": gettext_noop(
        "Elegí justo a quienes juegan, y no más suplentes que los que se permiten."
    ),
    "not-for-teams": gettext_noop(
        "Acá cada quien se anota solo: no es una competencia de equipos."
    ),
}
