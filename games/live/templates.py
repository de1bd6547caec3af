"""Rendering of fragments: Jinja2 templates under `templates/pieces`, compiled per language.

Constant texts are translated when a template is compiled. A template gets only the names it uses;
a missing one is an error. Line breaks in a template are for its readers: they separate
attributes, and between elements they are removed.
"""

import re
import threading
from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.defaultfilters import date
from django.templatetags.static import static
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import ngettext, override
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, meta, nodes
from jinja2.ext import Extension
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from accounts.i18n.languages import active_language, gettext
from accounts.i18n.time_zones import city, short_date

FOLDER = settings.RESOURCES / "templates" / "pieces"
BETWEEN_ELEMENTS = re.compile(r"(?<=[>}])\s*\n\s*(?=[<{])")
ELSEWHERE = re.compile(r"\s*\n\s*")
AFTER_START, BETWEEN_TWO = 3.0, 0.01  # seconds that `compile_pieces` leaves to everybody else
MAX_RENDERED = 20_000  # of pieces of at most a kilobyte, most of them shorter
PLACEHOLDER = 9_000_000_000  # no row has this id


def render_template(template: str, **needs: object) -> str:
    """Render a piece in the active language, from the values that its template names."""
    return environment(active_language() or settings.LANGUAGE_CODE).draw(template, needs)


def render_cached(template: str, **needs: Hashable) -> str:
    """Render a template from values, cached per language, template and values.

    The values are the whole cache key, so no reader gets a rendering that they would not have got
    themselves. Model rows must not be passed: they compare equal while their contents differ.
    """
    return _render_for_language(active_language(), template, tuple(needs.items()))


def clear_render_cache() -> None:
    """Clear the cache because the URLs of static files have changed."""
    _render_for_language.cache_clear()
    _file.cache_clear()


@lru_cache(maxsize=MAX_RENDERED)
def _render_for_language(
    language: str | None, template: str, needs: tuple[tuple[str, Hashable], ...]
) -> str:
    return render_template(template, **dict(needs))


@cache
def environment(language: str) -> "PieceEnvironment":
    """Return the template environment of a language.

    A template is compiled in 2 ms: when it is first rendered, or before by `compile_pieces`.
    """
    return PieceEnvironment(language)


def compile_pieces(stopping: threading.Event) -> None:
    """Compile each piece for each language before a click waits for it.

    For a thread of a web process. All of it takes two to three seconds of CPU, so it begins when
    the first pages have been answered, and lets other threads run between two pieces.
    """
    names = [str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.rglob("*.jinja")]
    pause = AFTER_START
    for language, _ in settings.LANGUAGES:
        for name in sorted(names):
            if stopping.wait(pause):
                return
            environment(language).template(name)
            pause = BETWEEN_TWO


@cache
def names_in(template: str) -> frozenset[str]:
    """Return the names of values in a template and in those that it includes."""
    env = environment(settings.LANGUAGE_CODE)
    tree = env.parse((FOLDER / f"{template}.jinja").read_text())
    included = filter(None, meta.find_referenced_templates(tree))
    inner = (names_in(one.removesuffix(".jinja")) for one in included)
    return frozenset(meta.find_undeclared_variables(tree)).union(*inner)


def address(name: str, *keys: int) -> str:
    """Return the URL of a page with row ids; resolved once for all rows."""
    return _form(name, len(keys)).format(*keys)


@cache
def _form(name: str, count: int) -> str:
    url = reverse(name, args=[PLACEHOLDER + place for place in range(count)])
    for place in range(count):
        url = url.replace(str(PLACEHOLDER + place), f"{{{place}}}")
    return url


class OneLine(Extension):
    """Jinja2 extension that joins the lines of a template."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Remove the line breaks and the indentation."""
        return ELSEWHERE.sub(" ", BETWEEN_ELEMENTS.sub("", source.strip()))


class PieceEnvironment(Environment):
    """The piece templates in one language."""

    def __init__(self, language: str) -> None:
        super().__init__(
            loader=FileSystemLoader(FOLDER),
            extensions=["jinja2.ext.i18n", OneLine],
            undefined=StrictUndefined,
            autoescape=True,
            auto_reload=settings.DEBUG,
        )
        self.language = language
        self._at_hand: dict[str, Template] = {}
        self.policies["ext.i18n.trimmed"] = True
        self.install_gettext_callables(  # type: ignore[attr-defined]  # of jinja2.ext.i18n
            gettext, ngettext, newstyle=True
        )
        self.globals |= {"static": _file, "url": address}
        self.filters |= {"date": date, "short_date": short_date, "city": city, "in_zone": _in_zone}

    def draw(self, name: str, needs: Mapping[str, object]) -> str:
        """Render a piece."""
        return self.template(name).render(needs)

    def template(self, name: str) -> Template:
        """Return the compiled template of a piece; it is cached, unless auto-reload is on."""
        template = self._at_hand.get(name)
        if template is None or self.auto_reload:
            template = self._at_hand[name] = self.get_template(f"{name}.jinja")
            template.globals = dict(template.globals)  # copying a chain of them is slow
        return template

    def _generate(self, source: nodes.Template, *rest: Any, **kwargs: Any) -> str:
        """Translate the texts that do not depend on the values (a hook of Jinja2)."""
        with override(self.language):
            return super()._generate(_Translated().visit(source), *rest, **kwargs)


class _Translated(NodeTransformer):
    """Node transformer that replaces translation calls by their results."""

    def visit_Call(self, node: nodes.Call) -> nodes.Expr:  # noqa: N802  # named by Jinja2
        self.generic_visit(node)
        match node:
            case nodes.Call(
                node=nodes.Name(name="_" | "gettext"),
                args=[nodes.Const(value=str() as words)],
                kwargs=[],
            ):
                return nodes.Const(Markup(gettext(words) % {}), lineno=node.lineno)
        return node


@cache
def _file(path: str) -> str:
    """Return the URL of a static file."""
    return static(path)


def _in_zone(instant: Any, zone: str) -> Any:
    return localtime(instant, ZoneInfo(zone))
