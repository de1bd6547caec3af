"""Hooks after a commit: an exception in one does not fail the request."""

import ast
import logging
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from django.db import transaction

from accounts.common.transactions import on_commit

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[3]


def _module_hooks():
    """Each function of a module or of Django that some call hands to `on_commit`, by name."""
    found = {}
    for app in ("accounts", "games", "tournaments", "truco_site"):
        for path in sorted((ROOT / app).rglob("*.py")):
            if "on_commit(" not in (text := path.read_text()):
                continue
            module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "on_commit":
                    code = ast.unparse(node.args[0])
                    if callable(function := vars(module).get(code.partition(".")[0])):
                        found[f"{module.__name__}:{code}"] = function
    return found


HOOKS = _module_hooks()


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_that_raises_is_logged_by_name(name, caplog):
    ran = []
    with caplog.at_level(logging.ERROR), transaction.atomic():
        on_commit(HOOKS[name], "no such argument", nor_this=True)
        on_commit(ran.append, "the next hook")
    assert ran == ["the next hook"]
    assert HOOKS[name].__qualname__ in caplog.text


def _fails():
    raise ValueError("the ace of swords")


class _Callable:
    def __call__(self):
        _fails()


@pytest.mark.parametrize(
    "hook",
    [_fails, partial(_fails), partial(partial(_fails)), lambda: _fails(), _Callable()],
    ids=["function", "partial", "partial of one", "lambda", "object"],
)
@pytest.mark.parametrize("in_transaction", [True, False])
def test_every_kind_of_callable_may_raise(hook, in_transaction, caplog):
    with caplog.at_level(logging.ERROR):
        if in_transaction:
            with transaction.atomic():
                on_commit(hook)
        else:
            on_commit(hook)
    (record,) = caplog.records
    assert "failed after the commit" in record.message
    assert "ace" not in record.message
