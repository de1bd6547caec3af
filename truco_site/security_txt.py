"""Where to report a weakness (RFC 9116), if the operator has set `SECURITY_CONTACT`."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

GOOD_FOR: Final = timedelta(days=90)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Answer with the contact; there is no such page without one."""
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise Http404
    address = contact if ":" in contact else f"mailto:{contact}"
    until = (timezone.now() + GOOD_FOR).strftime("%Y-%m-%dT%H:%M:%SZ")
    lines = [f"Contact: {address}", f"Expires: {until}", "Preferred-Languages: es, en, ca", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
