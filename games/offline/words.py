"""What the game in the browser says: calls, cards and reasons in the reader's language."""

from typing import Any

from django.utils.translation import gettext as _

from games.artwork.faces import Mood, face
from games.engine import PRESETS, Card, Rules, deck_for, known_calls
from games.house_rules import canto, dialect_of, gloss_of, is_french, preset, raised_to
from games.offline.tables import offered, offline_rules
from games.robots.cast import CAST, Character
from games.robots.levels import RobotLevel
from games.table_view.call_buttons import ASK_AGAIN
from games.table_view.labels import REASONS, card_name, reason

ROBOTS: dict[str, str] = {RobotLevel.APRENDIZ.value: "porota", RobotLevel.BOLICHE.value: "quique"}
"""Who plays at each level."""
_ANSWERS = ("quiero", "no", "mazo", "mazo:show", "joga", "corre", "buenas")
_OF_BRAZIL = frozenset(("mao-x", "mao-x-refused", "truco-in-mao-x"))


def page_words(home: str) -> dict[str, Any]:
    """Return all texts of the page, the preset it begins with, and the calls that ask again."""
    return {
        "grave": sorted(ASK_AGAIN),
        "home": home if home in offered() else offered()[0],
        "presets": {name: _preset(offline_rules(name)) for name in offered()},
        "cards": {
            "spanish": _cards(PRESETS["argentino"]),
            "french": _cards(PRESETS["paulista"]),
        },
        "robots": {level: _robot(CAST[key]) for level, key in ROBOTS.items()},
        "say": _say(),
    }


def _preset(rules: Rules) -> dict[str, Any]:
    dialect = dialect_of(rules)
    known = known_calls(rules)
    more = ("mas",) if rules.envido_ladder == "libre" else ()
    tokens = (*known.envido, *more, *known.flor, *known.truco, *_ANSWERS)
    calls = {str(token): canto(token, dialect) for token in tokens}
    for nth in (2, 3):
        if (again := canto("envido", dialect, nth)) != calls.get("envido", again):
            calls[f"envido{nth}"] = again
    glosses = {str(token): gloss_of(token, raised_to(token, rules), dialect) for token in tokens}
    return {
        "name": preset(rules.preset),
        "target": rules.target,
        "deck": "french" if is_french(rules.preset) else "spanish",
        "calls": calls,
        "glosses": {token: gloss for token, gloss in glosses.items() if gloss},
        "reasons": {code: reason(code, dialect) for code in _reasons(rules)},
    }


def _reasons(rules: Rules) -> list[str]:
    """Return the codes for points that these rules can give."""
    codes = [
        code for code in REASONS if code != "judge" and (rules.mao_x or code not in _OF_BRAZIL)
    ]
    return [*codes, "mazo"]


def _cards(rules: Rules) -> dict[str, str]:
    return {str(card): card_name(Card(*card), rules.preset) for card in deck_for(rules)}


def _robot(character: Character) -> dict[str, Any]:
    moods = {mood.value: face(character.face, mood) for mood in Mood}
    return {
        "name": character.name,
        "faces": moods,
        "hello": character.greeting,
        "beaten": character.beaten,
    }


def _say() -> dict[str, str]:
    """Return the sentences that the script completes; `{}` stands for what it puts in."""
    return {
        "you": _("Vos"),
        "your_turn": _("Te toca: jugá una carta o cantá."),
        "your_answer": _("Te toca contestar: {call}."),
        "your_choice": _("Decidí si jugás esta mano."),
        "thinks": _("{name} piensa…"),
        "says": _("{name}: ¡{call}!"),
        "plays": _("{name}: {card}"),
        "covered": _("carta tapada"),
        "place": _("Carta {number}, sin mirar"),
        "trick": _("Baza para {name}"),
        "tied": _("Baza parda"),
        "points": _("{name} +{points}: {reason}"),
        "hand_won": _("La mano es tuya."),
        "hand_lost": _("La mano es de {name}."),
        "hand_tied": _("La mano no es de nadie."),
        "game_won": _("Ganaste, {mine} a {theirs}."),
        "game_lost": _("Ganó {name}, {theirs} a {mine}."),
        "next_hand": _("Otra mano"),
        "next_game": _("Otra partida"),
        "sure": _("¿Seguro?"),
        "mano": _("mano"),
        "shown": _("{name} muestra: {cards}"),
        "above": _("{card}, y la otra debajo"),
        "cover": _("Jugar tapada"),
        "worth": _("la mano vale {points}"),
        "muestra": _("muestra"),
        "wins": _("Ganadas: {won}. Perdidas: {lost}."),
        "none": _("Todavía no jugaste ninguna."),
        "offline": _("No hay conexión"),
    }
