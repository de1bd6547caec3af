"""`python -m training`: learn a table for two seats and write its file."""

import argparse
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from games.engine import PRESETS, Rules, make_rules
from games.robots.policy_tables import FOLDER
from games.robots.policy_tables.info_sets import END
from games.robots.policy_tables.rule_mapping import TERMS
from training.library import Learner, compiled, most_paid
from training.table_file import packed


class Recipe(NamedTuple):
    """The numbers that a table is made with, besides its rules."""

    deals: int
    most: int
    """Situations in the file: those met most."""


USUAL: Final = Recipe(2_000_000, 1_200_000)
RECIPES: Final[Mapping[str, Recipe]] = {
    "argentino-2-30": Recipe(7_000_000, 694_672),
    "argentino-2-15": Recipe(4_000_000, 442_495),
    "argentino-2-end": Recipe(1_500_000, 1_235_000),
    "paulista-2-12": Recipe(1_500_000, 694_672),
    "mineiro-2-12": Recipe(1_500_000, 694_672),
}
"""By the name of the table; all others are `USUAL`."""
FAMILIES: Final = (
    *("argentino", "uruguayo-online", "truc", "gauderio", "paulista", "mineiro"),
    *("venezolano", "mallorqui"),
)
"""The presets that the model knows."""
STEPS = 50
PART_COUNTED = 5
"""The points of hands are counted from so many hands: a fifth of a step's deals."""
FIRST = {(1, 0): 20, (2, 0): 15, (3, 0): 6, (4, 0): 4, (2, 1): 5, (2, 2): 2}
"""The initial guess of the points of hands: symmetric, with a small advantage for the mano."""
FIRST_BY_LEVEL = (20, 12, 4, 2)
"""The same where hands pay a truco and nothing else, by its level."""


def rules_of(preset: str, target: int) -> Mapping[str, object]:
    """Return the rules of a table in the format of its header."""
    seats = {} if PRESETS[preset].seats == 2 else {"seats": "2"}
    return {"preset": preset, "options": {"target": str(target), **seats}}


def first_prices(rules: Rules) -> list[float]:
    """Return the guess in the format of `Learner.set_prices`."""
    size = most_paid(rules) + 1
    prices, guess = [0.0] * size**2, FIRST
    if rules.envido_ladder == "none":
        levels = zip(rules.truco_prices, FIRST_BY_LEVEL, strict=False)
        guess = {(price, 0): often for price, often in levels}
    for (more, less), often in guess.items():
        prices[more * size + less] += 1.1 * often
        prices[less * size + more] += often
    return prices


def main() -> None:
    """Learn, print the progress, and write the table."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--preset", choices=FAMILIES, default="argentino")
    parser.add_argument("--target", type=int, help="points of a game; else the preset's")
    parser.add_argument("--deals", type=int, help="else those that its file was made with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", type=int, default=1 << 24, help="situations in memory")
    parser.add_argument("--most", type=int, help="situations in the file; else as many as it has")
    parser.add_argument(
        "--end", action="store_true", help="only scores at which both sides need four at most"
    )
    parser.add_argument("--to", type=Path, help="the file; else the robots' own")
    arguments = parser.parse_args()
    target = arguments.target or PRESETS[arguments.preset].target
    rules = make_rules(arguments.preset, {"target": str(target), "seats": "2"})
    name = f"{rules.preset}-{rules.seats}-{rules.target}"
    if arguments.end:
        name = TERMS[rules.preset].end or parser.error("this family has no table of the end")
    to = arguments.to or FOLDER / f"{name}.table"
    recipe = RECIPES.get(name, USUAL)
    deals, most = arguments.deals or recipe.deals, arguments.most or recipe.most
    part, began = deals // STEPS, time.process_time()
    with compiled(rules, end_fine=arguments.end) as library:
        learner = Learner(library, arguments.seed, arguments.room, most_paid(rules))
        prices = first_prices(rules)
        for step in range(1, STEPS + 1):
            learner.set_prices(prices)
            learner.go_on((step - 1) * part, part, STEPS * part)
            if not arguments.end:
                prices = learner.gains(part // PART_COUNTED)
            print(f"{step * part} deals, {time.process_time() - began:.0f} s of CPU", flush=True)
        rows = (row for row in learner.strategies() if (row[0] >= END) == arguments.end)
        content = packed(rules_of(rules.preset, rules.target), rows, most)
    to.write_bytes(content)
    print(f"{to}: {len(content)} bytes")


if __name__ == "__main__":
    main()
