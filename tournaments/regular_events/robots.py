"""Players that are robots: those of the demo club, who also fill up evenings where few come."""

from itertools import chain, count
from typing import Final

from django.utils.text import slugify

from accounts.models import User
from accounts.names.validation import confusable_skeleton

NAMES: Final = (
    "Tato Pereyra",
    "Marita Quiroga",
    "Cholo Benítez",
    "Pocha Insúa",
    "Beto Arregui",
    "Chela Montiel",
    "Nino Caviglia",
    "Graciela Ferro",
    "Coco Ledesma",
    "Susi Barreiro",
    "Lalo Etcheverry",
    "Norma Duarte",
    "Pancho Iriarte",
    "Tita Roldán",
    "Cacho Sandoval",
    "Mirta Galván",
    "Rulo Ojeda",
    "Elvira Paz",
    "Quique Bentancor",
    "Olga Silveira",
    "Tito Larrañaga",
    "Nelly Acosta",
    "Beba Chiesa",
    "Mingo Peralta",
)


def robot_player(username: str, display_name: str) -> User:
    """Return the robot of that name, or of the next numbered name that no person has."""
    for name in chain((username,), (f"{username}.{number}" for number in count(2))):
        user = User.objects.filter(skeleton=confusable_skeleton(name)).first()
        if user is None:
            return User.objects.create_user(name, display_name=display_name, is_robot=True)
        if user.is_robot:
            return user
    raise AssertionError("the numbers do not end")


def robot_username(name: str) -> str:
    """Return the username of the robot of this name."""
    return slugify(name).replace("-", ".")
