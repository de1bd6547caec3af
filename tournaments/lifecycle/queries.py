"""The first matches of a competition that has just started."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from accounts.i18n.time_zones import city, short_date
from tournaments.models import Competition, Match


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
        told = {
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
        return words % told


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
