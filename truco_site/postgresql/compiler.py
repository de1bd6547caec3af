"""Django's compilers for PostgreSQL, as `DatabaseOperations.compiler_module` names them."""

from django.db.backends.postgresql import compiler
from django.db.backends.postgresql.compiler import (
    SQLAggregateCompiler,
    SQLDeleteCompiler,
    SQLInsertCompiler,
    SQLUpdateCompiler,
)

from truco_site.select_columns import SelectColumnsCompiler

__all__ = [
    "SQLAggregateCompiler",
    "SQLCompiler",
    "SQLDeleteCompiler",
    "SQLInsertCompiler",
    "SQLUpdateCompiler",
]


class SQLCompiler(SelectColumnsCompiler, compiler.SQLCompiler):
    """It refuses dollar signs in aliases, too."""
