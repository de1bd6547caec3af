"""A migration operation that creates and changes many tables at once.

Django renders every related model again after each operation, and SQLite copies a table for most
of its changes: one by one, those since 0.7.0 took 37 s of CPU for a small database. Here all enter
the state first, models are rendered once, and SQLite copies a table at most once: 2 s.
"""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import FieldOperation
from django.db.migrations.operations.models import CreateModel, IndexOperation
from django.db.migrations.state import ProjectState
from django.db.models import Model


class ChangeTables(Operation):
    """A migration operation of many: created models first, then changes, model by model.

    It adds columns that are nullable or have a `db_default`, alters and removes columns, but
    renames none. There is no way back.
    """

    reversible = False

    def __init__(self, operations: Sequence[CreateModel | FieldOperation | IndexOperation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Apply all operations; `state.apps` is rendered when it is next asked for."""
        state.clear_delayed_apps_cache()
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Run the operations one by one, on SQLite the changes of a table together.

        Indexes and foreign keys are made at once: steps for rows can follow, and Django records
        a migration in its transaction only if no statement is left for the end.
        """
        changed = set()
        for operation in self.operations:
            if schema_editor.connection.vendor != "sqlite" or isinstance(operation, CreateModel):
                operation.database_forwards(app_label, schema_editor, from_state, to_state)
            elif operation.model_name_lower not in changed:
                changed.add(operation.model_name_lower)
                old, new = (
                    state.apps.get_model(app_label, operation.model_name_lower)
                    for state in (from_state, to_state)
                )
                _change_table(schema_editor, old, new)
        for statement in schema_editor.deferred_sql:
            schema_editor.execute(statement)
        schema_editor.deferred_sql.clear()

    def describe(self) -> str:
        """Say how many operations it holds."""
        return f"Create and change tables in {len(self.operations)} operations"


def _change_table(editor: BaseDatabaseSchemaEditor, old: type[Model], new: type[Model]) -> None:
    """Add the new columns to a table of SQLite; copy it only where that does not suffice."""
    had, has = (
        {
            field.column: editor.column_sql(model, field)
            for field in model._meta.local_concrete_fields
        }
        for model in (old, new)
    )
    added = [field for field in new._meta.local_concrete_fields if field.column not in had]
    if (
        had.items() <= has.items()
        and old._meta.constraints == new._meta.constraints
        and old._meta.indexes == new._meta.indexes
        and not any(field.unique for field in added)
    ):
        for field in added:
            # SQLite's own editor copies the table for a column with a default.
            BaseDatabaseSchemaEditor.add_field(editor, new, field)
    else:
        _copy_table(editor, old, new)


def _copy_table(editor: Any, old: type[Model], new: type[Model]) -> None:
    """Copy the rows into a table of the new form, and let it take the place of the old one."""
    name = new._meta.db_table
    table, copy = editor.quote_name(name), editor.quote_name(f"new__{name}")
    kept = {field.column for field in old._meta.local_concrete_fields}
    columns = ", ".join(
        editor.quote_name(field.column)
        for field in new._meta.local_concrete_fields
        if field.column in kept
    )
    create, params = editor.table_sql(new)
    editor.execute(create.replace(table, copy, 1), params or None)
    editor.execute(f"INSERT INTO {copy} ({columns}) SELECT {columns} FROM {table}")
    editor.execute(f"DROP TABLE {table}")
    editor.execute(f"ALTER TABLE {copy} RENAME TO {table}")
    editor.deferred_sql.extend(editor._model_indexes_sql(new))
