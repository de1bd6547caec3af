"""How a competition is played: its format, what the format lets one choose, and its stages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.formats import tie_breaks
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Stage

Format = Stage.Format
DEFAULT_TIE_BREAKS: Final[Mapping[str, tuple[TieBreak, ...]]] = {
    Format.ROUND_ROBIN: tie_breaks.ROUND_ROBIN,
    Format.LEAGUE: tie_breaks.ROUND_ROBIN,
    Format.GROUPS: tie_breaks.ROUND_ROBIN,
    Format.SWISS: tie_breaks.SWISS,
}
ALL_MEET: Final = (*tie_breaks.ROUND_ROBIN, TieBreak.SONNEBORN_BERGER, TieBreak.KOYA)
OFFERED_TIE_BREAKS: Final[Mapping[str, tuple[TieBreak, ...]]] = {
    Format.ROUND_ROBIN: ALL_MEET,
    Format.LEAGUE: ALL_MEET,
    Format.GROUPS: ALL_MEET,
    Format.SWISS: (
        *tie_breaks.SWISS,
        TieBreak.BUCHHOLZ_MEDIAN,
        TieBreak.PROGRESSIVE,
        TieBreak.GAMES,
        TieBreak.CHICO_POINTS,
        TieBreak.FEWEST_WALKOVERS,
    ),
}
DEFAULT_CYCLES: Final[Mapping[str, int]] = {Format.LEAGUE: 2}


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A format with its choices; None and () leave it to the format, or to the draw."""

    format: str = Format.SINGLE
    third_place: bool = False
    grand_final: str = Stage.GrandFinal.RESET
    final_best_of: int | None = None
    cycles: int | None = None
    swiss_rounds: int | None = None
    group_count: int | None = None
    qualifiers: int = 2
    divisions: int = 1
    tie_breaks: tuple[str, ...] = ()

    @classmethod
    def of(cls, stages: Sequence[Stage]) -> "Shape":
        """Return the shape that these stages, in order, were made from."""
        first, last = stages[0], stages[-1]
        return cls(
            format=first.format,
            third_place=last.third_place,
            grand_final=first.grand_final,
            final_best_of=last.final_best_of,
            cycles=first.cycles,
            swiss_rounds=first.swiss_rounds,
            group_count=first.group_count,
            qualifiers=first.qualifiers,
            divisions=last.tier,
            tie_breaks=tuple(first.tie_breaks),
        )

    @property
    def ranked_by(self) -> tuple[str, ...]:
        """The order in which a table of this format breaks ties; () for a bracket."""
        return self.tie_breaks or DEFAULT_TIE_BREAKS.get(self.format, ())

    @property
    def cycles_played(self) -> int:
        """How often everybody meets everybody in a table of this format."""
        return self.cycles or DEFAULT_CYCLES.get(self.format, 1)

    def stages(self) -> Iterator[Stage]:
        """Make the stages, in order, of no competition yet.

        Groups end in a knockout; the divisions of a league are played side by side.
        """
        has_knockout = self.format == Format.GROUPS
        yield self._first(has_knockout)
        if has_knockout:
            yield Stage(
                number=2,
                format=Format.SINGLE,
                third_place=self.third_place,
                final_best_of=self.final_best_of,
            )
        if self.format == Format.LEAGUE:
            yield from map(self._division, range(2, self.divisions + 1))

    def _division(self, tier: int) -> Stage:
        stage = self._first(has_knockout=False)
        stage.number = stage.tier = tier
        return stage

    def _first(self, has_knockout: bool) -> Stage:
        return Stage(
            number=1,
            format=self.format,
            tie_breaks=list(self.ranked_by),
            third_place=self.third_place and not has_knockout,
            final_best_of=None if has_knockout else self.final_best_of,
            grand_final=self.grand_final,
            cycles=self.cycles_played,
            swiss_rounds=self.swiss_rounds,
            group_count=self.group_count,
            qualifiers=self.qualifiers,
        )
