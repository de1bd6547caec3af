"""Add puzzles to the stored set of a family, from hands that robots play."""

import json
from argparse import ArgumentParser
from itertools import count, islice
from typing import Any

from django.core.management.base import BaseCommand

from games.evaluation.puzzles import generate_set
from games.house_rules import FAMILIES
from games.puzzles.stored import read_set, set_path


class Command(BaseCommand):
    help = "Adds puzzles to the stored set of a family (games/puzzles/sets)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("family", choices=FAMILIES)
        parser.add_argument("--count", type=int, default=20, help="puzzles to add")
        parser.add_argument("--seed", default="1", help="another seed gives other puzzles")

    def handle(self, *args: Any, **options: Any) -> None:
        family, known = options["family"], {each["key"] for each in read_set(options["family"])}
        puzzles = (
            puzzle
            for number in count()
            for puzzle in generate_set(family, f"{family}-{options['seed']}-{number}")
            if puzzle["key"] not in known
        )
        with set_path(family).open("a", encoding="utf-8") as lines:
            for puzzle in islice(puzzles, options["count"]):
                lines.write(json.dumps(puzzle, ensure_ascii=False, separators=(",", ":")) + "\n")
                lines.flush()
                self.stdout.write(f"{puzzle['key']} {puzzle.get('theme', 'accept')}")
