"""Version 1 of the API: its operations, its errors and its document."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, cast

from django.core.exceptions import ValidationError as ModelError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.operation import Operation
from ninja.responses import Response

from accounts.common.cost_budgets import FILES, SPAN
from accounts.common.errors import RefusedError
from accounts.i18n.languages import cached_per_language
from tournaments.api import clubs, competitions, entries, events, matches, tables, webhooks
from tournaments.api.answers import add_errors
from tournaments.api.callers import OptionalToken, Token
from tournaments.api.forms import InvalidError, invalid
from tournaments.api.webhook_document import add_webhooks
from truco_site.api_responses import plain_error, problem, too_busy

TITLE: Final = "Truco club"
DESCRIPTION: Final = """\
Read and write what happens in the clubs of this site. `docs/api.md` explains tokens, lists,
errors and repeated requests, with examples.

Reading what is public needs no token. Everything else is done as a person, by a token with
scopes, under the same permissions and rules as on the pages.
"""


class Api(NinjaAPI):
    """The API, whose document names errors and scopes with every operation."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_openapi_schema(self, **options: Any) -> Any:
        document = super().get_openapi_schema(**options)
        del document["components"]["securitySchemes"][OptionalToken.__name__]
        tokens = self._tokens()
        for path in document["paths"].values():
            for operation in path.values():
                _add_scope(operation, tokens[operation["operationId"]])
        add_errors(document)
        add_webhooks(document)
        return document

    def _tokens(self) -> dict[str, Token]:
        """Return the token that each operation asks for."""
        views = (
            view for bound in self._get_bound_routers() for view in bound.path_operations.values()
        )
        return {
            self.get_openapi_operation_id(operation): cast("Token", operation.auth_callbacks[0])
            for view in views
            for operation in view.operations
        }


def _add_scope(operation: dict[str, Any], token: Token) -> None:
    """Set the scope of the token, and whether it is optional."""
    needed = {Token.__name__: [str(token.scope)]}
    operation["security"] = [needed] if token.is_required else [{}, needed]


@cached_per_language
def _document() -> bytes:
    """Return the document as JSON; it takes long to make."""
    return Response(api.get_openapi_schema()).content


def _kept_document(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Replace ninja's view of the document, which has no token and no budget."""

    @require_safe
    def answered(request: HttpRequest) -> HttpResponse:
        if FILES.is_spent(request):
            return too_busy(request)
        return HttpResponse(_document(), content_type="application/json")

    return answered


api = Api(
    title=TITLE,
    version="1",
    description=DESCRIPTION,
    urls_namespace="api-v1",
    docs_url=None,
    docs_decorator=_kept_document,
)
for part in (clubs, competitions, entries, matches, tables, events, webhooks):
    api.add_router("", part.router)


@api.exception_handler(RefusedError)
def answer_refusal(request: HttpRequest, error: RefusedError) -> HttpResponse:
    """Answer a refusal of a service as pages do, with its code and message."""
    answer = problem(error.status, error.code, error.message)
    if error.status == HTTPStatus.UNAUTHORIZED:
        answer.headers["WWW-Authenticate"] = "Bearer"
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        answer.headers["Retry-After"] = str(SPAN)
    return answer


@api.exception_handler(Http404)
def answer_not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    """Answer what does not exist, or what the caller may not see."""
    return plain_error(request, HTTPStatus.NOT_FOUND)


@api.exception_handler(HttpError)
def answer_unread(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer a body that is no JSON."""
    return plain_error(request, error.status_code)


@api.exception_handler(ValidationError)
def answer_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Answer values that the document does not allow."""
    errors = [
        {"field": ".".join(map(str, each["loc"])), "message": str(each["msg"])}
        for each in error.errors
    ]
    return _invalid(request, errors)


@api.exception_handler(InvalidError)
def answer_form(request: HttpRequest, error: InvalidError) -> HttpResponse:
    """Answer values that a form refused."""
    return _invalid(request, error.errors)


@api.exception_handler(ModelError)
def answer_model(request: HttpRequest, error: ModelError) -> HttpResponse:
    """Answer values that a model refused."""
    return _invalid(request, invalid(error).errors)


def _invalid(request: HttpRequest, errors: list[dict[str, str]]) -> HttpResponse:
    return plain_error(request, HTTPStatus.UNPROCESSABLE_ENTITY, errors=errors)
