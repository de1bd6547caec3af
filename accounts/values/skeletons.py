"""What a name looks like: two names with one skeleton would be mistaken for each other."""

import unicodedata
from typing import Any

from django.db import models

# Signs of other scripts that people read as a Latin letter (after UTS #39, shortened).
GREEK_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhlkmnoptyx")
LOOKALIKES = str.maketrans(
    "авеѕіјкмнорсԛԝтухһԁɡαβγεζηικμνορτυχωıłøđðħŧ01i|_. ·",
    "abesljkmhopcqwtyxhdgabyeznlkmvoptuxwlloddhtolll----",
)
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def skeleton(name: str) -> str:
    """Return what `name` looks like, without case, accents and look-alikes."""
    apart = unicodedata.normalize("NFKD", name).translate(GREEK_CAPITALS).casefold()
    bare = "".join(sign for sign in apart if not unicodedata.category(sign).startswith("M"))
    plain = bare.translate(LOOKALIKES)
    for pair, single in PAIRS:
        plain = plain.replace(pair, single)
    return plain


class SkeletonField(models.CharField):  # type: ignore[type-arg]  # generic for mypy only
    """A unique column that follows another: the skeleton of `source`, written with each save."""

    def __init__(self, *args: Any, source: str, **kwargs: Any) -> None:
        self.source = source
        super().__init__(*args, **{**kwargs, "unique": True, "editable": False})

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["unique"], kwargs["editable"]
        return name, path, args, {**kwargs, "source": self.source}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = skeleton(getattr(model_instance, self.source))
        setattr(model_instance, self.attname, value)
        return value
