"""A database that is made anew has what one has that came by all the steps."""

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader

OURS = {"accounts", "games", "tournaments"}


def test_all_at_once_ends_where_the_steps_end():
    loader = MigrationLoader(None, replace_migrations=False)
    at_once = {
        key: node.replaces[-1] for key, node in loader.disk_migrations.items() if node.replaces
    }
    ends = {key: end for key, end in at_once.items() if key[0] in OURS}
    assert {app for app, _ in ends} == OURS
    one = loader.project_state(list(ends))
    other = loader.project_state(list(ends.values()))
    assert MigrationAutodetector(one, other).changes(loader.graph) == {}
    assert MigrationAutodetector(other, one).changes(loader.graph) == {}
