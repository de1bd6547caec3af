"""Webhooks of a club: read, create, change, test; deliveries, and sending them again."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router

from accounts.i18n.time_zones import iso_instant
from tournaments.api import event_schemas as schemas
from tournaments.api.answers import IDEMPOTENT, shaped
from tournaments.api.callers import MANAGER, READER, Caller, caller_of
from tournaments.api.finds import find_organised_club
from tournaments.api.lists import BY_KEY, LATEST, Pages, list_page
from tournaments.api.schemas import Key, ListPage, Slug
from tournaments.api.writes import Written, written_once
from tournaments.common.errors import NotOrganiserError
from tournaments.models import Webhook, WebhookDelivery, WebhookQuerySet
from tournaments.webhooks import services
from tournaments.webhooks.delivery import message_id
from tournaments.webhooks.errors import NoSuchWebhookError
from tournaments.webhooks.labels import outcome

router = Router(tags=["Webhooks"], by_alias=True)
ADDRESS: Final = "/api/v1/webhooks/{pk}"
State = WebhookDelivery.State


@router.get("/clubs/{slug}/webhooks", auth=READER, response=ListPage[schemas.Webhook])
def list_webhooks(request: HttpRequest, response: HttpResponse, slug: Slug, paging: Pages) -> Any:
    """List the webhooks of a club. For its organisers."""
    club = find_organised_club(caller_of(request), slug)
    webhooks = _counted().filter(club=club)
    return list_page(request, response, paging, webhooks, BY_KEY, _webhooks)


@router.post(
    "/clubs/{slug}/webhooks",
    auth=MANAGER,
    response={201: schemas.WebhookWithSecret},
    openapi_extra=IDEMPOTENT,
)
@written_once
def create_webhook(request: HttpRequest, slug: Slug, body: schemas.NewWebhook) -> Written:
    """Have events of a club sent to an address. The answer has the secret that signs them."""
    caller = caller_of(request)
    club = find_organised_club(caller, slug)
    webhook, secret = services.create_webhook(
        club_id=club.pk,
        actor=caller.person,
        url=body.url,
        kinds=body.events,
        now=timezone.now(),
    )
    return _with_secret(webhook.pk, secret, ADDRESS.format(pk=webhook.pk))


@router.get("/webhooks/{pk}", auth=READER, response=schemas.Webhook)
def get_webhook(request: HttpRequest, pk: Key) -> Any:
    """Return a webhook. For organisers of its club."""
    return _webhooks([_find_webhook(caller_of(request), pk)])[0]


@router.patch(
    "/webhooks/{pk}",
    auth=MANAGER,
    response=schemas.Webhook,
    openapi_extra=IDEMPOTENT,
)
@written_once
def change_webhook(request: HttpRequest, pk: Key, body: schemas.WebhookChange) -> Written:
    """Change address or kinds of events, or switch it on or off. What is left out stays."""
    caller = caller_of(request)
    _find_webhook(caller, pk)
    services.change_webhook(
        webhook_id=pk, actor=caller.person, url=body.url, kinds=body.events, is_on=body.is_on
    )
    return Written(_document(pk))


@router.delete(
    "/webhooks/{pk}",
    auth=MANAGER,
    response=schemas.Webhook,
    openapi_extra=IDEMPOTENT,
)
@written_once
def remove_webhook(request: HttpRequest, pk: Key) -> Written:
    """Delete a webhook, with what is still to be sent to it. The answer is what it was."""
    caller = caller_of(request)
    _find_webhook(caller, pk)
    before = _document(pk)
    services.remove_webhook(webhook_id=pk, actor=caller.person)
    return Written(before)


@router.post(
    "/webhooks/{pk}/secret",
    auth=MANAGER,
    response=schemas.WebhookWithSecret,
    openapi_extra=IDEMPOTENT,
)
@written_once
def rotate_secret(request: HttpRequest, pk: Key) -> Written:
    """Make a new secret. For a day messages are signed with the old one, too."""
    caller = caller_of(request)
    _find_webhook(caller, pk)
    _webhook, secret = services.rotate_secret(
        webhook_id=pk, actor=caller.person, now=timezone.now()
    )
    return _with_secret(pk, secret)


@router.post(
    "/webhooks/{pk}/test",
    auth=MANAGER,
    response=schemas.Webhook,
    openapi_extra=IDEMPOTENT,
)
@written_once
def test_webhook(request: HttpRequest, pk: Key) -> Written:
    """Send the event `webhook.test`."""
    caller = caller_of(request)
    _find_webhook(caller, pk)
    services.send_test(webhook_id=pk, actor=caller.person, now=timezone.now())
    return Written(_document(pk))


@router.get("/webhooks/{pk}/deliveries", auth=READER, response=ListPage[schemas.Delivery])
def list_deliveries(
    request: HttpRequest,
    response: HttpResponse,
    pk: Key,
    paging: Pages,
    state: Annotated[
        Literal["waiting", "acknowledged", "dead"] | None, Query(description="Only those.")
    ] = None,
) -> Any:
    """List what was sent to a webhook or waits for it, the latest first. Kept for a month."""
    deliveries = WebhookDelivery.objects.filter(webhook=_find_webhook(caller_of(request), pk))
    if state is not None:
        deliveries = deliveries.filter(state=state)
    return list_page(
        request, response, paging, deliveries.select_related("event"), LATEST, _deliveries
    )


@router.post(
    "/webhooks/{pk}/resend",
    auth=MANAGER,
    response=schemas.Resent,
    openapi_extra=IDEMPOTENT,
)
@written_once
def resend(request: HttpRequest, pk: Key, body: schemas.Resending) -> Written:
    """Send undelivered events again, for another day."""
    caller = caller_of(request)
    _find_webhook(caller, pk)
    resent = services.resend(
        webhook_id=pk,
        actor=caller.person,
        now=timezone.now(),
        delivery_ids=body.deliveries,
    )
    return Written({"resent": resent})


def _find_webhook(caller: Caller, pk: int) -> Webhook:
    """Return a webhook of a club that the caller organises, in which the token may act."""
    webhook = _counted().select_related("club").filter(pk=pk).first()
    if webhook is None:
        raise NoSuchWebhookError()
    caller.require_club(webhook.club_id)
    if not caller.organises(webhook.club):
        raise NotOrganiserError()
    return webhook


def _counted() -> WebhookQuerySet:
    dead = Count("deliveries", filter=Q(deliveries__state=State.DEAD))
    return Webhook.objects.annotate(undelivered=dead)


def _document(pk: int) -> dict[str, Any]:
    return shaped(schemas.Webhook, _webhooks([_counted().get(pk=pk)])[0])


def _with_secret(pk: int, secret: str, location: str = "") -> Written:
    return Written({**_document(pk), "secret": None}, location, shown_once={"secret": secret})


def _webhooks(rows: Sequence[Webhook]) -> list[dict[str, Any]]:
    return [
        {
            "id": row.pk,
            "url": row.url,
            "events": row.kinds,
            "is_on": not row.off,
            "off_reason": row.off,
            "failures": row.failures,
            "undelivered": row.undelivered,  # type: ignore[attr-defined]  # annotated
            "created_at": iso_instant(row.created_at),
        }
        for row in rows
    ]


def _deliveries(rows: Sequence[WebhookDelivery]) -> list[dict[str, Any]]:
    return [
        {
            "id": row.pk,
            "event": message_id(row.event),
            "type": row.event.kind,
            "state": row.state,
            "tries": row.tries,
            "next_try_at": iso_instant(row.next_try_at) if row.state == State.WAITING else None,
            "tried_at": iso_instant(row.tried_at),
            "status": row.status,
            "error": row.error,
            "outcome": outcome(row),
        }
        for row in rows
    ]
