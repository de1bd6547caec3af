"""A migration operation that creates many tables at once, for each app's first migration.

Django renders every related model again after each `CreateModel`: for eighty models that is 3,700
classes and 4 s of CPU. Here all models enter the state first and are rendered once.
"""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.models import CreateModel
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """A migration operation that runs its create operations one by one."""

    def __init__(self, models: Sequence[CreateModel]) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add all models; `state.apps` is rendered when it is next asked for."""
        state.clear_delayed_apps_cache()
        state.__dict__.pop("apps", None)
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create the tables in their order."""
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Drop the tables, the last one first."""
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """Name the models."""
        return f"Create models {', '.join(model.name for model in self.models)}"

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        """Return how to write it into a migration."""
        return self.__class__.__name__, [self.models], {}
