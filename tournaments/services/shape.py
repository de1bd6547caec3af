"""How a competition is played: its format, what the format lets one choose, and its stages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.formats import tie_breaks
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Stage

Format = Stage.Format
DEFAULT_TIE_BREAKS: Mapping[str, tuple[TieBreak, ...]] = {
    Format.ROUND_ROBIN: tie_breaks.ROUND_ROBIN,
    Format.LEAGUE: tie_breaks.ROUND_ROBIN,
    Format.GROUPS: tie_breaks.ROUND_ROBIN,
    Format.SWISS: tie_breaks.SWISS,
}
DEFAULT_LEGS: Mapping[str, int] = {Format.LEAGUE: 2}


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A format with its choices; None and () leave it to the format, or to the draw."""

    format: str = Format.SINGLE
    third_place: bool = False
    grand_final: str = Stage.GrandFinal.RESET
    legs: int | None = None
    swiss_rounds: int | None = None
    group_count: int | None = None
    qualifiers: int = 2
    divisions: int = 1
    tie_breaks: tuple[str, ...] = ()

    def stages(self) -> Iterator[Stage]:
        """Make the stages, in order, of no competition yet.

        Groups end in a knockout; the divisions of a league are played side by side.
        """
        has_knockout = self.format == Format.GROUPS
        yield self._first(has_knockout)
        if has_knockout:
            yield Stage(number=2, format=Format.SINGLE, third_place=self.third_place)
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
            tie_breaks=list(self.tie_breaks or DEFAULT_TIE_BREAKS.get(self.format, ())),
            third_place=self.third_place and not has_knockout,
            grand_final=self.grand_final,
            legs=self.legs or DEFAULT_LEGS.get(self.format, 1),
            swiss_rounds=self.swiss_rounds,
            group_count=self.group_count,
            qualifiers=self.qualifiers,
        )
