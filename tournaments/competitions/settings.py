"""Settings of a competition as one value, its stored stages and its expected length.

Settings are converted to stages and back.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, make_dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any, Final

from games.engine import USUAL, Rules
from games.house_rules import choice, preset
from tournaments.common.form_fields import column
from tournaments.competitions.board_labels import made_of
from tournaments.formats.catalogue import FORMATS, choices
from tournaments.formats.club_match import ranked_by_boards, read_boards, write_boards
from tournaments.formats.errors import FormatError
from tournaments.formats.format import StagePlan
from tournaments.formats.later_stages import OF_A_KNOCKOUT
from tournaments.formats.options import SCALE, FormatOptions
from tournaments.formats.outline import Batch, Pace
from tournaments.formats.points_scale import misfits_of_scale, scale_of, write_scale
from tournaments.formats.qualification import Promotion
from tournaments.formats.series import can_time_rounds, misfits_of_round_games, read_round_games
from tournaments.models import Competition, Stage
from tournaments.models.stages import FORMAT_COLUMNS

FEWEST_GAMES: Final = 3
"""Fewest games or boards of a match that one of them can decide."""


def stages_of(shape: FormatOptions) -> Iterator[Stage]:
    """Yield the unsaved stages that a format's options produce, in order."""
    how = FORMATS[shape.format]
    for number, plan in enumerate(how.stages(how.settled(shape)), start=1):
        settled = FORMATS[plan.shape.format].settled(plan.shape)
        columns = {name: getattr(settled, name) for name in FORMAT_COLUMNS}
        columns["tie_breaks"] = list(settled.tie_breaks)
        yield Stage(number=number, tier=plan.tier, **columns)


def shape_of(stages: Sequence[Stage]) -> FormatOptions:
    """Return the format options from which these stages, in order, were made."""
    first = stages[0]
    last = [stage for stage in stages if stage.tier == 1][-1]
    return replace(
        first.shape,
        **{name: getattr(last, name) for name in OF_A_KNOCKOUT},
        divisions=max(stage.tier for stage in stages) if first.how.has_seasons else 1,
    )


def plans_of(stages: Sequence[Stage]) -> tuple[StagePlan, ...]:
    """Return the plan of each stage of a competition, with the source of its entries."""
    plans = stages[0].how.stages(shape_of(stages))
    return tuple(
        replace(plan, takes=replace(plan.takes, movers=stages[0].competition.movers))
        if isinstance(plan.takes, Promotion)
        else plan
        for plan in plans
    )


def rules_in_words(value: Rules, boards: Sequence[int] = ()) -> str:
    """Describe the rules in one line: `Truco argentino a 15, 1 contra 1`, or with its boards."""
    target, seats = (choice(key, value.option(key), value.preset) for key in ("target", "seats"))
    return f"{preset(value.preset)} {target}, {made_of(boards) if boards else seats}"


SETTINGS: Final = tuple(
    each.name
    for each in Competition._meta.concrete_fields
    if each.editable
    and not each.primary_key
    and each.name
    not in {"club", "state", "preset", "options", "created_at", "started_at", "finished_at"}
)
"""The columns that an organiser sets: a new column is one unless it is not editable."""
ANNOUNCEMENT: Final = (
    "name",
    "venue",
    "address",
    "description",
    "fee",
    "currency",
    "fee_per",
    "fee_includes",
    "prizes",
    "prize_shares",
    "public",
)
"""Those that affect no result, and so can change after the draw."""
IN_PLAY: Final = (
    "turn_seconds",
    "bank_minutes",
    "sit_down_minutes",
    "round_minutes",
    "late_entries",
    "leaving",
    "bye_points",
    "byes",
    "approval",
    "members_only",
)
"""Those that apply only to what is still to come, and so can change while it is played."""


def changeable_after_draw(competition: Competition) -> tuple[str, ...]:
    """Return the settings of a drawn competition that can change now and mean something in it."""
    if competition.is_over:
        return ANNOUNCEMENT
    first = competition.stages.order_by("number")[0]
    left_out = choices().keys() - {choice.name for choice in first.how.choices}
    if competition.with_cards:
        left_out |= {"turn_seconds", "bank_minutes", "sit_down_minutes"}
    if competition.round_minutes is None:
        left_out |= {"round_minutes"}
    return (*ANNOUNCEMENT, *(name for name in IN_PLAY if name not in left_out))


def audit_value(value: Any) -> Any:
    """Return a column's value as the audit log stores it, in JSON."""
    match value:
        case date():  # or an instant
            return value.isoformat()
        case Decimal():
            return str(value.quantize(Decimal("0.01")))
        case _:
            return value


_Columns: Any = make_dataclass(
    "_Columns",
    [(name, Any, field(default=column(name).get_default())) for name in SETTINGS],
    frozen=True,
    kw_only=True,
)


@dataclass(frozen=True, kw_only=True)
class CompetitionSettings(_Columns):  # type: ignore[misc]  # its columns are known at run time
    """Settings of a competition: each of `SETTINGS`, the rules and the format's options."""

    rules: Rules
    shape: FormatOptions = field(default_factory=FormatOptions)

    def __post_init__(self) -> None:
        """Normalise the scale and the boards, and rank by boards where entries are level."""
        with suppress(FormatError):  # which `misfits` names
            scale = write_scale(self.shape.scale)
            object.__setattr__(self, "shape", replace(self.shape, scale=scale))
        if not self.boards.strip():
            return
        try:
            boards = write_boards(read_boards(self.boards))
        except FormatError:  # the column's validator refuses it
            return
        object.__setattr__(self, "boards", boards)
        if self.shape.format in FORMATS:
            how = FORMATS[self.shape.format]
            object.__setattr__(self, "shape", ranked_by_boards(self.shape, how))

    @property
    def board_sizes(self) -> tuple[int, ...]:
        """The players per side of each board; empty if a match has one table."""
        return read_boards(self.boards)

    @classmethod
    def of(cls, competition: Competition) -> "CompetitionSettings":
        """Return the current settings of a competition."""
        stages = list(competition.stages.order_by("number"))
        columns = {name: getattr(competition, name) for name in SETTINGS}
        return cls(rules=competition.rules, shape=shape_of(stages), **columns)

    def replace(self, **changed: Any) -> "CompetitionSettings":
        """Return a copy with these settings changed."""
        return replace(self, **changed)

    def played_by(self, entries: int) -> "CompetitionSettings | None":
        """Return the terms as `entries` entries would play them; None if they are too few.

        It is the announced format if it fits, or if others may join late, else the nearest one.
        """
        how = FORMATS[self.shape.format]
        if entries < how.least:
            return None
        joins = how.play.is_paired_in_play and self.late_entries
        shape = self.shape if joins else how.fitting(self.shape, entries, self.movers)
        return self.replace(shape=how.decide(shape, entries), cap=entries)

    def restored(self, before: Mapping[str, Any]) -> "CompetitionSettings":
        """Return the terms with the rules and the format of an audited change taken back."""
        stored = Competition(**self.columns())
        for name in before.keys() & {"preset", "options"}:
            setattr(stored, name, before[name])
        of_shape = {each.name for each in fields(FormatOptions)}
        changed = {name: value for name, value in before.items() if name in of_shape}
        if "tie_breaks" in changed:
            changed["tie_breaks"] = tuple(changed["tie_breaks"])
        return self.replace(rules=stored.rules, shape=replace(self.shape, **changed))

    def columns(self) -> dict[str, Any]:
        """Return the settings as the columns of a competition."""
        derived = {
            "preset": self.rules.preset,
            "options": self.rules.options(),
            "changing_partners": FORMATS[self.shape.format].play.partners_change,
        }
        return derived | {name: getattr(self, name) for name in SETTINGS}

    def for_audit(self) -> dict[str, Any]:
        """Return the columns for the audit log."""
        return {name: audit_value(value) for name, value in self.columns().items()}

    @property
    def players_per_side(self) -> int:
        """The number of players who enter together."""
        return Competition(**self.columns()).players_per_side

    def misfits(self) -> Iterator[tuple[str, str]]:
        """Yield each conflict between terms: the name of a term to change, and a code."""
        how = FORMATS[self.shape.format]
        yield from how.misfits(self.shape, self.cap, self.movers)
        if self.rules.seats not in how.seats:
            yield "seats", "seats-of-another-format"
        if not can_time_rounds(self.round_minutes, self.round_days):
            yield "round_minutes", "timed-by-days"
        if None not in (self.skill_from, self.skill_to) and self.skill_from > self.skill_to:
            yield "skill_to", "band-upside-down"
        if self.bank_minutes is not None and self.with_cards:
            yield "bank_minutes", "bank-of-real-cards"
        yield from self._misfits_of_boards()
        yield from self.misfits_of_games()

    def misfits_of_games(self) -> Iterator[tuple[str, str]]:
        """Yield conflicts between the number of games, drawn matches and the scale of a table."""
        if self.best_of % 2 == 0 and not self.all_games:
            yield "best_of", "even-best-of"
        yield from misfits_of_round_games(
            self.shape, all_games=self.all_games, boards=bool(self.boards)
        )
        how = FORMATS[self.shape.format]
        if how.play.is_bracket or next(misfits_of_scale(self.shape), None):
            return
        scale, numbers = scale_of(self.shape), self._numbers_of_games
        games = len(self.board_sizes) or max(numbers)
        has_even = any(number % 2 == 0 for number in numbers)
        may_draw = self.level_stands if self.boards else self.all_games and has_even
        if may_draw and scale.draw is None:
            yield SCALE.name, "scale-without-draw"
        if scale.has_narrow and (games < FEWEST_GAMES or (games % 2 == 0 and not self.boards)):
            yield SCALE.name, "scale-needs-games"

    @property
    def _numbers_of_games(self) -> tuple[int, ...]:
        """The games of a match in the rounds with numbers of their own, else in all."""
        with suppress(FormatError):  # a misfit of its own
            return read_round_games(self.shape.round_games) or (self.best_of,)
        return (self.best_of,)

    def _misfits_of_boards(self) -> Iterator[tuple[str, str]]:
        """Yield conflicts of boards: each is one game, at a table size of the rules."""
        if not self.boards:
            return
        if FORMATS[self.shape.format].play.partners_change:
            yield "boards", "boards-of-changing-partners"
        seats = USUAL[self.rules.preset]["seats"]
        if any(str(2 * size) not in seats for size in self.board_sizes):
            yield "boards", "boards-too-large"
        if self.best_of > 1 or self.shape.final_best_of not in (None, 1):
            yield "boards", "boards-are-games"
        if self.round_minutes is not None:
            yield "round_minutes", "boards-have-no-bell"


def waves(terms: CompetitionSettings) -> tuple[Batch, ...]:
    """Return the matches of a full competition, in the order in which they can be played."""
    return FORMATS[terms.shape.format].waves(terms.shape, terms.cap)


def estimated_minutes(terms: CompetitionSettings, tables: int | None = None) -> int:
    """Return the minutes a full competition takes with `tables` tables; None is enough for all."""
    how = FORMATS[terms.shape.format]
    return how.minutes(terms.shape, terms.cap, pace(terms), terms.best_of, tables)


def pace(terms: CompetitionSettings | Competition, speed: float = 1) -> Pace:
    """Return what determines the length of a game; `speed` is the result of `measured_speed`."""
    return Pace(
        target=terms.rules.target,
        seats=terms.rules.seats,
        chicos_to_win=terms.rules.legs_to_win,
        turn_seconds=None if terms.with_cards else terms.turn_seconds,
        round_minutes=terms.round_minutes,
        plays_all=terms.all_games,
        speed=speed,
    )
