"""SQL compiler with shortcuts for the columns of models.

Django compiles each query anew, column by column, and a match with its competition and club has a
hundred columns. That took a third of the CPU of acts; with these shortcuts an organiser's act takes
a fifth less. The SQL is Django's own, letter by letter (`tests/truco_site/test_select_columns.py`),
but for rows that are fetched by the keys of many others.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from django.db.models.expressions import Col, ColPairs
from django.db.models.fields.tuple_lookups import TupleIn
from django.db.models.lookups import In
from django.db.models.options import Options
from django.db.models.sql import compiler
from django.db.models.sql.constants import ORDER_DIR

KEPT: Final = 2_000  # lists of columns: models times aliases


class ColumnConverters:
    """The functions that a connection applies to values of a column, looked up once each."""

    def __init__(self, ops: Any) -> None:
        self._ops = ops
        self._kept: dict[tuple[int, int], tuple[list[Callable[..., Any]], Col]] = {}

    def of(self, column: Col) -> list[Callable[..., Any]]:
        """Return them. The kept `Col` keeps its fields alive, so that no id is used again."""
        key = (id(column.target), id(column.output_field))
        if key not in self._kept:
            connection = self._ops.connection
            converters = self._ops.get_db_converters(column) + column.get_db_converters(connection)
            self._kept[key] = (converters, column)
        return self._kept[key][0]


class SelectColumnsCompiler(compiler.SQLCompiler):
    """Django's compiler, with shortcuts for plain columns and for ordering by fields."""

    def compile(self, node: Any) -> tuple[str, Any]:
        """Compile a node; a column is `"alias"."column"` without asking the rest.

        A prefetch asks for tuples of one column. Of these Django makes a chain of OR on SQLite,
        which refuses a thousand.
        """
        if node.__class__ is not Col:
            if node.__class__ is TupleIn and len(node.lhs) == 1 and node.rhs_is_direct_value():
                node = In(next(iter(node.lhs)), [value for (value,) in node.rhs])
            return super().compile(node)
        quoted, alias = self.quote_cache, node.alias
        column: Any = node.target.column  # every column of a query has a name
        name = quoted.get(column) or self._quote_column(column)
        if not alias:
            return name, []
        return f"{quoted.get(alias) or self.quote_name_unless_alias(alias)}.{name}", []

    def _quote_column(self, column: str) -> str:
        query = self.query
        is_alias = (
            column in query.alias_map
            or column in query.extra_select
            or column in query.external_aliases
        )
        if is_alias or '"' in column or "$" in column:
            return self.quote_name_unless_alias(column)
        name = self.quote_cache[column] = f'"{column}"'
        return name

    def get_default_columns(
        self,
        select_mask: Any,
        start_alias: str | None = None,
        opts: Any = None,
        from_parent: Any = None,
    ) -> list[Any]:
        """Return the columns of a model; the same list for the same alias."""
        opts = opts or self.query.get_meta()
        if select_mask or opts is None or from_parent or opts.parents or opts.proxy:
            return super().get_default_columns(select_mask, start_alias, opts, from_parent)
        return list(_columns(opts, start_alias or self.query.get_initial_alias()))

    def _order_by_pairs(self) -> Iterator[Any]:  # type: ignore[override]  # as Django's does
        """Yield the order; names of fields need no list of all that is selected."""
        query, meta = self.query, self.query.get_meta()
        ordering: Any = query.extra_order_by or query.order_by
        is_default = not ordering and query.default_ordering and bool(meta and meta.ordering)
        if is_default:
            ordering = meta.ordering
        if not self._is_of_fields(ordering):
            yield from super()._order_by_pairs()  # type: ignore[misc]  # not in its stubs
            return
        if is_default:
            self._meta_ordering = ordering
        default_order, _ = ORDER_DIR["ASC" if query.standard_ordering else "DESC"]
        for field in ordering:
            yield from self.find_ordering_name(field, meta, default_order=default_order)

    def _is_of_fields(self, ordering: Sequence[Any]) -> bool:
        """Return whether a query is ordered by fields alone: no expression, alias or chance."""
        query = self.query
        if query.combinator or query.extra or not all(type(each) is str for each in ordering):
            return False
        aliases = {alias for _, _, alias in self.select or ()} | set(query.annotations)
        names = [name.lstrip("+-") for name in ordering]
        return not any(
            name == "?" or "." in name or aliases & {name, name.partition("__")[0]}
            for name in names
        )

    def get_converters(self, expressions: Any) -> dict[int, tuple[list[Any], Any]]:
        """Return the converters of the selected values, by position."""
        if any(isinstance(each, ColPairs) for each in expressions):
            return super().get_converters(expressions)
        by_position: dict[int, tuple[list[Any], Any]] = {}
        cached: ColumnConverters = self.connection.ops.column_converters  # type: ignore[attr-defined]
        for position, each in enumerate(expressions):
            if each.__class__ is Col:
                converters = cached.of(each)
            elif each:
                converters = self.connection.ops.get_db_converters(each)
                converters = converters + each.get_db_converters(self.connection)
            else:
                continue
            if converters:
                by_position[position] = (converters, each)
        return by_position


@lru_cache(KEPT)
def _columns(opts: "Options[Any]", alias: str) -> tuple[Col, ...]:
    return tuple(field.get_col(alias) for field in opts.concrete_fields)
