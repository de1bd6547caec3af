"""Facts about the start of a competition: the first matches, and players without an account."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from accounts.i18n.time_zones import city, short_date
from tournaments.competitions import labels as competitions_labels
from tournaments.entries.queries import EntryLine
from tournaments.models import Competition, Entry, Match


@dataclass(frozen=True)
class FirstMatches:
    """The matches of a competition that has just started, by what they wait for."""

    with_cards: bool
    called: int  # called, or about to be
    queued: int  # waiting for a hall table
    unattended: int  # with a side without any account
    first_hour: datetime | None  # of the matches that have their own time

    def in_words(self) -> str:
        """Describe what happens now, also if no match is called."""
        return " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        if self.called:
            yield self._called()
        elif self.unattended or self.queued:
            yield gettext("Empezó, pero todavía no se llama a nadie.")
        else:
            yield gettext("¡Empezó!")
        if self.queued:
            yield self._queued()
        if self.unattended:
            yield self._unattended()
        if self.first_hour:
            yield self._hour(self.first_hour)

    def _called(self) -> str:
        if self.with_cards:
            return ngettext(
                "¡Empezó! %(number)s partido ya se puede jugar, con cartas de verdad.",
                "¡Empezó! %(number)s partidos ya se pueden jugar, con cartas de verdad.",
                self.called,
            ) % {"number": self.called}
        return ngettext(
            "¡Empezó! Se llama %(number)s partido: quienes juegan ya se pueden sentar.",
            "¡Empezó! Se llaman %(number)s partidos: quienes juegan ya se pueden sentar.",
            self.called,
        ) % {"number": self.called}

    def _queued(self) -> str:
        return ngettext(
            "%(number)s partido espera mesa.", "%(number)s partidos esperan mesa.", self.queued
        ) % {"number": self.queued}

    def _unattended(self) -> str:
        return ngettext(
            "%(number)s partido espera: hay un lado en el que nadie tiene cuenta.",
            "%(number)s partidos esperan: hay un lado en el que nadie tiene cuenta.",
            self.unattended,
        ) % {"number": self.unattended}

    def _hour(self, hour: datetime) -> str:
        local = timezone.localtime(hour)
        values = {
            "day": short_date(local, "l j M"),
            "at": date_format(local, "H:i"),
            "city": city(timezone.get_current_timezone_name()),
        }
        if self.with_cards:
            words = gettext("El primer partido es el %(day)s a las %(at)s (hora de %(city)s).")
        else:
            words = gettext(
                "La primera mesa se abre sola el %(day)s a las %(at)s (hora de %(city)s)."
            )
        return words % values


def first_matches(competition: Competition, now: datetime) -> FirstMatches:
    """Read what happens to the matches of a competition that has just started."""
    matches = Match.objects.of(competition.pk)
    ready = matches.filter(state=Match.State.READY)
    unattended = ready.unattended()
    hours = ready.filter(scheduled_at__gt=now).exclude(pk__in=unattended.values("pk"))
    called = matches.filter(state=Match.State.CALLED).count()
    playable = matches.playable(now).count()
    due = min(playable, _room(competition, playable))
    return FirstMatches(
        with_cards=competition.with_cards,
        called=called + due,
        queued=playable - due,
        unattended=unattended.count(),
        first_hour=hours.order_by("scheduled_at").values_list("scheduled_at", flat=True).first(),
    )


def _room(competition: Competition, playable: int) -> int:
    """Return for how many matches there is a table; all if no hall tables are used."""
    tables = competition.hall_tables.all()
    return tables.free().count() if tables.exists() else playable


@dataclass(frozen=True)
class MissingAccounts:
    """The numbers of entries without accounts, with some, and of all entries."""

    unattended: int
    in_part: int
    entries: int
    per_side: int
    may_take_cards: bool  # no match has started on the site

    @property
    def in_words(self) -> str:
        """Describe the entries without accounts: `14 de 16 parejas no tienen cuenta`."""
        return ngettext(
            "%(number)s de %(sides)s no tiene cuenta.",
            "%(number)s de %(sides)s no tienen cuenta.",
            self.unattended,
        ) % {
            "number": self.unattended,
            "sides": competitions_labels.sides(self.entries, self.per_side),
        }

    @property
    def part_in_words(self) -> str:
        """Describe the entries in which a robot plays for a partner without an account."""
        sides = competitions_labels.sides(self.in_part, self.per_side)
        words = gettext("En %(sides)s falta la cuenta de alguien: en su lugar juega un robot.")
        return words % {"sides": sides}


def missing_accounts(
    competition: Competition, lines: Sequence[EntryLine]
) -> MissingAccounts | None:
    """Return the numbers; None if all players have accounts, or need none."""
    if competition.with_cards or competition.is_over:
        return None
    confirmed = [line for line in lines if line.entry.state == Entry.State.CONFIRMED]
    without = [line for line in confirmed if line.without_account]
    if not without:
        return None
    unattended = sum(len(line.without_account) == len(line.players) for line in without)
    return MissingAccounts(
        unattended=unattended,
        in_part=len(without) - unattended,
        entries=len(confirmed),
        per_side=competition.players_per_side,
        may_take_cards=not Match.objects.of(competition.pk).with_play().exists(),
    )
