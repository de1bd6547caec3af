"""The forms of pages, filled in by programs: their errors name the fields of the request."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import Form


class InvalidError(Exception):
    """A request that a form or a model refused; `errors` maps fields to messages."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, errors: list[dict[str, str]]) -> None:
        super().__init__(errors)
        self.errors = errors


def require_valid(form: Form, names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the cleaned data of a form, or raise InvalidError.

    `names` maps a field of the form to its name in the request, where they differ.
    """
    if form.is_valid():
        return form.cleaned_data
    errors = {
        name: [str(message) for message in messages] for name, messages in form.errors.items()
    }
    raise InvalidError(list(_errors(errors, names or {})))


def invalid(error: ValidationError) -> InvalidError:
    """Return the errors of a model as those of a request."""
    if hasattr(error, "error_dict"):
        return InvalidError(list(_errors(error.message_dict, {})))
    return InvalidError(list(_errors({NON_FIELD_ERRORS: error.messages}, {})))


def _errors(errors: Mapping[str, list[str]], names: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for name, messages in errors.items():
        field = "body" if name == NON_FIELD_ERRORS else f"body.{names.get(name, name)}"
        yield from ({"field": field, "message": message} for message in messages)
