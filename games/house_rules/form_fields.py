"""Form fields for the options of a preset, and their conversion to `Rules`.

An input is named after the option's key. An empty value means what a new table of
that size is proposed.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from games.engine import (
    CHOICES,
    HOUSE,
    OPTION_KEYS,
    PRESETS,
    RANGES,
    USUAL,
    Rules,
    RulesError,
    house_rules,
)
from games.engine.calls import TRUCOS
from games.engine.ranks import RANKS
from games.house_rules import labels as house_rules_labels

OPTIONS_OF: Final = "options_of"
"""The hidden input with the preset whose values a form proposed."""
USUAL_FIRST: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(key for key in OPTION_KEYS if key in USUAL[name]) for name in PRESETS
}
"""Per preset, the options that its tables usually change, in the rulebook's order."""
FURTHER: Final[Mapping[str, tuple[str, ...]]] = {
    name: tuple(key for key in OPTION_KEYS if key not in USUAL[name]) for name in PRESETS
}
"""Per preset, every other option; a club may still change it."""
SIZES: Final[Mapping[str, frozenset[int]]] = {
    "pico": frozenset({6}),
    "pico_from": frozenset({6}),
    "pico_left": frozenset({6}),
    "pico_falta_cap": frozenset({6}),
    "signals": frozenset({4, 6}),
}
"""The numbers of seats for which an option has a meaning: partners sign, six play pico."""


def is_played(key: str, seats: int) -> bool:
    """Return whether an option has a meaning at a table of this size."""
    return key not in SIZES or seats in SIZES[key]


_OF_ENVIDO_AND_FLOR: Final = frozenset(
    (
        *("halves", "flor", "flor_value", "flor_contest", "flor_vs_flor", "flores_paid"),
        *("flor_sung", "resto", "resto_flores", "envido_ladder", "envido_refusal"),
        *("envido_callers", "declaration", "envido_shown", "unshown_envido", "falta"),
        *("envido_first", "truco_refuses_envido", "mazo_bonus", "cover_counts"),
        *("envido_at_end", "perros", "perros_stay"),
    )
)


def is_offered(preset: str, key: str) -> bool:
    """Return whether forms of a preset ask for an option.

    They leave out what means nothing in its family, and envido and flor where a mão de X is played.
    """
    base = PRESETS[preset]
    match key:
        case "muestra":
            return bool(RANKS[base.ranks].piezas)
        case "truco_top" | "fuera_wins":
            return len(base.truco_prices) <= len(TRUCOS)
        case _:
            return not (base.mao_x and key in _OF_ENVIDO_AND_FLOR)


def option_fields(preset: str) -> dict[str, forms.Field]:
    """Return a field for every option, the usual ones of the preset first."""
    usual = {key: _usual_field(preset, key) for key in USUAL_FIRST[preset]}
    return usual | {key: _further_field(preset, key) for key in FURTHER[preset]}


def fit_to_preset(preset: str, data: Mapping[str, str]) -> dict[str, str]:
    """Return form data after a change of preset: keep values that fit, reset the others.

    `OPTIONS_OF` names the former preset. What it proposed was not chosen by the reader, so it is
    reset, too.
    """
    if preset not in PRESETS:
        return dict(data)
    former = data.get(OPTIONS_OF, preset)
    if former != preset and former in PRESETS:
        data = _chosen_for(preset, former, data)
    seats = seats_in(preset, data)
    data = {key: value for key, value in data.items() if is_played(key, seats)}
    usual = {
        key: data[key] if data.get(key) in values_of(preset, key) else house_option(preset, key)
        for key in USUAL_FIRST[preset]
    }
    return {**data, **usual}


def refit_if_preset_changed(data: Mapping[str, str]) -> dict[str, str]:
    """Return sent form data, fitted to its preset if another one proposed its options.

    Without scripts readers may choose another preset and send the form before they see its options.
    """
    preset = data.get("preset", "")
    former = data.get(OPTIONS_OF, preset)
    is_changed = former in PRESETS and former != preset
    return fit_to_preset(preset, data) if is_changed else dict(data)


def _chosen_for(preset: str, former: str, data: Mapping[str, str]) -> dict[str, str]:
    """Return the data without what `former` proposed and without what conflicts in `preset`."""
    options = {key: data[key] for key in OPTION_KEYS if data.get(key)}
    chosen = {key: value for key, value in options.items() if value != house_option(former, key)}
    usual = _without_conflicts(
        preset,
        {
            key: chosen[key]
            for key in USUAL_FIRST[preset]
            if chosen.get(key) in values_of(preset, key)
        },
    )
    further = {  # each with the usual ones: pico is for six
        key: chosen[key]
        for key in FURTHER[preset]
        if key in chosen
        and is_offered(preset, key)
        and _conflict(preset, {**usual, key: chosen[key]}) is None
    }
    others = {key: value for key, value in data.items() if key not in OPTION_KEYS}
    return {**others, **_without_conflicts(preset, {**usual, **further})}


def _without_conflicts(preset: str, chosen: dict[str, str]) -> dict[str, str]:
    """Return the options without those that conflict with each other in a preset."""
    while (error := _conflict(preset, chosen)) is not None:
        blamed = chosen.keys() & error.keys
        chosen = {key: chosen[key] for key in chosen.keys() - blamed} if blamed else {}
    return chosen


def _conflict(preset: str, options: Mapping[str, str]) -> RulesError | None:
    """Return why options do not go with a preset, or None."""
    try:
        house_rules(preset, options)
    except RulesError as error:
        return error
    return None


def seats_in(preset: str, data: Mapping[str, Any]) -> int:
    """Return the number of seats in the form data, or the preset's."""
    value = str(data.get("seats", ""))
    return int(value) if value in CHOICES["seats"] else PRESETS[preset].seats


def read_rules(preset: str, cleaned: Mapping[str, Any]) -> Rules:
    """Return the rules of a cleaned form; RulesError names options that conflict."""
    options = {key: str(cleaned[key]) for key in OPTION_KEYS if cleaned.get(key) not in (None, "")}
    return house_rules(preset, options)


def house_option(preset: str, key: str) -> str:
    """Return the value that a new table of the preset is proposed."""
    return HOUSE.get(preset, {}).get(key) or PRESETS[preset].option(key)


@cache
def values_of(preset: str, key: str) -> tuple[str, ...]:
    """Return the values of a usual option: the proposed one, the usual ones, all that may be.

    Seats and points are only the usual ones.
    """
    default, usual = house_option(preset, key), USUAL[preset][key]
    further = () if key == "seats" else CHOICES.get(key, ())
    possible = (value for value in further if _conflict(preset, {key: value}) is None)
    return tuple(dict.fromkeys((default, *usual, *possible)))


def _usual_field(preset: str, key: str) -> forms.Field:
    default, values = house_option(preset, key), values_of(preset, key)
    return forms.ChoiceField(
        label=house_rules_labels.label(key),
        help_text=house_rules_labels.help_text(key, preset),
        choices=[(value, house_rules_labels.choice(key, value, preset)) for value in values],
        initial=default,
        required=False,
        widget=forms.RadioSelect,
    )


def _further_field(preset: str, key: str) -> forms.Field:
    default = house_rules_labels.choice(key, house_option(preset, key), preset)
    if key in RANGES:
        allowed = RANGES[key]
        return forms.IntegerField(
            label=house_rules_labels.label(key),
            help_text=house_rules_labels.help_text(key, preset),
            min_value=allowed[0],
            max_value=allowed[-1],
            required=False,
            widget=forms.NumberInput(attrs={"placeholder": default}),
        )
    as_preset = ("", _("como el reglamento: %(value)s") % {"value": default})
    choices = [(value, house_rules_labels.choice(key, value, preset)) for value in CHOICES[key]]
    return forms.ChoiceField(
        label=house_rules_labels.label(key),
        help_text=house_rules_labels.help_text(key, preset),
        choices=[as_preset, *choices],
        required=False,
    )
