"""Recognition of the club's persons by written names.

Accents, capitals, full stops and the order of words make no difference. A nickname, a name with a
letter wrong, and a name that two persons have are only questions.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.models import Person, RosterPlayer
from tournaments.names.comparison import comparison_key, near_index, near_names


@dataclass(frozen=True)
class Recognition:
    """The person of a name if that is sure, or else the candidates to choose from."""

    person: Person | None = None
    candidates: Sequence[Person] = ()


@dataclass(frozen=True)
class ClubPeople:
    """The persons of a club, with the names that lead to them."""

    names: Sequence[tuple[str, Person]]  # normalised; also of those who turned out to be them

    @classmethod
    def of(cls, club_id: int) -> "ClubPeople":
        """Read the persons of a club."""
        people = Person.objects.filter(club=club_id, forgotten_at=None).order_by("pk")
        rows = people.select_related("user", "merged_into__user")
        return cls([(row.match_key, row.merged_into or row) for row in rows if row.match_key])

    def recognise(self, name: str) -> Recognition:
        """Look a name up: first exactly, then by its words, its nickname and near names."""
        key = comparison_key(name)
        for by_pk in (self._by_key.get(key), self._by_words.get(_words(key))):
            if by_pk:
                people = list(by_pk.values())
                return Recognition(people[0]) if len(people) == 1 else Recognition(None, people)
        by_nickname = [person for _, person in self.names if comparison_key(person.nickname) == key]
        near = {
            person.pk: person
            for other in near_names(key, self._nearly)
            for person in self._by_key[other].values()
        }
        by_pk = {person.pk: person for person in by_nickname} | near
        return Recognition(None, list(by_pk.values()))

    def is_unique(self, person: Person) -> bool:
        """Return whether the person's name is unique."""
        return len(self._by_key.get(person.match_key, {})) == 1

    @cached_property
    def _by_key(self) -> Mapping[str, dict[int, Person]]:
        return _indexed((key, person) for key, person in self.names)

    @cached_property
    def _by_words(self) -> Mapping[str, dict[int, Person]]:
        return _indexed((_words(key), person) for key, person in self.names)

    @cached_property
    def _nearly(self) -> Mapping[str, list[str]]:
        return near_index(self._by_key)


def _words(key: str) -> str:
    return " ".join(sorted(key.split()))


def _indexed(names: Iterable[tuple[str, Person]]) -> dict[str, dict[int, Person]]:
    index: dict[str, dict[int, Person]] = defaultdict(dict)
    for key, person in names:
        index[key][person.pk] = person
    return dict(index)


def partners_of(people: Collection[int]) -> Mapping[int, str]:
    """Return the name of the last partner of each of these persons who has had one."""
    beside = "entry__roster__person"
    places = RosterPlayer.ever.filter(person__in=people).order_by("competition__created_at", "pk")
    rows = places.values_list("person", beside, f"{beside}__name")
    return {person: name for person, other, name in rows if other not in (None, person)}
