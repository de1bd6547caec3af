"""The changelog is dated by release, and its newest release is the one that runs."""

from tests.truco_site.upgrading.changelog import ANY, HEADING, UNRELEASED, releases, text
from truco_site.operations.release import release


def test_the_newest_release_is_the_one_that_pages_and_probes_name() -> None:
    assert releases()[0].version == release().version


def test_releases_follow_one_another_in_number_and_time() -> None:
    found = releases()
    numbers = [tuple(map(int, each.version.split("."))) for each in found]
    assert len(found) > 1
    assert numbers == sorted(set(numbers), reverse=True)
    assert [each.on for each in found] == sorted((each.on for each in found), reverse=True)


def test_every_part_is_a_release_or_what_is_not_released_yet() -> None:
    parts = ANY.findall(text())
    dated = [f"[{version}] - {on}" for version, on in HEADING.findall(text())]
    assert parts in (dated, [UNRELEASED, *dated])
